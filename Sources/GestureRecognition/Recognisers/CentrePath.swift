internal import GestureModel

/// The path of the centre of a gesture's contacts, and its velocity.
///
/// Contacts that come down or lift cause no jump in the path. Each frame is handled in three steps, as in
/// ``ContactGroup``: `lift`, `move`, `join`.
struct CentrePath: Sendable {
    private(set) var group = ContactGroup()
    /// The point from which motion is measured: the centre of the contacts when the last of them joined, unless
    /// ``exclude(from:_:)`` or ``forgetLifted()`` has replaced it. A lift or an admitted contact does not change this
    /// point.
    private(set) var start = Point.zero
    private(set) var velocity: GestureVelocity
    /// The tracked point: the centre of the contacts + ``rebase``, so that it stays continuous when contacts join or
    /// lift.
    private var path = Point.zero
    private var rebase = Vector.zero
    /// The offset from ``path`` to the reported location. It makes the location the centre of the contacts whenever the
    /// measurement restarts.
    private var shift = Vector.zero

    /// False if ``velocity`` is not read; it then stays zero.
    private let tracksVelocity: Bool

    init(_ thresholds: Thresholds, tracksVelocity: Bool = true) {
        velocity = GestureVelocity(thresholds)
        self.tracksVelocity = tracksVelocity
    }

    /// The centre of the contacts, without the jump that a lift or an admitted contact would cause. Without contacts,
    /// the last position.
    var location: Point { path + shift }
    /// The displacement from ``start``.
    var translation: Vector { location - start }

    /// Returns the velocity at a time; see ``GestureVelocity/at(_:)``.
    mutating func velocity(at time: Timestamp) -> Vector { velocity.at(time) }

    /// Starts with the first contacts. Returns false if none came down.
    mutating func begin(with frame: borrowing TouchFrame) -> Bool {
        guard group.join(in: frame, within: .never) > 0 else { return false }
        start = group.centre
        path = start
        guard tracksVelocity else { return true }
        // A contact that was held back came down earlier, at this position. Measured from this frame, its way since then
        // would be a jump.
        var landed = Timestamp(microseconds: .min)
        for contact in frame.contacts where contact.phase == .began {
            landed = max(landed, contact.start(inFrameAt: frame.time))
        }
        velocity.track(from: start, to: start, anyMoved: true, at: landed)
        return true
    }

    /// Removes the contacts that lifted.
    mutating func lift(in frame: borrowing TouchFrame) {
        guard group.lift(in: frame) > 0 else { return }
        if tracksVelocity { velocity.recordLift(at: frame.time) }
        if !group.isEmpty { rebase = path - group.centre }
    }

    mutating func move(in frame: borrowing TouchFrame) {
        let before = path
        let anyMoved = group.move(in: frame)
        if anyMoved { path = group.centre + rebase }
        if tracksVelocity { velocity.track(from: before, to: path, anyMoved: anyMoved, at: frame.time) }
    }

    /// Adds the contacts that came down and restarts the measurement of motion, if the gesture's first contact came
    /// down at most `window` ago. Returns false if no contact was added.
    mutating func join(in frame: borrowing TouchFrame, within window: Microseconds) -> Bool {
        guard group.join(in: frame, within: window) > 0 else { return false }
        restart()
        return true
    }

    /// Adds contacts that came down during a gesture. The gesture continues without a jump.
    mutating func admit(in frame: borrowing TouchFrame) {
        if group.join(in: frame, within: .never) > 0 { rebase = path - group.centre }
    }

    /// Removes contacts that turned out not to be part of the gesture, as if they had never come down.
    ///
    /// - Parameter start: The centre of the positions from which the motion of the remaining contacts is measured.
    mutating func exclude(from start: Point, _ isOther: (Int) -> Bool) {
        group.exclude(isOther)
        restart()
        self.start = start
    }

    /// Restarts the measurement with the remaining contacts, as if lifted contacts had never been there. Called when a
    /// contact has lifted before the gesture began.
    ///
    /// - Parameter keepsStart: True if motion is measured from the positions where the remaining contacts came down.
    mutating func forgetLifted(keepsStart: Bool) {
        restart()
        if keepsStart { start = group.startCentre }
    }

    private mutating func restart() {
        rebase = path - group.centre
        start = group.centre
        shift = group.centre - path
    }

    /// Removes the contacts and their motion. Called when the contacts have lifted, were cancelled, or belong to
    /// another gesture.
    mutating func reset() {
        group.reset()
        velocity.reset()
        rebase = .zero
        shift = .zero
    }
}
