/// The buttons of a touchpad. A clickpad has one below its surface, which drivers may split by where the fingers are.
struct PressedButtons: Hashable, Sendable {
    private var pressed: UInt8 = 0

    var isPressed: Bool { pressed != 0 }

    mutating func take(_ key: UInt16, isPressed: Bool) {
        guard key >= KeyCode.leftButton, key <= KeyCode.middleButton else { return }
        let bit: UInt8 = 1 << (key - KeyCode.leftButton)
        if isPressed { pressed |= bit } else { pressed &= ~bit }
    }
}
