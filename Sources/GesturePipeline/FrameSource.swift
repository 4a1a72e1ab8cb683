internal import GestureModel
internal import TouchInput

/// Makes frames of a device's events, and removes rejected contacts from them.
struct FrameSource {
    var assembler: FrameAssembler
    var filter: ContactFilter
    private(set) var faults = DeviceFaults()

    init(_ assembler: FrameAssembler, _ filter: ContactFilter) {
        self.assembler = assembler
        self.filter = filter
        sumFaults()
    }

    @inline(__always)
    mutating func handle(_ event: InputEvent) -> FrameAssembler.Step {
        let step = assembler.handle(event)
        guard event.type == EventType.synchronization else { return step }
        sumFaults()
        if step == .lost { filter.rejectHeld() }
        return step
    }

    mutating func filterFrame() {
        filter.filterFrame(of: &assembler)
        sumFaults()
    }

    mutating func apply(_ gate: inout TouchGate) { gate.apply(to: &filter) }

    /// Compares first, because faults are rare.
    private mutating func sumFaults() {
        guard assembler.faults.total + filter.faults.total != faults.total else { return }
        faults = assembler.faults + filter.faults
    }
}
