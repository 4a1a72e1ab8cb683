internal import GestureModel
internal import GestureRecognition
internal import TouchInput

/// A device and the arenas that run on it.
struct DeviceTrack: Sendable {
    var device: TouchDevice
    /// Nil for a device that is known but cannot be read.
    var source: FrameSource?
    /// What an expression is resolved with on this device. The arenas' keys hold the result, so equal work stays shared.
    let thresholds: Thresholds
    var arenas: [SharedArena] = []
    /// The latest time seen on this device: what ends from outside ends no earlier.
    private(set) var time = Timestamp(microseconds: .min)

    /// The next deadline of any of its arenas, and whose it is; of two at the same time the first arena's. Nil for the
    /// rejection's, which makes a frame, and so is before an arena's of the same time. Kept, not computed: it is asked
    /// for several times a frame, and a getter would be given a copy of the whole track.
    private(set) var nextDeadline: (arena: Int?, time: Timestamp)?

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
