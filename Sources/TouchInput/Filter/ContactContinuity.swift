internal import GestureModel

/// Keeps each finger as one contact when the device changes its tracking id, reports it twice, or exchanges it with
/// another finger.
struct ContactContinuity: Sendable {
    /// A contact whose tracking id ended, and which may continue with another id.
    private struct LiftedContact {
        var contact: TrackedContact
        let time: Timestamp
        /// True if the filtered frames still contain the contact as down.
        var isDown: Bool

        var deadline: Timestamp { time + ContactContinuity.flickerTime }
    }

    private let kind: TouchDeviceKind
    let stepLimit: StepLimit
    /// True for a device that reports only the box around the fingers, but lacks INPUT_PROP_SEMI_MT. Such a device
    /// reports one finger as two in some frames.
    var isUnannouncedBox = false
    /// True after a lifted contact has reappeared with another id. From then on, lifts are held back.
    private(set) var hasIDFlicker = false
    /// When a lifted contact last reappeared.
    private(set) var lastIDFlicker: Timestamp?
    /// Contacts that lifted recently enough to continue.
    private var lifts: [LiftedContact] = []

    /// How long a contact is held if it may continue another contact that is still down.
    static let successionTime = Microseconds.milliseconds(60)

    /// How long after a lift a contact at the same position counts as the same finger. Even the fastest taps at one
    /// position begin at least 50 ms after the end of the previous tap. A finger whose id flickers is missing for one
    /// to three frames of 4 to 13 ms, or for one of 27 ms.
    private static let flickerTime = Microseconds.milliseconds(30)
    /// In millimetres: two contacts closer than this are one finger. The centres of two fingertips are hardly ever
    /// closer.
    private static let fingerWidth = 9.0
    /// In millimetres per second: above this speed, a contact's next position is predictable.
    private static let strokeSpeed = 300.0
    /// In millimetres: within this distance, a contact is at its predicted position.
    private static let predictionError = 5.0

    init(kind: TouchDeviceKind, stepLimit: StepLimit) {
        self.kind = kind
        self.stepLimit = stepLimit
        lifts.reserveCapacity(24)
    }

    // MARK: - Contacts of one frame

    /// Renames the contacts whose tracking id changes in this frame: one contact ends, and another begins within a
    /// finger's width of its position. The nearest pairs belong together, whatever their slots.
    ///
    /// The contact that begins cannot be another finger, because the centres of two fingers are not so close.
    ///
    /// - Parameter mayContinue: Returns false for the id of a new contact that may belong to a palm.
    mutating func renameContacts(
        _ contacts: inout [TrackedContact], in next: TouchFrame, faults: inout DeviceFaults,
        mayContinue: (Int) -> Bool
    ) {
        while true {
            var nearest: (began: Int, ended: Int)?
            var least = ContactContinuity.fingerWidth
            for began in next.contacts where began.phase == .began {
                for ended in next.contacts where ended.phase == .ended && mayContinue(began.id) {
                    guard let index = contacts.firstIndex(where: { $0.id == ended.id }),
                        !contacts.contains(where: { $0.id == began.id })
                    else { continue }
                    let distance = distance(from: contacts[index], to: began.position)
                    guard distance < least else { continue }
                    least = distance
                    nearest = (began.id, index)
                }
            }
            guard let nearest else { return }
            contacts[nearest.ended].rename(nearest.began)
            faults.count(.idFlicker)
        }
    }

    /// Returns the distance in millimetres from the position of a contact. In a stroke, returns the distance from the
    /// predicted position if that is shorter.
    private func distance(from contact: TrackedContact, to position: Point) -> Double {
        let distance = (position - contact.position).millimetres
        guard contact.motion.speed > ContactContinuity.strokeSpeed else { return distance }
        return min(distance, (position - contact.motion.expectedPosition).millimetres)
    }

    /// Corrects the contacts of a finger whose tracking id changed, that the device reports twice, or that was
    /// exchanged with another finger.
    mutating func joinContacts(_ contacts: inout [TrackedContact], at time: Timestamp, faults: inout DeviceFaults) {
        guard contacts.count > 1 else { return }
        // Skipped in most frames, because they only move known contacts.
        if contacts.contains(where: \.mayChangeIdentity) {
            for index in contacts.indices { exchange(index, in: &contacts, at: time, &faults) }
            for index in contacts.indices { findPredecessor(of: index, in: &contacts) }
            for index in contacts.indices { succeed(index, in: &contacts, &faults) }
            for index in contacts.indices { findNeighbour(of: index, in: &contacts) }
        }
        for index in contacts.indices
        where contacts[index].motion.speed > ContactContinuity.strokeSpeed && contacts[index].isAccepted {
            rejectShadow(of: index, in: &contacts, &faults)
        }
    }

    private func findPredecessor(of index: Int, in contacts: inout [TrackedContact]) {
        guard contacts[index].phase == .began, contacts[index].isAccepted, !contacts[index].output.hasBegun else {
            return
        }
        for other in contacts.indices where other != index && contacts[other].isReported {
            guard isSuccessor(contacts[index], of: contacts[other]) else { continue }
            contacts[index].state = .held(.successor(of: contacts[other].id))
            return
        }
    }

    /// True if a contact that begins may continue another one.
    ///
    /// A finger that the device counts but does not locate has exactly the position of another finger. It continues no
    /// contact.
    private func isSuccessor(_ contact: TrackedContact, of other: TrackedContact) -> Bool {
        guard other.hasEnded || contact.position != other.position else { return false }
        let isStroke = other.motion.speed > ContactContinuity.strokeSpeed
        let ahead = (contact.position - other.motion.expectedPosition).millimetres
        if isStroke, ahead < max(ContactContinuity.predictionError, other.motion.step.millimetres / 2) { return true }
        return kind == .touchpad
            && (contact.position - other.position).millimetres < ContactContinuity.fingerWidth
    }

    /// Decides about a contact that is held as a successor. If its predecessor has ended, the held contact continues
    /// the predecessor. If the distance of both exceeds 1.5 finger widths, or if both move in step, the held contact is
    /// accepted as another finger. It is also accepted if the predecessor is gone or not accepted any more.
    private func succeed(_ index: Int, in contacts: inout [TrackedContact], _ faults: inout DeviceFaults) {
        guard case .held(.successor(let id)) = contacts[index].state else { return }
        guard let other = contacts.firstIndex(where: { $0.id == id }), contacts[other].isAccepted else {
            contacts[index].state = .accepted
            return
        }
        let distance = (contacts[index].position - contacts[other].position).millimetres
        let areTwo =
            distance > 1.5 * ContactContinuity.fingerWidth
            || contacts[index].motion.isInStep(with: contacts[other].motion)
        if contacts[other].hasEnded {
            contacts[index].continueOutput(of: contacts[other])
            contacts[other].setRejected(as: .duplicate, .continued)
            faults.count(.idFlicker)
        } else if areTwo, contacts[index].phase != .began {
            contacts[index].state = .accepted
        }
    }

    /// Corrects two exchanged contacts. If a contact jumps to the position where another contact ends in the same
    /// frame, the finger of the ended contact is still down. If a contact begins at the position from which another has
    /// just jumped away, the new contact continues the finger that was there.
    private func exchange(
        _ index: Int, in contacts: inout [TrackedContact], at time: Timestamp, _ faults: inout DeviceFaults
    ) {
        guard let (position, sampleTime) = contacts[index].motion.unconfirmed, sampleTime == time,
            contacts[index].isReported
        else { return }
        for other in contacts.indices where other != index {
            let isEnd = contacts[other].hasEnded && contacts[other].isReported && isNear(position, contacts[other])
            guard isEnd || contacts[other].phase == .began && isNear(contacts[other].position, contacts[index]) else {
                continue
            }
            var exchanged = contacts[other]
            contacts[index].swapOutput(with: &exchanged)
            contacts[other] = exchanged
            contacts[index].becomeAnotherFinger(at: position, time)
            if !isEnd {
                contacts[index].state = .accepted
                contacts[other].state = .accepted
            }
            faults.count(.idFlicker)
            return
        }
    }

    private func isNear(_ position: Point, _ contact: TrackedContact) -> Bool {
        min((position - contact.motion.expectedPosition).millimetres, (position - contact.position).millimetres)
            < 2 * ContactContinuity.predictionError
    }

    /// Rejects the second contact of a fast finger that the device reports twice. One of the two follows the other with
    /// a delay of one frame. The faster they move, the farther apart they are, unlike two fingers of one hand.
    private func rejectShadow(of index: Int, in contacts: inout [TrackedContact], _ faults: inout DeviceFaults) {
        for other in contacts.indices where other != index && contacts[other].isAccepted {
            guard let neighbour = contacts[other].neighbour, neighbour.id == contacts[index].id else { continue }
            let gap = contacts[other].position - contacts[index].position
            let behind = (contacts[other].motion.step - gap).millimetres
            guard gap.millimetres > stepLimit.distance, behind < gap.millimetres / 4 else { continue }
            contacts[index].trailingFrames += 1
            guard contacts[index].trailingFrames > 1, abs(gap.length - neighbour.distance) > gap.length / 4 else {
                continue
            }
            faults.count(.idFlicker)
            // On a screen the gesture restarts, so that the stroke continues (`.palm`). On a touchpad a restarted
            // gesture could end as a tap, so all its contacts are ignored (`.faulty`).
            contacts[other].reject(as: kind == .touchscreen ? .palm : .faulty, .duplicate, .follows)
        }
    }

    private func findNeighbour(of index: Int, in contacts: inout [TrackedContact]) {
        guard contacts[index].phase == .began else { return }
        for other in contacts.indices where other != index && !contacts[other].isRejected {
            let distance = (contacts[index].position - contacts[other].position).length
            guard distance < contacts[index].neighbour?.distance ?? .infinity else { continue }
            contacts[index].neighbour = (contacts[other].id, distance)
        }
    }

    // MARK: - Lifts

    /// When the next held-back lift is due; nil if no lift is held back.
    var deadline: Timestamp? {
        var next: Timestamp?
        for lift in lifts where lift.isDown { next = min(next ?? lift.deadline, lift.deadline) }
        return next
    }

    /// Returns the lifted contact that `contact` continues; nil if `contact` is another finger. Also returns nil for
    /// the first finger of this device whose id flickers, because its lift was not held back.
    mutating func resume(
        _ contact: Contact, _ detail: ContactDetail, at time: Timestamp, faults: inout DeviceFaults
    ) -> TrackedContact? {
        guard contact.phase == .began, let index = nearestLift(to: contact.position, at: time) else { return nil }
        faults.count(.idFlicker)
        lastIDFlicker = time
        hasIDFlicker = true
        let lift = lifts.remove(at: index)
        guard lift.isDown || !lift.contact.output.hasBegun else { return nil }
        var resumed = lift.contact
        resumed.resume(as: contact, detail, at: time)
        return resumed
    }

    private func nearestLift(to position: Point, at time: Timestamp) -> Int? {
        var nearest: (index: Int, distance: Double)?
        for index in lifts.indices where time - lifts[index].time <= ContactContinuity.flickerTime {
            let contact = lifts[index].contact
            let expected = contact.motion.expectedPosition(at: time)
            let distance = min((position - contact.position).millimetres, (position - expected).millimetres)
            guard distance < nearest?.distance ?? ContactContinuity.fingerWidth else { continue }
            nearest = (index, distance)
        }
        return nearest?.index
    }

    /// Stores the contacts that ended in this frame and may continue.
    mutating func keepLifts(of contacts: [TrackedContact], at time: Timestamp) {
        for contact in contacts where contact.hasEnded {
            guard contact.isReported || (hasIDFlicker && contact.isHeldAsGhost) else { continue }
            lifts.append(LiftedContact(contact: contact, time: time, isDown: hasIDFlicker && contact.isReported))
        }
    }

    /// Appends the lifted contacts that may still continue, and those that have now ended.
    mutating func reportLifts(at time: Timestamp, into contacts: inout [Contact]) {
        guard !lifts.isEmpty else { return }
        for lift in lifts where lift.isDown {
            // The age is measured at the device's report of the lift, not at the frame that contains it.
            let contact = lift.contact
            contacts.append(
                contact.output.contact(
                    lift.deadline <= time ? .ended : .stationary, age: contact.motion.age(at: lift.time)))
        }
        lifts.removeAll { $0.deadline <= time }
    }
}
