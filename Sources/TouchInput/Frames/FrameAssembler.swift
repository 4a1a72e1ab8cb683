public import GestureModel

/// Assembles frames from the events of one device.
///
///                   SYN_DROPPED                    beginResynchronisation()
///     following ──────────────► discarding      any ───────────────────────► resynchronising
///         ▲ ◄────────────────────────┘                                              │
///         │        SYN_REPORT                      endResynchronisation()           │
///         └─────────────────────────────────────────────────────────────────────────┘
///
/// The return to `following` reports no changes: contacts that are down continue without `began`, and contacts that
/// have gone are removed without `ended`. The caller cancels the gestures that were in progress.
public struct FrameAssembler: Sendable {
    /// The result of an event.
    public enum Step: Hashable, Sendable {
        case none
        /// ``FrameAssembler/frame`` is complete and has at least one contact, which is down or just ended.
        case frame
        /// The kernel's buffer overran (SYN_DROPPED), so the motion since the last frame is unknown.
        case lost
    }

    private enum State: Hashable, Sendable {
        case following
        /// The events from SYN_DROPPED to the next SYN_REPORT are incomplete.
        case discarding
        case resynchronising
    }

    /// How contacts are derived from the slots.
    private enum Layout: Sendable {
        /// Each slot is a separate contact.
        case separate
        /// There are two slots, which may turn out to be the corners of a box.
        case mayBeBox(BoxDetector)
        /// The two slots are the corners of a box, whose centre is the only contact.
        case box(BoxContact)
    }

    /// The frame that the last ``Step/frame`` completed. Valid until the next event.
    public private(set) var frame = TouchFrame(time: Timestamp(microseconds: .min))
    /// The details of each contact in ``frame``, in the same order. A contact that ended has no details, except that it
    /// may have ended as a palm. A finger that the device counts without a position has none.
    private(set) var details: [ContactDetail] = []
    /// The faults of the device since it was opened.
    public private(set) var faults = DeviceFaults()

    private let size: SurfaceSize
    private var state = State.following
    private var contactSlots: ContactSlots
    private var layout: Layout
    /// The contacts of the current frame of a protocol A device; nil for any other device.
    private var unslotted: ProtocolAContacts?
    private var fingers: FingerCount
    private var unpositioned = UnpositionedFingers()
    /// nil for a touchscreen.
    private var buttons: PressedButtons?
    private var ids = ContactIDs()

    /// - Parameters:
    ///   - quirks: Known properties of the device that it does not report.
    ///   - settings: The configured size and transform of the device's surface.
    /// - Throws: If the device has no usable position or slots, does not report when contacts begin and end, or is a
    ///   dial.
    public init(
        _ description: DeviceDescription, kind: TouchDeviceKind, quirks: DeviceQuirks = DeviceQuirks(),
        settings: SurfaceSettings = SurfaceSettings()
    ) throws(DeviceDescriptionError) {
        guard !description.isDial else { throw .dial }
        let touchProtocol = try TouchProtocol(description)
        guard let x = description.axis(touchProtocol.xCode), let y = description.axis(touchProtocol.yCode) else {
            throw .noPosition
        }
        let size = try SurfaceSize(x: x, y: y, kind: kind, quirks: quirks, settings: settings)
        if size.isImpossible { faults.count(.impossibleSize) }
        self.size = size.transformed(by: settings.transform)
        contactSlots = ContactSlots(
            touchProtocol, description, kind: kind,
            on: SurfaceScale(x: x, y: y, surface: size.surface, transform: settings.transform), TouchThresholds(quirks))
        switch touchProtocol {
        case .box: layout = .box(BoxContact())
        case .slots(2): layout = BoxDetector(description).map(Layout.mayBeBox) ?? .separate
        case .slots, .unslotted, .single: layout = .separate
        }
        if touchProtocol == .unslotted { unslotted = ProtocolAContacts() }
        fingers = FingerCount(description, kind: kind)
        if kind == .touchpad { buttons = PressedButtons() }
        frame.kind = kind
        // Room for an old and a new contact in each slot, for as many slots as hands use.
        let capacity = 2 * (min(contactSlots.positions, TouchProtocol.maximumUnslotted) + FingerCount.maximum)
        frame.contacts.reserveCapacity(capacity)
        details.reserveCapacity(capacity)
    }

    /// The surface on which contacts have their positions.
    public var surface: Surface { size.surface }
    /// In device units per millimetre, x and y; nil if the size of the surface is assumed.
    public var resolution: Vector? { size.resolution }
    /// The size and its source, such as `no resolution: 69 × 50 mm assumed`; nil if the device's own size is used.
    public var assumption: String? { size.assumption }
    /// The most contacts that the device can locate at once: 1 for single-touch and semi-multitouch devices, and 16 for
    /// protocol A devices, which do not announce a number.
    public var slots: Int { contactSlots.positions }

    /// Handles the next events, up to the first that completes a frame or reports a loss.
    ///
    /// - Parameter next: The index of the first event to handle; on return, the index of the first unhandled event.
    package mutating func handle(_ events: UnsafeBufferPointer<InputEvent>, from next: inout Int) -> Step {
        while next < events.count {
            let step = handle(events[next])
            next += 1
            if step != .none { return step }
        }
        return .none
    }

    /// Handles the next event. Events that no touch device sends, and events of slots that the device does not have,
    /// change no contact.
    @inline(__always)
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

    /// Called when the device's state is unknown: after SYN_DROPPED, after a sleep, or when the device was just opened.
    /// The following events describe the state and make no frames. Together with the earlier events they must describe
    /// the whole state: each slot's tracking id and position, the keys, and, at the end, the current slot.
    public mutating func beginResynchronisation() {
        state = .resynchronising
        unslotted?.discard()
    }

    /// Called when the state is complete. Contacts that are down appear in the next frame as `stationary` or `moved`.
    public mutating func endResynchronisation() {
        contactSlots.endResynchronisation()
        commitSilently()
    }

    // MARK: - Events

    @inline(__always)
    private mutating func handleAxis(_ code: UInt16, _ value: Int32) {
        if unslotted != nil { return handleUnslottedAxis(code, value) }
        if code == AbsoluteCode.pressure { return contactSlots.setPointerPressure(value) }
        if code <= AbsoluteCode.y, case .mayBeBox(var detector) = layout {
            detector.setPointer(code, value)
            layout = .mayBeBox(detector)
        } else {
            contactSlots.set(code, value, isFollowing: state == .following, faults: &faults)
        }
    }

    private mutating func handleUnslottedAxis(_ code: UInt16, _ value: Int32) {
        unslotted?.set(code, value)
        if state == .following, contactSlots.isFaulty(code, value) { faults.count(.outsideRange) }
    }

    private mutating func handleKey(_ code: UInt16, isPressed: Bool) {
        if code == KeyCode.touch {
            unslotted?.setTouchKey(isPressed: isPressed)
            contactSlots.setTouchKey(isPressed: isPressed, isFollowing: state == .following, faults: &faults)
        }
        fingers.set(code, isPressed: isPressed)
        buttons?.set(code, isPressed: isPressed)
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
        case (SynchronizationCode.multitouchReport, .following):
            unslotted?.endContact(faults: &faults)
            return .none
        case (SynchronizationCode.dropped, .following):
            state = .discarding
            unslotted?.discard()
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
        unslotted?.endFrame(into: &contactSlots.slots, at: frame.time, on: contactSlots.scale, faults: &faults)
        if case .mayBeBox(let detector) = layout { detectBox(by: detector) }
        contactSlots.sharePressure()
        if case .box(var box) = layout {
            assembleBox(&box)
            layout = .box(box)
        } else {
            assembleSlots()
        }
        while details.count < frame.contacts.count { details.append(ContactDetail()) }
        frame.isClicked = buttons?.updatePress(at: frame.time, isTouched: !frame.contacts.isEmpty) ?? false
        fingers.endFrame()
    }

    private mutating func assembleSlots() {
        // A slot may pass to another finger when a finger comes or goes, if the device counts more fingers than it has
        // slots.
        let rebaselines = fingers.maximum > contactSlots.positions && mayHaveMovedSlots
        let (positioned, first) = contactSlots.report(
            rebaselines: rebaselines, ids: &ids, into: &frame.contacts, &details, faults: &faults)
        // If there is a slot for each finger, the slots are correct. A count that differs is only early or late.
        let missing = fingers.count > contactSlots.positions ? fingers.count - positioned : 0
        unpositioned.report(missing, following: first, on: contactSlots.scale, ids: &ids, into: &frame.contacts)
    }

    /// True if a finger came or went since the last frame, according to the keys or the slots.
    private var mayHaveMovedSlots: Bool { fingers.hasChanged || contactSlots.hasReplacedContact }

    private mutating func assembleBox(_ box: inout BoxContact) {
        let rebaselines = mayHaveMovedSlots
        let corners = contactSlots.endFrameOfBox(isTouching: fingers.isTouching, faults: &faults)
        let contact = box.report(
            corners, rebaselines: rebaselines, on: contactSlots.scale, ids: &ids, into: &frame.contacts)
        if contact != nil, let detail = corners.detail { details.append(detail) }
        // The keys count only touching fingers; the corners may include one that hovers.
        let count = fingers.count > 0 ? fingers.count : corners.count
        unpositioned.report(count - 1, following: contact, on: contactSlots.scale, ids: &ids, into: &frame.contacts)
    }

    /// Changes the layout to a box if the slots turn out to be the corners of one.
    private mutating func detectBox(by detector: BoxDetector) {
        guard detector.isBox(contactSlots.slots[0], contactSlots.slots[1]) else { return }
        faults.count(.unannouncedBox)
        let contacts = contactSlots.removeReportedPair()
        layout = .box(BoxContact(contacts.0 ?? contacts.1))
        if contacts.0 != nil, let other = contacts.1 { unpositioned.adopt(other) }
        fingers.resetLast()
    }

    /// Applies the slots' values to the contacts without completing a frame, and follows the events again.
    private mutating func commitSilently() {
        assemble(at: frame.time)
        frame.contacts.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        state = .following
    }
}
