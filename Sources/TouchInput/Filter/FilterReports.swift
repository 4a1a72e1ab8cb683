package import GestureModel

/// What subscriptions to contacts receive of a frame: all contacts of the device, including held and rejected ones.
/// Nothing is collected while ``isMade`` is false.
package struct FilterReports: Sendable {
    package var isMade = false
    /// The contacts, each with its number in the filtered frames: 0 if it has not appeared there.
    package private(set) var contacts: [(report: ContactReport, outputID: Int)] = []
    /// True if no contact was down before the frame that the reports describe.
    package var begin = true
    /// The contacts that a resynchronisation has removed without a lift.
    private var vanished: [ContactReport] = []

    mutating func add(vanished contact: TrackedContact) {
        guard isMade else { return }
        var report = contact.report
        report.phase = .ended
        vanished.append(report)
    }

    mutating func make(of contacts: [TrackedContact], _ palms: borrowing PalmDetector, at time: Timestamp) {
        guard isMade else { return }
        self.contacts.removeAll(keepingCapacity: true)
        for report in vanished { self.contacts.append((report, 0)) }
        vanished.removeAll(keepingCapacity: true)
        for index in contacts.indices {
            var report = contacts[index].report
            if case .held(.ghost(let arrivals, let hold)) = contacts[index].state, arrivals > 0 {
                report.measure = .arrivals(arrivals, limit: GhostTouchDetector.fingersOfHand, hold: hold)
            } else if !contacts[index].isAccepted {
                report.measure = palms.measure(of: contacts[index], at: time)
            }
            self.contacts.append((report, contacts[index].output.id))
        }
    }

    /// Makes the reports of a disabled filter, in which every contact is a finger.
    mutating func make(of frame: borrowing TouchFrame, _ details: [ContactDetail]) {
        guard isMade else { return }
        begin = frame.contacts.allSatisfy { $0.phase == .began }
        contacts.removeAll(keepingCapacity: true)
        for index in frame.contacts.indices {
            let detail = index < details.count ? details[index] : ContactDetail()
            let contact = TrackedContact(frame.contacts[index], detail, at: frame.time, state: .accepted)
            contacts.append((contact.report, contact.id))
        }
    }
}

/// Reports for subscriptions to contacts.
extension TrackedContact {
    /// The contact as the device reports it, with the filter's classification.
    var report: ContactReport {
        let (state, cause) = judgement
        var report = ContactReport(
            id: reportID, phase: isNew ? .began : ContactReport.Phase(phase), position: motion.lastPosition,
            pressure: detail.pressure,
            size: detail.major, state: state, cause: cause)
        if isAccepted { report.acceptance = acceptance }
        return report
    }

    private var judgement: (ContactReport.State, ContactReport.Cause?) {
        switch state {
        case .accepted: (.finger, nil)
        case .held(.rest): (.thumb, .edge)
        // A contact that lifts while it is held never reaches recognisers, so its report has the state of a rejected
        // contact.
        case .held(let reason): (hasEnded ? reason.rejectedState : .held, reason.cause)
        case .rejected(let state, let cause): (state, cause)
        }
    }
}

extension TrackedContact.HoldReason {
    fileprivate var cause: ContactReport.Cause {
        switch self {
        case .edge, .rest: .edge
        case .nearPalm: .nearPalm
        case .light, .unmeasured: .light
        case .brief: .brief
        case .ghost: .ghosts
        case .corner, .successor: .follows
        case .lateContact: .late
        }
    }

    /// The state of a contact that lifts before it is confirmed as a finger.
    fileprivate var rejectedState: ContactReport.State {
        switch self {
        case .edge, .nearPalm, .light, .unmeasured, .brief: .palm
        case .rest: .thumb
        case .ghost, .lateContact: .ghost
        case .corner, .successor: .duplicate
        }
    }
}

extension ContactReport.Phase {
    fileprivate init(_ phase: Contact.Phase) {
        switch phase {
        case .began: self = .began
        case .moved: self = .moved
        case .stationary: self = .stationary
        // An assembler rejects no contacts, so `.palm` and `.faulty` do not occur.
        case .ended, .palm, .faulty: self = .ended
        }
    }
}
