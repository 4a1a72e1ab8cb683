internal import GestureModel
internal import GestureRecognition
internal import TouchInput

/// A device and the arenas that run on it.
struct DeviceTrack: Sendable {
    var device: TouchDevice
    /// Nil for a device that is known but cannot be read.
    var source: FrameSource?
    /// What an expression is resolved with on this device. The arenas' keys hold the result, so equal work stays shared.
    var thresholds: Thresholds
    var arenas: [SharedArena] = []
    /// The latest time seen on this device: what ends from outside ends no earlier.
    private(set) var time = Timestamp(microseconds: .min)

    /// The next deadline of any of its arenas, and whose it is; of two at the same time the first arena's. Nil for the
    /// rejection's, which makes a frame, and so is before an arena's of the same time. Kept, not computed: it is asked
    /// for several times a frame, and a getter would be given a copy of the whole track.
    private(set) var nextDeadline: (arena: Int?, time: Timestamp)?

    /// The fingers that are down: since when, and whether an app was told of a gesture of theirs.
    private(set) var touch: (start: Timestamp, isTold: Bool)?
    private var hasRetired = false

    /// What the arenas were last given.
    var frame: TouchFrame? { source?.frame }
    /// What the device did that no working one does.
    var faults: DeviceFaults { source?.faults ?? DeviceFaults() }
    var isReadable: Bool { source != nil }

    init(device: TouchDevice, source: FrameSource?, thresholds: Thresholds) {
        self.device = device
        self.source = source
        self.thresholds = thresholds
    }

    @inline(__always)
    mutating func take(_ event: InputEvent) -> FrameAssembler.Step {
        let step = source?.take(event) ?? .none
        if step == .frame, let frameTime = source?.assembler.frame.time { time = max(time, frameTime) }
        return step
    }

    /// Takes what is no finger out of the frame that was taken last, and says whether there is anything left of it.
    mutating func reject() -> Bool {
        let isAnyLeft = source?.reject() ?? false
        if !isAnyLeft { findDeadline() }
        return isAnyLeft
    }

    /// Makes the frame of what the rejection held back until now, and says whether there is anything in it.
    mutating func release(at deadline: Timestamp) -> Bool {
        time = max(time, deadline)
        let isAnyLeft = source?.release(at: deadline) ?? false
        if !isAnyLeft { findDeadline() }
        return isAnyLeft
    }

    /// Gives an arena the frame without what is no finger, which stays where it is while the arena reads it. To be followed
    /// by ``findDeadline()``.
    mutating func update(_ arena: Int, _ gestures: inout UInt64) {
        guard let frame = source?.frame else { return }
        arenas[arena].arena.update(frame, gestures: &gestures)
    }

    mutating func expire(_ arena: Int, at deadline: Timestamp, _ gestures: inout UInt64) {
        arenas[arena].arena.expire(at: deadline, gestures: &gestures)
        findDeadline()
    }

    mutating func cancel(_ arena: Int, _ reason: CancellationReason, at time: Timestamp) {
        source?.rejection.abandonHeld()
        arenas[arena].arena.cancel(reason, at: time)
        findDeadline()
    }

    // MARK: - Touches

    /// To be called with each frame before the arenas have it.
    mutating func followTouch() {
        guard let frame = source?.frame else { return }
        guard frame.contacts.contains(where: \.isDown) else { return touch = nil }
        guard touch == nil else { return }
        touch = (frame.time, false)
        for index in arenas.indices { arenas[index].wasIdle = arenas[index].arena.isIdle }
    }

    /// An app was told that a gesture began: the touch is its own.
    mutating func noteTold() { touch?.isTold = true }

    /// Whether an app that gets the focus may have the touch that is under way: it is so young that it may be what moved the
    /// focus, and nobody was told anything of it.
    func isFresh(_ arena: Int, at time: Timestamp) -> Bool {
        guard let touch, !touch.isTold, arenas[arena].wasIdle, arenas[arena].arena.current == nil else { return false }
        return time < touch.start + DeviceTrack.focusDelay
    }

    /// A click that moves the focus is often reported before the focus is.
    private static let focusDelay = Microseconds.milliseconds(150)

    /// The contacts that an arena's gesture is made of.
    func contacts(of arena: Int) -> [Int] {
        (source?.frame.contacts ?? []).filter { $0.isDown && arenas[arena].arena.holds($0.id) }.map(\.id)
    }

    // MARK: - Arenas

    /// Lets go of subscribers whose regions have moved, where what they had begun is over.
    mutating func dropRetired() {
        hasRetired = false
        for index in arenas.indices { hasRetired = arenas[index].dropRetired() || hasRetired }
        removeArenas { $0.subscribers.isEmpty }
    }

    /// The same, where there are any.
    mutating func settle() { if hasRetired { dropRetired() } }

    mutating func removeArenas(where isUnheard: (SharedArena) -> Bool) {
        arenas.removeAll(where: isUnheard)
        findDeadline()
    }

    /// To be called when all arenas have had a frame: each by itself would be asked for as many times as there are arenas.
    mutating func findDeadline() {
        nextDeadline = source?.rejection.deadline.map { (nil, $0) }
        for index in arenas.indices {
            guard let deadline = arenas[index].arena.deadline else { continue }
            if let next = nextDeadline?.time, next <= deadline { continue }
            nextDeadline = (index, deadline)
        }
    }
}
