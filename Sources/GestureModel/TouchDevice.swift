/// What kind of surface a device is, from udev's ID_INPUT_TOUCHSCREEN and ID_INPUT_TOUCHPAD.
public enum TouchDeviceKind: String, Hashable, Sendable, CaseIterable {
    /// Fingers touch what the screen shows.
    case touchscreen
    /// Fingers touch a surface apart from the screen, and one finger moves a pointer.
    case touchpad
}

/// A touch device as clients see it, in `hello` and in the output of `gesturectl devices`.
public struct TouchDevice: Hashable, Sendable {
    /// Whether frames can arrive from it.
    public enum Availability: Hashable, Sendable {
        /// Frames arrive when fingers touch it.
        case open
        /// Another process holds EVIOCGRAB: the device is open, and silent until the grab is released.
        case grabbed
        /// It is not open; the reason names the error, or why the daemon does not open it.
        case unavailable(reason: String)
    }

    /// Why gestures cannot begin on a device that is open.
    public enum OffReason: String, Hashable, Sendable, CaseIterable {
        /// The machine's lid is closed, and the device is under it.
        case lidClosed
        /// The machine is folded into a tablet, and the touchpad is at its back.
        case tabletMode
        /// The desktop has disabled the device, as its user set.
        case disabled
        /// A reason that only a newer daemon has.
        case other

        /// A sentence part such as `the lid is closed`.
        package var sentence: String {
            switch self {
            case .lidClosed: "the lid is closed"
            case .tabletMode: "the touchpad is folded away"
            case .disabled: "the desktop has disabled it"
            case .other: "for a reason that only a newer version knows"
            }
        }
    }

    /// Identifies the device in messages while it is present: udev's sysname (`event5`), `recording-1` for a recording.
    public var id: String
    /// The name that the device reports, for people; several devices may have the same.
    public var name: String
    /// The device node, or the recording's path.
    public var node: String
    /// Whether it is a touchscreen or a touchpad.
    public var kind: TouchDeviceKind
    /// The seat that it belongs to: udev's ID_SEAT.
    public var seat: String
    package var area: SensedArea
    /// The most contacts whose positions it can report at once; 1 for a single-touch device.
    public var slots: Int
    /// For people: the source of the size if the device does not report it, and the settings that override the device;
    /// nil if there are neither.
    public var assumption: String?
    /// Whether frames can arrive from it at the moment.
    public var availability: Availability
    /// The touchscreen's output; nil for a touchpad, until a focus source reports outputs, and for users who are not
    /// active on the device's seat. ``surface`` and ``resolution`` follow the current orientation of the touchscreen.
    public var output: TouchOutput?
    /// Why gestures cannot begin on it although it is open; nil if it is on.
    public var off: OffReason?
    /// True for a touchpad that clicks by pressure and answers with a motor: no button moves under it.
    public var isPressurePad = false
    /// The ids of the device's pens, such as `event6`. While one of them is near the surface, touches are ignored.
    public var pens: [String] = []
    /// Where the device is plugged in: udev's ID_PATH, such as `pci-0000:00:14.0-usb-0:2:1.0`. It stays over restarts, and
    /// when a device is plugged into the same port again; nil for a device without one, such as a recording.
    public var path: String?

    /// The size of the touch-sensitive area. If the device does not report it, ``assumption`` has its source.
    public var surface: Surface {
        get { area.surface }
        set { area.surface = newValue }
    }

    /// Device units per millimetre, x and y; nil if the size of the surface is assumed or unknown.
    public var resolution: Vector? {
        get { area.resolution }
        set { area.resolution = newValue }
    }

    public init(
        id: String, name: String, node: String, kind: TouchDeviceKind, surface: Surface, slots: Int,
        resolution: Vector?, assumption: String? = nil, availability: Availability = .open, seat: String = "seat0",
        output: TouchOutput? = nil
    ) {
        self.id = id
        self.name = name
        self.node = node
        self.kind = kind
        self.seat = seat
        area = SensedArea(surface: surface, resolution: resolution)
        self.slots = slots
        self.assumption = assumption
        self.availability = availability
        self.output = output
    }
}

/// The touch-sensitive area. A transform changes its size and its resolution together.
package struct SensedArea: Hashable, Sendable {
    package var surface: Surface
    /// Device units per millimetre, x and y; nil if the size of the surface is assumed or unknown.
    package var resolution: Vector?

    package init(surface: Surface, resolution: Vector?) {
        self.surface = surface
        self.resolution = resolution
    }
}

/// The devices of a subscription: present ones, and ones that are added later.
public enum DeviceFilter: Hashable, Sendable {
    /// Every device.
    case any
    /// Every device of this kind.
    case kind(TouchDeviceKind)
    /// The id in `hello` and `deviceAdded`, such as `event5`.
    case id(String)
    /// The whole name, as the device reports it.
    case name(String)
    /// The ``TouchDevice/path``, with `*` for any text and `?` for any character.
    case path(String)

    /// Returns true if the filter includes this device.
    public func matches(_ device: TouchDevice) -> Bool {
        switch self {
        case .any: true
        case .kind(let kind): device.kind == kind
        case .id(let id): device.id.exact == id.exact
        case .name(let name): device.name.exact == name.exact
        case .path(let pattern): device.path.map(Glob(pattern, syntax: .wildcards).matches) ?? false
        }
    }

    /// Compares the texts by their bytes, because clients choose them and Swift's `==` would normalise them.
    public static func == (one: DeviceFilter, other: DeviceFilter) -> Bool {
        switch (one, other) {
        case (.any, .any): true
        case (.kind(let one), .kind(let other)): one == other
        case (.id(let one), .id(let other)), (.name(let one), .name(let other)),
            (.path(let one), .path(let other)):
            one.exact == other.exact
        case (.any, _), (.kind, _), (.id, _), (.name, _), (.path, _): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .any: hasher.combine(0)
        case .kind(let kind): hasher.combine(kind)
        case .id(let text), .name(let text), .path(let text): hasher.combine(text.exact)
        }
    }
}

/// The haptic feedback that a device should give, named after its occasion and not after its effect.
///
/// The raw values are the words on the wire. They are the kinds of SwiftUI's `SensoryFeedback` that feel different when
/// a motor plays them.
public enum HapticFeedback: String, Hashable, Sendable, CaseIterable {
    /// The selected value changed, as on a wheel.
    case selection
    /// Something small was touched, or a gesture began.
    case light
    /// Something of medium size and weight collided.
    case medium
    /// Something large came to rest.
    case heavy
    /// A task was completed.
    case success
    /// Something needs attention.
    case warning
    /// A task failed.
    case error
}
