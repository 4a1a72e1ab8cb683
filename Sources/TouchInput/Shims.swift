public import GestureModel

public typealias ContactRejection = ContactFilter

extension FrameAssembler {
    public mutating func take(_ event: InputEvent) -> Step { handle(event) }
}

extension ContactFilter {
    public init(
        for assembler: borrowing FrameAssembler, _ description: DeviceDescription, kind: TouchDeviceKind,
        quirks: DeviceQuirks = DeviceQuirks(), isRejecting: Bool
    ) {
        self.init(for: assembler, description, kind: kind, quirks: quirks, isEnabled: isRejecting)
    }

    public mutating func take(from assembler: borrowing FrameAssembler) {
        var assembler = copy assembler
        filterFrame(of: &assembler)
    }

    public mutating func take(fromBeside assembler: inout FrameAssembler) { filterFrame(of: &assembler) }
    public mutating func abandonHeld() { rejectHeld() }
}
