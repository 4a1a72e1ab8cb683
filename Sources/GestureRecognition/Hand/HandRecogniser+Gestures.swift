internal import GestureModel

/// What is under way once it is known what the fingers mean.
extension HandRecogniser {
    mutating func begin(_ meaning: HandMeaning, at time: Timestamp) -> Verdict {
        guard meaning != .tap else { return finishTap(at: time) }
        taps.removeAll()
        holdDeadline = nil
        recognition = time
        row = nil
        switch meaning {
        case .tap: return .waiting
        case .drag:
            state = .dragging
            return drag.recognise(at: time)
        case .transform:
            state = .transforming
            return transform.recognise(at: time)
        }
    }

    /// A drag or a transformation goes on until its last finger leaves. One that comes right after it was recognised was
    /// meant from the start, and it begins anew with all of them; one that comes later means nothing.
    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict {
        let isLate = frame.time - recognition > limits.lateJoin
        let before = fingers.count
        for contact in frame.contacts where contact.phase == .began {
            fingers.append(HandFinger(contact, at: frame.time))
            fingers[fingers.count - 1].isIgnored = isLate
        }
        guard isLate || fingers.count == before else {
            rest()
            restart(at: frame.time)
            for index in fingers.indices { fingers[index].isTapless = true }
            return .outcompeted
        }
        var anyLifted = false
        for contact in frame.contacts where contact.phase == .ended {
            guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else { continue }
            anyLifted = anyLifted || !fingers[index].isIgnored
            fingers.remove(at: index)
        }
        let verdict: Verdict
        if case .dragging = state { verdict = drag.update(frame) } else { verdict = transform.update(frame) }
        if case .finished = verdict {
            rest()
        } else if anyLifted, kind == .touchpad, participants == 1 {
            lastFingerDeadline = frame.time + windows.liftWindow
        }
        return verdict
    }

    /// On a touchpad one finger moves the pointer: what is left of two or more ends as though it had lifted with them.
    mutating func leaveLastFinger(at time: Timestamp) -> Verdict {
        lastFingerDeadline = nil
        told.time = time
        told.contacts.removeAll(keepingCapacity: true)
        for index in fingers.indices where !fingers[index].isIgnored {
            fingers[index].isTapless = true
            told.contacts.append(Contact(id: fingers[index].id, phase: .ended, position: fingers[index].position))
        }
        let verdict: Verdict
        if case .dragging = state { verdict = drag.update(told) } else { verdict = transform.update(told) }
        rest()
        restart(at: time)
        return verdict
    }
}
