/// All that a device reported between two SYN_REPORTs: the contacts on the surface, and those that have just left it.
public struct TouchFrame: Hashable, Sendable {
    /// The kernel's time of the frame. Never goes back within one device.
    public var time: Timestamp
    /// In slot order, then the fingers that a device counts but cannot locate (BTN_TOOL_TRIPLETAP with two slots). Such
    /// a finger begins at the position of the first contact that is down, and follows that contact. The number of
    /// contacts that are down is thus always the number of fingers.
    public var contacts: [Contact]
    /// Whether a button under the surface is pressed: a clickpad's click.
    public var isClicked: Bool
    /// The kind of surface. Gestures of several fingers depend on it: a finger that rests next to a moving one is
    /// probably a thumb on a touchpad, and part of a pinch on a touchscreen.
    public var kind: TouchDeviceKind
    /// Whether a palm is on the surface, or was within the last 0.6 seconds: another contact is possibly a part of the
    /// same hand.
    @usableFromInline package var hasPalm = false

    public init(
        time: Timestamp, contacts: [Contact] = [], isClicked: Bool = false, kind: TouchDeviceKind = .touchscreen
    ) {
        self.time = time
        self.contacts = contacts
        self.isClicked = isClicked
        self.kind = kind
    }

    /// Copies everything from another frame except its contacts, and removes this frame's contacts. Keeps their
    /// storage, so that filling it again allocates nothing.
    @inlinable
    package mutating func clear(for frame: borrowing TouchFrame) {
        time = frame.time
        isClicked = frame.isClicked
        kind = frame.kind
        hasPalm = frame.hasPalm
        contacts.removeAll(keepingCapacity: true)
    }
}

/// One finger on a surface during one frame.
public struct Contact: Hashable, Sendable {
    /// What the contact did in this frame.
    public enum Phase: UInt8, Hashable, Sendable {
        /// The finger came down in this frame. Only such a contact can start or join a gesture.
        case began
        /// The finger is down, and has moved since the previous frame.
        case moved
        /// The finger is down, and has not moved. Also a contact that was down before the device was read (at open,
        /// after SYN_DROPPED).
        case stationary
        /// The finger lifted in this frame; `position` is its last position.
        case ended
        /// The contact is rejected as a palm or a resting thumb, or, on a touchscreen, as the double of another
        /// contact. This is its last frame.
        case palm
        /// The contact is rejected for impossible data (a jump across the surface), or, on a touchpad, as the double of
        /// another contact. This is its last frame.
        case faulty
    }

    /// Unique among all contacts of a device: a finger that returns has a new id.
    public var id: Int
    /// What the contact did in this frame.
    public var phase: Phase
    /// Microseconds that the finger is or was down; 0 if the source of the frames does not report it. A contact that
    /// the filter held back begins with an age above 0. If the filter held back the lift, the age in the frame with
    /// `ended` does not include that delay. Not compared, because it follows from earlier frames.
    @usableFromInline package var age: UInt32 = 0
    /// In points from the surface's top left corner.
    public var position: Point

    public init(id: Int, phase: Phase, position: Point) {
        self.id = id
        self.phase = phase
        self.position = position
    }

    /// Returns when the finger came down; a later time if this is the end of a contact whose lift the filter held back.
    ///
    /// - Parameter time: The frame's time.
    @inlinable package func start(inFrameAt time: Timestamp) -> Timestamp { time + Microseconds(-Int64(age)) }

    public static func == (a: Contact, b: Contact) -> Bool {
        a.id == b.id && a.phase == b.phase && a.position == b.position
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(phase)
        hasher.combine(position)
    }

    /// True if the contact is on the surface, neither lifted nor rejected.
    public var isDown: Bool {
        switch phase {
        case .began, .moved, .stationary: true
        case .ended, .palm, .faulty: false
        }
    }

    /// Whether the contact turned out not to be a finger.
    public var isRejected: Bool { phase == .palm || phase == .faulty }
}
