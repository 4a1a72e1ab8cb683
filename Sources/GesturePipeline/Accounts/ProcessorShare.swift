internal import GestureModel

/// The processor time that a user's requests may still use: a share of a processor, and a stock for bursts.
///
/// Without it, a client that sends what is dear to refuse would keep a processor busy with a twentieth of the time.
/// Work is counted, not measured (``Work``), and the stock grows with the time of the callers.
struct ProcessorShare {
    /// The stock; negative after work beyond it.
    private var stock = Self.largest
    private var time = Timestamp(microseconds: .min)
    /// When the user's requests are handled again, after the stock was used up; nil if they may be handled now.
    private(set) var nextTime: Timestamp?

    /// A twentieth of a processor: units of about 10 ns for each microsecond.
    private static let unitsPerMicrosecond = 5
    /// A twentieth of a second. Subscriptions of 64 clients, each to 16 gestures, cost less.
    private static let largest = Work(5_000_000)
    /// What must be in stock before requests are handled again, so that a user at its limit does not wake the daemon
    /// for every request.
    private static let resumption = Work.turn

    /// Counts work that was done until `time`.
    mutating func spend(_ work: Work, at time: Timestamp) {
        stock = min(stock + growth(until: time), Self.largest) - work
        self.time = max(self.time, time)
        guard stock < .zero else { return }
        nextTime = self.time + Microseconds(Int64((Self.resumption - stock).units / Self.unitsPerMicrosecond))
    }

    /// Returns true if requests may be handled at `time`.
    mutating func resumes(at time: Timestamp) -> Bool {
        guard let nextTime else { return true }
        guard nextTime <= time else { return false }
        self.nextTime = nil
        return true
    }

    private func growth(until time: Timestamp) -> Work {
        // The first time has no predecessor.
        guard time > self.time, self.time.microseconds > .min else { return .zero }
        let elapsed = min((time - self.time).count, 10_000_000)
        return Work(Int(elapsed) * Self.unitsPerMicrosecond)
    }
}
