internal import GestureModel

/// The button under a touchpad, and the contacts that press it: a click is not a tap.
struct ClickTracker: Sendable {
    /// True while the button is pressed.
    private(set) var isClicked = false
    /// When the button was last pressed or released.
    private var lastChange: Timestamp?
    /// When a contact last lifted that had clicked.
    private var lastLift: Timestamp?

    /// Disqualifies the contacts that are down while the button is pressed, or in the frame of its release. Returns true if the
    /// button was pressed or released.
    @inline(__always)
    mutating func update(_ frame: borrowing TouchFrame, _ contacts: inout [StandardContact]) -> Bool {
        guard frame.isClicked || isClicked else { return false }
        let hasChanged = frame.isClicked != isClicked
        isClicked = frame.isClicked
        for index in contacts.indices {
            contacts[index].disqualifyTap()
            contacts[index].hasClicked = true
        }
        if hasChanged { lastChange = frame.time }
        return hasChanged
    }

    mutating func lift(_ contact: StandardContact, at time: Timestamp) {
        if contact.hasClicked { lastLift = time }
    }

    /// True if a contact that comes down belongs to a click. A device may report the button before the finger that presses it,
    /// and a pad that merges two fingers ends the one that clicked where the other begins.
    func isClick(at time: Timestamp) -> Bool {
        isClicked || lastChange.map { time - $0 <= StandardTaps.simultaneity } ?? false || lastLift == time
    }
}
