internal import GesturePipeline

extension FuzzTarget {
    /// All events of a pipeline: devices are added, touched and removed; clients connect, send, read and disconnect; time.
    ///
    /// The first byte sets the limits.
    static let pipeline = FuzzTarget("pipeline") { bytes in
        var bytes = FuzzedBytes(bytes)
        var limits = Limits()
        let narrow = Int(bytes.byte())
        limits.outbox = [65536, 16384, 4096, 1024][narrow % 4]
        limits.subscriptions = 1 + narrow / 4 % 8
        limits.clients = 1 + narrow / 32
        limits.line = 1024
        var schedule = FuzzedSchedule(bytes, limits: limits)
        while !schedule.bytes.isEmpty {
            let action = schedule.bytes.byte()
            if action < 160 { schedule.touch(action) } else { schedule.act(action) }
        }
        schedule.daemon.stop()
        return schedule.daemon.findings
    }
}
