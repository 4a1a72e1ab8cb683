import GestureModel
import GestureProtocol
import Strokes
import Testing

@testable import GestureActions

/// What `actions try` prints of touches.
@Suite struct ActionTrialTests {
    /// The trial of a file, and the messages of a daemon that has answered its requests.
    private struct Daemon {
        private(set) var trial: ActionTrial
        private let sources: [GestureExpression]
        private var time: Int64 = 1_000_000
        private var gesture: UInt64 = 0

        private var outcomes: [ActionTrial.Outcome] = []

        init(_ rules: String...) throws {
            trial = ActionTrial(try ActionFile(Array(rules.joined().utf8), file: "f"))
            sources = trial.requests.map(\.gesture)
            trial.handle(.deviceAdded(Hand.screen))
            for number in 1...sources.count { trial.handle(.ok(id: Int64(number), subscription: number)) }
        }

        /// Gestures of the standard set of a touchscreen that end in one frame.
        mutating func perform(_ values: GestureValue..., seconds: Double = 0.26, pause: Double = 1) {
            let number = (sources.firstIndex(of: .standard(.touchscreen)) ?? 0) + 1
            let end = time + Int64(seconds * 1e6)
            report(.began, fingers: 1, time)
            report(.changed, fingers: 0, end)
            for (index, value) in values.enumerated() {
                send(.began, value, number, gesture + UInt64(index) + 1, time)
                send(.ended, value, number, gesture + UInt64(index) + 1, end)
            }
            gesture += UInt64(values.count)
            outcomes += trial.settle()
            time = end + Int64(pause * 1e6)
            if pause > 0.35 { report(.ended, fingers: 0, end + 350_000) }
        }

        /// How many fingers are down, and that no further tap can follow if the gesture has ended.
        private mutating func report(_ phase: GesturePhase, fingers: Int, _ time: Int64) {
            guard let index = sources.firstIndex(where: { $0.name == .touch }) else { return }
            let touch = GestureValue.Touch(fingers: fingers, tapping: phase != .ended)
            send(phase, .touch(touch), index + 1, 1_000_000, time)
        }

        private mutating func send(
            _ phase: GesturePhase, _ value: GestureValue, _ subscription: Int, _ gesture: UInt64, _ time: Int64
        ) {
            let event = GestureEvent(
                gesture: gesture, phase: phase, time: Timestamp(microseconds: time), value: value)
            trial.handle(
                .gesture(
                    GestureMessage(
                        subscription: subscription, device: Hand.screen.id, event: event, positions: .granted)))
        }

        /// The daemon's explanation that the edges' subscription received no drag, at the next gesture's touch-down.
        mutating func explain(startedFarFromEdge distance: Double) {
            explain(edge: .startedFarFromEdge(by: distance, limit: 30))
        }

        /// How long the fingers of the next gesture are still before they lift.
        mutating func rest(for duration: Microseconds) {
            var touch = TouchExtent()
            touch.rest = duration
            trial.touches[Hand.screen.id] = touch
        }

        mutating func explain(edge failure: FailureReason) {
            let number =
                (sources.firstIndex { if case .drag(let drag) = $0 { drag.edges != nil } else { false } } ?? 0) + 1
            var finding = Finding(
                .drag, .lost(.failed(failure)), at: Timestamp(microseconds: time))
            finding.fingers = 1
            trial.handle(
                .explanation(ExplanationMessage(finding, device: Hand.screen.id, subscription: number)))
        }

        /// The daemon's explanation of the standard set about the next gesture.
        mutating func explain(_ gesture: GestureName, _ failure: FailureReason, fingers: Int = 1) {
            let number = (sources.firstIndex(of: .standard(.touchscreen)) ?? 0) + 1
            var finding = Finding(gesture, .lost(.failed(failure)), at: Timestamp(microseconds: time))
            finding.fingers = fingers
            trial.handle(
                .explanation(ExplanationMessage(finding, device: Hand.screen.id, subscription: number)))
        }

        mutating func finish() -> [ActionTrial.Outcome] { outcomes + trial.finish() }
    }

    private func outcome(_ value: GestureValue, _ rules: String...) throws -> ActionTrial.Outcome {
        var daemon = try Daemon(rules.joined())
        daemon.perform(value)
        return try #require(daemon.finish().first)
    }

    @Test(
        arguments: [
            (drag(-30, 0), "3 fingers, 30 mm left in 0.26 s"),
            (drag(5, -5, fingers: 1), "1 finger, 7.1 mm up-right in 0.26 s"),
            (transform(0.5), "2 fingers pinched in to 0.5 of their distance in 0.26 s"),
            (transform(2), "2 fingers pinched out to 2 times their distance in 0.26 s"),
            (transform(1, degrees: 34), "2 fingers turned 34° clockwise in 0.26 s"),
            (.tap(.init(fingers: 2, count: 1, location: .zero)), "2 fingers tapped"),
            (.tap(.init(fingers: 1, count: 2, location: .zero)), "1 finger tapped twice"),
        ])
    func `a headline describes the gesture`(_ value: GestureValue, _ headline: String) throws {
        #expect(try outcome(value, rule("a", "tap", "fingers = 5")).headline == headline)
    }

    @Test func `fingers that tap in one frame have a rule each`() throws {
        var daemon = try Daemon(rule("a", "tap", "fingers = 1"))
        let tap = GestureValue.tap(.init(fingers: 1, count: 1, location: .zero))
        daemon.perform(tap, tap)
        #expect(daemon.finish().map { $0.runs.map(\.rule) } == [["a"], ["a"]])
    }

    @Test func `taps in a row are one rule, which is shown with the last`() throws {
        var daemon = try Daemon(
            rule("single", "tap", "fingers = 2"), rule("double", "tap", "fingers = 2", "count = 2"))
        for count in 1...2 {
            daemon.perform(.tap(.init(fingers: 2, count: count, location: .zero)), seconds: 0.05, pause: 0.1)
        }
        #expect(daemon.finish().map { $0.runs.map(\.rule) } == [[], ["double"]])
    }

    @Test func `near rules report what they lack, in the file's terms and in millimetres`() throws {
        let outcome = try outcome(
            drag(-8, 0), rule("other gesture", "pinch in", "fingers = 3"),
            rule("other way", "swipe right", "fingers = 3"), rule("more fingers", "swipe left", "fingers = 4"),
            rule("farther", "swipe left", "fingers = 3", "distance = '12 mm'"))
        #expect(outcome.near.map(\.rule) == ["farther", "more fingers", "other way"])
        #expect(
            outcome.near.map(\.lacks) == [
                ["needs 12 mm, found 8 mm"], ["needs 4 fingers, found 3"],
                ["needs the direction right, found left"],
            ])
        #expect(outcome.runs == [])
    }

    @Test func `steps against a rule without a way back are named, rather than a step that was not whole`() throws {
        func lacks(_ degrees: Double) throws -> [[String]] {
            let rule = rule("volume", "turn clockwise", "every = '15 degrees'")
            return try outcome(transform(1, degrees: degrees), rule).near.map(\.lacks)
        }
        #expect(try lacks(-34) == [["the fingers went 2 steps back, and the rule has no `back`"]])
        #expect(try lacks(-16) == [["the fingers went a step back, and the rule has no `back`"]])
        #expect(try lacks(12) == [["needs a whole step of 15°"]])
    }

    @Test func `of rules that lack one thing, the app weighs less than another direction`() throws {
        let outcome = try outcome(
            drag(-30, 0), rule("way", "swipe up", "fingers = 3"),
            rule("app", "swipe left", "fingers = 3", "app = 'org.example.Editor'"))
        #expect(outcome.near.map(\.rule) == ["app", "way"])
        #expect(outcome.near.first?.lacks == ["needs the app org.example.editor, found no known window"])
    }

    // `Hand.screen` is 900 points wide: 143 mm.
    private static func fromRight(_ distance: Double, by movement: Vector) -> GestureValue {
        let start = Point(x: 900 - distance, y: 300)
        return .drag(.init(fingers: 1, location: start + movement, startLocation: start, velocity: .zero))
    }

    @Test func `a finger that starts too far inside is near the rule of that edge, with the distance and the setting`()
        throws
    {
        var daemon = try Daemon(
            rule("edge", "edge right", "fingers = 1"), rule("other", "edge left", "fingers = 1"),
            rule("slide", "slide up", "fingers = 1", "edge = 'right'"),
            rule("corner", "corner top-right", "fingers = 1"))
        daemon.explain(startedFarFromEdge: 56.7)
        daemon.perform(Self.fromRight(56.7, by: Vector(dx: -400, dy: 0)))
        let near = try #require(daemon.finish().first).near
        #expect(near.map(\.rule) == ["edge", "slide"])
        #expect(
            near.map(\.lacks) == [
                ["needs to start within 4.8 mm of the right edge, found 9 mm; [edges] distance above 56.7"],
                [
                    "needs to start within 4.8 mm of the right edge, found 9 mm; [edges] distance above 56.7",
                    "needs the direction up, found left",
                ],
            ])
    }

    @Test func `a finger that starts in the middle has no setting, and one at the edge lacks no start`() throws {
        let rules = rule("edge", "edge right", "fingers = 1")
        var daemon = try Daemon(rules)
        daemon.explain(startedFarFromEdge: 400)
        daemon.perform(Self.fromRight(400, by: Vector(dx: -200, dy: 0)))
        #expect(
            try #require(daemon.finish().first).near.map(\.lacks) == [
                ["needs to start within 4.8 mm of the right edge, found 64 mm"]
            ])
        #expect(try outcome(Self.fromRight(10, by: Vector(dx: -200, dy: 0)), rules).near.isEmpty)
    }

    @Test(arguments: [(52 as Int64, "0.05 s before; [velocity] stopTime above 0.06"), (280, "0.28 s before")])
    func `fingers that rested before they lifted are no flick, with the setting if the lift was only late`(
        _ rest: Int64, _ words: String
    ) throws {
        var daemon = try Daemon(rule("flick", "flick left", "fingers = 1"))
        daemon.rest(for: .milliseconds(rest))
        daemon.perform(Self.fromRight(400, by: Vector(dx: -200, dy: 0)))
        #expect(
            try #require(daemon.finish().first).near.map(\.lacks) == [
                [
                    "needs 64 mm/s at the lift, but the fingers were still for \(words)"
                ]
            ])
    }

    @Test func `a finger that led too little inwards lacks millimetres, and no setting`() throws {
        var daemon = try Daemon(rule("edge", "edge right", "fingers = 1"))
        daemon.explain(edge: .movedTooLittle(by: 13.8, limit: 25))
        daemon.perform(Self.fromRight(10, by: Vector(dx: -13.8, dy: 0)))
        #expect(try #require(daemon.finish().first).near.map(\.lacks) == [["needs 4 mm, found 2.2 mm"]])
    }

    @Test(
        arguments: [
            (transform(2), "pinch in", "needs pinch in, found pinch out"),
            (transform(0.5), "pinch out", "needs pinch out, found pinch in"),
            (transform(1, degrees: -40), "turn clockwise", "needs turn clockwise, found turn counterclockwise"),
            (transform(1, degrees: 40), "rotate counterclockwise", "needs turn counterclockwise, found turn clockwise"),
            (drag(-30, 0), "swipe right", "needs the direction right, found left"),
            (transform(0.9), "pinch in", "needs the scale 0.75, found 0.9"),
        ])
    func `what was performed the other way round lacks the direction, and no amount`(
        _ value: GestureValue, _ words: String, _ lack: String
    ) throws {
        let fingers = value.fingers.map { "fingers = \($0)" } ?? "fingers = 2"
        #expect(try outcome(value, rule("a", words, fingers)).near.map(\.lacks) == [[lack]])
    }

    @Test func `a rule for a tap is near to a finger that moved a little too far for one, with the settings`() throws {
        for (distance, isNear) in [(14.0, true), (200, false)] {
            var daemon = try Daemon(rule("tap", "tap"))
            daemon.explain(.tap, .movedTooFar(by: 10.4, limit: 10))
            daemon.perform(Self.fromRight(400, by: Vector(dx: -distance, dy: 0)))
            #expect(
                try #require(daemon.finish().first).near.map(\.lacks)
                    == (isNear
                        ? [
                            [
                                "no tap: moved 10.4 pt (1.7 mm) > 10 pt (1.6 mm); [touchscreen] tapDistance, slop and earlySlop"
                            ]
                        ] : []))
        }
    }

    @Test func `a rule for a tap is near to a long press, and names both durations`() throws {
        var daemon = try Daemon(rule("tap", "tap"))
        daemon.explain(.tap, .heldTooLong(for: .milliseconds(500), limit: .milliseconds(500)))
        daemon.perform(
            .longPress(
                .init(
                    fingers: 1, location: .zero, startLocation: .zero, pressing: false, completed: true, deadline: nil))
        )
        #expect(
            try #require(daemon.finish().first).near.map(\.lacks) == [
                ["no tap: held 500 ms ≥ 500 ms; [touchscreen] tapDuration and holdDuration"]
            ])
    }
}
