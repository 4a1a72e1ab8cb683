internal import GestureModel
internal import GestureRecognition
internal import TouchInput

/// A device and the arenas that run on it.
struct DeviceTrack: Sendable {
    var device: TouchDevice
    /// Nil for a device that is known but cannot be read.
    var assembler: FrameAssembler?
    /// What an expression is resolved with on this device. The arenas' keys hold the result, so equal work stays shared.
    let thresholds: Thresholds
    /// Between the assembler and the arenas; nil where there is no assembler.
    private var rejection: ContactRejection?
    /// What the device did that no working one does.
    private(set) var faults = DeviceFaults()
    var arenas: [SharedArena] = []
    /// The latest time seen on this device: what ends from outside ends no earlier.
    private(set) var time = Timestamp(microseconds: .min)

    /// The next deadline of any of its arenas, and whose it is; of two at the same time the first arena's. Nil for the
    /// rejection's, which makes a frame, and so is before an arena's of the same time. Kept, not computed: it is asked
    /// for several times a frame, and a getter would be given a copy of the whole track.
    private(set) var nextDeadline: (arena: Int?, time: Timestamp)?

    /// What the arenas were last given.
    var frame: TouchFrame? { rejection?.frame }

    init(device: TouchDevice, assembler: FrameAssembler?, rejection: ContactRejection? = nil, thresholds: Thresholds) {
        self.device = device
        self.assembler = assembler
        self.rejection = rejection
        self.thresholds = thresholds
        sumFaults()
    }

    mutating func take(_ event: InputEvent) -> FrameAssembler.Step {
        let step = assembler?.take(event) ?? .none
        if event.type == EventType.synchronization { sumFaults() }
        if step == .lost { rejection?.abandonHeld() }
        guard step == .frame, let assembler else { return step }
        time = max(time, assembler.frame.time)
        return step
    }

    /// Takes what is no finger out of the frame that was taken last, and says whether there is anything left of it.
    mutating func reject() -> Bool {
        guard let assembler else { return false }
        rejection?.take(from: assembler)
        sumFaults()
        findDeadline()
        return rejection?.frame.contacts.isEmpty == false
    }

    /// Makes the frame of what the rejection held back until now, and says whether there is anything in it.
    mutating func release(at deadline: Timestamp) -> Bool {
        time = max(time, deadline)
        rejection?.expire(at: deadline)
        findDeadline()
        return rejection?.frame.contacts.isEmpty == false
    }

    /// Compares first, since a sum is new storage.
    private mutating func sumFaults() {
        guard let assembler, let rejection, assembler.faults.total + rejection.faults.total != faults.total else {
            return
        }
        faults = assembler.faults + rejection.faults
    }

    /// Gives an arena the frame without what is no finger. The frame stays where it is while the arena reads it.
    mutating func update(_ arena: Int, _ gestures: inout UInt64) {
        guard let frame = rejection?.frame else { return }
        arenas[arena].arena.update(frame, gestures: &gestures)
        findDeadline()
    }

    mutating func expire(_ arena: Int, at deadline: Timestamp, _ gestures: inout UInt64) {
        arenas[arena].arena.expire(at: deadline, gestures: &gestures)
        findDeadline()
    }

    mutating func cancel(_ arena: Int, _ reason: CancellationReason, at time: Timestamp) {
        rejection?.abandonHeld()
        arenas[arena].arena.cancel(reason, at: time)
        findDeadline()
    }

    mutating func removeArenas(where isUnheard: (SharedArena) -> Bool) {
        arenas.removeAll(where: isUnheard)
        findDeadline()
    }

    private mutating func findDeadline() {
        nextDeadline = rejection?.deadline.map { (nil, $0) }
        for index in arenas.indices {
            guard let deadline = arenas[index].arena.deadline else { continue }
            if nextDeadline.map({ deadline < $0.time }) ?? true { nextDeadline = (index, deadline) }
        }
    }
}
