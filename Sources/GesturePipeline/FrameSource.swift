internal import GestureModel
internal import TouchInput

/// A device's events made into the frames that its arenas are given: two stages, worked on where they are. As two optionals
/// of a track each would be copied whole for the other to read.
struct FrameSource: Sendable {
    var assembler: FrameAssembler
    /// Between the assembler and the arenas.
    var rejection: ContactRejection
    /// What the device did that no working one does.
    private(set) var faults = DeviceFaults()

    init(assembler: FrameAssembler, rejection: ContactRejection) {
        self.assembler = assembler
        self.rejection = rejection
        sumFaults()
    }

    /// Without what is no finger.
    var frame: TouchFrame { rejection.frame }

    @inline(__always)
    mutating func take(_ event: InputEvent) -> FrameAssembler.Step {
        let step = assembler.take(event)
        guard event.type == EventType.synchronization else { return step }
        sumFaults()
        if step == .lost { rejection.abandonHeld() }
        return step
    }

    /// Takes what is no finger out of the frame that was taken last, and says whether there is anything left of it.
    mutating func reject() -> Bool {
        rejection.take(fromBeside: &assembler)
        sumFaults()
        return !rejection.frame.contacts.isEmpty
    }

    /// Makes the frame of what the rejection held back until now, and says whether there is anything in it.
    mutating func release(at deadline: Timestamp) -> Bool {
        rejection.expire(at: deadline)
        return !rejection.frame.contacts.isEmpty
    }

    /// Compares first, since a sum is new storage.
    private mutating func sumFaults() {
        guard assembler.faults.total + rejection.faults.total != faults.total else { return }
        faults = assembler.faults + rejection.faults
    }
}
