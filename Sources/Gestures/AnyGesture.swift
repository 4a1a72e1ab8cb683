/// A gesture of whatever kind, known by its values alone: for one that is chosen at run time. SwiftUI's.
///
///     let gesture = isZoomable ? AnyGesture(MagnifyGesture().map(\.magnification)) : AnyGesture(noZoom)
public struct AnyGesture<Value>: Gesture {
    public typealias Body = Never

    private let plan: () -> GesturePlan<Value>

    public init<Base: Gesture>(_ gesture: Base) where Base.Value == Value { plan = gesture.makePlan }

    public func makePlan() -> GesturePlan<Value> { plan() }
}

@available(*, unavailable)
extension AnyGesture: Sendable {}
