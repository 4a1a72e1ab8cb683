internal import GestureModel

/// Fingers that leave soon and unmoved.
extension HandRecogniser {
    /// Takes out the fingers that left; a tap may be what they were.
    mutating func takeLifts(in frame: borrowing TouchFrame) -> Verdict {
        var anyLifted = false
        for contact in frame.contacts where contact.phase == .ended {
            guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else { continue }
            let finger = fingers.remove(at: index)
            anyLifted = anyLifted || !finger.isIgnored
            if finger.mayTap(at: frame.time, limits) { taps.add(finger, leaving: frame.time) }
            if taps.lifted > 0 { awaitPartners(of: finger, at: frame.time) }
        }
        guard anyLifted else { return .waiting }
        restart(at: frame.time)
        return taps.lifted > 0 && taps.deadline == nil ? finishTap() : .waiting
    }

    /// Waits for the fingers that may belong to the same tap.
    private mutating func awaitPartners(of finger: HandFinger, at time: Timestamp) {
        var (first, last) = (finger.startTime, finger.startTime)
        var anyPartner = false
        for other in fingers where other.mayTap(at: time, limits) {
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

    /// The row that a tap which ended now may continue.
    private func recentRow(at time: Timestamp) -> TapRow? {
        row.flatMap { time - $0.end <= rowDelay ? $0 : nil }
    }

    mutating func finishTap() -> Verdict {
        guard let tap = taps.take(), FingerCounts.allowed.contains(tap.fingers) else { return .waiting }
        let row = TapRow.extended(
            recentRow(at: tap.end), by: tap.fingers, at: tap.location, end: tap.end, within: spacing)
        self.row = row
        return .finished(.tap(.init(fingers: tap.fingers, count: row.count, location: tap.location)))
    }
}
