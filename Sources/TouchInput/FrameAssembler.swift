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

    enum State: Hashable, Sendable {
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
    public internal(set) var frame = TouchFrame(time: Timestamp(microseconds: .min))
    /// What the device said of each contact of ``frame``, in the same order. Empty for a finger it cannot place.
    var details: [ContactDetail] = []
    /// What the device did that no working one does, since it was opened.
    public internal(set) var faults = DeviceFaults()

    let contactProtocol: TouchProtocol
    // What each event asks of the protocol, asked once.
    let isUnslotted: Bool
    let hasContactAxes: Bool
    /// Whether the slots are corners of a box; may turn out late.
    var isBox: Bool
    let xCode: UInt16
    let yCode: UInt16
    /// Whether ABS_PRESSURE is the contacts': they have no pressure of their own.
    let hasOnePressure: Bool
    let scale: SurfaceScale
    let limits: TouchLimits?
    let isTouchpad: Bool
    /// Whether a slot may get another finger when one comes or goes, since there are fewer slots than fingers counted.
    let sharesSlots: Bool
    var state = State.following
    var contactSlots: [ContactSlot]
    /// The slot that events are about; outside of `contactSlots` where the device named one it does not have.
    var current = 0
    /// One more than the highest slot that ever had a contact: panels announce up to 60 and fill ten.
    var reached = 1
    var fingerCount: FingerCount
    /// The count of the frame before.
    var lastFingers = 0
    var unplaced = UnplacedFingers()
    var box = TouchBox()
    var boxEvidence: BoxEvidence?
    var unslotted = UnslottedContacts()
    var buttons = PressedButtons()
    var ids = ContactIDs()

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
