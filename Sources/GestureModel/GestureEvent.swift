/// One step in the life of one gesture, as the emitter reports it.
public struct GestureEvent: Hashable, Sendable {
    /// Unique while the daemon runs; `began`, every `changed` and the `ended` or `cancelled` of one gesture share it.
    public var gesture: UInt64
    /// The step itself: the gesture began, changed, ended or was cancelled.
    public var phase: GesturePhase
    /// The kernel's time of the frame, or the deadline, that caused it.
    public var time: Timestamp
    /// In points of the device's surface; with `cancelled` the last value there was.
    public var value: GestureValue

    public init(gesture: UInt64, phase: GesturePhase, time: Timestamp, value: GestureValue) {
        self.gesture = gesture
        self.phase = phase
        self.time = time
        self.value = value
    }

    /// What the event reports about one part of the gesture.
    ///
    /// - Parameter index: In the order of ``GestureTree/nodes``; 0 for the gesture itself.
    package func part(_ index: Int) -> GestureTree.Node {
        guard case .composition(let tree) = value else {
            return GestureTree.Node(phase: value.phase(in: phase), value: value)
        }
        var node = tree.nodes[index]
        // A cancel from outside applies to every part that is not over.
        if case .cancelled(let reason) = phase, !node.phase.isTerminal { node.phase = .failed(reason) }
        return node
    }
}

/// Where a gesture is in its life, as a subscriber receives it.
///
///     began ──► changed* ──► ended
///                      └───► cancelled(reason)
///
/// Every `began` is followed by exactly one of `ended` and `cancelled`, whatever happens.
public enum GesturePhase: Hashable, Sendable {
    /// The first event of a gesture.
    case began
    /// The value differs from that of the event before. A gesture may have any number of these.
    case changed
    /// The gesture succeeded. The value is final.
    case ended
    /// The gesture did not succeed, for this reason. An app undoes what it showed.
    case cancelled(CancellationReason)

    /// True for `ended` and `cancelled`, after which no event of the gesture comes.
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
