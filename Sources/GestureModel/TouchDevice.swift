/// What kind of surface a device is, as udev's ID_INPUT_TOUCHSCREEN and ID_INPUT_TOUCHPAD tell.
public enum TouchDeviceKind: String, Hashable, Sendable, Codable, CaseIterable {
    case touchscreen
    case touchpad
}

/// A touch device as its users see it: what `hello` lists and `gesturectl devices` prints.
public struct TouchDevice: Hashable, Sendable {
    /// Whether frames can come from it.
    public enum Availability: Hashable, Sendable {
        case open
        /// Another process holds EVIOCGRAB: it is open, and stays silent until the other lets go.
        case grabbed
        /// It could not be opened; the reason names the error.
        case unavailable(reason: String)
    }

    /// Names the device in messages while it is present: udev's sysname (`event5`), `recording-1` for a recording.
    public var id: String
    public var name: String
    /// The device node, or the recording's path.
    public var node: String
    public var kind: TouchDeviceKind
    /// Whose devices it is among: udev's ID_SEAT.
    public var seat: String
    public var surface: Surface
    /// How many contacts it can place at once; 1 for a single-touch device.
    public var slots: Int
    /// Device units per millimetre, x and y; nil where the device's own were missing or could not be true.
    public var resolution: Vector?
    /// Says where the size is from, unless it is the device's own, and what else somebody said of the device.
    public var assumption: String?
    public var availability: Availability

    public init(
        id: String, name: String, node: String, kind: TouchDeviceKind, surface: Surface, slots: Int,
        resolution: Vector?, assumption: String? = nil, availability: Availability = .open, seat: String = "seat0"
    ) {
        self.id = id
        self.name = name
        self.node = node
        self.kind = kind
        self.seat = seat
        self.surface = surface
        self.slots = slots
        self.resolution = resolution
        self.assumption = assumption
        self.availability = availability
    }
}
