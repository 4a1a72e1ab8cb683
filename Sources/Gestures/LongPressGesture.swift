public import GestureModel

/// Fingers that come down and stay. SwiftUI's, and any number of fingers.
///
/// Its value is `true`: active from touch-down, and ended once the minimum duration is over, while the fingers are still
/// down. Lifted earlier, or moved too far, it fails; after the end they may do what they like.
///
/// With a minimum duration of `.infinity` it is press and hold: active until the lift, which is no success (`onEnded` does
/// not hear of it, as in SwiftUI) and no cancellation either (nor does `onCancelled`).
public struct LongPressGesture: Gesture {
    public typealias Value = Bool
    public typealias Body = Never

    /// In seconds.
    public let minimumDuration: Double
    /// In points.
    public let maximumDistance: Double
    public let fingers: FingerCounts

    /// - Parameters:
    ///   - minimumDuration: in seconds, to the nearest microsecond; 0 or more, or `.infinity`, which more than
    ///     10⁹ s (31 years) is too. Anything else traps.
    ///   - maximumDistance: in points; a finger that gets as far before the end fails the gesture. 0 or more, and
    ///     `.infinity` for any distance; anything else traps.
    ///   - fingers: the numbers of fingers that will do, each 1…10; none, or any other, traps. The press counts from when
    ///     the last of them came.
    public init(minimumDuration: Double = 0.5, maximumDistance: Double = 10, fingers: FingerCounts = .one) {
        precondition(minimumDuration >= 0, "a long press lasts at least 0 s, not \(minimumDuration)")
        precondition(maximumDistance >= 0, "a long press may move 0 pt or more, not \(maximumDistance)")
        requireFingers(fingers)
        self.minimumDuration = minimumDuration
        self.maximumDistance = maximumDistance
        self.fingers = fingers
    }

    public func makePlan() -> GesturePlan<Bool> {
        let expression = GestureExpression.LongPress(
            fingers: fingers, minimumDuration: minimumDuration > 1e9 ? .never : .seconds(minimumDuration),
            maximumDistance: maximumDistance)
        return GesturePlan(.longPress(expression)) { value, _ in
            guard case .longPress = value else { return nil }
            return true
        }
    }
}
