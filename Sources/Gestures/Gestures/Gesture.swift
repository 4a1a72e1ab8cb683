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
/// A gesture has no effect until it is attached to a ``GestureRecogniser`` or to the daemon's client. It may be attached
/// several times. To define a gesture of your own, implement `body`.
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
    func makePlan() -> GesturePlan<Value>
}

extension Gesture where Body.Value == Value {
    public func makePlan() -> GesturePlan<Value> { body.makePlan() }
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

    private let plan: () -> GesturePlan<Value>

    /// Wraps a gesture of any type. The callbacks it has run as before.
    public init<Base: Gesture>(_ gesture: Base) where Base.Value == Value { plan = gesture.makePlan }

    /// - Parameter makePlan: called once for each recogniser, so that state captured by the plan is not shared.
    init(makePlan: @escaping () -> GesturePlan<Value>) { plan = makePlan }

    public func makePlan() -> GesturePlan<Value> { plan() }
}

@available(*, unavailable)
extension AnyGesture: Sendable {}
