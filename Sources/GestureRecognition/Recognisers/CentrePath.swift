internal import GestureModel

/// The path of the centre of a gesture's contacts, and its velocity.
///
/// Contacts that come down or lift cause no jump in it. Each frame is handled in three steps, as by ``ContactGroup``:
/// `lift`, `move`, `join`.
struct CentrePath: Sendable {
    private(set) var group = ContactGroup()
    /// The centre of the positions where the contacts came down. It changes when a contact joins, not when one lifts.
    private(set) var start = Point.zero
    private(set) var velocity: GestureVelocity
    private let joinWindow: Microseconds
    /// The tracked point: the centre of the contacts + ``rebase``, which keeps it continuous where they join and lift.
    private var path = Point.zero
    private var rebase = Vector.zero
    /// From the path to the reported location, which was the centre of the contacts when the last of them had joined.
    private var shift = Vector.zero

    init(_ thresholds: Thresholds) {
        velocity = GestureVelocity(thresholds)
        joinWindow = thresholds.fingers.joinWindow
    }

    /// The centre of the contacts, without the jump that a lift would cause; where the last one was if none is left.
    var location: Point { path + shift }
    /// From where the contacts came down.
    var translation: Vector { location - start }

    /// As ``GestureVelocity/at(_:)``.
    mutating func velocity(at time: Timestamp) -> Vector { velocity.at(time) }

    /// Starts with the first contacts. Returns false if none came down.
    mutating func begin(with frame: borrowing TouchFrame) -> Bool {
        guard group.join(in: frame, within: joinWindow) > 0 else { return false }
        start = group.startCentre
        path = start
        velocity.track(from: start, to: start, anyMoved: true, at: frame.time)
        return true
    }

    /// Removes the contacts that lifted.
    mutating func lift(in frame: borrowing TouchFrame) {
        guard group.lift(in: frame) > 0 else { return }
        velocity.recordLift(at: frame.time)
        if !group.isEmpty { rebase = path - group.centre }
    }

    mutating func move(in frame: borrowing TouchFrame) {
        let before = path
        let anyMoved = group.move(in: frame)
        if anyMoved { path = group.centre + rebase }
        velocity.track(from: before, to: path, anyMoved: anyMoved, at: frame.time)
    }

    /// Adds the contacts that came down soon enough after the first. Returns false if there are none.
    mutating func join(in frame: borrowing TouchFrame) -> Bool {
        guard group.join(in: frame, within: joinWindow) > 0 else { return false }
        rebase = path - group.centre
        start = group.startCentre
        shift = group.centre - path
        return true
    }

    /// True if contacts that come down now would join.
    func mayGrow(at time: Timestamp) -> Bool { time - group.firstJoin <= joinWindow }

    /// The gesture is over: its contacts have lifted, or belong to another one.
    mutating func reset() {
        group.reset()
        velocity.reset()
        rebase = .zero
        shift = .zero
    }
}
