internal import GestureModel

/// A gesture's phase with its value, as the enclosing gesture receives it. SwiftUI's internal phases, with the reason of a
/// failure.
enum GestureStep<Value> {
    /// Not begun. The value, if any, is that of fingers that may still belong to another gesture.
    case possible(Value?)
    case active(Value)
    case ended(Value)
    /// Over without success. The reason is nil for the lift that ends a press and hold: as in SwiftUI it is not a success,
    /// but it is not a cancellation either.
    case failed(CancellationReason?)

    /// - Parameter value: nil makes an active or ended gesture `possible`, because its callbacks need a value.
    init(_ phase: PartPhase, _ value: Value?) {
        // Not `value.map(GestureStep.active)`: unspecialised, as here, that allocates.
        switch (phase, value) {
        case (.active, let value?): self = .active(value)
        case (.ended, let value?): self = .ended(value)
        case (.failed(let reason), _): self = .failed(reason)
        case (.possible, let value): self = .possible(value)
        case (.active, nil), (.ended, nil): self = .possible(nil)
        }
    }

    /// nil for a failed gesture.
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
    /// False if the event changed only other parts of the composition.
    var didChange: Bool
    /// True if any part of the gesture was active or has ended, so that its failure is a cancellation.
    var hasBegun: Bool
}

/// An event, and where it comes from.
struct GestureEventContext {
    var event: GestureEvent
    /// If withheld, the event's positions are not positions on the surface.
    var positions: PositionAccess
    /// The region that the gesture is attached to, or else the surface; nil if it is not known.
    var bounds: Region?
    /// Identifies the device; nil if the app's own frames are recognised.
    var origin: (any GestureOrigin)?

    func anchor(of location: Point) -> UnitPoint {
        positions == .granted ? UnitPoint(location, in: bounds) : .center
    }

    /// Runs an app's callback. Changes that it makes to a ``State`` have the event's time.
    func run(_ callback: () -> Void) {
        var transaction = Transaction()
        transaction.time = event.time
        withTransaction(transaction, callback)
    }

    var isOfComposition: Bool { if case .composition = event.value { true } else { false } }
}

/// Identifies the device of an attached gesture. GestureClient's type adds the client that can play feedback on it.
package protocol GestureOrigin: AnyObject {}
