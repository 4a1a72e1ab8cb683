internal import GestureModel

/// Fingers that rest.
extension HandRecogniser {
    mutating func beginHold(at deadline: Timestamp) -> Verdict {
        holdDeadline = nil
        let count = participants
        guard count > 0, count <= FingerCounts.allowed.upperBound, !isClicked else { return .waiting }
        state = .holding
        taps.removeAll()
        for index in fingers.indices { fingers[index].isTapless = true }
        var sum = Vector.zero
        for finger in fingers where !finger.isIgnored { sum = sum + (finger.position - .zero) }
        let centre = Point.zero + sum / Double(count)
        press = .init(
            fingers: count, location: centre, startLocation: centre, pressing: true, completed: true,
            deadline: deadline)
        return .active(.longPress(press))
    }

    /// A hold ends with its fingers; what moves, or another finger that comes, makes something else of it.
    mutating func hold(through frame: borrowing TouchFrame) -> Verdict {
        for contact in frame.contacts where contact.phase == .ended {
            fingers.removeAll { $0.id == contact.id }
        }
        guard participants > 0 else {
            rest()
            press.pressing = false
            return .finished(.longPress(press))
        }
        let before = fingers.count
        for contact in frame.contacts where contact.phase == .began {
            fingers.append(HandFinger(contact, at: frame.time))
        }
        guard fingers.count == before else {
            rest()
            restart(at: frame.time)
            return .outcompeted
        }
        _ = drag.update(frame)
        if participants > 1 { transform.follow(frame) }
        guard let meaning = meaning(at: frame.time) else { return .waiting }
        sequel = (frame.time, meaning)
        // They were held already, whatever began anew to find their meaning.
        holdDeadline = nil
        state = .resting
        return .outcompeted
    }
}
