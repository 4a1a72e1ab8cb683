/// One step of a gesture, as a subscriber receives it.
public struct GestureEvent: Hashable, Sendable {
    /// The gesture's number. It is not used again by the same recogniser or, on the wire, on the same connection.
    /// `began`, every `changed` and the `ended` or `cancelled` of one gesture share it.
    public var gesture: UInt64
    /// The step itself: the gesture began, changed, ended or was cancelled.
    public var phase: GesturePhase
    /// The time of the frame (from the kernel), the deadline or the cancellation that caused the step.
    public var time: Timestamp
    /// The value at that time, in points of the device's surface; with `cancelled`, the last value.
    public var value: GestureValue

    public init(gesture: UInt64, phase: GesturePhase, time: Timestamp, value: GestureValue) {
        self.gesture = gesture
        self.phase = phase
        self.time = time
        self.value = value
    }

    /// Returns the state of one part of the gesture.
    ///
    /// - Parameter index: The part's index in ``GestureTree/nodes``; 0 for the gesture itself.
    package func part(_ index: Int) -> GestureTree.Node {
        guard case .composition(let tree) = value else {
            return GestureTree.Node(phase: value.phase(in: phase), value: value)
        }
        var node = tree.nodes[index]
        // A cancellation from outside applies to every part that is not over.
        if case .cancelled(let reason) = phase, !node.phase.isTerminal { node.phase = .failed(reason) }
        return node
    }
}

/// The phase of a gesture, as a subscriber receives it.
///
///     began ──► changed* ──► ended
///                      └───► cancelled(reason)
///
/// Every `began` is followed by exactly one `ended` or `cancelled`, whatever happens.
public enum GesturePhase: Hashable, Sendable {
    /// The first event of a gesture.
    case began
    /// The value differs from that of the previous event. A gesture may have any number of these events.
    case changed
    /// The gesture succeeded. The value is final.
    case ended
    /// The gesture did not succeed, for this reason. An app undoes what it showed.
    case cancelled(CancellationReason)

    /// True for `ended` and `cancelled`: a gesture's last event is one of these.
    public var isTerminal: Bool {
        switch self {
        case .began, .changed: false
        case .ended, .cancelled: true
        }
    }

    /// The word on the wire.
    public var name: String {
        switch self {
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }
}

// MARK: - Compositions

/// The state of a composition: a flat list of its parts with their phases and values, in the expression's order, each
/// composition before its parts.
///
///     simultaneous(tap, sequence(longPress, drag))   →   simultaneous, tap, sequence, longPress, drag
public struct GestureTree: Hashable, Sendable {
    /// One part of a composition: a single gesture, or a composition of the nodes below it.
    public struct Node: Hashable, Sendable {
        /// nil for a single gesture.
        public var kind: GestureExpression.Composition.Kind?
        /// The number of nodes below this one. They follow it in the list.
        public var descendants: Int
        /// The phase of the part, or of the composition that holds the nodes below this one.
        public var phase: PartPhase
        /// The last value of a single gesture; nil before the gesture has one, and for a composition.
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

    /// At most 31: ``GestureExpression/maximumLeaves`` and the compositions that contain them.
    public var nodes: [Node]

    public init(nodes: [Node]) { self.nodes = nodes }

    /// Every node's phase, in two bits for each node. The number changes when a part begins, ends or fails.
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

/// The phase of one part of a composition, or of the composition. These are SwiftUI's internal phases of a gesture.
///
///     possible ──► active ──► ended
///        │  └──────────────────▲
///        └────────────┴─────► failed
///
/// As in SwiftUI, a composition is `possible` again if its active part is over and another part can still begin.
public enum PartPhase: Hashable, Sendable {
    /// It has not begun, or its beginning or end is not reported yet, because another part may still take precedence.
    case possible
    /// It has begun, and is in progress.
    case active
    /// It succeeded. A long press succeeds while its finger is still down.
    case ended
    /// It did not succeed, or was cancelled. The reason is nil for the lift that ends a press and hold: it is neither a
    /// success nor a cancellation.
    case failed(CancellationReason?)

    /// True for `ended` and `failed`.
    public var isTerminal: Bool {
        switch self {
        case .possible, .active: false
        case .ended, .failed: true
        }
    }

    /// The word on the wire.
    package var name: StaticString {
        switch self {
        case .possible: "possible"
        case .active: "active"
        case .ended: "ended"
        case .failed: "failed"
        }
    }
}

extension GestureValue {
    /// Returns the phase of a part whose gesture has the phase `life`. A long press has ended once it is completed,
    /// although its gesture continues until the lift. A discrete gesture is never active.
    package func phase(in life: GesturePhase) -> PartPhase {
        if case .longPress(let press) = self {
            if press.completed { return .ended }
            if life == .ended { return .failed(nil) }
        }
        if isDiscrete, !life.isTerminal { return .possible }
        return switch life {
        case .began, .changed: .active
        case .ended: .ended
        case .cancelled(let reason): .failed(reason)
        }
    }

    /// True if the gesture ends at the moment at which it begins.
    private var isDiscrete: Bool {
        switch self {
        case .tap, .swipe, .stroke: true
        case .longPress, .drag, .magnify, .rotate, .swipeHold, .dial, .touch, .composition: false
        }
    }
}
