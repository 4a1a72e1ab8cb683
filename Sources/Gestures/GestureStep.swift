internal import GestureModel

/// What a gesture is to whoever is around it. SwiftUI's internal phases, with the reason that it does not tell.
enum GestureStep<Value> {
    /// Not begun, or not told yet. The value is of fingers that may yet make another gesture.
    case possible(Value?)
    case active(Value)
    case ended(Value)
    /// Over without success. The reason is nil for the lift that a press-and-hold waits for: no success, as in SwiftUI,
    /// but nobody cancelled it either.
    case failed(CancellationReason?)

    /// - Parameter value: for a phase that has one; without it nothing can be told yet.
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

    /// None of what has failed.
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

/// What one event brought to one gesture.
struct GestureUpdate<Value> {
    var step: GestureStep<Value>
    /// Whether the step is another than before: an event may be of another part of the composition alone.
    var isNews: Bool
    /// Whether anything of the gesture was active or has ended: then its failure is a cancellation.
    var hasBegun: Bool
}
