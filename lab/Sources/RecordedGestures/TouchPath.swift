internal import GestureModel

/// Where one finger was, from its first frame to its last.
struct TouchPath {
    /// Its slot.
    let slot: Int
    /// The frame in which it came.
    let first: Int
    /// A gap of more usual intervals than these is a rest: serial touchpads take two for two fingers.
    private static let restIntervals: Int64 = 3
    private var samples: [(time: Timestamp, x: Int32, y: Int32)] = []

    init(slot: Int, first: Int) {
        self.slot = slot
        self.first = first
    }

    mutating func append(_ time: Timestamp, _ x: Int32, _ y: Int32) { samples.append((time, x, y)) }

    /// Between the samples around; at the ends, the end. A jump from rest to rest is no motion: it stays one at any rate.
    ///
    /// - Parameters:
    ///   - usual: Microseconds between two frames; silences much longer are rests.
    ///   - scale: Units per millimetre.
    func position(at time: Timestamp, usual: Int64, scale: (x: Double, y: Double)) -> (x: Int32, y: Int32) {
        var low = 0
        var high = samples.count
        while low < high {
            let middle = (low + high) / 2
            if samples[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return (samples[0].x, samples[0].y) }
        let before = samples[low - 1]
        guard low < samples.count else { return (before.x, before.y) }
        let after = samples[low]
        if isJump(to: low, scale) { return (before.x, before.y) }
        var start = before.time.microseconds
        if after.time.microseconds - start > TouchPath.restIntervals * usual { start = after.time.microseconds - usual }
        let span = Double(after.time.microseconds - start)
        let part = span > 0 ? max(0, Double(time.microseconds - start) / span) : 0
        func between(_ a: Int32, _ b: Int32) -> Int32 { Int32((Double(a) + (Double(b) - Double(a)) * part).rounded()) }
        return (between(before.x, after.x), between(before.y, after.y))
    }

    /// Millimetres: recordings/RULES.md cuts a contact in two there.
    private static let jump = 8.0
    /// Millimetres that a resting finger moves in a frame, at most.
    private static let wobble = 2.0

    private func isJump(to index: Int, _ scale: (x: Double, y: Double)) -> Bool {
        guard step(to: index, scale) > Self.jump else { return false }
        return step(to: index - 1, scale) < Self.wobble && step(to: index + 1, scale) < Self.wobble
    }

    /// Millimetres from the sample before; 0 beyond the ends.
    private func step(to index: Int, _ scale: (x: Double, y: Double)) -> Double {
        guard samples.indices.contains(index), index > 0 else { return 0 }
        let (a, b) = (samples[index - 1], samples[index])
        let (dx, dy) = ((Double(b.x) - Double(a.x)) / scale.x, (Double(b.y) - Double(a.y)) / scale.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
