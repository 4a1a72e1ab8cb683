internal import GestureModel

/// Fingers that leave soon and unmoved.
extension HandRecogniser {
    /// Takes out the fingers that left; a tap may be what they were.
    mutating func takeLifts(in frame: borrowing TouchFrame) -> Verdict {
        var anyLifted = false
        for contact in frame.contacts where contact.phase == .ended {
            guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else { continue }
            let finger = fingers.remove(at: index)
            guard !finger.isIgnored else { continue }
            anyLifted = true
            let isInCompany = isInCompany(finger)
            let mayTap = finger.mayTap(at: frame.time, limits, inCompany: isInCompany)
            // A thumb that brushes the pad while another finger points.
            guard mayTap, !(isInCompany && isThumb(finger)) else {
                // Half of a tap is none.
                if let first = taps.lifted.first, belongs(finger.startTime, first, at: frame.time) { taps.removeAll() }
                continue
            }
            taps.add(finger, leaving: frame.time)
            awaitPartners(of: finger, at: frame.time)
        }
        guard anyLifted else { return .waiting }
        restart(at: frame.time)
        return taps.deadline == nil ? finishTap(at: frame.time) : .waiting
    }

    private func belongs(
        _ start: Timestamp, _ lifted: (finger: HandFinger, end: Timestamp), at time: Timestamp
    ) -> Bool {
        HandTaps.belongs(start, to: lifted.finger.startTime, leaving: lifted.end)
            && time - lifted.end <= windows.liftWindow
    }

    /// Beside one that rests, a finger that moves is scrolling sooner than tapping.
    private func isInCompany(_ finger: HandFinger) -> Bool {
        fingers.contains { !$0.isIgnored && finger.startTime - $0.startTime >= limits.restTime }
    }

    /// Waits for the fingers that may belong to the same tap.
    private mutating func awaitPartners(of finger: HandFinger, at time: Timestamp) {
        var (first, last) = (finger.startTime, finger.startTime)
        var anyPartner = false
        for other in fingers where other.mayTap(at: time, limits, inCompany: false) {
            guard HandTaps.belongs(other.startTime, to: finger.startTime, leaving: time) else { continue }
            anyPartner = true
            first = min(first, other.startTime)
            last = max(last, other.startTime)
        }
        if anyPartner {
            taps.wait(from: first, to: last, leaving: time, within: windows.liftWindow)
        } else {
            taps.close()
        }
    }

    /// Fingers that come right after a tap of one are in a drum roll, and each taps for itself.
    private var isDrumRoll: Bool {
        guard let row, row.fingers == 1, let first = taps.lifted.first else { return false }
        return first.finger.startTime - row.end <= limits.drumRollDelay
    }

    private static let restingHand = 4

    mutating func finishTap(at time: Timestamp) -> Verdict {
        let alone = isDrumRoll && taps.lifted.count > 1
        guard let tap = alone ? taps.takeFirst() : taps.takeAll() else { return .waiting }
        if alone { sequel = (time, .tap) }
        // Beside the rest of a hand that lies on the surface it is a finger that the device lost for a moment.
        guard FingerCounts.allowed.contains(tap.fingers), participants < HandRecogniser.restingHand else {
            return .waiting
        }
        let recent = row.flatMap { tap.start - $0.end <= rowDelay ? $0 : nil }
        let row = TapRow.extended(recent, by: tap.fingers, at: tap.location, end: tap.end, within: spacing)
        self.row = row
        return .finished(.tap(.init(fingers: tap.fingers, count: row.count, location: tap.location)))
    }
}
