/// What a composition is doing: every part of it with its phase and value, flat, in the expression's order, a composition
/// before its parts.
///
///     simultaneous(tap, sequence(longPress, drag))   →   simultaneous, tap, sequence, longPress, drag
public struct GestureTree: Hashable, Sendable {
    public struct Node: Hashable, Sendable {
        /// nil for a gesture that is no composition.
        public var kind: GestureExpression.Composition.Kind?
        /// How many nodes after this one are below it.
        public var descendants: Int
        public var phase: PartPhase
        /// The last that is known of a gesture that is no composition; nil before anything is.
        public var value: GestureValue?

        public init(
            kind: GestureExpression.Composition.Kind? = nil, descendants: Int = 0, phase: PartPhase,
            value: GestureValue? = nil
        ) {
            self.kind = kind
            self.descendants = descendants
            self.phase = phase
            self.value = value
        }
    }

    /// At most 31: ``GestureExpression/maximumLeaves`` and what holds them together.
    public var nodes: [Node]

    public init(nodes: [Node]) { self.nodes = nodes }

    /// Every node's phase in two bits: two values of one composition differ here if anything began, ended or failed
    /// between them.
    public var phases: UInt64 {
        var bits: UInt64 = 0
        for node in nodes { bits = bits << 2 | node.phase.bits }
        return bits
    }
}

extension PartPhase {
    fileprivate var bits: UInt64 {
        switch self {
        case .possible: 0
        case .active: 1
        case .ended: 2
        case .failed: 3
        }
    }
}
