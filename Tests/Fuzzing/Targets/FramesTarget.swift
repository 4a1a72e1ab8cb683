extension FuzzTarget {
    /// The events of a device and what a client with some subscriptions receives: slots, filter and recognition.
    ///
    /// Two bytes choose the device and the subscriptions.
    static let frames = FuzzTarget("frames") { bytes in
        var schedule = FuzzedSchedule(FuzzedBytes(bytes))
        schedule.addDevice()
        schedule.daemon.connect(0)
        let first = schedule.bytes.byte()
        for step in 0..<3 { schedule.daemon.send(FuzzedRequests.line(Int(first) + 5 * step), from: 0) }
        while !schedule.bytes.isEmpty { schedule.touch(schedule.bytes.byte()) }
        schedule.daemon.stop()
        return schedule.daemon.findings
    }
}
