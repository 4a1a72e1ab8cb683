extension GestureEvent {
    /// What the event says of one part of the gesture.
    ///
    /// - Parameter index: in the order of ``GestureTree/nodes``; 0 for the gesture itself.
    package func part(_ index: Int) -> GestureTree.Node {
        guard case .composition(let tree) = value else {
            return GestureTree.Node(phase: value.phase(in: phase), value: value)
        }
        var node = tree.nodes[index]
        // Who cancels a gesture does not ask its parts.
        if case .cancelled(let reason) = phase, !node.phase.isTerminal { node.phase = .failed(reason) }
        return node
    }
}

extension GestureValue {
    /// A phase of the gesture's life as a part's: a long press goes on until the lift, and has ended before; what is
    /// discrete is never active.
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

    /// Whether it is over as soon as it is anything.
    private var isDiscrete: Bool {
        switch self {
        case .tap, .swipe: true
        case .longPress, .drag, .magnify, .rotate, .composition: false
        }
    }
}
