public import GestureModel

/// A device's description of itself: the kernel's answers to EVIOCG*. The header of an evemu file holds the same data.
public struct DeviceDescription: Hashable, Sendable {
    /// One absolute axis (EVIOCGABS).
    public struct Axis: Hashable, Sendable {
        public var code: UInt16
        public var minimum: Int32
        public var maximum: Int32
        public var fuzz: Int32
        public var flat: Int32
        /// In units per millimetre; 0 if the device does not report a resolution.
        public var resolution: Int32

        public init(
            code: UInt16, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
        ) {
            self.code = code
            self.minimum = minimum
            self.maximum = maximum
            self.fuzz = fuzz
            self.flat = flat
            self.resolution = resolution
        }

        /// The number of units from one end to the other. An Int32 would overflow on an axis from -2³¹ to 2³¹ - 1.
        var range: Double { Double(maximum) - Double(minimum) }
        var name: String { AbsoluteCode.name(code) }
    }

    /// The codes that a device can send of one event type.
    public struct Capability: Hashable, Sendable {
        public var type: UInt16
        /// Ascending.
        public var codes: [UInt16]

        public init(type: UInt16, codes: [UInt16]) {
            self.type = type
            self.codes = codes
        }
    }

    public var name: String
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16
    /// INPUT_PROP_*, ascending.
    public var properties: [UInt16]
    /// Ascending by type.
    public var capabilities: [Capability]
    /// Ascending by code.
    public var axes: [Axis]

    public init(
        name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0,
        properties: [UInt16] = [], capabilities: [Capability] = [], axes: [Axis] = []
    ) {
        self.name = name
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        self.properties = properties
        self.capabilities = capabilities
        self.axes = axes
    }

    public func axis(_ code: UInt16) -> Axis? { axes.first { $0.code == code } }
    public func has(property: UInt16) -> Bool { properties.contains(property) }

    public func has(key: UInt16) -> Bool {
        capabilities.first { $0.type == EventType.key }?.codes.contains(key) ?? false
    }

    /// True if the device has BTN_LEFT, BTN_RIGHT or BTN_MIDDLE.
    private var hasMouseButton: Bool {
        has(key: KeyCode.leftButton) || has(key: KeyCode.rightButton) || has(key: KeyCode.middleButton)
    }
    /// True if the device has relative axes, such as REL_X.
    private var hasMotion: Bool { capabilities.contains { $0.type == EventType.relative && !$0.codes.isEmpty } }
    private func has(relative code: UInt16) -> Bool {
        capabilities.first { $0.type == EventType.relative }?.codes.contains(code) ?? false
    }
    /// True for a dial that lies on a screen, whose contact is no finger: it turns, or its contacts are all dials.
    var isDial: Bool {
        has(relative: RelativeCode.dial) || axis(AbsoluteCode.toolType)?.minimum == ToolType.dial
    }
    /// True if the device has ABS_X and ABS_Y.
    var hasPointerPosition: Bool { axis(AbsoluteCode.x) != nil && axis(AbsoluteCode.y) != nil }
    /// True if the device has ABS_MT_POSITION_X and ABS_MT_POSITION_Y, and is not a gamepad.
    ///
    /// A gamepad may have so many axes that they reach the codes of ABS_MT_*. A device that has both ABS_MT_SLOT and
    /// the code before ABS_MT_SLOT counts as a gamepad, as in libevdev and libinput.
    var hasContactPositions: Bool {
        axis(AbsoluteCode.positionX) != nil && axis(AbsoluteCode.positionY) != nil
            && (axis(AbsoluteCode.slot) == nil || axis(AbsoluteCode.slot - 1) == nil)
    }
}

extension DeviceDescription {
    /// Returns whether the device is a touchscreen or a touchpad, by the rules of udev's input_id. Used for devices
    /// that udev has not seen.
    public func touchKind() throws(NotATouchDevice) -> TouchDeviceKind {
        guard hasContactPositions || hasPointerPosition else {
            throw NotATouchDevice(reason: "has no ABS_X and ABS_Y, nor ABS_MT_POSITION_X and ABS_MT_POSITION_Y")
        }
        if isTouchscreenThatNamesPen { return .touchscreen }
        for (key, name) in [(KeyCode.toolPen, "BTN_TOOL_PEN"), (KeyCode.stylus, "BTN_STYLUS")] where has(key: key) {
            throw NotATouchDevice(reason: "is a pen tablet: has \(name)")
        }
        if isDial { throw NotATouchDevice(reason: "\(DeviceDescriptionError.dial)") }
        let isDirect = has(property: InputProperty.direct)
        if has(key: KeyCode.toolFinger) { return isDirect ? .touchscreen : .touchpad }
        if isMouse {
            throw NotATouchDevice(reason: "is a mouse: has BTN_LEFT, but no BTN_TOOL_FINGER")
        }
        if isDirect { return .touchscreen }
        if has(property: InputProperty.pointer) { return .touchpad }
        // ABS_X alone is not enough, because joysticks have it, too. ABS_MT_POSITION_X is enough, because Android's
        // screens of protocol A have no BTN_TOUCH.
        guard hasContactPositions || has(key: KeyCode.touch) else {
            throw NotATouchDevice(reason: "has ABS_X, but neither BTN_TOUCH nor ABS_MT_POSITION_X")
        }
        return .touchscreen
    }

    /// True for a touchscreen whose driver also names a pen, as that of eGalax does: slots with tracking IDs on a surface
    /// that is also the screen, and no axis or button that only a pen has. udev takes it for a tablet.
    public var isTouchscreenThatNamesPen: Bool {
        has(property: InputProperty.direct) && has(key: KeyCode.toolPen) && has(key: KeyCode.touch)
            && hasContactPositions && axis(AbsoluteCode.slot) != nil && axis(AbsoluteCode.trackingID) != nil
            && ![KeyCode.stylus, KeyCode.secondStylus, KeyCode.toolRubber].contains(where: has(key:))
            && ![AbsoluteCode.penDistance, AbsoluteCode.tiltX, AbsoluteCode.tiltY].contains { axis($0) != nil }
    }

    /// True if a configuration may make the device a touchscreen or touchpad: it reports contacts, or one position and
    /// whether it is touched, without a pen.
    public var mayBeTouchSurface: Bool {
        hasContactPositions
            || hasPointerPosition && has(key: KeyCode.touch) && !has(key: KeyCode.toolPen) && !has(key: KeyCode.stylus)
    }

    /// True for a mouse, and for the absolute pointer of a virtual machine, which has BTN_LEFT. Also true for Apple's
    /// Magic Mouse, although it reports contacts.
    private var isMouse: Bool {
        guard hasMouseButton, hasContactPositions else { return hasMouseButton }
        return hasMotion && !has(property: InputProperty.direct) && !has(key: KeyCode.touch)
    }
}

/// The reason why a device is not a touch device, such as `is a pen tablet: has BTN_STYLUS`.
public struct NotATouchDevice: Error, Hashable, Sendable {
    public var reason: String
}

/// Why a device's events cannot be assembled into frames.
public enum DeviceDescriptionError: Error, Hashable, Sendable {
    /// The device has neither ABS_MT_POSITION_X and _Y nor ABS_X and ABS_Y.
    case noPosition
    /// The axis's minimum is not below its maximum, so the axis has no range.
    case noRange(axis: UInt16, minimum: Int32, maximum: Int32)
    /// The maximum of ABS_MT_SLOT, which counts from 0, is negative.
    case noSlots(maximum: Int32)
    /// The device has ABS_X and ABS_Y, but no BTN_TOUCH, which reports when a finger is down.
    case noTouch
    /// The device is a dial that lies on a screen, and its contact is no finger.
    case dial
    /// The device has slots, but neither ABS_MT_TRACKING_ID, which reports when contacts begin and end, nor ABS_X and
    /// ABS_Y.
    case untracked
}

extension DeviceDescriptionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .dial: "is a dial: has REL_DIAL, or no tool type but that of a dial"
        case .noPosition: "no position: needs the axes ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or ABS_X and ABS_Y"
        case .noRange(let axis, let minimum, let maximum):
            "axis \(AbsoluteCode.name(axis)) has no range: minimum \(minimum), maximum \(maximum)"
        case .noSlots(let maximum): "axis ABS_MT_SLOT has no slots: maximum \(maximum), needs 0 or more"
        case .noTouch: "no BTN_TOUCH: a device with only ABS_X and ABS_Y needs it to report when a finger is down"
        case .untracked: "no ABS_MT_TRACKING_ID: a device with ABS_MT_SLOT needs it to report when a finger is down"
        }
    }
}

/// The properties of a device by which quirks and configurations select it.
public struct DeviceIdentity: Hashable, Sendable {
    /// The device's name in messages: `event5`.
    public var id: String
    public var name: String
    /// nil for a device that udev takes for neither a touchscreen nor a touchpad.
    public var kind: TouchDeviceKind?
    /// Where the device is plugged in: udev's ID_PATH; nil without one, as for a recording.
    public var path: String?
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16

    public init(
        id: String, name: String, kind: TouchDeviceKind?, path: String? = nil, bus: UInt16 = 0, vendor: UInt16 = 0,
        product: UInt16 = 0, version: UInt16 = 0
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.path = path
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
    }

    public init(id: String, kind: TouchDeviceKind?, _ description: DeviceDescription) {
        self.init(
            id: id, name: description.name, kind: kind, bus: description.bus, vendor: description.vendor,
            product: description.product, version: description.version)
    }
}

/// The properties of a machine by which quirks select it: some apply only to one model of laptop.
public struct MachineIdentity: Hashable, Sendable {
    /// The kernel's summary of the firmware's DMI tables: `dmi:bvnLENOVO:…`; nil without such tables.
    public var dmi: String?
    /// The device tree's first `compatible`; nil on machines without a device tree.
    public var deviceTree: String?

    public init(dmi: String? = nil, deviceTree: String? = nil) {
        self.dmi = dmi
        self.deviceTree = deviceTree
    }
}

/// How a device distinguishes its contacts.
enum TouchProtocol: Hashable, Sendable {
    /// Multitouch protocol B: each contact keeps a slot while it is down.
    case slots(Int)
    /// Semi-multitouch: two slots that are corners of a box around the fingers.
    case box
    /// Multitouch protocol A: each frame lists all contacts, in any order, with SYN_MT_REPORT after each.
    case unslotted
    /// ABS_X, ABS_Y and BTN_TOUCH describe one contact. Touchpads may count more fingers with BTN_TOOL_*.
    case single

    /// The kernel's limit (input_mt_init_slots). Slots that a device announces beyond this limit are ignored, because
    /// they would waste memory.
    static let maximumSlots = 1024
    /// Devices of protocol A do not announce a number of contacts. Apple's touchpads and most screens send up to 16.
    static let maximumUnslotted = 16

    init(_ description: DeviceDescription) throws(DeviceDescriptionError) {
        let slot = description.axis(AbsoluteCode.slot)
        if description.hasContactPositions, description.axis(AbsoluteCode.trackingID) != nil, let slot {
            guard slot.maximum >= 0 else { throw .noSlots(maximum: slot.maximum) }
            let slots = min(Int(slot.maximum) + 1, TouchProtocol.maximumSlots)
            self = slots >= 2 && description.has(property: InputProperty.semiMultitouch) ? .box : .slots(slots)
        } else if description.hasContactPositions, slot == nil {
            self = .unslotted
        } else {
            guard description.hasPointerPosition else {
                throw description.hasContactPositions ? .untracked : .noPosition
            }
            guard description.has(key: KeyCode.touch) else { throw .noTouch }
            self = .single
        }
    }

    /// The most contacts with separate positions at once.
    var slots: Int {
        switch self {
        case .slots(let count): count
        case .unslotted: TouchProtocol.maximumUnslotted
        case .box, .single: 1
        }
    }

    /// The number of slots that events can address.
    var storedSlots: Int { self == .box ? 2 : slots }
    var hasContactAxes: Bool { self != .single }
    var xCode: UInt16 { hasContactAxes ? AbsoluteCode.positionX : AbsoluteCode.x }
    var yCode: UInt16 { hasContactAxes ? AbsoluteCode.positionY : AbsoluteCode.y }
}
