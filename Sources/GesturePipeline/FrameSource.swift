internal import GestureModel
internal import TouchInput

/// Makes frames from a device's events: assembles them, and removes the contacts that are not fingers or must be
/// ignored.
///
/// A class, because a device would copy a value of this size to read a part of it (Swift 6.3).
final class FrameSource {
    @exclusivity(unchecked) private(set) var assembler: FrameAssembler
    @exclusivity(unchecked) private(set) var filter: ContactFilter
    /// Withholds touches while a pen is near or the device is switched off.
    @exclusivity(unchecked) private(set) var gate = TouchGate()
    private let deadZone: DeadZone?
    /// nil for hands that need none.
    private var accommodation: TouchAccommodation?
    /// All contacts of the latest frame, including held, rejected and ignored ones. Empty unless ``reportsContacts``.
    private(set) var reports: [ContactReport] = []

    init(_ assembler: FrameAssembler, _ filter: ContactFilter, deadZone: DeadZone? = nil) {
        self.assembler = assembler
        self.filter = filter
        self.deadZone = deadZone
    }

    /// The faults of the device since it was opened.
    var faults: DeviceFaults { assembler.faults + filter.faults }
    var faultCount: Int { assembler.faults.total + filter.faults.total }

    /// When ``releaseHeld(at:)`` is due; nil if only an event can change anything.
    var deadline: Timestamp? {
        guard let waiting = accommodation?.deadline else { return filter.deadline }
        return filter.deadline.map { min($0, waiting) } ?? waiting
    }

    /// The latest frame, without rejected, held and ignored contacts.
    var frame: TouchFrame {
        accommodation?.frame ?? filter.frame
    }

    /// What comes before ``frame``: the steps that the filter had held back (``ContactFilter/confirmed``).
    var confirmed: TouchFrame? {
        if let accommodation { accommodation.earlier } else { filter.confirmed }
    }

    /// Handles the next events, up to the first that completes a frame or reports a loss. A loss rejects the held
    /// contacts.
    ///
    /// - Parameter next: The index of the first event to handle; on return, the index of the first unhandled event.
    func handle(_ events: UnsafeBufferPointer<InputEvent>, from next: inout Int) -> FrameAssembler.Step {
        let step = assembler.handle(events, from: &next)
        if step == .lost {
            filter.handleLoss()
            accommodation?.reset()
        }
        return step
    }

    /// Filters the frame that the last event completed. ``frame`` is then the result.
    func makeFrame() {
        filter.filterFrame(of: &assembler)
        if let deadZone { gate.ignore(in: deadZone, of: assembler.surface, filter.frame) }
        if reportsContacts { makeReports() }
        if !gate.isWideOpen { gate.apply(to: &filter) }
        accommodation?.update(filter.frame)
    }

    /// Sets ``frame`` to a frame with the contacts and the lifts that the filter or the accommodation held until now.
    func releaseHeld(at deadline: Timestamp) {
        guard filter.deadline == deadline else {
            if reportsContacts { reports.removeAll(keepingCapacity: true) }
            accommodation?.expire(at: deadline)
            return
        }
        filter.expire(at: deadline)
        if let deadZone { gate.ignore(in: deadZone, of: assembler.surface, filter.frame) }
        if reportsContacts { makeReports() }
        if !gate.isWideOpen { gate.apply(to: &filter) }
        accommodation?.update(filter.frame)
    }

    /// Changes how touches are made steadier; nil for not at all. Touches that are down start nothing.
    func setAccommodation(_ settings: AccommodationSettings?) {
        accommodation = settings.flatMap { $0.isOff ? nil : TouchAccommodation($0, kind: filter.frame.kind) }
    }

    /// Rejects the held contacts, because the gestures that they could join were cancelled from outside.
    func rejectHeld() {
        filter.rejectHeld()
        accommodation?.reset()
    }

    func beginResynchronisation() {
        gate.clearIgnored()
        filter.handleLoss()
        accommodation?.reset()
        assembler.beginResynchronisation()
    }

    func endResynchronisation() { assembler.endResynchronisation() }

    // MARK: - Reports

    /// True if ``reports`` are made. While it is false, they cost nothing.
    var reportsContacts: Bool {
        get { filter.reports.isMade }
        set {
            filter.reports.isMade = newValue
            if !newValue { reports = [] }
        }
    }

    /// Makes ``reports``. Called before the gate is applied, because afterwards the gate no longer knows which of the
    /// contacts that lift in this frame were ignored.
    private func makeReports() {
        reports.removeAll(keepingCapacity: true)
        for (var report, outputID) in filter.reports.contacts {
            if let reason = gate.reason(toIgnore: outputID, at: filter.frame.time) {
                (report.state, report.cause) = (reason, nil)
            }
            reports.append(report)
        }
    }

    // MARK: - Gate

    /// Changes which touches are ignored.
    ///
    /// - Returns: False if touches can be ignored from now on (``TouchGate/isWideOpen``).
    func changeGate(_ change: (inout TouchGate) -> Void) -> Bool {
        change(&gate)
        return gate.isWideOpen
    }
}

/// The surface of a touchscreen as the user sees it: turned with its output. The filter handles frames before they are
/// turned, so that contacts do not jump when the output turns.
struct TurnedSurface {
    /// Who sees the surface turned with its output. Trusted users always see it turned.
    enum Viewer: Equatable {
        case everyone
        /// nil if no user is active on the seat.
        case user(UInt32?)
    }

    /// The surface of the device as configured.
    private let device: SensedArea
    private(set) var assignment = OutputAssignment.none
    private(set) var viewer = Viewer.everyone
    /// nil if the surface is not turned.
    private var map: SurfaceMap?
    /// The last frame, turned. Its storage is kept, so that a frame allocates nothing.
    private var frame = TouchFrame(time: Timestamp(microseconds: .min))

    init(_ device: TouchDevice) { self.device = device.area }

    /// The area as it is turned for the user.
    var area: SensedArea { transform.area(of: device) }

    private var transform: SurfaceTransform { SurfaceTransform(output: assignment.transform) }

    /// Returns the device as clients see it when it is not turned and has no output.
    func unturned(_ touchDevice: TouchDevice) -> TouchDevice {
        var touchDevice = touchDevice
        (touchDevice.area, touchDevice.output) = (device, nil)
        return touchDevice
    }

    /// Turns the surface with its output.
    ///
    /// - Returns: True if frames are turned differently from now on.
    mutating func assign(_ assignment: OutputAssignment, _ viewer: Viewer) -> Bool {
        let isTurned = assignment.transform != self.assignment.transform
        (self.assignment, self.viewer) = (assignment, viewer)
        if isTurned { map = SurfaceMap(transform, of: device.surface) }
        return isTurned
    }

    // Inlined, because a call would copy the surface and its frame.
    @inline(__always) var isTurned: Bool { map != nil }

    func turned(_ position: Point) -> Point { map?.apply(to: position) ?? position }

    /// Returns a frame of the device as the user sees it.
    @inline(__always)
    mutating func turned(_ frame: TouchFrame) -> TouchFrame {
        guard let map else { return frame }
        self.frame.clear(for: frame)
        for var contact in frame.contacts {
            contact.position = map.apply(to: contact.position)
            self.frame.contacts.append(contact)
        }
        return self.frame
    }
}
