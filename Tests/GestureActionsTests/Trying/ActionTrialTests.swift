import GestureModel
import GestureProtocol
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
            for (index, value) in values.enumerated() {
                send(.began, value, number, gesture + UInt64(index) + 1, time)
                send(.ended, value, number, gesture + UInt64(index) + 1, end)
            }
            gesture += UInt64(values.count)
            time = end + Int64(pause * 1e6)
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

        mutating func finish() -> [ActionTrial.Outcome] { trial.finish() }
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

    @Test func `of rules that lack one thing, the app weighs less than another direction`() throws {
        let outcome = try outcome(
            drag(-30, 0), rule("way", "swipe up", "fingers = 3"),
            rule("app", "swipe left", "fingers = 3", "app = 'org.example.Editor'"))
        #expect(outcome.near.map(\.rule) == ["app", "way"])
        #expect(outcome.near.first?.lacks == ["needs the app org.example.editor, found no known window"])
    }
}
