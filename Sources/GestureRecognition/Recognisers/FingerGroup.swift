internal import GestureModel
// atan2.
internal import RealModule

/// The fingers that one gesture is made of: those that came down within a window of the first.
///
/// Each frame is taken in three steps, so that a recogniser can look in between: `lift` (who left), `move` (where the rest
/// are), `join` (who came).
struct FingerGroup: Sendable {
    struct Finger: Sendable {
        let id: Int
        let start: Point
        var position: Point

        var displacement: Vector { position - start }
    }

    /// Those still down, in the order in which they came.
    private(set) var down: [Finger] = []
    /// How many have joined since the group was empty, whether or not they are down.
    private(set) var joined = 0
    /// When the first finger of the group came down.
    private(set) var firstJoin = Timestamp(microseconds: 0)

    init() { down.reserveCapacity(FingerCounts.allowed.upperBound) }

    var isEmpty: Bool { down.isEmpty }

    func contains(_ contact: Int) -> Bool { down.contains { $0.id == contact } }

    /// The centre of the fingers down; meaningless for an empty group.
    var centre: Point { mean { $0.position } }
    /// The centre of the places where the fingers down came down.
    var startCentre: Point { mean { $0.start } }
    /// How far the finger that moved furthest is from its start, in points.
    var farthest: Double { down.reduce(0) { max($0, $1.displacement.length) } }

    mutating func reset() {
        down.removeAll(keepingCapacity: true)
        joined = 0
    }

    /// Takes out the fingers that ended in the frame, and says how many. They keep no position from the lift: what a
    /// device reports with it is where the finger's edge rolled to.
    mutating func lift(in frame: borrowing TouchFrame) -> Int {
        let before = down.count
        for contact in frame.contacts where contact.phase == .ended {
            if let index = down.firstIndex(where: { $0.id == contact.id }) { down.remove(at: index) }
        }
        return before - down.count
    }

    /// Takes the fingers to where the frame has them, and says whether that is elsewhere for any.
    @discardableResult
    mutating func move(in frame: borrowing TouchFrame) -> Bool {
        var anyMoved = false
        for contact in frame.contacts where contact.phase == .moved {
            guard let index = down.firstIndex(where: { $0.id == contact.id }) else { continue }
            anyMoved = anyMoved || down[index].position != contact.position
            down[index].position = contact.position
        }
        return anyMoved
    }

    /// Takes in the fingers that came down in the frame, if the group is empty or its first came at most `window` ago.
    /// Says how many joined.
    mutating func join(in frame: borrowing TouchFrame, within window: Microseconds) -> Int {
        if isEmpty { joined = 0 }
        let before = joined
        for contact in frame.contacts where contact.phase == .began {
            if joined == 0 { firstJoin = frame.time }
            guard frame.time - firstJoin <= window else { break }
            down.append(Finger(id: contact.id, start: contact.position, position: contact.position))
            joined += 1
        }
        return joined - before
    }

    private func mean(_ place: (Finger) -> Point) -> Point {
        var x = 0.0
        var y = 0.0
        for finger in down {
            let point = place(finger)
            x += point.x
            y += point.y
        }
        let count = Double(max(down.count, 1))
        return Point(x: x / count, y: y / count)
    }
}

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

extension TouchFrame {
    /// True if a contact lifted. What the others did is decided then before any joins them.
    var hasLifts: Bool { contacts.contains { $0.phase == .ended } }
}
