import GestureModel
import GestureRecognition
import Strokes

/// The events of a composition as text: the phase, and a letter for the phase of each node.
///
///     began aae : the gesture began, active, with an active and an ended part
struct CompositionStage {
    private var emitter: GestureEmitter
    private var gestures: UInt64 = 0
    private var hand = Hand()

    init(_ kind: GestureExpression.Composition.Kind, _ parts: GestureExpression...) {
        emitter = GestureEmitter(.composition(.init(kind, parts)), thresholds: Thresholds())
    }

    var isIdle: Bool { emitter.isIdle }
    var deadline: Double? { emitter.deadline.map { Double($0.microseconds) / 1000 } }

    mutating func at(_ milliseconds: Double, _ touches: Touch...) -> [String] {
        let time = Timestamp(milliseconds)
        let before = wait { $0 < time }
        emitter.update(hand.frame(at: time, touches), gestures: &gestures)
        return before + emitter.events.map(\.partLetters)
    }

    mutating func wait(until milliseconds: Double) -> [String] {
        let time = Timestamp(milliseconds)
        return wait { $0 <= time }
    }

    mutating func cancel(_ reason: CancellationReason, at milliseconds: Double) -> [String] {
        emitter.cancel(reason, at: Timestamp(milliseconds))
        return emitter.events.map(\.partLetters)
    }

    /// The nodes of the last event.
    var nodes: [GestureTree.Node] {
        guard case .composition(let tree)? = emitter.events.last?.value else { return [] }
        return tree.nodes
    }

    private mutating func wait(while isDue: (Timestamp) -> Bool) -> [String] {
        var summaries: [String] = []
        while let deadline = emitter.deadline, isDue(deadline) {
            emitter.expire(at: deadline, gestures: &gestures)
            summaries += emitter.events.map(\.partLetters)
        }
        return summaries
    }
}

extension GestureEvent {
    var partLetters: String {
        guard case .composition(let tree) = value else { return "no composition" }
        let letters = tree.nodes.map { node in
            switch node.phase {
            case .possible: "p"
            case .active: "a"
            case .ended: "e"
            case .failed(.outcompeted): "x"
            case .failed: "f"
            }
        }
        return "\(phase.word) \(letters.joined())"
    }
}

extension GesturePhase {
    fileprivate var word: String {
        switch self {
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled(let reason): "cancelled (\(reason.name))"
        }
    }
}

/// What most compositions here are made of.
let tap = GestureExpression.tap(.init())
let doubleTap = GestureExpression.tap(.init(count: 2))
let press = GestureExpression.longPress(.init())
let pressAndHold = GestureExpression.longPress(.init(minimumDuration: .never))
let drag = GestureExpression.drag(.init())
let dragAtOnce = GestureExpression.drag(.init(minimumDistance: 0))
