internal import GestureModel

/// When the first contact came down, and the largest number of contacts that were down at once. Each finding receives
/// this number, and the time since the first contact came down.
struct TouchSpan: Sendable {
    private var start = Timestamp(microseconds: 0)
    private var fingers = 0
    private var down: [Int] = []

    /// Updates the span. A contact still counts in the frame in which it lifts, because decisions in that frame concern
    /// it.
    mutating func update(_ frame: borrowing TouchFrame) {
        // The span continues if a contact lifts and another comes down in one frame.
        let goesOn = !down.isEmpty
        for contact in frame.contacts {
            switch contact.phase {
            case .began:
                let began = contact.start(inFrameAt: frame.time)
                if down.isEmpty, !goesOn { (start, fingers) = (began, 0) }
                start = min(start, began)
                down.append(contact.id)
            case .ended, .palm, .faulty: down.removeAll { $0 == contact.id }
            case .moved, .stationary: break
            }
        }
        fingers = max(fingers, down.count)
    }

    mutating func reset() { down.removeAll(keepingCapacity: true) }

    /// Adds the elapsed time, at least zero, and the number of fingers. If a new touch ends a row of taps, both numbers
    /// describe that touch and not the earlier taps.
    func annotate(_ finding: Finding) -> Finding {
        var finding = finding
        finding.elapsed = max(finding.time - start, .zero)
        finding.fingers = fingers
        return finding
    }
}

/// The state of the decision about one gesture.
private enum Progress: Sendable {
    case open
    case recognised
    /// The gesture was lost, or ended after it was recognised.
    case over
}

/// Derives the findings about a single gesture from the verdicts of its recogniser.
struct VerdictFindings: Sendable {
    private let name: GestureName
    private var progress = Progress.open

    init(_ name: GestureName) { self.name = name }

    /// Appends to the buffer the findings that follow from its verdicts.
    ///
    /// - Parameter isIdle: Whether the recogniser is idle after the call.
    mutating func update(_ verdicts: inout VerdictBuffer, at time: Timestamp, isIdle: Bool) {
        for index in 0..<verdicts.count {
            // A verdict that follows the end of a gesture belongs to the next gesture.
            if progress == .over { progress = .open }
            switch verdicts[index] {
            case .active(let value): if value.isComplete { recognise(value, &verdicts, at: time) }
            case .ended(let value):
                recognise(value, &verdicts, at: time)
                progress = .over
            case .failed(let reason, _):
                progress = .over
                verdicts.findings.append(Finding(name, .lost(reason), at: time))
            }
        }
        if isIdle { progress = .open }
    }

    /// - Parameter isIdle: Whether the recogniser was idle before it was cancelled.
    mutating func cancel(
        _ reason: CancellationReason, _ verdicts: inout VerdictBuffer, at time: Timestamp, isIdle: Bool
    ) {
        if !isIdle, progress != .over { verdicts.findings.append(Finding(name, .lost(reason), at: time)) }
        progress = .open
    }

    private mutating func recognise(_ value: GestureValue, _ verdicts: inout VerdictBuffer, at time: Timestamp) {
        guard progress == .open else { return }
        progress = .recognised
        verdicts.findings.append(Finding(name, .recognised(value), at: time))
    }
}

extension GestureValue {
    /// False for a press that is not completed.
    var isComplete: Bool { if case .longPress(let press) = self { press.completed } else { true } }
}

/// The decisions of a composition about its gestures.
struct CompositionFindings: Sendable {
    /// The progress of each leaf.
    private var progress: [Progress]

    init(leaves: Int) { progress = Array(repeating: .open, count: leaves) }

    /// Clears the progress of all leaves, before the next gesture.
    mutating func reset() {
        for leaf in progress.indices { progress[leaf] = .open }
    }

    /// Appends a finding for each leaf that was decided since the last call.
    mutating func record(_ tree: CompositionTree, at time: Timestamp, _ findings: inout [Finding]) {
        for index in tree.indices where tree[index].kind == nil {
            let node = tree[index]
            guard progress[node.leaf] != .over else { continue }
            switch node.phase {
            case .failed where !tree.isReached(index): decide(tree, index, .notReached, at: time, &findings)
            case .failed(let reason?): decide(tree, index, .lost(reason), at: time, &findings)
            case .failed(nil):
                recognise(tree, index, node.value, at: time, &findings)
                progress[node.leaf] = .over
            case .possible, .active, .ended:
                if node.reportedPhase.hasBegun, node.reportedValue?.isComplete == true {
                    recognise(tree, index, node.reportedValue, at: time, &findings)
                }
            }
        }
    }

    /// Called at a cancellation from outside. Appends a finding for each leaf that is not over and that its sequences
    /// have reached.
    mutating func cancel(
        _ tree: CompositionTree, _ reason: CancellationReason, at time: Timestamp, _ findings: inout [Finding]
    ) {
        for index in tree.indices where tree[index].kind == nil && !tree[index].isClosed {
            guard progress[tree[index].leaf] != .over, tree.isReached(index) else { continue }
            decide(tree, index, .lost(reason), at: time, &findings)
        }
    }

    private mutating func recognise(
        _ tree: CompositionTree, _ index: Int, _ value: GestureValue?, at time: Timestamp, _ findings: inout [Finding]
    ) {
        guard let value, progress[tree[index].leaf] == .open else { return }
        decide(tree, index, .recognised(value), at: time, &findings)
    }

    private mutating func decide(
        _ tree: CompositionTree, _ index: Int, _ outcome: Finding.Outcome, at time: Timestamp,
        _ findings: inout [Finding]
    ) {
        let leaf = tree[index].leaf
        if case .recognised = outcome { progress[leaf] = .recognised } else { progress[leaf] = .over }
        guard let name = tree.expressions[leaf].name else { return }
        findings.append(Finding(name, part: leaf + 1, outcome, at: time))
    }
}

extension CompositionTree {
    /// True if every sequence that contains the part has reached it.
    fileprivate func isReached(_ part: Int) -> Bool {
        !indices.contains { index in
            guard self[index].kind == .sequence, index < part, subtree(of: index).contains(part) else { return false }
            return part > subtree(of: stage(of: index)).upperBound
        }
    }
}
