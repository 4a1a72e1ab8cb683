internal import GestureModel

/// What is known of one user's focus.
struct FocusState: Hashable, Sendable {
    enum Knowledge: Hashable, Sendable {
        /// Which of the user's processes belong to the focused window.
        case known([Int32])
        /// Whoever told is gone, and the focus may have moved since.
        case lost
    }

    let user: UInt32
    var knowledge: Knowledge
    /// The focused window's place, in fractions 0…1 of the screen's surface.
    var window: Region?
}
