internal import GestureModel

/// The touch in progress, from the first contact that comes down to the last that lifts.
///
/// While it is recent, its frames are kept for an app to which it may have moved the focus.
struct RecentTouch {
    /// The longest time from the start of a touch to the report that the touch has moved the focus.
    private static let focusDelay = Microseconds.milliseconds(150)

    /// The number of touches so far.
    private(set) var count = 0
    /// When the first contact of the touch came down; nil if no contact is down.
    private var start: Timestamp?
    /// True if a subscriber with the scope `focused` has received a `began` of the touch.
    private var isReported = false
    /// The users whose lock has changed during the touch. The touch may belong to another person.
    private var excludedUsers: [UInt32] = []
    private var recent = RecentFrames()
    /// True if the first frames of a touch are kept, because the touch may move the focus.
    var keepsFrames = false

    /// The frames of the touch while it is recent, as far as they were kept (``keepsFrames``). nil if there were too
    /// many frames, or if no group may begin with them.
    var frames: ArraySlice<TouchFrame>? { recent.isClosed ? nil : recent.all }

    /// True if the touch may have moved the focus: it is recent, and no subscriber with the scope `focused` has
    /// received a gesture of it.
    func mayHaveMovedFocus(at time: Timestamp) -> Bool {
        guard let start else { return false }
        return !isReported && time < start + Self.focusDelay
    }

    /// True if the touch may have moved the focus to an app of this user, and the user's lock has not changed during
    /// it.
    func mayHaveMovedFocus(at time: Timestamp, toAppOf user: UInt32?) -> Bool {
        mayHaveMovedFocus(at: time) && user.map { !excludedUsers.contains($0) } ?? true
    }

    /// Records when a touch begins and ends, and keeps its first frames. Called with a frame before the groups receive
    /// it.
    ///
    /// - Returns: True if a touch begins with the frame.
    mutating func follow(_ frame: borrowing TouchFrame) -> Bool {
        guard frame.contacts.contains(where: \.isDown) else {
            start = nil
            return false
        }
        let begins = start == nil
        if begins {
            start = frame.time
            isReported = false
            count &+= 1
            if !excludedUsers.isEmpty { excludedUsers.removeAll(keepingCapacity: true) }
            recent.removeAll()
        }
        if keepsFrames, mayHaveMovedFocus(at: frame.time) { recent.append(frame) }
        return begins
    }

    /// Records that a subscriber with the scope `focused` has received a `began`.
    mutating func report() { isReported = true }

    /// Called when a user's lock changes. Afterwards no app of the user may receive the touch in progress.
    mutating func exclude(_ user: UInt32) {
        if start != nil, !excludedUsers.contains(user) { excludedUsers.append(user) }
    }

    /// Discards the first frames of the touch: no group may begin with them, because they may belong to another user or
    /// had another transform.
    mutating func closeFrames() { recent.close() }

    /// Ends the touch, because it is ignored. If contacts that are down are accepted again, they begin a new touch.
    mutating func end() {
        start = nil
        recent.close()
    }
}

/// The first frames of a touch, in storage that is kept so that a frame allocates nothing.
private struct RecentFrames {
    private var frames: [TouchFrame] = []
    private var count = 0
    /// True if the frames of the touch are not kept: there are too many, or no group may begin with them.
    private(set) var isClosed = false

    /// Enough for 0.15 s of a device with 1000 frames a second.
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
