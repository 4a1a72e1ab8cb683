extension GestureExpression {
    /// Gestures that make one together. SwiftUI's three compositions of two, here of any number, and the race.
    public struct Composition: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// All of them side by side; it is over when every one is.
            case simultaneous
            /// One after the other: a part hears of touches once the part before it has ended.
            case sequence
            /// The first that can be: a later part counts when those before it have failed, or while none of them has
            /// begun.
            case exclusive
            /// Whichever is recognised first; the others are `outcompeted`.
            case race
        }

        public var kind: Kind
        /// Two or more, in the order that `sequence` and `exclusive` go by.
        public var parts: [GestureExpression]

        public init(_ kind: Kind, _ parts: [GestureExpression]) {
            self.kind = kind
            self.parts = parts
        }
    }

    /// How many gestures that are no compositions an expression has at most.
    public static let maximumLeaves = 16

    /// How many gestures that are no compositions this one is made of; 1 for such a gesture itself.
    public var leafCount: Int {
        guard case .composition(let composition) = self else { return 1 }
        return composition.parts.reduce(0) { $0 + $1.leafCount }
    }
}
