internal import GestureModel

/// Since when fingers are down, and how many were: what findings are dated by.
struct TouchSpan: Sendable {
    private var start = Timestamp(microseconds: 0)
    private var fingers = 0
    private var down: [Int] = []

    /// Fingers that leave are counted in the frame that they leave in; what is decided then is of them.
    mutating func follow(_ frame: borrowing TouchFrame) {
        for contact in frame.contacts {
            switch contact.phase {
            case .began:
                if down.isEmpty { (start, fingers) = (frame.time, 0) }
                down.append(contact.id)
            case .ended, .palm, .faulty: down.removeAll { $0 == contact.id }
            case .moved, .stationary: break
            }
        }
        fingers = max(fingers, down.count)
    }

    mutating func forget() { down.removeAll(keepingCapacity: true) }

    /// - Parameter finding: A time before the touch is that of a row of taps that ended before.
    func date(_ finding: Finding) -> Finding {
        var finding = finding
        finding.elapsed = max(finding.time - start, .zero)
        finding.fingers = fingers
        return finding
    }
}
