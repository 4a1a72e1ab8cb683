public import GestureModel

/// Two or more fingers that turn about their centre. SwiftUI's, and any number of fingers from two.
///
/// It begins when they have turned `minimumAngleDelta` from where they came down, either way, and stays a rotation if they
/// come back. When one of three lifts, the others go on without a jump; a finger that is left alone changes nothing; it
/// ends with the last.
public struct RotateGesture: Gesture {
    public typealias Body = Never

    public let minimumAngleDelta: Angle
    public let fingers: FingerCounts

    /// - Parameters:
    ///   - minimumAngleDelta: zero begins when the fingers are down. Below zero, infinite and NaN trap.
    ///   - fingers: the numbers of fingers that will do, each 2…10; none, or any other, traps.
    public init(minimumAngleDelta: Angle = .degrees(1), fingers: FingerCounts = .twoOrMore) {
        precondition(
            minimumAngleDelta >= .zero && minimumAngleDelta.radians.isFinite,
            "a rotation begins after an angle of 0° or more, not \(minimumAngleDelta.degrees)°")
        requireSeveral(fingers)
        self.minimumAngleDelta = minimumAngleDelta
        self.fingers = fingers
    }

    public func makePlan() -> GesturePlan<Value> {
        GesturePlan(.rotate(.init(fingers: fingers, minimumAngleDelta: minimumAngleDelta.radians))) {
            value, occurrence in
            guard case .rotate(let rotate) = value else { return nil }
            return Value(rotate, occurrence)
        }
    }
}
