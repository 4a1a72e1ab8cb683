import GestureModel
import GestureRecognition
import Testing

/// What holds of the standard sets whatever fingers do. A failure names its seed.
@Suite struct StandardRandomTests {
    private static let kinds = GestureExpression.Standard.allCases

    @Test(arguments: kinds, 0..<80 as Range<UInt64>)
    func `whatever fingers do makes sense, and the next tap is a tap`(
        kind: GestureExpression.Standard, seed: UInt64
    ) {
        var course = Course(kind)
        let frames = RandomHand(seed: seed, frames: 100).frames
        for frame in frames { course.take(frame) }
        course.rest()
        #expect(course.grammar.violations == [], "seed \(seed)")
        #expect(course.isAtRest, "seed \(seed)")
        course.tap()
        #expect(course.events.suffix(2).map(\.value) == [.oneTap, .oneTap], "seed \(seed)")
    }

    @Test func `random contacts produce every gesture and every end`() {
        var said: Set<String> = []
        for seed in 0..<80 as Range<UInt64> {
            var course = Course(Self.kinds[Int(seed % 2)])
            for frame in RandomHand(seed: seed, frames: 100).frames { course.take(frame) }
            said.formUnion(course.events.map(\.summary))
        }
        let kinds = ["tap", "hold", "drag", "pinch"]
        let ends = ["ended", "outcompeted", "palm", "resynchronised", "failed"]
        let expected = kinds.flatMap { kind in ends.map { "\(kind) \($0)" } }.filter { !$0.hasPrefix("tap ") }
        #expect((["tap ended"] + expected).filter { !said.contains($0) } == [])
    }

    @Test(arguments: kinds, 1000..<1008 as Range<UInt64>)
    func `the same touches bring the same, from the start and from any frame on`(
        kind: GestureExpression.Standard, seed: UInt64
    ) {
        let frames = RandomHand(seed: seed, frames: 30).frames
        var whole = Course(kind)
        var copies: [Course] = []
        for frame in frames {
            // A copy shares what it was told of, trees among it, until either goes on.
            copies.append(whole)
            whole.take(frame)
        }
        for (start, copy) in copies.enumerated() {
            var copy = copy
            for frame in frames[start...] { copy.take(frame) }
            #expect(copy.events == whole.events, "seed \(seed), from frame \(start)")
        }
    }

    /// The two take turns with the storage of a pinch's value: neither may write into what a client still holds.
    @Test(arguments: 2000..<2008 as Range<UInt64>)
    func `a reported value does not change afterwards`(seed: UInt64) {
        var course = Course(.touchscreen)
        var told: [String] = []
        for frame in RandomHand(seed: seed, frames: 60).frames {
            let before = course.events.count
            course.take(frame)
            told += course.events[before...].map { "\($0)" }
        }
        #expect(course.events.map { "\($0)" } == told, "seed \(seed)")
    }
}

/// An emitter and its events.
private struct Course {
    private(set) var events: [GestureEvent] = []
    private(set) var grammar = EventGrammar()
    private var emitter: GestureEmitter
    private var gestures: UInt64 = 0
    private var frame = TouchFrame(time: Timestamp(microseconds: 0))

    init(_ kind: GestureExpression.Standard) {
        emitter = GestureEmitter(.standard(kind), thresholds: Thresholds(), surface: StandardTrial.surface)
    }

    var isAtRest: Bool { emitter.isIdle && emitter.deadline == nil && emitter.current == nil }

    mutating func take(_ frame: TouchFrame) {
        expire { $0 < frame.time }
        self.frame = frame
        emitter.update(frame, gestures: &gestures)
        hear()
    }

    /// Everybody is gone, and time passes.
    mutating func rest() { expire { _ in true } }

    mutating func tap() {
        let time = frame.time + .milliseconds(2000)
        let place = Point(x: 300, y: 200)
        take(TouchFrame(time: time, contacts: [Contact(id: -1, phase: .began, position: place)]))
        take(TouchFrame(time: time + .milliseconds(60), contacts: [Contact(id: -1, phase: .ended, position: place)]))
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
            hear()
        }
    }

    private mutating func hear() {
        let isRejected = frame.contacts.contains(where: \.isRejected)
        for event in emitter.events {
            grammar.take(event, down: frame.contacts.count { !$0.isRejected }, isClicked: frame.isClicked)
        }
        if isRejected { grammar.forgetTaps() }
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
