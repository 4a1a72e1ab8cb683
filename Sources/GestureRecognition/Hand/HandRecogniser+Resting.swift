internal import GestureModel

/// Fingers of which it is not known yet what they mean.
extension HandRecogniser {
    var participants: Int { fingers.reduce(0) { $0 + ($1.isIgnored ? 0 : 1) } }

    mutating func rest(through frame: borrowing TouchFrame) -> Verdict {
        let verdict = takeLifts(in: frame)
        takeJoins(in: frame)
        guard verdict == .waiting else { return verdict }
        return consider(frame)
    }

    /// Takes in a frame that is known to bring and to take nobody.
    mutating func consider(_ frame: borrowing TouchFrame) -> Verdict {
        follow(undecided: frame)
        guard !isClicked, let meaning = meaning(at: frame.time) else { return .waiting }
        return begin(meaning, at: frame.time)
    }

    /// A click is no tap, and fingers that press or release the button say nothing by how they move.
    mutating func takeClick(_ frame: borrowing TouchFrame) -> Verdict {
        guard frame.isClicked || isClicked else { return .waiting }
        let wasClicked = isClicked
        isClicked = frame.isClicked
        for index in fingers.indices {
            fingers[index].isTapless = true
            fingers[index].hasClicked = true
        }
        guard !wasClicked || !isClicked else { return .waiting }
        let isUnderWay: Bool = if case .resting = state { false } else { true }
        rest()
        restart(at: frame.time)
        guard isUnderWay else { return .waiting }
        _ = takeLifts(in: frame)
        takeJoins(in: frame)
        return .failed(.clicked)
    }

    mutating func takeJoins(in frame: borrowing TouchFrame) {
        let before = fingers.count
        for contact in frame.contacts where contact.phase == .began {
            fingers.append(HandFinger(contact, at: frame.time))
            fingers[fingers.count - 1].isTapless = isClicked
            fingers[fingers.count - 1].hasClicked = isClicked
        }
        if fingers.count > before { restart(at: frame.time) }
    }

    /// Motion counts from here on.
    mutating func restart(at time: Timestamp) {
        lastChange = time
        for index in fingers.indices { fingers[index].reference = fingers[index].position }
        holdDeadline = participants > 0 ? time + limits.holdDuration : nil
        // What was to follow is not for other fingers than it was meant by.
        if let meaning = sequel?.meaning, meaning != .tap { sequel = nil }
        drag.reset()
        transform.reset()
        told.time = time
        told.contacts.removeAll(keepingCapacity: true)
        for finger in fingers where !finger.isIgnored {
            told.contacts.append(Contact(id: finger.id, phase: .began, position: finger.position))
        }
        _ = drag.update(told)
        if told.contacts.count > 1 { transform.follow(told) }
    }

    private mutating func follow(undecided frame: borrowing TouchFrame) {
        guard !isClicked, lastChange != frame.time else { return }
        _ = drag.update(frame)
        if participants > 1 { transform.follow(frame) }
    }

    /// What the fingers' motion means by now.
    mutating func meaning(at time: Timestamp) -> HandMeaning? {
        let count = participants
        guard count > 0, count <= FingerCounts.allowed.upperBound else { return nil }
        let isEarly = time - lastChange < limits.earlyTime
        let slop = isEarly ? limits.earlySlop : limits.slop
        let motion = HandMotion(of: fingers) { !$0.isIgnored }
        if motion.farthest >= limits.slop { holdDeadline = nil }
        guard motion.farthest >= slop else { return nil }
        if count == 1 { return oneFingerMeaning(at: time) }
        if motion.movers == count { return motion.meaning(slop: slop) }
        guard motion.farthest >= 2 * slop else { return nil }
        return motion.movers == 1 ? oneMoverMeaning(motion, at: time) : someMoversMeaning(motion, slop: slop)
    }

    /// A touchpad's one finger is the pointer's, unless it comes back to where it just tapped.
    private func oneFingerMeaning(at time: Timestamp) -> HandMeaning? {
        guard limits.tapDragDelay != nil else { return .drag }
        guard let finger = fingers.first(where: { !$0.isIgnored }), dragsAfterTap(finger),
            finger.reach >= limits.tapDistance
        else { return nil }
        return .drag
    }

    /// Whether a finger came back to where one just tapped.
    private func dragsAfterTap(_ finger: HandFinger) -> Bool {
        guard let delay = limits.tapDragDelay, let row, row.fingers == 1, !finger.hasClicked else { return false }
        // One that was there before the tap did not come back.
        return finger.startTime >= row.end && finger.startTime - row.end <= delay
            && (finger.start - row.origin).length <= spacing
    }

    /// One finger moves beside others that rest. On a touchscreen it is a pinch about the finger that rests, once that
    /// shows: of two that scroll, one may start 100 ms after the other. On a touchpad a finger rests while
    /// another scrolls, or drags after a tap of the first; but a thumb rests while another points.
    private mutating func oneMoverMeaning(_ motion: HandMotion, at time: Timestamp) -> HandMeaning? {
        let limit = motion.farthest * HandMotion.moverShare
        guard kind == .touchpad else { return motion.isDeformed ? .transform : nil }
        guard participants == 2,
            let rest = fingers.firstIndex(where: { !$0.isIgnored && $0.displacement.length < limit }),
            time - fingers[rest].startTime >= limits.restTime
        else { return nil }
        if dragsAfterTap(fingers[rest]) {
            fingers[rest].isIgnored = true
            restart(at: lastChange)
            return .drag
        }
        return isThumb(fingers[rest]) ? nil : .drag
    }

    /// Thumbs click and lie near the lower edge.
    func isThumb(_ finger: HandFinger) -> Bool {
        guard kind == .touchpad else { return false }
        if finger.hasClicked { return true }
        guard let surface else { return false }
        return finger.start.y >= surface.size.dy * (1 - limits.thumbZone)
    }

    /// Some move, and some rest: thumbs, on a touchpad.
    private mutating func someMoversMeaning(_ motion: HandMotion, slop: Double) -> HandMeaning? {
        guard kind == .touchpad else { return motion.meaning(slop: slop) }
        let limit = motion.farthest * HandMotion.moverShare
        let moving = HandMotion(of: fingers) { !$0.isIgnored && $0.displacement.length >= limit }
        guard let meaning = moving.meaning(slop: slop) else { return nil }
        for index in fingers.indices where fingers[index].displacement.length < limit {
            fingers[index].isIgnored = true
        }
        restart(at: lastChange)
        return meaning
    }
}
