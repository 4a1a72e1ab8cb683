/// The keys with which text, digits and PINs are typed. The daemon opens no node that has one of them, whatever else it
/// is, and its udev rules let it read none: systemd/72-gestured.rules has the same codes as patterns, and a test
/// compares them.
enum TypingKeys {
    /// Codes of linux/input-event-codes.h.
    ///
    /// Not among them: F1 to F10 (59...68), which the kernel's driver of Goodix touchscreens declares for every one of
    /// them, the keys of a phone's frame, such as KEY_BACK, and power and volume.
    static let codes: [ClosedRange<UInt16>] = [
        // KEY_ESC to KEY_CAPSLOCK.
        1...58,
        // KEY_NUMLOCK to KEY_SYSRQ: the keypad, and keys of Japanese, Korean and Brazilian keyboards.
        69...99,
        // KEY_KPEQUAL, KEY_KPPLUSMINUS, KEY_KPCOMMA, KEY_YEN.
        117...118, 121...121, 124...124,
        // KEY_FN, KEY_BRL_DOT1 to KEY_BRL_DOT10, KEY_NUMERIC_0 to KEY_NUMERIC_D and what else is no button: udev's patterns
        // count words of 64 bits.
        0x1C0...0x21F, 0x230...0x2BF,
    ]

    /// - Parameter keys: The bitmap of a device's EV_KEY codes.
    static func areAmong(_ keys: CapabilityBitmap) -> Bool { codes.joined().contains { keys.contains(Int($0)) } }

    /// True if they may be among the device's keys: also if these could not be read.
    static func mayBeAmongKeys(of device: UdevDevice) -> Bool {
        device.bitmap("capabilities/key").map(areAmong) ?? true
    }
}
