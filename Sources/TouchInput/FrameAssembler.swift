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
    /// How many contacts the device can place at once; 1 for a single-touch device.
    public var slots: Int { contactSlots.count }
    /// The frame that the last ``Step/frame`` completed; valid until the next event.
    public private(set) var frame = TouchFrame(time: Timestamp(microseconds: .min))

    private let contactProtocol: TouchProtocol
    private let xCode: UInt16
    private let yCode: UInt16
    private let scale: SurfaceScale
    private let countsFingers: Bool
    private var state = State.following
    private var contactSlots: [ContactSlot]
    /// The slot that events are about; outside of `contactSlots` where the device named one it does not have.
    private var current = 0
    /// One more than the highest slot that ever had a contact: panels announce up to 60 and fill ten.
    private var reached = 1
    private var fingerCount: FingerCount
    private var unplaced = UnplacedFingers()
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
        xCode = contactProtocol.xCode
        yCode = contactProtocol.yCode
        guard let x = description.axis(xCode), let y = description.axis(yCode) else { throw .noPosition }
        let size = try SurfaceSize(x: x, y: y, kind: kind, quirks: quirks, settings: settings)
        surface = settings.transform.surface(of: size.surface)
        resolution = size.resolution.map(settings.transform.resolution)
        assumption = size.assumption
        scale = SurfaceScale(
            x: AxisScale(x, length: size.surface.size.dx), y: AxisScale(y, length: size.surface.size.dy),
            map: SurfaceMap(settings.transform, of: size.surface))
        countsFingers = kind == .touchpad
        fingerCount = FingerCount(hasTouchKey: description.can(EventType.key, KeyCode.touch))
        contactSlots = Array(repeating: ContactSlot(), count: contactProtocol.slots)
        // An old and a new contact in each slot, as far as hands go.
        frame.contacts.reserveCapacity(2 * (min(slots, 10) + FingerCount.most))
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
    }

    /// The state is known again. Contacts down now appear in the next frame as `stationary` or `moved`.
    public mutating func endResynchronisation() {
        settle()
    }
}

extension FrameAssembler {
    private mutating func takeAbsolute(_ code: UInt16, _ value: Int32) {
        if code == xCode {
            if contactSlots.indices.contains(current) { contactSlots[current].x = value }
        } else if code == yCode {
            if contactSlots.indices.contains(current) { contactSlots[current].y = value }
        } else if contactProtocol.isSlotted {
            takeSlotted(code, value)
        }
    }

    private mutating func takeSlotted(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteCode.slot:
            current = Int(value)
        case AbsoluteCode.trackingID:
            guard contactSlots.indices.contains(current) else { return }
            contactSlots[current].track(value)
            // Not where a slot is only named: the state that is told at open names them all.
            if value >= 0 { reached = max(reached, current + 1) }
        default:
            break
        }
    }

    private mutating func takeKey(_ code: UInt16, isPressed: Bool) {
        if code == KeyCode.touch, !contactProtocol.isSlotted { contactSlots[0].track(isPressed ? 0 : -1) }
        if countsFingers { fingerCount.take(code, isPressed: isPressed) }
    }

    private mutating func takeSynchronization(_ event: InputEvent) -> Step {
        switch (event.code, state) {
        case (SynchronizationCode.report, .following):
            assemble(at: event.time)
            return frame.contacts.isEmpty ? .none : .frame
        case (SynchronizationCode.report, .discarding):
            settle()
            return .none
        case (SynchronizationCode.dropped, .following):
            state = .discarding
            return .lost
        case (SynchronizationCode.dropped, _):
            return .lost
        default:
            return .none
        }
    }

    private mutating func assemble(at time: Timestamp) {
        frame.time = max(frame.time, time)
        frame.contacts.removeAll(keepingCapacity: true)
        var placed = 0
        var first: Contact?
        for index in 0..<reached {
            guard let contact = contactSlots[index].report(on: scale, ids: &ids, into: &frame.contacts) else {
                continue
            }
            placed += 1
            first = first ?? contact
        }
        // With a slot for each finger the slots are right, and the count only early or late.
        let fingers = fingerCount.fingers
        let missing = fingers > slots ? fingers - placed : 0
        unplaced.report(missing, following: first, on: scale, ids: &ids, into: &frame.contacts)
    }

    /// Brings the contacts to what the slots say, without showing anybody how.
    private mutating func settle() {
        assemble(at: frame.time)
        frame.contacts.removeAll(keepingCapacity: true)
        state = .following
    }
}
