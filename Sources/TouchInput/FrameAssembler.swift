public import GestureModel

/// Makes frames of the events of one device.
///
///                   SYN_DROPPED                    beginResynchronisation()
///     following ──────────────► discarding      any ───────────────────────► resynchronising
///         ▲ ◄────────────────────────┘                                              │
///         │        SYN_REPORT                      endResynchronisation()           │
///         └─────────────────────────────────────────────────────────────────────────┘
///
/// Both ways back to following start nothing: contacts that are down are known from then on, never as having begun,
/// and contacts that are gone are forgotten without having ended. Whoever uses the frames cancels what was going on.
public struct FrameAssembler: Sendable {
    /// What an event brought.
    public enum Step: Hashable, Sendable {
        case none
        /// ``FrameAssembler/frame`` is complete and has at least one contact, down or just ended.
        case frame
        /// The kernel's buffer overran (SYN_DROPPED): what the fingers did since the last frame is not known.
        case lost
    }

    private enum State: Hashable, Sendable {
        case following
        /// What follows SYN_DROPPED up to the next SYN_REPORT is not whole.
        case discarding
        case resynchronising
    }

    public let surface: Surface
    /// Device units per millimetre, x and y; nil where the device's own were missing or could not be true.
    public let resolution: Vector?
    /// Says where the size is from, unless it is the device's own.
    public let assumption: String?
    /// How many contacts the device can place at once; 1 for single-touch and semi-multitouch devices, 16 for those of
    /// protocol A, which do not say.
    public let slots: Int
    /// The frame that the last ``Step/frame`` completed; valid until the next event.
    public private(set) var frame = TouchFrame(time: Timestamp(microseconds: .min))
    /// What the device said of each contact of ``frame``, in the same order. Empty for a finger it cannot place.
    private(set) var details: [ContactDetail] = []
    /// What the device did that no working one does, since it was opened.
    public private(set) var faults = DeviceFaults()

    private let contactProtocol: TouchProtocol
    // What each event asks of the protocol, asked once.
    private let isUnslotted: Bool
    private let hasContactAxes: Bool
    /// Whether the slots are corners of a box; may turn out late.
    private var isBox: Bool
    private let xCode: UInt16
    private let yCode: UInt16
    /// Whether ABS_PRESSURE is the contacts': they have no pressure of their own.
    private let hasOnePressure: Bool
    private let scale: SurfaceScale
    private let limits: TouchLimits?
    private let isTouchpad: Bool
    /// Whether a slot may get another finger when one comes or goes, since there are fewer slots than fingers counted.
    private let sharesSlots: Bool
    private var state = State.following
    private var contactSlots: [ContactSlot]
    /// The slot that events are about; outside of `contactSlots` where the device named one it does not have.
    private var current = 0
    /// One more than the highest slot that ever had a contact: panels announce up to 60 and fill ten.
    private var reached = 1
    private var fingerCount: FingerCount
    /// The count of the frame before.
    private var lastFingers = 0
    private var unplaced = UnplacedFingers()
    private var box = TouchBox()
    private var boxEvidence: BoxEvidence?
    private var unslotted = UnslottedContacts()
    private var buttons = PressedButtons()
    private var ids = ContactIDs()

    /// - Parameters:
    ///   - quirks: What is known of the device beyond what it says of itself.
    ///   - settings: What is said of its surface from outside.
    /// - Throws: where the device has no usable position, or no way to tell its contacts apart.
    public init(
        _ description: DeviceDescription, kind: TouchDeviceKind, quirks: DeviceQuirks = DeviceQuirks(),
        settings: SurfaceSettings = SurfaceSettings()
    ) throws(DeviceDescriptionError) {
        contactProtocol = try TouchProtocol(description)
        slots = contactProtocol.slots
        isUnslotted = contactProtocol == .unslotted
        hasContactAxes = contactProtocol.hasContactAxes
        isBox = contactProtocol == .box
        xCode = contactProtocol.xCode
        yCode = contactProtocol.yCode
        guard let x = description.axis(xCode), let y = description.axis(yCode) else { throw .noPosition }
        let size = try SurfaceSize(x: x, y: y, kind: kind, quirks: quirks, settings: settings)
        surface = settings.transform.surface(of: size.surface)
        resolution = size.resolution.map(settings.transform.resolution)
        assumption = size.assumption
        if size.isImpossible { faults.count(.impossibleSize) }
        scale = SurfaceScale(
            x: AxisScale(x, length: size.surface.size.dx), y: AxisScale(y, length: size.surface.size.dy),
            map: SurfaceMap(settings.transform, of: size.surface))
        limits = TouchLimits(quirks)
        isTouchpad = kind == .touchpad
        hasOnePressure = slots == 1 && description.axis(AbsoluteCode.contactPressure) == nil
        fingerCount = FingerCount(description, kind: kind)
        sharesSlots = fingerCount.reach > slots || isBox
        contactSlots = Array(repeating: ContactSlot(), count: contactProtocol.storedSlots)
        if contactProtocol == .slots(2) { boxEvidence = BoxEvidence(description) }
        if isUnslotted { reached = slots }
        // An old and a new contact in each slot, as far as hands go.
        let most = 2 * (min(slots, TouchProtocol.mostUnslotted) + FingerCount.most)
        frame.contacts.reserveCapacity(most)
        details.reserveCapacity(most)
    }

    /// Takes the next event. Those that no touch device sends, or about slots it does not have, change nothing.
    public mutating func take(_ event: InputEvent) -> Step {
        switch event.type {
        case EventType.absolute:
            if state != .discarding { takeAbsolute(event.code, event.value) }
            return .none
        case EventType.synchronization:
            return takeSynchronization(event)
        case EventType.key:
            if state != .discarding { takeKey(event.code, isPressed: event.value != 0) }
            return .none
        default:
            return .none
        }
    }

    /// What the device's state is, is not known (SYN_DROPPED, or just opened): events that follow tell it, and make no
    /// frames. They must tell all of it: each slot's tracking id and position, the keys, and last the current slot.
    public mutating func beginResynchronisation() {
        state = .resynchronising
        unslotted.discard()
    }

    /// The state is known again. Contacts down now appear in the next frame as `stationary` or `moved`.
    public mutating func endResynchronisation() {
        for index in contactSlots.indices { contactSlots[index].settle() }
        settle()
    }
}

extension FrameAssembler {
    @inline(__always)
    private mutating func takeAbsolute(_ code: UInt16, _ value: Int32) {
        if isUnslotted { return takeUnslotted(code, value) }
        if code == xCode {
            guard contactSlots.indices.contains(current) else { return }
            contactSlots[current].takeX(value)
            if scale.x.isFaulty(value) { note(.outsideRange) }
        } else if code == yCode {
            guard contactSlots.indices.contains(current) else { return }
            contactSlots[current].takeY(value)
            if scale.y.isFaulty(value) { note(.outsideRange) }
        } else {
            takeOther(code, value)
        }
    }

    @inline(__always)
    private mutating func takeOther(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteCode.pressure: if hasOnePressure { takePressure(value) }
        case AbsoluteCode.x: boxEvidence?.pointerX = value
        case AbsoluteCode.y: boxEvidence?.pointerY = value
        default: if hasContactAxes { takeContact(code, value) }
        }
    }

    @inline(__always)
    private mutating func takeContact(_ code: UInt16, _ value: Int32) {
        if code == AbsoluteCode.slot {
            current = Int(value)
            guard contactSlots.indices.contains(current) else { return note(.unknownSlot) }
            // Not where the state is told: that names all slots.
            if state == .following { reached = max(reached, current + 1) }
            return
        }
        guard contactSlots.indices.contains(current) else { return }
        switch code {
        case AbsoluteCode.trackingID:
            if value >= 0 { noteShared(value) }
            if let fault = contactSlots[current].track(value) { note(fault) }
            if value >= 0 { reached = max(reached, current + 1) }
        case AbsoluteCode.distance: contactSlots[current].distance = value
        default: contactSlots[current].detail.take(code, value)
        }
    }

    private mutating func takeUnslotted(_ code: UInt16, _ value: Int32) {
        unslotted.take(code, value)
        let isFaulty = code == xCode && scale.x.isFaulty(value) || code == yCode && scale.y.isFaulty(value)
        if isFaulty { note(.outsideRange) }
    }

    /// ABS_PRESSURE of a device whose contacts have none of their own.
    private mutating func takePressure(_ value: Int32) {
        for index in contactSlots.indices { contactSlots[index].detail.pressure = value }
    }

    private mutating func takeKey(_ code: UInt16, isPressed: Bool) {
        if code == KeyCode.touch {
            switch contactProtocol {
            case .single: if let fault = contactSlots[0].track(isPressed ? 0 : -1) { note(fault) }
            case .unslotted: unslotted.take(isTouching: isPressed)
            case .slots, .box: break
            }
        }
        fingerCount.take(code, isPressed: isPressed)
        if isTouchpad { buttons.take(code, isPressed: isPressed) }
    }

    /// The state that is told in one piece says nothing of how it came to be.
    private mutating func note(_ fault: DeviceFault) {
        if state == .following { faults.count(fault) }
    }

    private mutating func noteShared(_ trackingID: Int32) {
        for index in 0..<reached where index != current && contactSlots[index].tracked == trackingID {
            note(.sharedID)
        }
    }

    private mutating func takeSynchronization(_ event: InputEvent) -> Step {
        switch (event.code, state) {
        case (SynchronizationCode.report, .following):
            if event.time < frame.time { faults.count(.timeWentBack) }
            assemble(at: event.time)
            return frame.contacts.isEmpty ? .none : .frame
        case (SynchronizationCode.report, .discarding):
            settle()
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

    private mutating func assemble(at time: Timestamp) {
        frame.time = max(frame.time, time)
        frame.isClicked = buttons.isPressed
        frame.contacts.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        if isUnslotted {
            unslotted.settle(into: &contactSlots, at: frame.time, on: scale, faults: &faults)
        } else if boxEvidence != nil {
            findBox()
        }
        if isBox { assembleBox() } else { assembleSlots() }
        while details.count < frame.contacts.count { details.append(ContactDetail()) }
    }

    private mutating func assembleSlots() {
        let isRebased = sharesSlots && mayHaveMovedSlots()
        var placed = 0
        var first: Contact?
        for index in 0..<reached {
            let touching = contactSlots[index].touches(limits, faults: &faults)
            let contact = contactSlots[index].report(
                touching: touching, isRebased: isRebased, on: scale, ids: &ids, into: &frame.contacts, &details)
            guard let contact else { continue }
            placed += 1
            first = first ?? contact
        }
        // With a slot for each finger the slots are right, and the count only early or late.
        let fingers = fingerCount.fingers
        let missing = fingers > slots ? fingers - placed : 0
        unplaced.report(missing, following: first, on: scale, ids: &ids, into: &frame.contacts)
    }

    /// Whether a finger came or went since the last frame, by the keys or by the slots.
    private mutating func mayHaveMovedSlots() -> Bool {
        let fingers = fingerCount.fingers
        defer { lastFingers = fingers }
        guard fingers == lastFingers else { return true }
        let slots = contactSlots.span
        for index in slots.indices where slots[index].isReplaced { return true }
        return false
    }

    private mutating func assembleBox() {
        let isRebased = mayHaveMovedSlots()
        var corners = 0
        var middle = Vector.zero
        var last: ContactDetail?
        for index in contactSlots.indices {
            if contactSlots[index].touches(limits, faults: &faults), fingerCount.isTouching {
                let corner = scale.point(x: contactSlots[index].x, y: contactSlots[index].y)
                corners += 1
                middle = middle + Vector(dx: corner.x, dy: corner.y)
                last = contactSlots[index].detail(on: scale)
            }
            contactSlots[index].endFrame()
        }
        let place = corners == 0 ? nil : Point(x: middle.dx / Double(corners), y: middle.dy / Double(corners))
        let contact = box.report(
            at: place, isRebased: isRebased, on: scale, ids: &ids, into: &frame.contacts)
        if contact != nil, let last { details.append(last) }
        unplaced.report(
            max(fingerCount.fingers, corners) - 1, following: contact, on: scale, ids: &ids, into: &frame.contacts)
    }

    /// Goes on with a box, should the slots turn out to be its corners.
    private mutating func findBox() {
        guard boxEvidence?.proves(contactSlots[0], contactSlots[1]) == true else { return }
        boxEvidence = nil
        isBox = true
        faults.count(.unannouncedBox)
        let contacts = (contactSlots[0].release(), contactSlots[1].release())
        box = TouchBox(contacts.0 ?? contacts.1)
        if contacts.0 != nil, let other = contacts.1 { unplaced.adopt(other) }
        lastFingers = 0
    }

    /// Brings the contacts to what the slots say, without showing anybody how.
    private mutating func settle() {
        assemble(at: frame.time)
        frame.contacts.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        state = .following
    }
}
