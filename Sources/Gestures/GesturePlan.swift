internal import GestureModel

/// What a ``Gesture`` comes down to: an expression that something recognises, and what to make of its events. Only the
/// library makes one and looks into it.
public struct GesturePlan<Value> {
    let expression: GestureExpression
    /// Runs the callbacks of an event, and says what it means to whoever is around this gesture.
    let receive: (GestureEvent) -> GestureStep<Value>

    init(_ expression: GestureExpression, receive: @escaping (GestureEvent) -> GestureStep<Value>) {
        self.expression = expression
        self.receive = receive
    }

    /// This plan, with a callback after those it has.
    func attaching(_ callback: @escaping (GestureStep<Value>, Timestamp) -> Void) -> GesturePlan {
        let receive = receive
        return GesturePlan(expression) { event in
            let step = receive(event)
            callback(step, event.time)
            return step
        }
    }

    func map<Result>(_ body: @escaping (Value) -> Result) -> GesturePlan<Result> {
        let receive = receive
        return GesturePlan<Result>(expression) { receive($0).map(body) }
    }
}
