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
