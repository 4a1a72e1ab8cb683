internal import GestureModel

extension GesturePlan {
    /// Two gestures that make one.
    ///
    /// - Parameter value: what callbacks are told of the two; nil while there is nothing to tell.
    init<First, Second>(
        _ kind: GestureExpression.Composition.Kind, _ first: GesturePlan<First>, _ second: GesturePlan<Second>,
        value: @escaping (GestureStep<First>, GestureStep<Second>) -> Value?
    ) {
        let expression = GestureExpression.composition(.init(kind, [first.expression, second.expression]))
        requirePart(first.expression)
        requirePart(second.expression)
        let most = GestureExpression.maximumLeaves
        precondition(
            expression.leafCount <= most, "\(expression.leafCount) gestures in one composition; there may be \(most)")
        var phase: PartPhase?
        self.init(expression, nodeCount: 1 + first.nodeCount + second.nodeCount) { occurrence, index in
            let one = first.receive(occurrence, index + 1)
            let other = second.receive(occurrence, index + 1 + first.nodeCount)
            let own = occurrence.event.part(index).phase
            defer { phase = own }
            return GestureUpdate(
                step: GestureStep(own, value(one.step, other.step)),
                isNews: one.isNews || other.isNews || own != phase, hasBegun: one.hasBegun || other.hasBegun)
        }
    }
}

/// Which of two gestures, of which at most one counts, a value is of.
enum Leader<First, Second> {
    case first(First)
    case second(Second)

    /// The one that is on, else the one that may come.
    init?(_ first: GestureStep<First>, _ second: GestureStep<Second>) {
        switch (first, second) {
        case (.active(let value), _), (.ended(let value), _): self = .first(value)
        case (_, .active(let value)), (_, .ended(let value)): self = .second(value)
        case (.possible(let value?), _): self = .first(value)
        case (_, .possible(let value?)): self = .second(value)
        default: return nil
        }
    }
}

private func requirePart(_ expression: GestureExpression) {
    if case .standard = expression {
        preconditionFailure("a standard set is a whole of its own, and part of no composition")
    }
}
