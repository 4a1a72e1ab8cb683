internal import GestureAnimation
internal import GestureModel

/// The form of a ``Gesture`` that is attached: an expression to recognise, and a closure that turns events into
/// callbacks. Only the library creates plans and reads them.
///
/// A plan belongs to one attached gesture, because it stores the last update.
public struct _GesturePlan<Value> {
    let expression: GestureExpression
    /// Runs the callbacks for an event, and returns the update for the enclosing gesture. The number is the index of
    /// the gesture's node in the tree.
    let receive: (GestureEventContext, Int) -> GestureUpdate<Value>
    /// Decides for each gesture that begins whether its callbacks run; nil if they always do. Used only in the attached
    /// plan, which has those of its parts.
    var isEnabled: (() -> Bool)?

    init(
        _ expression: GestureExpression, receive: @escaping (GestureEventContext, Int) -> GestureUpdate<Value>
    ) {
        self.expression = expression
        self.receive = receive
    }

    /// Creates the plan of a gesture that is not a composition.
    ///
    /// - Parameter value: Returns the argument of the callbacks, or nil for a value of another kind of gesture.
    init(_ expression: GestureExpression, value: @escaping (GestureValue, GestureEventContext) -> Value?) {
        let part = SinglePart<Value>()
        self.init(expression) { context, index in part.update(context, index, value) }
    }

    /// Creates the plan of a composition of two gestures.
    ///
    /// - Parameter value: Returns the argument of the callbacks, or nil while the composition has no value.
    init<First, Second>(
        _ kind: GestureExpression.Composition.Kind, _ first: _GesturePlan<First>, _ second: _GesturePlan<Second>,
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
        let firstNodeCount = first.nodeCount
        var lastPhase: PartPhase?
        self.init(expression) { context, index in
            let firstUpdate = first.receive(context, index + 1)
            let secondUpdate = second.receive(context, index + 1 + firstNodeCount)
            let phase = context.event.part(index).phase
            defer { lastPhase = phase }
            return GestureUpdate(
                step: GestureStep(phase, value(firstUpdate.step, secondUpdate.step)),
                didChange: firstUpdate.didChange || secondUpdate.didChange || phase != lastPhase,
                hasBegun: firstUpdate.hasBegun || secondUpdate.hasBegun)
        }
        self = enabled(while: first.isEnabled).enabled(while: second.isEnabled)
    }

    /// The number of nodes that this gesture has in a composition's tree: each composition has two parts.
    private var nodeCount: Int { 2 * expression.leafCount - 1 }

    /// Returns this plan with a callback that runs for every event, after the plan's other callbacks.
    func onEvent(_ callback: @escaping (GestureUpdate<Value>, GestureEventContext, Int) -> Void) -> _GesturePlan {
        let receive = receive
        return _GesturePlan(expression) { context, index in
            let update = receive(context, index)
            callback(update, context, index)
            return update
        }
        .enabled(while: isEnabled)
    }

    /// Returns this plan with a callback for every event that changes the gesture's step.
    func onChange(_ callback: @escaping (GestureUpdate<Value>, GestureEventContext) -> Void) -> _GesturePlan {
        onEvent { update, context, _ in if update.didChange { callback(update, context) } }
    }

    func map<Result>(_ body: @escaping (Value) -> Result) -> _GesturePlan<Result> {
        let receive = receive
        var step = GestureStep<Result>.possible(nil)
        return _GesturePlan<Result>(expression) { context, index in
            let update = receive(context, index)
            if update.didChange { step = update.step.map(body) }
            return GestureUpdate(step: step, didChange: update.didChange, hasBegun: update.hasBegun)
        }
        .enabled(while: isEnabled)
    }

    /// Returns this plan, enabled only while `condition`, if it is not nil, is also true.
    func enabled(while condition: (() -> Bool)?) -> _GesturePlan {
        guard let condition else { return self }
        var plan = self
        plan.isEnabled = isEnabled.map { isEnabled in { isEnabled() && condition() } } ?? condition
        return plan
    }
}

// MARK: - Callbacks

// These functions are specialised here for the library's values, because an app's module cannot specialise them.
// Unspecialised they cost four times as much.

extension _GesturePlan {
    /// Returns a closure that runs the callbacks for an event of the whole gesture.
    // Swift 6.2 crashes where it optimises these.
    #if compiler(>=6.3)
        @_specialize(where Value == DragGesture.Value)
        @_specialize(where Value == Bool)
        @_specialize(where Value == Void)
        @_specialize(where Value == MagnifyGesture.Value)
        @_specialize(where Value == RotateGesture.Value)
        @_specialize(where Value == SpatialTapGesture.Value)
        @_specialize(where Value == SwipeGesture.Value)
        @_specialize(where Value == StandardGesture.Value)
    #endif
    func receiver() -> (GestureEventContext) -> Void {
        let receive = receive
        return { context in _ = receive(context, 0) }
    }

    /// Returns this plan with a callback for a successful end.
    @_specialize(where Value == DragGesture.Value)
    @_specialize(where Value == Bool)
    @_specialize(where Value == Void)
    @_specialize(where Value == MagnifyGesture.Value)
    @_specialize(where Value == RotateGesture.Value)
    @_specialize(where Value == SpatialTapGesture.Value)
    @_specialize(where Value == SwipeGesture.Value)
    @_specialize(where Value == StandardGesture.Value)
    func onEnded(_ action: @escaping (Value) -> Void) -> _GesturePlan {
        onChange { update, context in
            if case .ended(let value) = update.step { context.run { action(value) } }
        }
    }

    /// Returns this plan with a callback for a gesture that had begun and ends without success.
    @_specialize(where Value == DragGesture.Value)
    @_specialize(where Value == Bool)
    @_specialize(where Value == Void)
    @_specialize(where Value == MagnifyGesture.Value)
    @_specialize(where Value == RotateGesture.Value)
    @_specialize(where Value == SpatialTapGesture.Value)
    @_specialize(where Value == SwipeGesture.Value)
    @_specialize(where Value == StandardGesture.Value)
    func onCancelled(_ action: @escaping (CancellationReason) -> Void) -> _GesturePlan {
        onChange { update, context in
            if update.hasBegun, case .failed(let reason?) = update.step { context.run { action(reason) } }
        }
    }

    /// Returns this plan with a callback that updates a state while the gesture is active, and then resets it.
    @_specialize(where Value == DragGesture.Value, State == Vector)
    @_specialize(kind:partial,where Value == DragGesture.Value)
    @_specialize(kind:partial,where Value == Bool)
    @_specialize(kind:partial,where Value == Void)
    @_specialize(kind:partial,where Value == MagnifyGesture.Value)
    @_specialize(kind:partial,where Value == RotateGesture.Value)
    @_specialize(kind:partial,where Value == SpatialTapGesture.Value)
    @_specialize(kind:partial,where Value == SwipeGesture.Value)
    @_specialize(kind:partial,where Value == StandardGesture.Value)
    func updating<State>(
        _ state: GestureState<State>, _ body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> _GesturePlan {
        // The last update's transaction; nil if this gesture has no state to reset.
        let last = Last<Transaction>()
        return onChange { update, context in
            switch update.step {
            case .possible: break
            case .active(let value):
                var new = state.wrappedValue
                var transaction = Transaction.tracking
                body(value, &new, &transaction)
                last.value = transaction
                state.set(new, transaction, at: context.event.time)
                transaction.endCompletions()
            case .ended, .failed:
                guard let transaction = last.value else { return }
                last.value = nil
                state.reset(after: transaction, at: context.event.time)
            }
        }
    }
}

extension _GesturePlan where Value: Equatable {
    /// Returns this plan with a callback for each active value that differs from the previous one.
    @_specialize(where Value == DragGesture.Value)
    @_specialize(where Value == Bool)
    @_specialize(where Value == MagnifyGesture.Value)
    @_specialize(where Value == RotateGesture.Value)
    @_specialize(where Value == SpatialTapGesture.Value)
    @_specialize(where Value == SwipeGesture.Value)
    @_specialize(where Value == StandardGesture.Value)
    func onChanged(_ action: @escaping (Value) -> Void) -> _GesturePlan {
        let last = Last<Value>()
        return onChange { update, context in
            switch update.step {
            case .active(let value):
                guard value != last.value else { return }
                last.value = value
                Transaction.run(in: .change(at: context.event.time)) { action(value) }
            case .ended, .failed: last.value = nil
            // The gesture has not begun. Or it is a composition: its active part is over, and another part can still
            // begin.
            case .possible: break
            }
        }
    }
}

/// A variable for an escaping closure, without the check for exclusive access.
private final class Last<Value> {
    @exclusivity(unchecked) var value: Value?
}

extension Transaction {
    /// Returns the transaction of a change that follows fingers. It sets the animation to nil, whatever the caller's
    /// animation is.
    fileprivate static func change(at time: Timestamp) -> Transaction {
        var transaction = Transaction.tracking
        transaction.animation = nil
        transaction.time = time
        return transaction
    }
}

// MARK: - Parts and updates

/// The last event of a gesture that is not a composition. It is a class, because the variables of an escaping closure
/// are checked for exclusive access. These checks were a tenth of a frame's cost.
private final class SinglePart<Value> {
    @exclusivity(unchecked) private var gesture: UInt64 = 0
    @exclusivity(unchecked) private var phase: PartPhase?
    @exclusivity(unchecked) private var value: GestureValue?
    @exclusivity(unchecked) private var update = GestureUpdate<Value>(
        step: .possible(nil), didChange: false, hasBegun: false)

    /// - Parameter makeValue: Returns the argument of the callbacks.
    func update(
        _ context: GestureEventContext, _ index: Int,
        _ makeValue: (GestureValue, GestureEventContext) -> Value?
    ) -> GestureUpdate<Value> {
        if gesture != context.event.gesture {
            gesture = context.event.gesture
            phase = nil
            update.hasBegun = false
        }
        // A part does not change after its end, whatever the fingers do.
        if let phase, phase.isTerminal {
            update.didChange = false
        } else if context.isOfComposition {
            let part = context.event.part(index)
            set(part.phase, part.value?.rounded, isPart: true, context, makeValue)
        } else {
            let value = context.event.value
            set(value.phase(in: context.event.phase), value.rounded, isPart: false, context, makeValue)
        }
        return update
    }

    private func set(
        _ newPhase: PartPhase, _ newValue: consuming GestureValue?, isPart: Bool, _ context: GestureEventContext,
        _ makeValue: (GestureValue, GestureEventContext) -> Value?
    ) {
        // The value is moved out, because comparing with a class's variable would copy it.
        let lastValue = value.take()
        update.didChange = newPhase != phase || newValue != lastValue
        if update.didChange {
            phase = newPhase
            update.step = GestureStep(newPhase, newValue.flatMap { makeValue($0, context) })
            if !isPart || newPhase == .active || newPhase == .ended { update.hasBegun = true }
        }
        value = newValue
    }
}

/// A gesture's phase with its value, as the enclosing gesture receives it. SwiftUI's internal phases, with the reason
/// of a failure.
enum GestureStep<Value> {
    /// The gesture has not begun. Or it is a composition: its active part is over, and another part can still begin.
    /// The value, if any, is preliminary: the fingers may still make another gesture.
    case possible(Value?)
    case active(Value)
    case ended(Value)
    /// The gesture is over without success. The reason is nil for the lift that ends a press and hold: as in SwiftUI,
    /// this lift is neither a success nor a cancellation.
    case failed(CancellationReason?)

    /// - Parameter value: nil makes an active or ended gesture `possible`, because its callbacks need a value.
    init(_ phase: PartPhase, _ value: Value?) {
        // `value.map(GestureStep.active)` would allocate, because it is not specialised here.
        switch (phase, value) {
        case (.active, let value?): self = .active(value)
        case (.ended, let value?): self = .ended(value)
        case (.failed(let reason), _): self = .failed(reason)
        case (.possible, let value): self = .possible(value)
        case (.active, nil), (.ended, nil): self = .possible(nil)
        }
    }

    /// nil for a failed gesture, and for a possible gesture without a value.
    var value: Value? {
        switch self {
        case .possible(let value): value
        case .active(let value), .ended(let value): value
        case .failed: nil
        }
    }

    func map<Result>(_ body: (Value) -> Result) -> GestureStep<Result> {
        switch self {
        case .possible(let value): .possible(value.map(body))
        case .active(let value): .active(body(value))
        case .ended(let value): .ended(body(value))
        case .failed(let reason): .failed(reason)
        }
    }
}

/// The effect of an event on one gesture.
struct GestureUpdate<Value> {
    var step: GestureStep<Value>
    /// True if the event changed the gesture's phase or value. False if it changed, for example, only other parts of
    /// the composition.
    var didChange: Bool
    /// True if any part of the gesture was active or has ended, so that its failure is a cancellation.
    var hasBegun: Bool
}

/// An event and its origin. Each attached gesture has one object. After the callbacks of an event, it is reused for the
/// next event.
final class GestureEventContext {
    @exclusivity(unchecked) private(set) var event: GestureEvent
    /// If withheld, the event's positions are not those on the surface.
    @exclusivity(unchecked) private(set) var positions: PositionAccess
    /// The region that the gesture is attached to, otherwise the surface; nil if it is not known.
    @exclusivity(unchecked) private(set) var bounds: Region?
    /// Width and height of the surface in points; nil if they are not known.
    @exclusivity(unchecked) var surface: Vector?
    /// Identifies the device; nil if the app's own frames are recognised.
    let origin: (any GestureOrigin)?

    init(event: GestureEvent, positions: PositionAccess, bounds: Region?, origin: (any GestureOrigin)?) {
        self.event = event
        self.positions = positions
        self.bounds = bounds
        self.origin = origin
    }

    /// Creates a context without an event; call ``set(_:_:_:)`` before use.
    convenience init(origin: (any GestureOrigin)?) {
        let nothing = GestureEvent(
            gesture: 0, phase: .ended, time: Timestamp(microseconds: 0),
            value: .tap(.init(fingers: 0, count: 0, location: .zero)))
        self.init(event: nothing, positions: .granted, bounds: nil, origin: origin)
    }

    func set(_ event: GestureEvent, _ positions: PositionAccess, _ bounds: Region?) {
        self.event = event
        self.positions = positions
        self.bounds = bounds
    }

    func anchor(of location: Point) -> UnitPoint {
        positions == .granted ? UnitPoint(location, in: bounds) : .center
    }

    /// Runs an app's callback. Changes that it makes to a ``State`` have the event's time.
    func run(_ callback: () -> Void) {
        var transaction = Transaction()
        transaction.time = event.time
        Transaction.run(in: transaction, callback)
    }

    var isOfComposition: Bool { if case .composition = event.value { true } else { false } }
}

/// Identifies the device of an attached gesture. GestureClient's type adds the client that can play feedback on the
/// device.
package protocol GestureOrigin: AnyObject {}

/// Traps with the name of the first parameter that is out of range. The ranges are in the gesture's table of
/// parameters.
func requireParameters(_ gesture: some SingleGesture) {
    if let problem = gesture.problem { preconditionFailure(problem) }
}

/// Traps if a parameter is NaN, which as a duration would be 0 microseconds.
func requireNumber(ofSeconds seconds: Double, _ parameter: String) {
    precondition(!seconds.isNaN, "\(parameter): expected a number of seconds, found nan")
}

extension Double {
    /// The minimum as a finite number, because the daemon's numbers are finite. Like infinity in SwiftUI, 10¹⁵ points,
    /// points per second or radians are never reached.
    var finiteMinimum: Double { self == .infinity ? 1e15 : self }
}
