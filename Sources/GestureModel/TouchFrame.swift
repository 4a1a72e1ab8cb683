/// Everything a device said between two SYN_REPORTs: the contacts on the surface, and those that left it just now.
public struct TouchFrame: Hashable, Sendable {
    /// The kernel's time of the frame. Never goes back within one device.
    public var time: Timestamp
    /// In slot order. A finger that a device counts but cannot place (BTN_TOOL_TRIPLETAP with two slots) is a contact at
    /// the place of the first, so that the number of contacts down is always the number of fingers.
    public var contacts: [Contact]
    /// Whether a button under the surface is pressed: a clickpad's click.
    public var isClicked: Bool

    public init(time: Timestamp, contacts: [Contact] = [], isClicked: Bool = false) {
        self.time = time
        self.contacts = contacts
        self.isClicked = isClicked
    }
}

/// One finger on a surface during one frame.
public struct Contact: Hashable, Sendable {
    public enum Phase: UInt8, Hashable, Sendable {
        /// The finger came down in this frame. Only such a contact can start or join a gesture.
        case began
        case moved
        /// Down, and where it was. Also a contact that was down before anyone was looking (at open, after SYN_DROPPED).
        case stationary
        /// The finger left in this frame; `position` is where it was last.
        case ended
        /// What was taken for a finger is a palm, and no contact any more: nothing more is heard of it.
        case palm
        /// What the device says of it can be no finger's doing (a jump across the surface), and no contact any more.
        case faulty
    }

    /// Unique among the contacts a device has ever had, so that a finger that returns is another one.
    public var id: Int
    public var phase: Phase
    /// In points from the surface's top left corner.
    public var position: Point

    public init(id: Int, phase: Phase, position: Point) {
        self.id = id
        self.phase = phase
        self.position = position
    }

    public var isDown: Bool {
        switch phase {
        case .began, .moved, .stationary: true
        case .ended, .palm, .faulty: false
        }
    }

    /// Whether it turned out to be no finger.
    public var isRejected: Bool { phase == .palm || phase == .faulty }
}
