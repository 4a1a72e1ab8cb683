public import GestureModel

/// A contact whose tracking id ended, and which may go on under another.
struct LiftedContact: Sendable {
    var contact: TrackedContact
    let time: Timestamp
    /// Whether the arenas have it down still.
    var isDown: Bool

    var deadline: Timestamp { time + ContactRejection.flicker }
}

extension ContactRejection {
    /// How long after a lift a contact at the same place is the same finger. The fastest taps at one place begin 50 ms and
    /// more after the last ended; ids flicker for one to three frames of 4 to 13 ms, or one of 27 ms.
    static let flicker = Microseconds.milliseconds(30)

    /// When ``expire(at:)`` is due next; nil while nothing but a frame can change anything.
    public var deadline: Timestamp? {
        var next: Timestamp?
        for lift in lifts where lift.isDown {
            next = next.map { min($0, lift.deadline) } ?? lift.deadline
        }
        for contact in contacts {
            guard case .held(let suspicion) = contact.standing, let age = plausibleAge(suspicion) else { continue }
            let due = contact.startTime + age
            next = next.map { min($0, due) } ?? due
        }
        return next
    }

    /// Makes the ``frame`` of what was held back until now: lifts that nothing followed, and contacts that have proved to be
    /// fingers by staying. Without it they would wait for the next event.
    ///
    /// - Parameter time: ``deadline``.
    public mutating func expire(at time: Timestamp) {
        frame.time = max(frame.time, time)
        frame.contacts.removeAll(keepingCapacity: true)
        for index in contacts.indices {
            release(index, at: frame.time)
            report(index)
        }
        reportLifts(at: frame.time)
    }

    /// The contact that goes on as one that begins; nil where that is another finger, or the first of this device whose id
    /// flickers, which is known too late.
    mutating func resume(_ contact: Contact, _ detail: ContactDetail, at time: Timestamp) -> TrackedContact? {
        guard contact.phase == .began, let index = nearestLift(to: contact.position, at: time) else { return nil }
        noteIDFlicker()
        lastFlicker = time
        let lift = lifts.remove(at: index)
        flickers = true
        guard lift.isDown || !lift.contact.hasBegun else { return nil }
        var resumed = lift.contact
        resumed.resume(as: contact, detail, at: time)
        return resumed
    }

    private func nearestLift(to place: Point, at time: Timestamp) -> Int? {
        var nearest: (index: Int, distance: Double)?
        for index in lifts.indices where time - lifts[index].time <= ContactRejection.flicker {
            let lift = lifts[index]
            let ahead = lift.contact.position(at: time)
            let distance = min((place - lift.contact.position).millimetres, (place - ahead).millimetres)
            guard distance < nearest?.distance ?? ContactRejection.fingerWidth else { continue }
            nearest = (index, distance)
        }
        return nearest?.index
    }

    /// Keeps what ended in this frame.
    mutating func keepLifts(at time: Timestamp) {
        for contact in contacts where contact.hasEnded {
            let isKnown = contact.isShown && contact.hasBegun
            guard isKnown || (flickers && contact.standing == .held(.storm)) else { continue }
            lifts.append(LiftedContact(contact: contact, time: time, isDown: flickers && isKnown))
        }
    }

    /// Shows the arenas which of the lifted contacts may still go on, and which have ended.
    mutating func reportLifts(at time: Timestamp) {
        guard !lifts.isEmpty else { return }
        for lift in lifts where lift.isDown {
            append(lift.contact.shownID, lift.deadline <= time ? .ended : .stationary, lift.contact.shownPosition)
        }
        lifts.removeAll { $0.deadline <= time }
    }
}
