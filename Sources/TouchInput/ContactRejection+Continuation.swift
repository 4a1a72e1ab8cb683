internal import GestureModel

extension ContactRejection {
    /// Millimetres between two contacts that are one finger: two fingertips' centres are hardly closer.
    static let fingerWidth = 9.0
    /// Millimetres per second from which a contact's next place can be told.
    static let stroke = 300.0
    /// Millimetres from where a stroke would have gone.
    static let astray = 5.0

    /// Joins contacts that are one finger whose tracking id changed.
    mutating func continueContacts(at time: Timestamp) {
        guard contacts.count > 1 else { return }
        // Most frames only move what is known.
        if contacts.contains(where: \.isQuestionable) {
            for index in contacts.indices { exchange(index, at: time) }
            for index in contacts.indices { findPredecessor(of: index) }
            for index in contacts.indices { succeed(index) }
            for index in contacts.indices { findNeighbour(of: index) }
        }
        for index in contacts.indices { findShadow(of: index) }
    }

    private mutating func findPredecessor(of index: Int) {
        guard contacts[index].phase == .began, contacts[index].isShown, !contacts[index].hasBegun else { return }
        for other in contacts.indices where other != index && contacts[other].isShown && contacts[other].hasBegun {
            guard isSuccessor(contacts[index], of: contacts[other]) else { continue }
            contacts[index].standing = .held(.successor(of: contacts[other].id))
            return
        }
    }

    /// Whether a contact that begins may be what another goes on as.
    ///
    /// A finger that the device counts and cannot place is exactly where another one is.
    private func isSuccessor(_ contact: TrackedContact, of other: TrackedContact) -> Bool {
        guard other.hasEnded || contact.position != other.position else { return false }
        let isStroke = other.speed > ContactRejection.stroke
        let ahead = (contact.position - other.expectedPosition).millimetres
        if isStroke, ahead < max(ContactRejection.astray, other.step.millimetres / 2) { return true }
        return kind == .touchpad
            && (contact.position - other.position).millimetres < ContactRejection.fingerWidth
    }

    /// Takes over from the contact it was held for, or is a finger of its own once the two are apart.
    private mutating func succeed(_ index: Int) {
        guard case .held(.successor(let id)) = contacts[index].standing else { return }
        guard let other = contacts.firstIndex(where: { $0.id == id }), contacts[other].isShown else {
            contacts[index].standing = .shown
            return
        }
        if contacts[other].hasEnded {
            contacts[index].shownID = contacts[other].shownID
            contacts[index].shownPosition = contacts[other].shownPosition
            contacts[index].hasBegun = true
            contacts[index].standing = .shown
            contacts[other].standing = .rejected
            noteIDFlicker()
        } else if (contacts[index].position - contacts[other].position).millimetres > 1.5
            * ContactRejection.fingerWidth,
            contacts[index].phase != .began
        {
            contacts[index].standing = .shown
        }
    }

    /// Where a contact leaps to the place of one that ends in the same frame, the fingers were confused: it is the other's
    /// finger that is left. Where one begins as another leaps away from there, the new one is the old finger.
    private mutating func exchange(_ index: Int, at time: Timestamp) {
        guard let (place, doubtedTime) = contacts[index].doubted, doubtedTime == time, contacts[index].hasBegun,
            contacts[index].isShown
        else { return }
        for other in contacts.indices where other != index {
            if contacts[other].hasEnded, contacts[other].isShown, contacts[other].hasBegun,
                isNear(place, contacts[other])
            {
                swapShown(index, other)
                contacts[index].restart(at: place, time)
                noteIDFlicker()
                return
            }
            if contacts[other].phase == .began, isNear(contacts[other].position, contacts[index]) {
                swapShown(index, other)
                contacts[index].restart(at: place, time)
                contacts[index].standing = .shown
                contacts[other].standing = .shown
                noteIDFlicker()
                return
            }
        }
    }

    private func isNear(_ place: Point, _ contact: TrackedContact) -> Bool {
        min((place - contact.expectedPosition).millimetres, (place - contact.position).millimetres)
            < 2 * ContactRejection.astray
    }

    private mutating func swapShown(_ index: Int, _ other: Int) {
        (contacts[index].shownID, contacts[other].shownID) = (contacts[other].shownID, contacts[index].shownID)
        (contacts[index].hasBegun, contacts[other].hasBegun) = (contacts[other].hasBegun, contacts[index].hasBegun)
        let position = contacts[index].shownPosition
        contacts[index].shownPosition = contacts[other].shownPosition
        contacts[other].shownPosition = position
    }

    /// A device that finds one fast finger twice has the one contact where the other was a frame before; the faster they
    /// go, the further apart, unlike two fingers of one hand.
    private mutating func findShadow(of index: Int) {
        guard contacts[index].isShown, contacts[index].speed > ContactRejection.stroke else { return }
        for other in contacts.indices where other != index && contacts[other].isShown {
            guard let neighbour = contacts[other].neighbour, neighbour.id == contacts[index].id else { continue }
            let gap = contacts[other].position - contacts[index].position
            let behind = (contacts[other].step - gap).millimetres
            guard gap.millimetres > stepLimit.least, behind < gap.millimetres / 4 else { continue }
            contacts[index].trailedFrames += 1
            guard contacts[index].trailedFrames > 1, abs(gap.length - neighbour.distance) > gap.length / 4 else {
                continue
            }
            noteIDFlicker()
            // On a screen the finger's own stroke goes on; what it would begin anew on a touchpad may end as a tap.
            reject(other, as: kind == .touchscreen ? .palm : .faulty)
        }
    }

    private mutating func findNeighbour(of index: Int) {
        guard contacts[index].phase == .began else { return }
        for other in contacts.indices where other != index && contacts[other].standing != .rejected {
            let distance = (contacts[index].position - contacts[other].position).length
            guard distance < contacts[index].neighbour?.distance ?? .infinity else { continue }
            contacts[index].neighbour = (contacts[other].id, distance)
        }
    }
}
