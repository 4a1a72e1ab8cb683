public import GestureModel

/// Two or more fingers that part or close up. SwiftUI's, and any number of fingers from two.
///
/// It begins when the scale is `minimumScaleDelta` from 1, the scale there was when the fingers came down, and stays a
/// magnification if they come back. When one of three lifts, the others go on without a jump; a finger that is left alone
/// changes nothing; it ends with the last.
public struct MagnifyGesture: Gesture {
    public typealias Body = Never

    /// 0.01 is one percent larger or smaller.
    public let minimumScaleDelta: Double
    public let fingers: FingerCounts

    /// - Parameters:
    ///   - minimumScaleDelta: 0 begins when the fingers are down. Below 0, infinite and NaN trap.
    ///   - fingers: the numbers of fingers that will do, each 2…10; none, or any other, traps.
    public init(minimumScaleDelta: Double = 0.01, fingers: FingerCounts = .twoOrMore) {
        precondition(
            minimumScaleDelta >= 0 && minimumScaleDelta.isFinite,
            "a magnification begins after a change of 0 or more, not \(minimumScaleDelta)")
        requireSeveral(fingers)
        self.minimumScaleDelta = minimumScaleDelta
        self.fingers = fingers
    }

    public func makePlan() -> GesturePlan<Value> {
        GesturePlan(.magnify(.init(fingers: fingers, minimumScaleDelta: minimumScaleDelta))) { value, occurrence in
            guard case .magnify(let magnify) = value else { return nil }
            return Value(magnify, occurrence)
        }
    }
}

func requireSeveral(_ fingers: FingerCounts) {
    requireFingers(fingers)
    precondition(!fingers.contains(1), "this gesture is of 2…10 fingers, not 1")
}
