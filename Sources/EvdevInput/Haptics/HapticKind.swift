/// Which codes of one event type a device has, as sysfs spells it: `107030000 0`.
///
/// Words of the kernel's `long`, in hexadecimal, the highest first; words of zeros before the first are left out.
struct CapabilityBitmap: Hashable, Sendable {
    private let words: [UInt]

    /// Nil for what is no such text.
    init?(_ text: String) {
        let parts = text.split { $0 == " " || $0 == "\n" }
        let words = parts.compactMap { UInt($0, radix: 16) }
        guard !words.isEmpty, words.count == parts.count else { return nil }
        self.words = words.reversed()
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ code: Int) -> Bool {
        let (word, bit) = code.quotientAndRemainder(dividingBy: UInt.bitWidth)
        return word < words.count && words[word] >> UInt(bit) & 1 == 1
    }
}

/// What an input node that may vibrate is.
public enum HapticKind: Hashable, Sendable {
    /// A touchscreen or touchpad with a motor of its own.
    case touch
    /// A motor and nothing else: a phone's vibrator.
    case vibrator

    /// FF_RUMBLE and FF_PERIODIC: what an effect can be made of.
    private static let codes = [0x50, 0x51]

    /// Nil for whatever must not be made to vibrate. A gamepad's motors are the game's, and a wheel's could break a thumb.
    ///
    /// - Parameters:
    ///   - isTouch: Whether udev calls it a touchscreen or touchpad.
    ///   - force: The bitmap of its EV_FF codes.
    ///   - others: Those of EV_KEY, EV_ABS and EV_REL: a vibrator has none.
    init?(isTouch: Bool, force: CapabilityBitmap, others: [CapabilityBitmap]) {
        guard Self.codes.contains(where: force.contains) else { return nil }
        if isTouch {
            self = .touch
        } else if others.allSatisfy(\.isEmpty) {
            self = .vibrator
        } else {
            return nil
        }
    }
}
