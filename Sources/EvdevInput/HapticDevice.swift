internal import CEvdev
public import GestureModel
internal import Glibc
internal import LinuxSupport

/// An open device that can vibrate. Deliberately not Sendable: it belongs to the event loop's thread.
///
/// It keeps one effect in the device, and each feedback replaces this effect: some devices can store only one, and the
/// feedback of one client should replace another client's. The kernel removes the effect and stops the motor when the
/// descriptor is closed, however the daemon ends.
///
/// Playing is one write that does not block. An upload blocks. A driver only copies the effect, but a uinput device
/// forwards it to the process that created the device. This may take up to 30 s; see ``isSlow``.
public final class HapticDevice {
    /// Hangs up when the device is removed.
    public let descriptor: Int32
    /// True if an upload took so long that the event loop must not wait for this device again.
    public private(set) var isSlow = false

    private let path: String
    private let waveform: Waveform
    private var uploaded: (id: Int16, effect: HapticEffect)?

    private enum Waveform {
        case rumble
        /// FF_SQUARE, FF_TRIANGLE or FF_SINE.
        case periodic(UInt16)

        /// FF_HAPTIC, which kernel headers before Linux 6.18 lack.
        private static let haptic: Int32 = 0x4f

        /// Returns nil for a device without a known force, and for a touchpad whose own click an effect would switch off.
        init?(of descriptor: Int32) {
            if cevdev_has_force(descriptor, Self.haptic) { return nil }
            if cevdev_has_force(descriptor, FF_RUMBLE) {
                self = .rumble
                return
            }
            let waves = [FF_SINE, FF_SQUARE, FF_TRIANGLE]
            guard cevdev_has_force(descriptor, FF_PERIODIC),
                let wave = waves.first(where: { cevdev_has_force(descriptor, $0) })
            else { return nil }
            self = .periodic(UInt16(wave))
        }
    }

    /// Drivers take less time. An upload that takes longer is to a virtual device, whose process may take 30 s each
    /// time.
    private static let uploadTimeout = Microseconds.milliseconds(1000)

    /// Opens a node for writing, without blocking.
    ///
    /// - Throws: An ``EvdevError`` with `open`'s errno, or ENOSYS if the device has no known force, or has
    ///   FF_HAPTIC.
    public init(path: String) throws(EvdevError) {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw EvdevError(path: path, operation: "open for writing", code: errno) }
        guard let waveform = Waveform(of: descriptor) else {
            close(descriptor)
            throw EvdevError(path: path, operation: "vibrate", code: ENOSYS)
        }
        self.descriptor = descriptor
        self.path = path
        self.waveform = waveform
        // The device's events are never read.
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
        let start = MonotonicClock.now
        let id = uploaded?.id ?? -1
        let result =
            switch waveform {
            case .rumble: cevdev_upload_rumble(descriptor, id, effect.strong, effect.weak, effect.length, effect.delay)
            case .periodic(let wave):
                cevdev_upload_periodic(descriptor, id, wave, effect.magnitude, effect.length, effect.delay)
            }
        isSlow = isSlow || MonotonicClock.now - start > Self.uploadTimeout
        guard result >= 0 else { throw EvdevError(path: path, operation: "upload an effect", code: -result) }
        uploaded = (Int16(result), effect)
    }
}

@available(*, unavailable)
extension HapticDevice: Sendable {}

/// The motor's motion for one feedback.
///
/// The kernel's rumble has two motors, a strong and a weak one. Drivers of a single motor (pm8xxx-vibrator, drv260x,
/// pwm-vibra and others) use the strong magnitude, or the weak one if the strong is 0. So `selection` and `light` can
/// use the weak motor alone, and no effect relies on both motors.
struct HapticEffect: Hashable, Sendable {
    /// The magnitude of the strong motor, at most 0xffff.
    let strong: UInt16
    let weak: UInt16
    /// The length of a pulse, in milliseconds.
    let length: UInt16
    /// The pause before each pulse, in milliseconds. The kernel has no pause after a pulse.
    var delay: UInt16 = 0
    var pulses: Int32 = 1

    /// The amplitude of a wave, at most 0x7fff, for a device with FF_PERIODIC.
    var magnitude: Int16 { Int16(max(strong, weak) / 2) }
}

extension HapticEffect {
    /// Chosen by these rules, not tested on hardware: a motor with a weight needs tens of milliseconds to start, so
    /// only a tick is shorter than 20 ms; a pulse of over 50 ms is a buzz; frequent feedback is weaker than rare
    /// feedback.
    init(_ feedback: HapticFeedback) {
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
}
