internal import GestureModel

/// The form of a ``Gesture`` that is attached: an expression to recognise, and a closure that turns events into callbacks.
/// Only the library creates plans and reads them.
///
/// A plan belongs to one attached gesture, because it stores the last update.
public struct GesturePlan<Value> {
    let expression: GestureExpression
    /// The number of nodes that this gesture has in a composition's tree.
    let nodeCount: Int
    /// Runs the callbacks for an event, and returns the update for the enclosing gesture. The number is the index of the
    /// gesture's node in the tree.
    let receive: (GestureEventContext, Int) -> GestureUpdate<Value>

    init(
        _ expression: GestureExpression, nodeCount: Int = 1,
        receive: @escaping (GestureEventContext, Int) -> GestureUpdate<Value>
    ) {
        self.expression = expression
        self.nodeCount = nodeCount
        self.receive = receive
    }

    /// The plan of a gesture that is not a composition.
    ///
    /// - Parameter value: returns the argument of the callbacks, or nil for a value of another kind of gesture.
    init(_ expression: GestureExpression, value: @escaping (GestureValue, GestureEventContext) -> Value?) {
        var gesture: UInt64 = 0
        var node: GestureTree.Node?
        var update = GestureUpdate<Value>(step: .possible(nil), didChange: false, hasBegun: false)
        self.init(expression) { context, index in
            if gesture != context.event.gesture {
                gesture = context.event.gesture
                node = nil
                update.hasBegun = false
            }
            var part = context.event.part(index)
            part.value = part.value?.rounded
            // After its end a part does not change, whatever the fingers still do.
            update.didChange = part != node && !(node?.phase.isTerminal ?? false)
            guard update.didChange else { return update }
            node = part
            update.step = GestureStep(part.phase, part.value.flatMap { value($0, context) })
            let partHasBegun = part.phase == .active || part.phase == .ended
            update.hasBegun = update.hasBegun || partHasBegun || !context.isOfComposition
            return update
        }
    }

    /// The plan of a composition of two gestures.
    ///
    /// - Parameter value: returns the argument of the callbacks, or nil while it has no value.
    init<First, Second>(
        _ kind: GestureExpression.Composition.Kind, _ first: GesturePlan<First>, _ second: GesturePlan<Second>,
        value: @escaping (GestureStep<First>, GestureStep<Second>) -> Value?
    ) {
        for part in [first.expression, second.expression] {
            if case .standard = part { preconditionFailure("a standard gesture cannot be part of a composition") }
        }
        let expression = GestureExpression.composition(.init(kind, [first.expression, second.expression]))
        let limit = GestureExpression.maximumLeaves
        precondition(
            expression.leafCount <= limit,
            "a composition must have at most \(limit) gestures, not \(expression.leafCount)")
        var lastPhase: PartPhase?
        self.init(expression, nodeCount: 1 + first.nodeCount + second.nodeCount) { context, index in
            let firstUpdate = first.receive(context, index + 1)
            let secondUpdate = second.receive(context, index + 1 + first.nodeCount)
            let phase = context.event.part(index).phase
            defer { lastPhase = phase }
            return GestureUpdate(
                step: GestureStep(phase, value(firstUpdate.step, secondUpdate.step)),
                didChange: firstUpdate.didChange || secondUpdate.didChange || phase != lastPhase,
                hasBegun: firstUpdate.hasBegun || secondUpdate.hasBegun)
        }
    }

    /// This plan with a callback for every event, after its other callbacks.
    func onEvent(_ callback: @escaping (GestureUpdate<Value>, GestureEventContext, Int) -> Void) -> GesturePlan {
        let receive = receive
        return GesturePlan(expression, nodeCount: nodeCount) { context, index in
            let update = receive(context, index)
            callback(update, context, index)
            return update
        }
    }

    /// This plan with a callback for every event that changes the gesture's step.
    func onChange(_ callback: @escaping (GestureUpdate<Value>, GestureEventContext) -> Void) -> GesturePlan {
        onEvent { update, context, _ in if update.didChange { callback(update, context) } }
    }

    func map<Result>(_ body: @escaping (Value) -> Result) -> GesturePlan<Result> {
        let receive = receive
        var step = GestureStep<Result>.possible(nil)
        return GesturePlan<Result>(expression, nodeCount: nodeCount) { context, index in
            let update = receive(context, index)
            if update.didChange { step = update.step.map(body) }
            return GestureUpdate(step: step, didChange: update.didChange, hasBegun: update.hasBegun)
        }
    }
}
