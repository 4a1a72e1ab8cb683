// The path of one finger on a touchscreen is withheld together with positions: a word that glides over an on-screen
// keyboard, a lock pattern or a signature can be read from its shape alone. Several fingers do not write. One finger on
// a touchpad moves a pointer, and its path is not withheld.

extension GestureValue {
    /// True if the value contains the path of one finger. In a composition, the path of a part that is over does not
    /// count, because it no longer changes.
    package var hasPathOfOneFinger: Bool {
        switch self {
        case .touch: false
        case .composition(let tree):
            tree.nodes.contains { !$0.phase.isTerminal && $0.value?.hasPathOfOneFinger == true }
        default: fingers == 1
        }
    }

    /// The value without the path of its finger. A drag that is over, or a swipe, keeps its direction and roughly its
    /// length and speed. A drag in progress has not moved.
    ///
    /// - Parameter isOver: True if the gesture, or the part of a composition, has ended.
    package func withholdingPath(isOver: Bool) -> GestureValue {
        switch self {
        case .drag(var drag):
            let axis = SwipeDirection(drag.translation).vector
            drag.location = drag.startLocation + (isOver ? drag.translation.coarse(along: axis, unit: .length) : .zero)
            drag.velocity = isOver ? drag.velocity.coarse(along: axis, unit: .speed) : .zero
            return .drag(drag)
        case .swipe(var swipe):
            let axis = swipe.direction.vector
            swipe.location = swipe.startLocation + swipe.translation.coarse(along: axis, unit: .length)
            swipe.velocity = swipe.velocity.coarse(along: axis, unit: .speed)
            return .swipe(swipe)
        case .swipeHold(var hold):
            let axis = hold.direction.vector
            hold.location = hold.startLocation + hold.translation.coarse(along: axis, unit: .length)
            return .swipeHold(hold)
        case .tap, .longPress, .magnify, .rotate, .stroke, .dial, .touch, .composition: return self
        }
    }

    /// Changes when something else than the path of a finger changes: a press completes, or a part of a composition
    /// begins, ends or fails.
    package var steps: UInt64 {
        switch self {
        case .composition(let tree): tree.phases
        case .longPress(let press): press.completed ? 1 : 0
        case .tap, .drag, .swipe, .magnify, .rotate, .stroke, .swipeHold, .dial, .touch: 0
        }
    }
}

extension GestureValue.Movement {
    /// True if a finger that came down at the edge cannot be writing a word: the edge is above a keyboard or below its
    /// letters; or it is beside them, but the screen is so wide that they are farther from its sides than a finger at
    /// the edge; or the finger moves along the edge.
    ///
    /// - Parameter width: The width of the touchscreen in points.
    package func isNoWriting(onScreenOfWidth width: Double) -> Bool {
        switch edge {
        case .top?, .bottom?: true
        case .left?, .right?:
            part == .start || width >= Self.leastWidthBesideLetters
                || isAlongEdge && abs(translation.dy) >= 4 * abs(translation.dx)
        case nil: false
        }
    }

    /// 150 mm. The first letter of a keyboard's row is a twentieth of the width from the side, so 7.5 mm: 2.7 mm more
    /// than the 30 pt within which gestures come from an edge.
    private static let leastWidthBesideLetters = 945.0

    /// True if the fingers have moved 63 pt (10 mm) along an edge, for example to change the volume. The lower edge is
    /// excluded, because a word that is swiped on a keyboard may begin there.
    package var isAlongEdge: Bool {
        switch edge {
        case .left?, .right?: abs(translation.dy) >= Edge.slideDistance
        case .top?: abs(translation.dx) >= Edge.slideDistance
        case .bottom?, nil: false
        }
    }
}

extension SwipeDirection {
    fileprivate var vector: Vector {
        switch self {
        case .up: Vector(dx: 0, dy: -1)
        case .down: Vector(dx: 0, dy: 1)
        case .left: Vector(dx: -1, dy: 0)
        case .right: Vector(dx: 1, dy: 0)
        }
    }
}

/// What remains of a length or a speed.
private enum CoarseUnit {
    /// Points: 45 (7 mm), doubled or halved.
    case length
    /// Points per second: 0, 400, or 400 doubled. 400 is a flick.
    case speed

    /// Returns the number rounded down; 0 for a negative number.
    func coarse(_ number: Double) -> Double {
        let (unit, least) = self == .length ? (45.0, 5.0) : (400.0, 400.0)
        guard number >= least, number.isFinite else { return 0 }
        return unit * Double(sign: .plus, exponent: (number / unit).exponent, significand: 1)
    }
}

extension Vector {
    fileprivate func coarse(along axis: Vector, unit: CoarseUnit) -> Vector {
        let amount = unit.coarse(dx * axis.dx + dy * axis.dy)
        return amount == 0 ? .zero : axis * amount
    }
}

// MARK: - Requests

extension GestureExpression {
    /// Whether a client could measure the path of one finger on a touchscreen by which of its subscriptions begin or
    /// fail, and when, although no value contains it.
    package enum PathUse {
        /// It could not.
        case nothing
        /// By the gestures of one finger, among those of several.
        case oneFinger
        /// By all its gestures.
        case everything
    }

    package var pathUse: PathUse {
        switch self {
        case _ where !measuresPath(inSequence: false): .nothing
        case .composition, .stroke, .standard: .everything
        case .tap, .longPress, .drag, .swipe, .magnify, .rotate, .swipeHold, .dial, .touch:
            single?.fingerCounts == .one ? .everything : .oneFinger
        }
    }

    /// - Parameter inSequence: True for a part of a sequence. A press there moves the point from which the next part
    ///   is measured, so its duration is a measure as well.
    private func measuresPath(inSequence: Bool) -> Bool {
        if case .composition(let composition) = self {
            let inSequence = inSequence || composition.kind == .sequence
            return composition.parts.contains { $0.measuresPath(inSequence: inSequence) }
        }
        if case .stroke = self { return true }
        guard let single, single.fingerCounts?.contains(1) == true else { return false }
        // The turning of a path is its shape, and the time at which a finger rests is a measure of it.
        if case .dial = self { return true }
        if case .swipeHold(let hold) = self, hold.namesDuration { return true }
        if inSequence, case .longPress(let press) = self, press.movesNextPart { return true }
        return single.namesMeasure
    }
}

extension GestureExpression.LongPress {
    /// True if it can complete at another time than a press as shipped, or while the finger moves.
    fileprivate var movesNextPart: Bool {
        let shipped = Thresholds().longPress
        return minimumDuration.map { $0 != shipped.minimumDuration } ?? false
            || maximumDistance.map { $0 != shipped.maximumDistance } ?? false
    }
}

extension GestureExpression.SwipeHold {
    fileprivate var namesDuration: Bool {
        minimumDuration.map { $0 != Thresholds().swipeHold.minimumDuration } ?? false
    }
}

extension SingleGesture {
    /// True if it names a distance or a speed other than 0, the default as shipped, or one beyond every path. Several
    /// subscriptions with different numbers would measure a path.
    fileprivate var namesMeasure: Bool { Self.parameters.contains { $0.isMeasure(in: self) } }
}

extension GestureParameter {
    fileprivate func isMeasure(in gesture: Gesture) -> Bool {
        guard case .number(let path, _) = kind, let number = gesture[keyPath: path] else { return false }
        return number > 0 && number < 10_000 && number != threshold?.number(in: Thresholds())
    }
}
