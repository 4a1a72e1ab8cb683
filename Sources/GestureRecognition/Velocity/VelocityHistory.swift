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
    /// Also in the ring; kept beside it because every `add` looks at it, and reading an InlineArray may copy it whole.
    private(set) var newest: Sample?

    /// The sample `back` places before the newest, which is 0.
    ///
    /// Read through the span: the array's own subscript copies all twenty samples each time (Swift 6.3).
    @inline(__always)
    subscript(back: Int) -> Sample {
        precondition(back >= 0 && back < count, "sample \(back) of \(count)")
        let slot = newestSlot - back
        return ring.span[slot < 0 ? slot + Self.capacity : slot]
    }

    mutating func append(_ sample: Sample) {
        newestSlot = newestSlot + 1 == Self.capacity ? 0 : newestSlot + 1
        count = min(count + 1, Self.capacity)
        replaceNewest(with: sample)
    }

    mutating func replaceNewest(with sample: Sample) {
        ring[newestSlot] = sample
        newest = sample
    }

    mutating func removeAll() {
        count = 0
        newest = nil
    }
}
