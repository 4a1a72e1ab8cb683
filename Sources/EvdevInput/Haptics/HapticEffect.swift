public import GestureModel

/// What a motor is told to do for one feedback.
///
/// The kernel's rumble has two motors, a strong and a weak one. Drivers of a single motor (pm8xxx-vibrator, drv260x,
/// pwm-vibra and others) take the strong magnitude, and the weak one where the strong is 0: so `light` may use the weak
/// motor alone, and no effect relies on both.
public struct HapticEffect: Hashable, Sendable {
    /// Of 0xffff.
    public var strong: UInt16
    public var weak: UInt16
    /// How long a pulse lasts, in milliseconds.
    public var length: UInt16
    /// How long before each pulse nothing moves, in milliseconds: the kernel has no pause after a pulse.
    public var delay: UInt16 = 0
    public var pulses: Int32 = 1

    /// The whole table. The project's own choice, made by these rules and not yet felt on hardware: a motor with a weight
    /// takes tens of milliseconds to turn, so nothing but a tick is shorter than 20 ms; a pulse of over 50 ms is a buzz;
    /// and what comes often is weaker than what comes once.
    public init(_ feedback: HapticFeedback) {
        switch feedback {
        case .selection: self.init(strong: 0, weak: 0x4000, length: 10)
        case .light: self.init(strong: 0, weak: 0x6000, length: 20)
        case .medium: self.init(strong: 0x8000, weak: 0x8000, length: 30)
        case .heavy: self.init(strong: 0xd000, weak: 0xd000, length: 40)
        case .success: self.init(strong: 0xffff, weak: 0xffff, length: 50)
        case .warning: self.init(strong: 0xa000, weak: 0xa000, length: 40, delay: 40, pulses: 2)
        case .error: self.init(strong: 0xffff, weak: 0xffff, length: 40, delay: 40, pulses: 3)
        }
    }

    init(strong: UInt16, weak: UInt16, length: UInt16, delay: UInt16 = 0, pulses: Int32 = 1) {
        self.strong = strong
        self.weak = weak
        self.length = length
        self.delay = delay
        self.pulses = pulses
    }

    /// For a device with one motor that is told a wave: the height of it, of 0x7fff.
    var magnitude: Int16 { Int16(max(strong, weak) / 2) }
}
