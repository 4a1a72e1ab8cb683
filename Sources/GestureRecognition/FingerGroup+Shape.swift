internal import GestureModel
// atan2.
internal import RealModule

/// How far apart the fingers are, and how they turn.
extension FingerGroup {
    /// The mean distance of the fingers from their centre, in points.
    var span: Double {
        let centre = centre
        let total = down.reduce(0) { $0 + ($1.position - centre).length }
        return total / Double(max(down.count, 1))
    }

    /// Radians by which the frame turns the fingers about their centre, clockwise; to be asked before ``move(in:)``.
    ///
    /// It is the rotation that takes the places before to those after with the least squared error; how they part or
    /// move together has no part in it. 0 where the fingers are at one place, before or after, since any angle fits then.
    func turn(in frame: borrowing TouchFrame) -> Double {
        let centre = centre
        let centreAfter = place(after: frame)
        var cross = 0.0
        var dot = 0.0
        var spanAfter = 0.0
        for finger in down {
            let before = finger.position - centre
            let after = place(of: finger, after: frame) - centreAfter
            cross += before.dx * after.dy - before.dy * after.dx
            dot += before.dx * after.dx + before.dy * after.dy
            spanAfter += after.length
        }
        let spans = Self.trueSpans
        guard spans.contains(span), spans.contains(spanAfter / Double(max(down.count, 1))) else { return 0 }
        return .atan2(y: cross, x: dot)
    }

    /// The spans that fingers can have, in points.
    ///
    /// 4 pt are 0.6 mm; the middles of fingertips that touch are ten times as far apart. What is nearer are fingers that a
    /// device counts and cannot place, which are contacts at one point. 10⁷ pt are further than any surface: nothing that a
    /// hostile device says becomes infinite.
    static let trueSpans = 4.0...1e7

    /// The centre of where the frame has the fingers.
    private func place(after frame: borrowing TouchFrame) -> Point {
        var sum = Vector.zero
        for finger in down { sum = sum + (place(of: finger, after: frame) - .zero) }
        return .zero + sum / Double(max(down.count, 1))
    }

    private func place(of finger: Finger, after frame: borrowing TouchFrame) -> Point {
        for contact in frame.contacts where contact.phase == .moved && contact.id == finger.id {
            return contact.position
        }
        return finger.position
    }
}
