internal import GestureModel

/// The last twenty samples of one contact, newest first, stored inline: adding, copying and clearing never allocate.
struct VelocityHistory: Sendable {
    struct Sample: Sendable {
        var time: Timestamp
        var position: Point
    }

    /// Android's HISTORY_SIZE.
    static let capacity = 20

    private var ring = InlineArray<20, Sample>(
        repeating: Sample(time: Timestamp(microseconds: 0), position: .zero))
    private var newestSlot = 0
    private(set) var count = 0

    var newest: Sample? { count > 0 ? self[0] : nil }

    /// The sample `back` places before the newest, which is 0.
    subscript(back: Int) -> Sample {
        precondition(back >= 0 && back < count, "sample \(back) of \(count)")
        let slot = newestSlot - back
        return ring[slot < 0 ? slot + Self.capacity : slot]
    }

    mutating func append(_ sample: Sample) {
        newestSlot = newestSlot + 1 == Self.capacity ? 0 : newestSlot + 1
        count = min(count + 1, Self.capacity)
        ring[newestSlot] = sample
    }

    mutating func replaceNewest(with sample: Sample) {
        ring[newestSlot] = sample
    }

    mutating func removeAll() {
        count = 0
    }

    /// How many of the newest samples are at most `horizon` older than the newest.
    func count(within horizon: Microseconds) -> Int {
        guard let newest else { return 0 }
        var within = 1
        while within < count, newest.time - self[within].time <= horizon { within += 1 }
        return within
    }
}
