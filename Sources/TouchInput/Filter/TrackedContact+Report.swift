internal import GestureModel

/// What subscriptions to contacts receive.
extension TrackedContact {
    /// The device's position, and what the filter makes of the contact.
    var report: ContactReport {
        let (state, cause) = judgement
        return ContactReport(
            id: id, phase: ContactReport.Phase(phase), position: motion.lastPosition, pressure: detail.pressure,
            size: detail.major, state: state, cause: cause)
    }

    private var judgement: (ContactReport.State, ContactReport.Cause?) {
        switch state {
        case .accepted: (.finger, nil)
        // A contact that lifts while it is held is never reported.
        case .held(let reason): (hasEnded ? reason.rejectedState : .held, reason.cause)
        case .rejected(let state, let cause): (state, cause)
        }
    }
}

extension TrackedContact.HoldReason {
    fileprivate var cause: ContactReport.Cause {
        switch self {
        case .edge: .edge
        case .nearPalm: .nearPalm
        case .light, .unmeasured: .light
        case .brief: .brief
        case .ghost: .ghosts
        case .corner, .successor: .follows
        case .lateContact: .late
        }
    }

    /// What a contact is that lifts before it is confirmed as a finger.
    fileprivate var rejectedState: ContactReport.State {
        switch self {
        case .edge, .nearPalm, .light, .unmeasured, .brief: .palm
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
        // An assembler rejects no contacts.
        case .ended, .palm, .faulty: self = .ended
        }
    }
}
