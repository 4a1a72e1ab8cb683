extension GestureExpression {
    /// Two or more fingers that turn about their centre.
    public struct Rotate: Hashable, Sendable {
        /// 2…10: one finger has nothing to turn about.
        public var fingers: FingerCounts
        /// Radians to turn, either way, before the gesture begins; 0 begins when the fingers are down. SwiftUI: one degree.
        public var minimumAngleDelta: Double?

        /// - Precondition: `fingers` does not hold 1.
        public init(fingers: FingerCounts = .twoOrMore, minimumAngleDelta: Double? = nil) {
            precondition(!fingers.contains(1), "one finger rotates nothing; 2…10 do")
            self.fingers = fingers
            self.minimumAngleDelta = minimumAngleDelta
        }
    }
}
