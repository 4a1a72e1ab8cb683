internal import GestureModel

/// A standard set that keeps what it decided of each gesture that it may recognise.
///
/// It looks at the hand before and after each step: recognition knows nothing of it and pays nothing for it.
struct ExplainedHand: Recogniser {
    private var hand: HandRecogniser
    private var evidence = HandEvidence()
    /// Those that are open, of a hand that is down.
    private var open: [GestureName] = []
    /// Those that are under way.
    private var winners: [GestureName] = []
    private(set) var findings: [Finding] = []

    private static let names = [GestureName.tap, .longPress, .drag, .magnify, .rotate]

    init(_ hand: HandRecogniser) { self.hand = hand }

    var deadline: Timestamp? { hand.deadline }
    var isIdle: Bool { hand.isIdle }
    func holds(_ contact: Int) -> Bool { hand.holds(contact) }

    mutating func update(_ frame: borrowing TouchFrame) -> Verdict {
        findings.removeAll(keepingCapacity: true)
        let time = frame.time
        watch(hand.fingers(after: frame), at: time)
        let verdict = hand.update(frame)
        watch(hand.fingers, at: time)
        note(verdict, at: time)
        return verdict
    }

    mutating func expire(at deadline: Timestamp) -> Verdict {
        findings.removeAll(keepingCapacity: true)
        watch(hand.fingers, at: deadline)
        let verdict = hand.expire(at: deadline)
        note(verdict, at: deadline)
        return verdict
    }

    mutating func reset() {
        hand.reset()
        findings.removeAll(keepingCapacity: true)
        forget()
    }

    mutating func abandon(for reason: CancellationReason, at time: Timestamp) {
        let undecided = winners.isEmpty ? open : winners
        reset()
        for name in undecided { findings.append(Finding(name, .lost(reason), at: time)) }
    }

    /// Nothing is under way: what the fingers do may be anything.
    private mutating func watch(_ fingers: [HandFinger], at time: Timestamp) {
        guard case .resting = hand.state else { return }
        let before = evidence.fingers
        evidence.watch(hand, fingers, at: time)
        if before == 0, evidence.fingers > 0, open.isEmpty, winners.isEmpty { open = ExplainedHand.names }
    }

    private mutating func note(_ verdict: Verdict, at time: Timestamp) {
        switch verdict {
        case .active(let value): if winners.isEmpty { win(value, at: time) }
        case .finished(let value):
            if winners.isEmpty { win(value, at: time) }
            forget()
            watch(hand.fingers, at: time)
        case .failed(let reason): giveUp(.failed(reason), at: time)
        case .outcompeted: giveUp(.outcompeted, at: time)
        case .waiting:
            guard hand.isIdle, case .resting = hand.state else { return }
            loseRest(isBeaten: false, at: time)
            forget()
        }
    }

    private mutating func win(_ value: GestureValue, at time: Timestamp) {
        if case .composition(let tree) = value {
            for node in tree.nodes { if let value = node.value { win(one: value, at: time) } }
        } else {
            win(one: value, at: time)
        }
        let isMotion = winners.contains { $0 == .drag || $0 == .magnify }
        loseRest(isBeaten: isMotion, at: time)
    }

    private mutating func win(one value: GestureValue, at time: Timestamp) {
        guard let name = value.name else { return }
        findings.append(Finding(name, .recognised(value), at: time))
        winners.append(name)
        open.removeAll { $0 == name }
    }

    private mutating func loseRest(isBeaten: Bool, at time: Timestamp) {
        for name in open {
            findings.append(evidence.finding(against: name, hand, isBeaten: isBeaten, at: time))
        }
        open.removeAll(keepingCapacity: true)
    }

    /// What was under way is something else after all: a hold that moves, or a finger that came late. The fingers tap no
    /// more.
    private mutating func giveUp(_ reason: CancellationReason, at time: Timestamp) {
        for name in winners { findings.append(Finding(name, .lost(reason), at: time)) }
        let isMoving = hand.sequel != nil
        forget()
        watch(hand.fingers, at: time)
        open.removeAll { $0 == .tap || isMoving && $0 == .longPress }
    }

    private mutating func forget() {
        evidence = HandEvidence()
        open.removeAll(keepingCapacity: true)
        winners.removeAll(keepingCapacity: true)
    }
}

extension HandRecogniser {
    /// How far fingers go at that time before it counts as motion.
    func slop(at time: Timestamp) -> Double {
        time - lastChange < limits.earlyTime ? limits.earlySlop : limits.slop
    }

    /// The fingers that were down before a frame, where they are in it.
    fileprivate func fingers(after frame: borrowing TouchFrame) -> [HandFinger] {
        var moved = fingers
        for contact in frame.contacts where contact.phase == .moved {
            guard let index = moved.firstIndex(where: { $0.id == contact.id }) else { continue }
            moved[index].move(to: contact.position)
        }
        return moved
    }
}

extension GestureValue {
    fileprivate var name: GestureName? {
        switch self {
        case .tap: .tap
        case .longPress: .longPress
        case .drag: .drag
        case .swipe: .swipe
        case .magnify: .magnify
        case .rotate: .rotate
        case .composition: nil
        }
    }
}
