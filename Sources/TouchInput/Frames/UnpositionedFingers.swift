internal import GestureModel

/// The fingers that a touchpad counts but has no position for, as contacts that follow the first contact with a position.
///
/// They begin where that contact is. When it lifts and another becomes the first, they stay where they are and follow the
/// other contact's motion from then on: a jump to its position would be motion that no finger made.
struct UnpositionedFingers: Hashable, Sendable {
    private struct Finger: Hashable, Sendable {
        var id: Int
        var position: Point
        /// From the contact it follows.
        var offset = Vector.zero
    }

    private var fingers: [Finger] = []
    private var followedID = 0

    init() { fingers.reserveCapacity(FingerCount.maximum) }

    /// Adds a contact that was reported at a position of its own, which turned out to be a corner of a box.
    mutating func adopt(_ contact: ReportedContact) {
        fingers.append(Finger(id: contact.id, position: contact.position))
        followedID = 0
    }

    /// Changes their number to `count`, where the youngest leave first, and appends what changed.
    ///
    /// - Parameter first: The first contact that is down in this frame. Without one, all fingers end.
    mutating func report(
        _ count: Int, following first: Contact?, on scale: SurfaceScale, ids: inout ContactIDs,
        into contacts: inout [Contact]
    ) {
        let kept = first == nil ? 0 : min(max(count, 0), fingers.count)
        while fingers.count > kept, let finger = fingers.popLast() {
            contacts.append(Contact(id: finger.id, phase: .ended, position: finger.position))
        }
        guard let first else { return }
        follow(first, on: scale, into: &contacts)
        while fingers.count < count {
            let finger = Finger(id: ids.next(), position: first.position)
            fingers.append(finger)
            contacts.append(Contact(id: finger.id, phase: .began, position: finger.position))
        }
    }

    private mutating func follow(_ first: Contact, on scale: SurfaceScale, into contacts: inout [Contact]) {
        let isAnother = first.id != followedID
        followedID = first.id
        for index in fingers.indices {
            let last = fingers[index].position
            if isAnother { fingers[index].offset = last - first.position }
            let position = isAnother ? last : scale.clamp(first.position + fingers[index].offset)
            fingers[index].position = position
            contacts.append(
                Contact(id: fingers[index].id, phase: position == last ? .stationary : .moved, position: position))
        }
    }
}
