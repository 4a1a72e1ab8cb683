import GestureModel
import GestureRecognition
import Testing

/// Invariants of the standard sets under random touches. A failure names its seed.
@Suite struct StandardRandomTests {
    private static let kinds = GestureExpression.Standard.allCases

    @Test(arguments: kinds, 0..<80 as Range<UInt64>)
    func `random touches keep the event grammar, and the next tap is recognised`(
        kind: GestureExpression.Standard, seed: UInt64
    ) {
        var run = EmitterRun(kind)
        let frames = RandomHand(seed: seed, frames: 100).frames
        for frame in frames { run.handle(frame) }
        run.expireAll()
        #expect(run.grammar.violations == [], "seed \(seed)")
        #expect(run.isIdle, "seed \(seed)")
        run.tap()
        #expect(run.events.suffix(2).map(\.value) == [.oneTap, .oneTap], "seed \(seed)")
    }

    @Test func `random contacts produce every gesture and every end`() {
        var reported: Set<String> = []
        for seed in 0..<80 as Range<UInt64> {
            var run = EmitterRun(Self.kinds[Int(seed % 2)])
            for frame in RandomHand(seed: seed, frames: 100).frames { run.handle(frame) }
            reported.formUnion(run.events.map(\.summary))
        }
        let kinds = ["tap", "hold", "drag", "pinch"]
        let ends = ["ended", "outcompeted", "palm", "resynchronised", "failed"]
        let expected = kinds.flatMap { kind in ends.map { "\(kind) \($0)" } }.filter { !$0.hasPrefix("tap ") }
        #expect((["tap ended"] + expected).filter { !reported.contains($0) } == [])
    }

    @Test(arguments: kinds, 1000..<1008 as Range<UInt64>)
    func `the same frames produce the same events, from the start and from a copy at any frame`(
        kind: GestureExpression.Standard, seed: UInt64
    ) {
        let frames = RandomHand(seed: seed, frames: 30).frames
        var whole = EmitterRun(kind)
        var copies: [EmitterRun] = []
        for frame in frames {
            // A copy shares the values it has reported, trees included, until either receives another frame.
            copies.append(whole)
            whole.handle(frame)
        }
        for (start, copy) in copies.enumerated() {
            var copy = copy
            for frame in frames[start...] { copy.handle(frame) }
            #expect(copy.events == whole.events, "seed \(seed), from frame \(start)")
        }
    }

    /// A pinch's value alternates between two trees: a tree that a client still holds must not be written.
    @Test(arguments: 2000..<2008 as Range<UInt64>)
    func `a reported value does not change afterwards`(seed: UInt64) {
        var run = EmitterRun(.touchscreen)
        var reported: [String] = []
        for frame in RandomHand(seed: seed, frames: 60).frames {
            let before = run.events.count
            run.handle(frame)
            reported += run.events[before...].map { "\($0)" }
        }
        #expect(run.events.map { "\($0)" } == reported, "seed \(seed)")
    }
}

/// An emitter and its events.
private struct EmitterRun {
    private(set) var events: [GestureEvent] = []
    private(set) var grammar = EventGrammar()
    private var emitter: GestureEmitter
    private var gestures: UInt64 = 0
    private var frame = TouchFrame(time: Timestamp(microseconds: 0))

    init(_ kind: GestureExpression.Standard) {
        emitter = GestureEmitter(.standard(kind), thresholds: Thresholds(), surface: StandardTrial.surface)
    }

    var isIdle: Bool { emitter.isIdle && emitter.deadline == nil && emitter.current == nil }

    mutating func handle(_ frame: TouchFrame) {
        expire { $0 < frame.time }
        self.frame = frame
        emitter.update(frame, gestures: &gestures)
        receiveEvents()
    }

    /// Lets all deadlines expire, after all contacts have lifted.
    mutating func expireAll() { expire { _ in true } }

    mutating func tap() {
        let time = frame.time + .milliseconds(2000)
        var contact = Contact(id: -1, phase: .began, position: Point(x: 300, y: 200))
        handle(TouchFrame(time: time, contacts: [contact]))
        contact.phase = .ended
        handle(TouchFrame(time: time + .milliseconds(60), contacts: [contact]))
    }

    private mutating func expire(while isDue: (Timestamp) -> Bool) {
        var count = 0
        while let deadline = emitter.deadline, isDue(deadline) {
            count += 1
            guard count < 100 else {
                Issue.record("the deadline \(deadline) comes again and again")
                return
            }
            emitter.expire(at: deadline, gestures: &gestures)
            receiveEvents()
        }
    }

    private mutating func receiveEvents() {
        let isRejected = frame.contacts.contains(where: \.isRejected)
        for event in emitter.events {
            grammar.check(event, down: frame.contacts.count { !$0.isRejected }, isClicked: frame.isClicked)
        }
        if isRejected { grammar.resetTaps() }
        events += emitter.events
    }
}

extension GestureValue {
    fileprivate static let oneTap = GestureValue.tap(.init(fingers: 1, count: 1, location: Point(x: 300, y: 200)))
}

extension GestureEvent {
    fileprivate var summary: String {
        let kind =
            switch value {
            case .tap: "tap"
            case .longPress: "hold"
            case .drag: "drag"
            default: "pinch"
            }
        return switch phase {
        case .began, .changed: "\(kind) \(phase)"
        case .ended: "\(kind) ended"
        case .cancelled(let reason): "\(kind) \(reason.name)"
        }
    }
}
