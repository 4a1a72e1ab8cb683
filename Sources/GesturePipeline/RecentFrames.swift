internal import GestureModel

/// The frames of the first moments of a touch, in storage that is kept: a frame allocates nothing.
struct RecentFrames {
    private var frames: [TouchFrame] = []
    private var count = 0
    /// True if the frames of the touch are not kept: there are too many, or they may be another user's.
    private(set) var isClosed = false

    /// 0.15 s of a device with 1000 frames a second.
    private static let capacity = 160

    var all: ArraySlice<TouchFrame> { frames[..<count] }

    mutating func removeAll() {
        count = 0
        isClosed = false
    }

    mutating func close() { isClosed = true }

    mutating func append(_ frame: borrowing TouchFrame) {
        guard !isClosed, count < RecentFrames.capacity else { return isClosed = true }
        if count == frames.count { frames.append(TouchFrame(time: frame.time)) }
        frames[count].clear(for: frame)
        frames[count].contacts.append(contentsOf: frame.contacts)
        count += 1
    }
}
