internal import GestureModel

/// A finger of the hand that is down.
struct HandFinger: Sendable {
    let id: Int
    let start: Point
    let startTime: Timestamp
    var position: Point
    /// Where it was when a finger last came or left: motion counts from there.
    var reference: Point
    /// Points from its start to the furthest it was.
    var reach = 0.0
    /// It is down, and what it does means nothing: a resting thumb, or one that came while a gesture was under way.
    var isIgnored = false
    /// It lost its chance to be a tap.
    var isTapless = false
    /// It was down when the button under the surface was pressed.
    var hasClicked = false

    init(_ contact: Contact, at time: Timestamp) {
        id = contact.id
        start = contact.position
        startTime = time
        position = contact.position
        reference = contact.position
    }

    var displacement: Vector { position - reference }

    mutating func move(to place: Point) {
        position = place
        reach = max(reach, (place - start).length)
    }

    /// - Parameter inCompany: Beside a finger that rests.
    func mayTap(at time: Timestamp, _ limits: Thresholds.Hand, inCompany: Bool) -> Bool {
        !isTapless && !isIgnored && time - startTime < limits.tapDuration
            && reach < (inCompany ? limits.earlySlop : limits.tapDistance)
    }
}
