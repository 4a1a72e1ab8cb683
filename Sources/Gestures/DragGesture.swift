public import GestureModel

/// Fingers that move together. SwiftUI's, and any number of fingers.
///
/// It begins when the fingers' centre is `minimumDistance` from where they came down (so that the first value is already
/// that far), and stays a drag if they come back. It ends with the last finger.
public struct DragGesture: Gesture {
    public typealias Body = Never

    /// In points.
    public let minimumDistance: Double
    public let fingers: FingerCounts

    /// - Parameters:
    ///   - minimumDistance: in points; 0 begins at touch-down. Below 0, infinite and NaN trap.
    ///   - fingers: the numbers of fingers that will do, each 1…5; none, or any other, traps. A finger that comes or goes
    ///     during the drag makes no jump.
    public init(minimumDistance: Double = 10, fingers: FingerCounts = .one) {
        precondition(
            minimumDistance >= 0 && minimumDistance.isFinite,
            "a drag begins after 0 pt or more, not \(minimumDistance)")
        requireFingers(fingers)
        self.minimumDistance = minimumDistance
        self.fingers = fingers
    }

    public func makePlan() -> GesturePlan<Value> {
        GesturePlan(.drag(.init(fingers: fingers, minimumDistance: minimumDistance))) { value, occurrence in
            guard case .drag(let drag) = value else { return nil }
            return Value(drag, at: occurrence.event.time)
        }
    }
}
