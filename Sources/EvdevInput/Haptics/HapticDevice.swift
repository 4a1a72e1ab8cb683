internal import CEvdev
public import GestureModel
internal import Glibc

/// One device that is open to vibrate. Not Sendable on purpose: it lives on the event loop's thread.
///
/// It keeps one effect in the device, which each feedback replaces: some devices have room for no more, and one client's
/// feedback is meant to take another's place. The kernel frees the effect, and stops the motor, when the descriptor is
/// closed, however the daemon ends.
///
/// Playing is one write that nobody waits for. Only an uploaded effect is waited for: a driver copies it, but a device made
/// with uinput asks its maker, for up to 30 s; see ``isSlow``.
public final class HapticDevice {
    /// Hangs up when the device goes.
    public let descriptor: Int32
    /// An upload took so long that the event loop must not be put at this device's mercy again.
    public private(set) var isSlow = false

    private let path: String
    private let wave: Wave
    private var uploaded: (id: Int16, effect: HapticEffect)?

    private enum Wave {
        case rumble
        /// FF_SQUARE, FF_TRIANGLE or FF_SINE.
        case periodic(UInt16)
    }

    /// Microseconds. Drivers take some of them; what takes a second has somebody behind it who may take all of the 30.
    private static let patience: Int64 = 1_000_000

    /// Opens a node for writing, without blocking.
    ///
    /// - Throws: an ``EvdevError`` with `open`'s errno, or ENOSYS where the device has no effect that is known here.
    public init(path: String) throws(EvdevError) {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw EvdevError(path: path, operation: "open for writing", code: errno) }
        guard let wave = Self.wave(of: descriptor) else {
            close(descriptor)
            throw EvdevError(path: path, operation: "vibrate", code: ENOSYS)
        }
        self.descriptor = descriptor
        self.path = path
        self.wave = wave
        // Nobody reads what it sends.
        cevdev_mute(descriptor)
    }

    deinit { close(descriptor) }

    public func play(_ feedback: HapticFeedback) throws(EvdevError) {
        let effect = HapticEffect(feedback)
        if uploaded?.effect != effect { try upload(effect) }
        guard let id = uploaded?.id else { return }
        let result = cevdev_play(descriptor, id, effect.pulses)
        guard result == 0 else { throw EvdevError(path: path, operation: "vibrate", code: -result) }
    }

    private func upload(_ effect: HapticEffect) throws(EvdevError) {
        let start = cevdev_monotonic_microseconds()
        let id = uploaded?.id ?? -1
        let result =
            switch wave {
            case .rumble: cevdev_upload_rumble(descriptor, id, effect.strong, effect.weak, effect.length, effect.delay)
            case .periodic(let form):
                cevdev_upload_periodic(descriptor, id, form, effect.magnitude, effect.length, effect.delay)
            }
        isSlow = isSlow || cevdev_monotonic_microseconds() - start > Self.patience
        guard result >= 0 else {
            throw EvdevError(path: path, operation: "upload an effect", code: -result)
        }
        uploaded = (Int16(result), effect)
    }

    private static func wave(of descriptor: Int32) -> Wave? {
        if cevdev_has_force(descriptor, FF_RUMBLE) { return .rumble }
        guard cevdev_has_force(descriptor, FF_PERIODIC) else { return nil }
        return [FF_SINE, FF_SQUARE, FF_TRIANGLE].first { cevdev_has_force(descriptor, $0) }.map {
            .periodic(UInt16($0))
        }
    }
}

@available(*, unavailable)
extension HapticDevice: Sendable {}
