// With these exports, one import also gives an app the types of points, frames and cancellation reasons.
@_exported public import GestureAnimation
@_exported public import GestureModel

/// A description of touches to recognise, and of callbacks to run. SwiftUI's protocol of the same name.
///
///     let gesture = DragGesture()
///         .updating($offset) { value, state, transaction in
///             state = value.translation
///             transaction.animation = .smooth
///         }
///         .onEnded { value in position += value.translation }
///     let recogniser = GestureRecogniser(gesture)
///
/// A gesture has no effect until it is attached to a ``GestureRecogniser`` or to the daemon's client. It may be
/// attached several times. To define a gesture of your own, implement `body`.
///
/// Callbacks run in the order in which they were added, inner gestures first.
public protocol Gesture<Value> {
    /// The argument of the callbacks.
    associatedtype Value = Body.Value
    /// The type of `body`; `Never` for the library's own gestures.
    associatedtype Body: Gesture

    /// The gesture that this one consists of.
    var body: Body { get }

    /// Implemented by the library's own gestures; the default returns the plan of `body`.
    func _makePlan() -> _GesturePlan<Value>
}

extension Gesture where Body.Value == Value {
    public func _makePlan() -> _GesturePlan<Value> { body._makePlan() }
}

extension Gesture where Body == Never {
    public var body: Never { preconditionFailure("\(Self.self) is a gesture without a body") }
}

/// The `Body` of the library's own gestures.
extension Never: Gesture {
    public typealias Value = Never
    public typealias Body = Never
}

/// A gesture of any type with a given value type, for gestures that are chosen at run time. SwiftUI's type of the same
/// name.
///
///     let gesture = isZoomable ? AnyGesture(MagnifyGesture().map(\.magnification)) : AnyGesture(noZoom)
public struct AnyGesture<Value>: Gesture {
    public typealias Body = Never

    private let plan: () -> _GesturePlan<Value>

    /// Wraps a gesture of any type. The callbacks of that gesture run as before.
    public init<Base: Gesture>(_ gesture: Base) where Base.Value == Value { plan = gesture._makePlan }

    /// - Parameter makePlan: Called once for each recogniser, so that state captured by the plan is not shared.
    init(makePlan: @escaping () -> _GesturePlan<Value>) { plan = makePlan }

    public func _makePlan() -> _GesturePlan<Value> { plan() }
}

@available(*, unavailable)
extension AnyGesture: Sendable {}

// MARK: - Callbacks

extension Gesture {
    /// Runs `action` when the gesture ends successfully. It does not run for a gesture that failed or was cancelled.
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        AnyGesture { self._makePlan().onEnded(action) }
    }

    /// Runs `action` when a gesture that was in progress ends without success. (SwiftUI has no such callback.)
    ///
    /// `action` receives any ``/GestureModel/CancellationReason``, such as `failed` with the recogniser's reason, or
    /// `unsubscribed` when the gesture is removed. `action` does not run for a gesture that had not begun, such as a
    /// drag within its minimum distance or an incomplete tap. Nor does it run for the lift that ends a press and hold
    /// (see ``LongPressGesture``).
    public func onCancelled(_ action: @escaping (CancellationReason) -> Void) -> some Gesture<Value> {
        AnyGesture { self._makePlan().onCancelled(action) }
    }

    /// Returns the gesture with transformed values. `body` runs for every value, even if no callback uses its result.
    public func map<Result>(_ body: @escaping (Value) -> Result) -> some Gesture<Result> {
        AnyGesture { self._makePlan().map(body) }
    }
}

extension Gesture where Value: Equatable {
    /// Runs `action` while the gesture is active, for each value that differs from the previous one. The final value is
    /// passed to ``onEnded(_:)`` only.
    ///
    /// During `action` the current ``Transaction`` has no animation and tracks velocity, so that an animation after the
    /// gesture starts with the finger's velocity.
    public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        AnyGesture { self._makePlan().onChanged(action) }
    }
}
