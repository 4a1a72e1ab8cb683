internal import GestureModel
internal import RealModule

extension AbstractEvent {
    func mirrored() -> AbstractEvent {
        moved({ Vector(dx: -$0.dx, dy: $0.dy) }, turned: { -$0 })
    }

    func turned(quarters: Int) -> AbstractEvent {
        (0..<quarters).reduce(self) { event, _ in event.moved({ Vector(dx: -$0.dy, dy: $0.dx) }, turned: { $0 }) }
    }

    private func moved(_ move: (Vector) -> Vector, turned turn: (Double) -> Double) -> AbstractEvent {
        var event = self
        event.translation = translation.map(move)
        event.angle = angle.map(turn)
        switch direction {
        case .clockwise, .counterclockwise:
            event.direction = (event.angle ?? 0) > 0 ? .clockwise : .counterclockwise
        case .up, .down, .left, .right: event.direction = event.translation.flatMap { Direction($0) }
        case .in, .out, nil: break
        }
        return event
    }

    /// Whether it is the same gesture: of the same kind, fingers and direction.
    ///
    /// A direction is the word for a motion, and a motion between two directions, or one that came back, has none of its
    /// own: where the words differ, the motions must be alike.
    public func agrees(with other: AbstractEvent) -> Bool {
        guard fingers == other.fingers else { return false }
        if kind == other.kind && direction == other.direction { return true }
        if let translation, let others = other.translation { return kind == other.kind && isAlike(translation, others) }
        guard let scale, let otherScale = other.scale, let angle, let otherAngle = other.angle else { return false }
        return (Double.log(scale) - .log(otherScale)).magnitude <= AbstractEvent.likeLogScale
            && (angle - otherAngle).magnitude <= AbstractEvent.likeAngle
    }

    private func isAlike(_ motion: Vector, _ other: Vector) -> Bool {
        let (lengths, dot) = (motion.length * other.length, motion.dx * other.dx + motion.dy * other.dy)
        let isShort = motion.length < AbstractEvent.shortMotion && other.length < AbstractEvent.shortMotion
        return isShort || dot >= lengths * AbstractEvent.likeCosine
    }

    /// 10°.
    private static let likeCosine = Double.cos(.pi / 18)
    /// Points: SwiftUI's slop, below which nothing moved.
    private static let shortMotion = 10.0
    /// 5 % and 5°: half of the limits that separate a pinch from a rotation in RULES.md.
    private static let likeLogScale = 0.05
    private static let likeAngle = Double.pi / 36

    /// `scroll2-up`.
    public var word: String { kind.rawValue + String(fingers) + (direction.map { "-" + $0.rawValue } ?? "") }
}

extension [AbstractEvent] {
    /// Whether the gestures that were not cancelled are the same in the same order.
    public func agree(with others: [AbstractEvent]) -> Bool {
        let (mine, theirs) = (completed, others.completed)
        return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.agrees(with: $1) }
    }

    /// Those that were not cancelled.
    public var completed: [AbstractEvent] { filter { !$0.isCancelled } }

    public var words: String { isEmpty ? "nothing" : map(\.word).joined(separator: " ") }
}
