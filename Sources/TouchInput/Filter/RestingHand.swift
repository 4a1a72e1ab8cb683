internal import GestureModel

/// Finds contacts of a touchscreen that rest while fingers do something else: the thumb of the hand that holds the
/// device, and contacts that a panel never lifts.
struct RestingHand: Sendable {
    private let size: Vector

    init(on surface: Surface) { size = surface.size }

    /// In millimetres: a thumb that reaches in from the bezel has its centre this near to an edge, as on touchpads.
    private static let bezel = 7.0
    /// In millimetres: a contact that has moved less rests. It is half the width of a fingertip, and more than a
    /// fingertip that flattens moves its centre.
    static let restDistance = 5.0
    /// How long a contact has been down before the others if it rests: longer than a tap, and than the fingers of one
    /// hand need to come down.
    static let restTime = Microseconds.milliseconds(500)
    /// A contact that reports one position for so long is no finger, because fingers tremble.
    private static let stuckTime = Microseconds.milliseconds(3_000)
    /// A contact at rest that was silent for this long did not move. If it is then elsewhere, the panel has lost a lift,
    /// and another finger has come down.
    static let silence = Microseconds.milliseconds(500)

    /// True if the contact came down at the bezel, and rests there, or if the panel has probably lost its lift.
    func rests(_ contact: TrackedContact, at time: Timestamp) -> Bool {
        guard contact.isReported, !contact.hasEnded, contact.phase != .began else { return false }
        guard let lastMotion = contact.lastMotion else { return false }
        if time - lastMotion >= RestingHand.stuckTime { return true }
        return contact.motion.age(at: time) >= RestingHand.restTime
            && contact.motion.reach < RestingHand.restDistance
            && isAtBezel(contact.motion.start) && isAtBezel(contact.position)
    }

    /// True if a contact that was silent for ``silence`` and moves in this frame is another finger, because the panel
    /// has lost a lift.
    ///
    /// - Parameters:
    ///   - contact: `inout` although it is not changed: Swift 6.3 copies an array's element that is passed without
    ///     `inout`.
    ///   - distance: In millimetres: a longer step is possibly a jump.
    static func isTakenOver(_ contact: inout TrackedContact, at position: Point, beyond distance: Double) -> Bool {
        contact.motion.speed < StepTracker.restSpeed && (position - contact.position).millimetres > distance
    }

    private func isAtBezel(_ position: Point) -> Bool {
        let distance = min(position.x, size.dx - position.x, position.y, size.dy - position.y)
        return distance * Surface.millimetresPerPoint <= RestingHand.bezel
    }
}
