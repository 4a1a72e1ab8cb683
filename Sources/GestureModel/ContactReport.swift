/// One contact of a device in one frame, and the contact filter's classification of it. A subscription to contacts
/// receives all contacts, including those that no recogniser receives.
public struct ContactReport: Hashable, Sendable {
    /// What the contact did in the device's frame.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// It came down in this frame.
        case began
        /// It is down, and has moved since the previous frame.
        case moved
        /// It is down, and has not moved.
        case stationary
        /// It has left. The contact is in no later frame.
        case ended
    }

    /// The filter's classification of a contact.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// A finger: recognisers receive it.
        case finger
        /// Not decided yet. If the contact lifts before the decision, its last report has the state of a rejected
        /// contact.
        case held
        /// Part of a hand that rests on the surface. If ``ContactReport/cause`` is nil, the device reports the contact
        /// as a palm, or its pressure or size is that of a palm.
        case palm
        /// A thumb that rests at the lower edge: its pressure or size is that of a thumb.
        case thumb
        /// A contact that no hand makes.
        case ghost
        /// A finger that the device reports twice, or whose tracking id changed.
        case duplicate
        /// Its data is impossible.
        case faulty
        /// It was held when gestures were cancelled from outside or events were lost.
        case cancelled
        /// A pen is near the surface, or was near when the contact came down or shortly before.
        case penNear
        /// The device is switched off.
        case off
        /// The contact came down in a dead zone of the configuration.
        case deadZone
    }

    /// Why a contact is held or was rejected.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// It came down at the left or right edge, or beyond the upper or lower edge.
        case edge
        /// A palm is on the surface, or was just there. The contact came down where palms rest, or pressed harder than
        /// a finger.
        case nearPalm
        /// It presses less than a finger.
        case light
        /// It has not been down for as long as a finger that taps. One of these also applies: it came down where palms
        /// brush the surface, a palm was on the surface up to ten seconds before, or the device reports lifts of
        /// fingers that stay down.
        case brief
        /// The device reports more contacts that come and go than a hand can make, reports five or more that begin in
        /// one frame, or had a fault shortly before.
        case ghosts
        /// It came down long after a whole hand had come down.
        case late
        /// It presses harder than a finger, and lies next to a palm or where palms rest.
        case heavy
        /// A palm rests at the other side of the surface as well.
        case bothSides
        /// It moved further between two frames than a finger can.
        case jump
        /// It follows another contact exactly, or came down next to another contact or where another contact was.
        case follows
        /// Its finger continues with another tracking id.
        case continued
    }

    /// What showed that a contact which was held back is a finger.
    package enum Acceptance: Hashable, Sendable {
        /// It left the edge.
        case left
        /// It moved like a finger next to it.
        case inStep
        /// It left the places where palms rest, or pressed no harder than a finger.
        case clear
        /// It pressed as hard as a finger.
        case firm
        /// It moved as far as only fingers do.
        case moved
        /// It came down together with a finger.
        case together
        /// It stayed as long as fingers do.
        case lasted
    }

    /// The number that decided about a contact, and the limit that it reached or missed.
    public enum Measure: Hashable, Sendable {
        /// In the device's units.
        case pressure(Int32, limit: Int32)
        /// The longer diameter, in the device's units.
        case size(Int32, limit: Int32)
        /// In millimetres.
        case edgeDistance(Double, limit: Double)
        /// How long the contact was down, and how long fingers are at least.
        case duration(Microseconds, limit: Microseconds)
        /// How many contacts came down in one frame, and from how many on they are held back for this time.
        case arrivals(Int, limit: Int, hold: Microseconds)
    }

    /// The contact's number on its device. A finger whose tracking id changes gets another number.
    public var id: Int
    /// What the contact did in this frame.
    public var phase: Phase
    /// The position that the device reports, in points.
    public var position: Point
    /// In the device's units; nil if the device reports no pressure.
    public var pressure: Int32?
    /// The longer diameter, in the device's units; nil if the device reports no size.
    public var size: Int32?
    /// The filter's classification of the contact.
    public var state: State
    /// Why the contact is held or was rejected; nil for a finger, or if the state alone is the reason.
    public var cause: Cause?
    /// What decided; nil for a finger, and if no number did.
    public var measure: Measure?
    /// Why the contact is a finger, if it had been held back; nil otherwise.
    package var acceptance: Acceptance?

    public init(
        id: Int, phase: Phase, position: Point, pressure: Int32? = nil, size: Int32? = nil, state: State = .finger,
        cause: Cause? = nil, measure: Measure? = nil
    ) {
        self.id = id
        self.phase = phase
        self.position = position
        self.pressure = pressure
        self.size = size
        self.state = state
        self.cause = cause
        self.measure = measure
    }
}

extension ContactReport {
    /// True while the contact is on the surface.
    public var isDown: Bool { phase != .ended }
}
