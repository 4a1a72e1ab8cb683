/// What fingers may do, and what is to happen then. SwiftUI's protocol of the same name.
///
///     let gesture = DragGesture()
///         .updating($offset) { value, state, transaction in
///             state = value.translation
///             transaction.animation = .smooth
///         }
///         .onEnded { value in place += value.translation }
///     let recogniser = GestureRecogniser(gesture)
///
/// A gesture is only a description: it does something once a ``GestureRecogniser`` (or a connection to gestured) has
/// taken it up, and may be taken up any number of times. For a gesture of your own, give a ``body``.
///
/// Callbacks run in the order in which they were attached, the inner ones first.
public protocol Gesture<Value> {
    /// What callbacks are given.
    associatedtype Value = Body.Value
    associatedtype Body: Gesture

    /// The gesture that this one consists of.
    var body: Body { get }

    /// For the library's own gestures; the others are what their `body` is.
    func makePlan() -> GesturePlan<Value>
}

extension Gesture where Body.Value == Value {
    public func makePlan() -> GesturePlan<Value> { body.makePlan() }
}

extension Gesture where Body == Never {
    public var body: Never { preconditionFailure("\(Self.self) is a gesture without a body") }
}

/// Ends the chain of bodies.
extension Never: Gesture {
    public typealias Value = Never
    public typealias Body = Never
}
