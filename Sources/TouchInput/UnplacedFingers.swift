internal import GestureModel

/// The fingers a touchpad counts and cannot place, as contacts that follow the first one that it does place.
///
/// They begin where that contact is. When it lifts and another becomes the first, they stay where they are and follow
/// that one's motion from then on, since a jump to its place would be motion nobody made.
struct UnplacedFingers: Hashable, Sendable {
    private struct Finger: Hashable, Sendable {
        var id: Int
        var position: Point
        /// From the contact it follows.
        var offset = Vector.zero
    }

    private var fingers: [Finger] = []
    private var followed = 0

    init() { fingers.reserveCapacity(FingerCount.most) }

    /// Takes in a contact that was shown at a place of its own, which turned out to be no finger's.
    mutating func adopt(_ contact: ShownContact) {
        fingers.append(Finger(id: contact.id, position: contact.position))
        followed = 0
    }

    /// Brings their number to `count`, the youngest leaving first, and appends what became of each.
    ///
    /// - Parameter first: the first contact down in this frame; without one there is nowhere for them to be.
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
        let isAnother = first.id != followed
        followed = first.id
        for index in fingers.indices {
            let last = fingers[index].position
            if isAnother { fingers[index].offset = last - first.position }
            let position = isAnother ? last : scale.within(first.position + fingers[index].offset)
            fingers[index].position = position
            contacts.append(
                Contact(id: fingers[index].id, phase: position == last ? .stationary : .moved, position: position))
        }
    }
}
