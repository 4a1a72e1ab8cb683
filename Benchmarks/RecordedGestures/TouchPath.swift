internal import GestureModel

/// Where one finger was, from its first frame to its last.
struct TouchPath {
    /// Its slot.
    let place: Int
    /// The frame in which it came.
    let first: Int
    /// So many usual intervals: serial touchpads take two for two fingers.
    private static let rest: Int64 = 3
    private var samples: [(time: Timestamp, x: Int32, y: Int32)] = []

    init(place: Int, first: Int) {
        self.place = place
        self.first = first
    }

    mutating func append(_ time: Timestamp, _ x: Int32, _ y: Int32) { samples.append((time, x, y)) }

    /// Between the samples around; at the ends, the end.
    ///
    /// - Parameter usual: Microseconds between two frames; silences much longer are rests.
    func position(at time: Timestamp, usual: Int64) -> (x: Int32, y: Int32) {
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
        var start = before.time.microseconds
        if after.time.microseconds - start > TouchPath.rest * usual { start = after.time.microseconds - usual }
        let span = Double(after.time.microseconds - start)
        let part = span > 0 ? max(0, Double(time.microseconds - start) / span) : 0
        func between(_ a: Int32, _ b: Int32) -> Int32 { Int32((Double(a) + (Double(b) - Double(a)) * part).rounded()) }
        return (between(before.x, after.x), between(before.y, after.y))
    }
}
