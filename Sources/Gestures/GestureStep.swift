internal import GestureModel

/// What one event means to one gesture. SwiftUI's internal phases, with the reason that it does not tell.
enum GestureStep<Value> {
    /// Nothing: not begun, or over for this gesture though fingers are still down.
    case possible
    case active(Value)
    case ended(Value)
    /// Over without success. The reason is nil for the lift that a press-and-hold waits for: no success, as in SwiftUI,
    /// but nobody cancelled it either.
    case failed(CancellationReason?)

    func map<Result>(_ body: (Value) -> Result) -> GestureStep<Result> {
        switch self {
        case .possible: .possible
        case .active(let value): .active(body(value))
        case .ended(let value): .ended(body(value))
        case .failed(let reason): .failed(reason)
        }
    }
}
