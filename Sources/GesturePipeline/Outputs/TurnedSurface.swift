internal import GestureModel
internal import TouchInput

/// The surface of a touchscreen as the user sees it: turned with its output. The filter handles frames before that, so that
/// contacts do not jump when the output turns.
struct TurnedSurface {
    /// The device's own, as configured.
    private let device: Surface
    private let deviceResolution: Vector?
    private var transform = SurfaceTransform.identity
    /// nil if the surface is not turned.
    private var map: SurfaceMap?
    /// The last frame, turned, in storage that is kept: a frame allocates nothing.
    private(set) var frame = TouchFrame(time: Timestamp(microseconds: .min))

    init(_ device: TouchDevice) { (self.device, deviceResolution) = (device.surface, device.resolution) }

    var isTurned: Bool { map != nil }
    var surface: Surface { transform.surface(of: device) }
    var resolution: Vector? { deviceResolution.map(transform.resolution) }

    /// As clients see a device that is not turned and has no output.
    func unturned(_ touchDevice: TouchDevice) -> TouchDevice {
        var touchDevice = touchDevice
        (touchDevice.surface, touchDevice.resolution, touchDevice.output) = (device, deviceResolution, nil)
        return touchDevice
    }

    mutating func turn(to transform: OutputTransform) {
        self.transform = SurfaceTransform(output: transform)
        map = SurfaceMap(self.transform, of: device)
    }

    /// - Parameter frame: One of the device.
    mutating func turn(_ frame: borrowing TouchFrame) {
        guard let map else { return }
        self.frame.clear(for: frame)
        for contact in frame.contacts {
            self.frame.contacts.append(
                Contact(id: contact.id, phase: contact.phase, position: map.apply(to: contact.position)))
        }
    }
}
