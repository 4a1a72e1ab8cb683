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

/// The frames of the first moments of a touch, in storage that is kept: a frame allocates nothing.
struct RecentFrames {
    private var frames: [TouchFrame] = []
    private var count = 0
    /// True if the frames of the touch are not kept: there are too many, or they may be another user's.
    private(set) var isClosed = false

    /// 0.15 s of a device with 1000 frames a second.
    private static let capacity = 160

    var all: ArraySlice<TouchFrame> { frames[..<count] }

    mutating func removeAll() {
        count = 0
        isClosed = false
    }

    mutating func close() { isClosed = true }

    mutating func append(_ frame: borrowing TouchFrame) {
        guard !isClosed, count < RecentFrames.capacity else { return isClosed = true }
        if count == frames.count { frames.append(TouchFrame(time: frame.time)) }
        frames[count].clear(for: frame)
        frames[count].contacts.append(contentsOf: frame.contacts)
        count += 1
    }
}
