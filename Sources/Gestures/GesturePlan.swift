internal import GestureModel

/// What a ``Gesture`` comes down to: an expression that something recognises, and what to make of its events. Only the
/// library makes one and looks into it.
///
/// A plan is of one gesture taken up: it remembers what it has told.
public struct GesturePlan<Value> {
    let expression: GestureExpression
    /// How many of a composition's nodes are this gesture's.
    let nodeCount: Int
    /// Runs the callbacks of an event, and says what it means to whoever is around this gesture. The number is the
    /// gesture's own among the nodes.
    let receive: (GestureOccurrence, Int) -> GestureUpdate<Value>

    init(
        _ expression: GestureExpression, nodeCount: Int = 1,
        receive: @escaping (GestureOccurrence, Int) -> GestureUpdate<Value>
    ) {
        self.expression = expression
        self.nodeCount = nodeCount
        self.receive = receive
    }

    /// A gesture that is no composition.
    ///
    /// - Parameter value: what callbacks are told of what was recognised; nil where it is of another kind.
    init(_ expression: GestureExpression, value: @escaping (GestureValue, GestureOccurrence) -> Value?) {
        var gesture: UInt64 = 0
        var node: GestureTree.Node?
        var update = GestureUpdate<Value>(step: .possible(nil), isNews: false, hasBegun: false)
        self.init(expression) { occurrence, index in
            if gesture != occurrence.event.gesture {
                gesture = occurrence.event.gesture
                node = nil
                update.hasBegun = false
            }
            var part = occurrence.event.part(index)
            part.value = part.value?.rounded
            // What is over stays so, whatever the fingers still do.
            update.isNews = part != node && !(node?.phase.isTerminal ?? false)
            guard update.isNews else { return update }
            node = part
            update.step = GestureStep(part.phase, part.value.flatMap { value($0, occurrence) })
            update.hasBegun = update.hasBegun || part.phase.hasBegun || !occurrence.isOfComposition
            return update
        }
    }

    /// This plan, with a callback after those it has. It hears each step once.
    func attaching(_ callback: @escaping (GestureUpdate<Value>, Timestamp) -> Void) -> GesturePlan {
        let receive = receive
        return GesturePlan(expression, nodeCount: nodeCount) { occurrence, index in
            let update = receive(occurrence, index)
            if update.isNews { callback(update, occurrence.event.time) }
            return update
        }
    }

    func map<Result>(_ body: @escaping (Value) -> Result) -> GesturePlan<Result> {
        let receive = receive
        var step = GestureStep<Result>.possible(nil)
        return GesturePlan<Result>(expression, nodeCount: nodeCount) { occurrence, index in
            let update = receive(occurrence, index)
            if update.isNews { step = update.step.map(body) }
            return GestureUpdate(step: step, isNews: update.isNews, hasBegun: update.hasBegun)
        }
    }
}

/// An event, and where it happens.
struct GestureOccurrence {
    var event: GestureEvent
    /// Withheld, the event's places are none of the surface.
    var positions: PositionAccess
    /// The region that the gesture is attached to, or else the surface; nil where nobody has told.
    var bounds: Region?
    /// What stands for the device that the fingers are on; nil where the app's own frames are recognised.
    var origin: AnyObject?

    func anchor(of location: Point) -> UnitPoint {
        positions == .granted ? UnitPoint(location, in: bounds) : .center
    }

    var isOfComposition: Bool { if case .composition = event.value { true } else { false } }
}

extension PartPhase {
    fileprivate var hasBegun: Bool { self == .active || self == .ended }
}
