internal import GestureModel

/// A recogniser of one gesture that keeps what it decided.
struct ExplainedRecogniser: Recogniser {
    private enum Progress: Sendable {
        case open
        case recognised
        case over
    }

    private var recogniser: any Recogniser
    private let name: GestureName
    private var progress = Progress.open
    private(set) var findings: [Finding] = []

    init(_ recogniser: any Recogniser, of name: GestureName) {
        self.recogniser = recogniser
        self.name = name
    }

    var deadline: Timestamp? { recogniser.deadline }
    var isIdle: Bool { recogniser.isIdle }
    var remains: GestureValue? { recogniser.remains }
    func holds(_ contact: Int) -> Bool { recogniser.holds(contact) }

    mutating func update(_ frame: borrowing TouchFrame) -> Verdict {
        let time = frame.time
        return note(recogniser.update(frame), at: time)
    }

    mutating func expire(at deadline: Timestamp) -> Verdict { note(recogniser.expire(at: deadline), at: deadline) }

    mutating func reset() {
        recogniser.reset()
        progress = .open
        findings.removeAll(keepingCapacity: true)
    }

    mutating func abandon(for reason: CancellationReason, at time: Timestamp) {
        let isUndecided = !recogniser.isIdle && progress != .over
        reset()
        if isUndecided { findings.append(Finding(name, .lost(reason), at: time)) }
    }

    private mutating func note(_ verdict: Verdict, at time: Timestamp) -> Verdict {
        findings.removeAll(keepingCapacity: true)
        switch verdict {
        case .waiting: break
        case .active(let value): if value.tellsGesture { recognise(value, at: time) }
        case .finished(let value):
            recognise(value, at: time)
            progress = .over
        case .failed(let reason): lose(.failed(reason), at: time)
        case .outcompeted: lose(.outcompeted, at: time)
        }
        if recogniser.isIdle { progress = .open }
        return verdict
    }

    private mutating func recognise(_ value: GestureValue, at time: Timestamp) {
        guard progress == .open else { return }
        progress = .recognised
        findings.append(Finding(name, .recognised(value), at: time))
    }

    private mutating func lose(_ reason: CancellationReason, at time: Timestamp) {
        progress = .over
        findings.append(Finding(name, .lost(reason), at: time))
    }
}

extension GestureValue {
    /// Whether the gesture has been made: a press that may yet fail has not.
    var tellsGesture: Bool { if case .longPress(let press) = self { press.completed } else { true } }
}
