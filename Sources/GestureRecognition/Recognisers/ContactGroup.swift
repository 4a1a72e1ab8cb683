internal import GestureModel
// For atan2.
internal import RealModule

/// The contacts that make one gesture: those that came down together, those for which the gesture waited, and those
/// that it admitted later.
///
/// Each frame is handled in three steps, so that a recogniser can act in between: `lift` (contacts that lifted), `move`
/// (the others' positions), `join` (contacts that came down).
struct ContactGroup: Sendable {
    struct Member: Sendable {
        let id: Int
        let start: Point
        var position: Point

        var displacement: Vector { position - start }
    }

    /// The contacts that are still down, in the order in which they came down.
    private(set) var down: [Member] = []
    /// The number of contacts that joined since the group was empty. Contacts that lifted count, excluded ones do not.
    private(set) var joined = 0
    /// When the first contact of the group came down.
    private(set) var firstJoin = Timestamp(microseconds: 0)

    init() { down.reserveCapacity(FingerCounts.allowed.upperBound) }

    var isEmpty: Bool { down.isEmpty }

    func contains(_ contact: Int) -> Bool { down.contains { $0.id == contact } }

    /// The centre of the contacts that are down. Meaningless for an empty group.
    var centre: Point { mean { $0.position } }
    /// The centre of the points where the contacts that are down started.
    var startCentre: Point { mean { $0.start } }
    /// The largest distance of a contact from its start, in points.
    var farthest: Double { down.reduce(0) { max($0, $1.displacement.length) } }

    mutating func reset() {
        down.removeAll(keepingCapacity: true)
        joined = 0
    }

    /// Removes the contacts that lifted in the frame, and returns their number. Their last position is ignored, because
    /// at the lift a device reports the edge of the fingertip, onto which the finger has rolled.
    mutating func lift(in frame: borrowing TouchFrame) -> Int {
        let before = down.count
        for contact in frame.contacts where contact.phase == .ended {
            if let index = down.firstIndex(where: { $0.id == contact.id }) { down.remove(at: index) }
        }
        return before - down.count
    }

    /// Updates the positions from the frame. Returns true if any position changed.
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

    /// Adds the contacts that came down in the frame, if the group is empty or its first contact came down at most
    /// `window` ago. Returns how many joined.
    mutating func join(in frame: borrowing TouchFrame, within window: Microseconds) -> Int {
        if isEmpty { joined = 0 }
        let before = joined
        for contact in frame.contacts where contact.phase == .began {
            if joined == 0 { firstJoin = frame.time }
            guard frame.time - firstJoin <= window else { break }
            down.append(Member(id: contact.id, start: contact.position, position: contact.position))
            joined += 1
        }
        return joined - before
    }

    /// Removes contacts that turned out not to be part of the gesture: a thumb that rests, parts of a palm.
    mutating func exclude(_ isOther: (Int) -> Bool) {
        let before = down.count
        down.removeAll { isOther($0.id) }
        joined -= before - down.count
    }

    private func mean(_ point: (Member) -> Point) -> Point {
        var x = 0.0
        var y = 0.0
        for member in down {
            let point = point(member)
            x += point.x
            y += point.y
        }
        let count = Double(max(down.count, 1))
        return Point(x: x / count, y: y / count)
    }

    // MARK: - Shape

    /// The mean distance of the contacts from their centre, in points.
    var span: Double {
        let centre = centre
        let total = down.reduce(0) { $0 + ($1.position - centre).length }
        return total / Double(max(down.count, 1))
    }

    /// Returns the angle in radians, clockwise, by which the frame turns the contacts about their centre. Must be
    /// called before ``move(in:)``.
    ///
    /// The angle maps the old positions to the new ones with the least squared error, whatever the change of their
    /// distances. It is 0 if the contacts' span before or after the frame is not in ``trueSpans``. For contacts at
    /// one point, for example, any angle would fit.
    func rotation(in frame: borrowing TouchFrame) -> Double {
        let centre = centre
        let centreAfter = self.centre(after: frame)
        var cross = 0.0
        var dot = 0.0
        var spanAfter = 0.0
        for member in down {
            let before = member.position - centre
            let after = position(of: member, after: frame) - centreAfter
            cross += before.dx * after.dy - before.dy * after.dx
            dot += before.dx * after.dx + before.dy * after.dy
            spanAfter += after.length
        }
        let spans = Self.trueSpans
        guard spans.contains(span), spans.contains(spanAfter / Double(max(down.count, 1))) else { return 0 }
        return .atan2(y: cross, x: dot)
    }

    /// The possible spans of fingers, in points.
    ///
    /// 4 pt are 0.6 mm; the centres of fingertips that touch are ten times as far apart. A device counts closer
    /// contacts but does not locate them: it reports them at one point. 10⁷ pt are more than any surface has. The limit
    /// keeps every value finite, whatever a hostile device reports.
    static let trueSpans = 4.0...1e7

    private func centre(after frame: borrowing TouchFrame) -> Point {
        var sum = Vector.zero
        for member in down { sum = sum + (position(of: member, after: frame) - .zero) }
        return .zero + sum / Double(max(down.count, 1))
    }

    private func position(of member: Member, after frame: borrowing TouchFrame) -> Point {
        for contact in frame.contacts where contact.phase == .moved && contact.id == member.id {
            return contact.position
        }
        return member.position
    }
}

extension TouchFrame {
    /// True if a contact lifted. The motion of the others is then judged before any contact joins them.
    var hasLifts: Bool { contacts.contains { $0.phase == .ended } }
}
