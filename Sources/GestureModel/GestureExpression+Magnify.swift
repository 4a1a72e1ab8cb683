extension GestureExpression {
    /// Two or more fingers that part or close up.
    public struct Magnify: Hashable, Sendable {
        /// 2…10: one finger has no distance from others.
        public var fingers: FingerCounts
        /// How far the scale must get from 1, either way, before the gesture begins; 0 begins when the fingers are down.
        /// SwiftUI: 0.01.
        public var minimumScaleDelta: Double?

        /// - Precondition: `fingers` does not hold 1.
        public init(fingers: FingerCounts = .twoOrMore, minimumScaleDelta: Double? = nil) {
            precondition(!fingers.contains(1), "one finger magnifies nothing; 2…10 do")
            self.fingers = fingers
            self.minimumScaleDelta = minimumScaleDelta
        }
    }
}
