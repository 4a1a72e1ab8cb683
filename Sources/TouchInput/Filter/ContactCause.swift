/// Why ``ContactFilter`` holds a contact back, or rejects it.
public enum ContactCause: String, Hashable, Sendable, CaseIterable {
    /// Began at or beyond an edge, where palms lie.
    case edge
    /// Began near a palm.
    case nearPalm
    /// Touches more lightly than a finger.
    case light
    /// Began where palms brush the surface, or on a device that lifts fingers, for a shorter time than fingers tap.
    case brief
    /// Began among ghost touches, or on a device with recent faults.
    case ghost
    /// Began next to another contact, on a device that may report one finger as two.
    case corner
    /// Began long after a hand's worth of other contacts.
    case late
    /// May continue another contact, or continues it.
    case successor
    /// The device reports it as a palm, or it presses or covers as much as only palms do.
    case palm
    /// Presses harder than fingers do next to a palm, or in the zone where palms rest.
    case heavy
    /// Presses or covers as much as a thumb, where thumbs rest.
    case thumb
    /// Lies at one side while another lies at the other, further apart than one hand reaches.
    case bothSides
    /// Jumped across the surface.
    case jump
    /// Is the second contact of one fast finger.
    case shadow
    /// Was held back when gestures were cancelled from outside.
    case cancelled
    /// Came next to a pen.
    case pen
    /// The device is switched off: the lid is closed, or the machine is folded.
    case off
}
