public import GestureModel

/// Assembles frames from the events of one device.
///
///                   SYN_DROPPED                    beginResynchronisation()
///     following ──────────────► discarding      any ───────────────────────► resynchronising
///         ▲ ◄────────────────────────┘                                              │
///         │        SYN_REPORT                      endResynchronisation()           │
///         └─────────────────────────────────────────────────────────────────────────┘
///
/// Both ways back to following start nothing: contacts that are down continue without `began`, and contacts that are gone
/// are removed without `ended`. The caller cancels the gestures that were in progress.
public struct FrameAssembler: Sendable {
    /// What an event resulted in.
    public enum Step: Hashable, Sendable {
        case none
        /// ``FrameAssembler/frame`` is complete and has at least one contact, which is down or just ended.
        case frame
        /// The kernel's buffer overran (SYN_DROPPED): the motion since the last frame is unknown.
        case lost
    }

    private enum State: Hashable, Sendable {
        case following
        /// The events from SYN_DROPPED to the next SYN_REPORT are incomplete.
        case discarding
        case resynchronising
    }

    public let surface: Surface
    /// Device units per millimetre, x and y; nil if the device reports none, or impossible ones.
    public let resolution: Vector?
    /// Where the size comes from; nil if it is the device's own.
    public let assumption: String?
    /// How many contacts the device can position at once: 1 for single-touch and semi-multitouch devices, 16 for those of
    /// protocol A, which announce no number.
    public let slots: Int
    /// The frame that the last ``Step/frame`` completed. Valid until the next event.
    public private(set) var frame = TouchFrame(time: Timestamp(microseconds: .min))
    /// The details of each contact in ``frame``, in the same order. Empty for a finger without a position.
    private(set) var details: [ContactDetail] = []
    /// The faults of the device since it was opened.
    public private(set) var faults = DeviceFaults()

    private let touchProtocol: TouchProtocol
    // Derived from the protocol once, since each event needs them.
    private let isUnslotted: Bool
    private let hasContactAxes: Bool
    private let xCode: UInt16
    private let yCode: UInt16
    /// True if the slots are corners of a box. May turn out late.
    private var isBox: Bool
    /// True if ABS_PRESSURE is the pressure of a contact that is alone, since contacts have no pressure axis of their own.
    private let hasSharedPressure: Bool
    private var sharedPressure: Int32?
    private let scale: SurfaceScale
    private let thresholds: TouchThresholds?
    private let isTouchpad: Bool
    /// True if a slot may pass to another finger when one comes or goes, since the device counts more fingers than slots.
    private let sharesSlots: Bool
    private var state = State.following
    private var contactSlots: [ContactSlot]
    /// The slot that events refer to. Outside of `contactSlots` after the device named a slot that it does not have.
    private var currentSlot = 0
    /// One more than the highest slot that ever had a contact: panels announce up to 60 and fill ten.
    private var usedSlots = 1
    private var fingerCount: FingerCount
    /// The finger count of the last frame.
    private var lastFingers = 0
    private var unpositioned = UnpositionedFingers()
    private var box = BoxContact()
    private var boxDetector: BoxDetector?
    private var unslotted = ProtocolAContacts()
    private var buttons = PressedButtons()
    private var ids = ContactIDs()

    /// - Parameters:
    ///   - quirks: Known properties of the device that it does not report.
    ///   - settings: Its surface's size and transform, where configured.
    /// - Throws: If the device has no usable position, or cannot distinguish its contacts.
    public init(
        _ description: DeviceDescription, kind: TouchDeviceKind, quirks: DeviceQuirks = DeviceQuirks(),
        settings: SurfaceSettings = SurfaceSettings()
    ) throws(DeviceDescriptionError) {
        touchProtocol = try TouchProtocol(description)
        slots = touchProtocol.slots
        isUnslotted = touchProtocol == .unslotted
        hasContactAxes = touchProtocol.hasContactAxes
        isBox = touchProtocol == .box
        xCode = touchProtocol.xCode
        yCode = touchProtocol.yCode
        guard let x = description.axis(xCode), let y = description.axis(yCode) else { throw .noPosition }
        let size = try SurfaceSize(x: x, y: y, kind: kind, quirks: quirks, settings: settings)
        surface = settings.transform.surface(of: size.surface)
        resolution = size.resolution.map(settings.transform.resolution)
        assumption = size.assumption
        if size.isImpossible { faults.count(.impossibleSize) }
        scale = SurfaceScale(x: x, y: y, surface: size.surface, transform: settings.transform)
        thresholds = TouchThresholds(quirks)
        isTouchpad = kind == .touchpad
        frame.kind = kind
        hasSharedPressure =
            description.axis(AbsoluteCode.contactPressure) == nil
            && (slots == 1 || description.axis(AbsoluteCode.pressure) != nil)
        fingerCount = FingerCount(description, kind: kind)
        sharesSlots = fingerCount.maximum > slots || isBox
        contactSlots = Array(repeating: ContactSlot(), count: touchProtocol.storedSlots)
        if touchProtocol == .slots(2) { boxDetector = BoxDetector(description) }
        if isUnslotted { usedSlots = slots }
        // An old and a new contact in each slot, for as many slots as hands fill.
        let capacity = 2 * (min(slots, TouchProtocol.maximumUnslotted) + FingerCount.maximum)
        frame.contacts.reserveCapacity(capacity)
        details.reserveCapacity(capacity)
    }

    /// Handles the next event. Events that no touch device sends, or of slots that it does not have, change nothing.
    public mutating func handle(_ event: InputEvent) -> Step {
        switch event.type {
        case EventType.absolute:
            if state != .discarding { handleAxis(event.code, event.value) }
            return .none
        case EventType.synchronization:
            return handleSynchronization(event)
        case EventType.key:
            if state != .discarding { handleKey(event.code, isPressed: event.value != 0) }
            return .none
        default:
            return .none
        }
    }

    /// The device's state is unknown (SYN_DROPPED, or just opened). The events that follow describe it and make no frames.
    /// They must describe all of it: each slot's tracking id and position, the keys, and last the current slot.
    public mutating func beginResynchronisation() {
        state = .resynchronising
        unslotted.discard()
    }

    /// The state is complete. Contacts that are down appear in the next frame as `stationary` or `moved`.
    public mutating func endResynchronisation() {
        for index in contactSlots.indices { contactSlots[index].endResynchronisation() }
        commitSilently()
    }

    // MARK: - Events

    @inline(__always)
    private mutating func handleAxis(_ code: UInt16, _ value: Int32) {
        if isUnslotted { return handleUnslottedAxis(code, value) }
        if code == xCode {
            guard contactSlots.indices.contains(currentSlot) else { return }
            let isFaulty = scale.x.isFaulty(value)
            contactSlots[currentSlot].setX(value, isFaulty: isFaulty)
            if isFaulty { count(.outsideRange) }
        } else if code == yCode {
            guard contactSlots.indices.contains(currentSlot) else { return }
            let isFaulty = scale.y.isFaulty(value)
            contactSlots[currentSlot].setY(value, isFaulty: isFaulty)
            if isFaulty { count(.outsideRange) }
        } else {
            handleOtherAxis(code, value)
        }
    }

    @inline(__always)
    private mutating func handleOtherAxis(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteCode.pressure:
            guard hasSharedPressure else { return }
            if slots == 1 { contactSlots[0].detail.pressure = value } else { sharedPressure = value }
        case AbsoluteCode.x: boxDetector?.pointerX = value
        case AbsoluteCode.y: boxDetector?.pointerY = value
        default: if hasContactAxes { handleContactAxis(code, value) }
        }
    }

    @inline(__always)
    private mutating func handleContactAxis(_ code: UInt16, _ value: Int32) {
        if code == AbsoluteCode.slot {
            currentSlot = Int(value)
            guard contactSlots.indices.contains(currentSlot) else { return count(.unknownSlot) }
            // Not during a resynchronisation, which names all slots.
            if state == .following { usedSlots = max(usedSlots, currentSlot + 1) }
            return
        }
        guard contactSlots.indices.contains(currentSlot) else { return }
        switch code {
        case AbsoluteCode.trackingID:
            if value >= 0 { countSharedID(value) }
            if let fault = contactSlots[currentSlot].setTrackingID(value) { count(fault) }
            if value >= 0 { usedSlots = max(usedSlots, currentSlot + 1) }
        case AbsoluteCode.distance: contactSlots[currentSlot].distance = value
        default: contactSlots[currentSlot].detail.set(code, value)
        }
    }

    private mutating func handleUnslottedAxis(_ code: UInt16, _ value: Int32) {
        unslotted.set(code, value)
        let isFaulty = code == xCode && scale.x.isFaulty(value) || code == yCode && scale.y.isFaulty(value)
        if isFaulty { count(.outsideRange) }
    }

    private mutating func handleKey(_ code: UInt16, isPressed: Bool) {
        if code == KeyCode.touch {
            switch touchProtocol {
            case .single: if let fault = contactSlots[0].setTrackingID(isPressed ? 0 : -1) { count(fault) }
            case .unslotted: unslotted.setTouchKey(isPressed: isPressed)
            case .slots, .box: break
            }
        }
        fingerCount.set(code, isPressed: isPressed)
        if isTouchpad { buttons.set(code, isPressed: isPressed) }
    }

    /// A resynchronisation counts no faults: it does not show how the state came about.
    private mutating func count(_ fault: DeviceFault) {
        if state == .following { faults.count(fault) }
    }

    private mutating func countSharedID(_ trackingID: Int32) {
        for index in 0..<usedSlots where index != currentSlot && contactSlots[index].trackingID == trackingID {
            count(.sharedID)
        }
    }

    private mutating func handleSynchronization(_ event: InputEvent) -> Step {
        switch (event.code, state) {
        case (SynchronizationCode.report, .following):
            if event.time < frame.time { faults.count(.timeWentBack) }
            assemble(at: event.time)
            return frame.contacts.isEmpty ? .none : .frame
        case (SynchronizationCode.report, .discarding):
            commitSilently()
            return .none
        case (SynchronizationCode.multitouchReport, .following) where isUnslotted:
            unslotted.endContact(faults: &faults)
            return .none
        case (SynchronizationCode.dropped, .following):
            state = .discarding
            unslotted.discard()
            return .lost
        case (SynchronizationCode.dropped, _):
            return .lost
        default:
            return .none
        }
    }

    // MARK: - Frames

    private mutating func assemble(at time: Timestamp) {
        frame.time = max(frame.time, time)
        frame.contacts.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        if isUnslotted {
            unslotted.endFrame(into: &contactSlots, at: frame.time, on: scale, faults: &faults)
        } else if boxDetector != nil {
            detectBox()
        }
        if hasSharedPressure, slots > 1, !isUnslotted { sharePressure() }
        if isBox { assembleBox() } else { assembleSlots() }
        while details.count < frame.contacts.count { details.append(ContactDetail()) }
        frame.isClicked = buttons.updatePress(at: frame.time, isTouched: !frame.contacts.isEmpty)
    }

    /// With more than one contact the pointer's pressure may be that of any.
    private mutating func sharePressure() {
        let contacts = contactSlots[..<usedSlots].reduce(0) { $0 + ($1.trackingID == nil ? 0 : 1) }
        for index in 0..<usedSlots {
            if contactSlots[index].trackingID == nil {
                contactSlots[index].detail.pressure = nil
            } else if contacts == 1 {
                contactSlots[index].detail.pressure = sharedPressure
            }
        }
    }

    private mutating func assembleSlots() {
        let rebaselines = sharesSlots && mayHaveMovedSlots
        lastFingers = fingerCount.fingers
        var positioned = 0
        var first: Contact?
        for index in 0..<usedSlots {
            let contact = contactSlots[index].report(
                thresholds, rebaselines: rebaselines, on: scale, ids: &ids, into: &frame.contacts, &details,
                faults: &faults)
            guard let contact else { continue }
            positioned += 1
            first = first ?? contact
        }
        // If there is a slot for each finger, the slots are right and the count is only early or late.
        let fingers = fingerCount.fingers
        let missing = fingers > slots ? fingers - positioned : 0
        unpositioned.report(missing, following: first, on: scale, ids: &ids, into: &frame.contacts)
    }

    /// True if a finger came or went since the last frame, by the keys or by the slots.
    private var mayHaveMovedSlots: Bool {
        guard fingerCount.fingers == lastFingers else { return true }
        let slots = contactSlots.span
        for index in slots.indices where slots[index].isReplaced { return true }
        return false
    }

    private mutating func assembleBox() {
        let rebaselines = mayHaveMovedSlots
        lastFingers = fingerCount.fingers
        var corners = 0
        var isFarOutside = false
        var sum = Vector.zero
        var last: ContactDetail?
        for index in contactSlots.indices {
            if contactSlots[index].updateTouching(thresholds, faults: &faults), fingerCount.isTouching {
                let corner = scale.point(x: contactSlots[index].x, y: contactSlots[index].y)
                corners += 1
                isFarOutside = isFarOutside || contactSlots[index].isFarOutside
                sum = sum + Vector(dx: corner.x, dy: corner.y)
                last = contactSlots[index].detail(on: scale)
            }
            contactSlots[index].endFrame()
        }
        var centre = corners == 0 ? nil : Point(x: sum.dx / Double(corners), y: sum.dy / Double(corners))
        // It stays where it was, and does not begin there.
        if isFarOutside { centre = box.position }
        let contact = box.report(
            at: centre, rebaselines: rebaselines, on: scale, ids: &ids, into: &frame.contacts)
        if contact != nil, let last { details.append(last) }
        // The keys count the fingers that touch; the corners may include one that only hovers.
        let fingers = fingerCount.fingers > 0 ? fingerCount.fingers : corners
        unpositioned.report(fingers - 1, following: contact, on: scale, ids: &ids, into: &frame.contacts)
    }

    /// Continues as a box once the slots turn out to be its corners.
    private mutating func detectBox() {
        guard boxDetector?.isBox(contactSlots[0], contactSlots[1]) == true else { return }
        boxDetector = nil
        isBox = true
        faults.count(.unannouncedBox)
        let contacts = (contactSlots[0].removeReportedContact(), contactSlots[1].removeReportedContact())
        box = BoxContact(contacts.0 ?? contacts.1)
        if contacts.0 != nil, let other = contacts.1 { unpositioned.adopt(other) }
        lastFingers = 0
    }

    /// Applies the slots' values to the contacts without a frame.
    private mutating func commitSilently() {
        assemble(at: frame.time)
        frame.contacts.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        state = .following
    }
}
