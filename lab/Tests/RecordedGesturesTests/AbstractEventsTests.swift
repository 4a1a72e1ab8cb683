import GestureModel
import GestureProtocol
import RecordedGestures
import Testing

/// The events of a subscriber in the terms of RULES.md.
@Suite struct AbstractEventsTests {
    private static let centre = Point(x: 100, y: 100)

    private static func events(
        _ value: GestureValue, from start: Int64 = 1_000_000, to end: Int64 = 2_000_000,
        phase: GesturePhase = .ended
    ) -> [AbstractEvent] {
        var events = AbstractEvents()
        for (phase, time) in [(GesturePhase.began, start), (phase, end)] {
            events.handle(
                GestureMessage(
                    subscription: 1, device: "d",
                    event: GestureEvent(
                        gesture: 7, phase: phase, time: Timestamp(microseconds: time), value: value)))
        }
        return events.finished
    }

    private static func drag(fingers: Int, by motion: Vector) -> GestureValue {
        .drag(.init(fingers: fingers, location: centre + motion, startLocation: centre, velocity: .zero))
    }

    private static func hold(completed: Bool, deadline: Int64) -> GestureValue {
        .longPress(
            .init(
                fingers: 1, location: centre, startLocation: centre, pressing: false, completed: completed,
                deadline: Timestamp(microseconds: deadline)))
    }

    private static func transform(scale: Double, angle: Double) -> GestureValue {
        .composition(
            GestureTree(nodes: [
                .init(kind: .simultaneous, descendants: 2, phase: .ended),
                .init(
                    phase: .ended,
                    value: .magnify(
                        .init(
                            fingers: 2, location: centre, startLocation: centre, magnification: scale, velocity: 0))),
                .init(
                    phase: .ended,
                    value: .rotate(
                        .init(fingers: 2, location: centre, startLocation: centre, rotation: angle, velocity: 0))),
            ]))
    }

    @Test(arguments: [(1, "drag1-up"), (2, "scroll2-up"), (3, "swipe3-up"), (4, "swipe4-up")])
    func `a drag is named by its fingers and by its main direction`(_ fingers: Int, _ word: String) {
        #expect(Self.events(Self.drag(fingers: fingers, by: Vector(dx: 30, dy: -40))).words == word)
    }

    @Test func `a cancelled gesture is marked`() throws {
        let event = try #require(Self.events(Self.drag(fingers: 2, by: .zero), phase: .cancelled(.deviceLost)).first)
        #expect(event.isCancelled)
        #expect(event.direction == nil)
        #expect(event.json(from: event.start).contains(#""cancelled":true"#))
    }

    @Test func `two fingers that turn without changing their distance rotate; otherwise they pinch`() {
        #expect(Self.events(Self.transform(scale: 1.05, angle: -0.3)).words == "rotate2-ccw")
        #expect(Self.events(Self.transform(scale: 1.05, angle: 0.3)).words == "rotate2-cw")
        #expect(Self.events(Self.transform(scale: 1.5, angle: 0.3)).words == "pinch2-out")
        #expect(Self.events(Self.transform(scale: 0.95, angle: 0.1)).words == "pinch2-in")
    }

    @Test func `a long press that lifted early is not a gesture`() {
        #expect(Self.events(Self.hold(completed: false, deadline: 1_500_000), to: 1_300_000).isEmpty)
    }

    @Test(arguments: [(1_000_000, "0.0"), (1_500_000, "0.0")])
    func `a hold starts when the finger came down, even if it is reported at its deadline`(
        _ began: Int64, _ start: String
    ) throws {
        let event = try #require(Self.events(Self.hold(completed: true, deadline: 1_500_000), from: began).first)
        let json = event.json(from: Timestamp(microseconds: 1_000_000))
        #expect(json.contains(#""kind":"hold""#))
        #expect(json.contains(#""t_start":\#(start),"t_end":1.0"#))
    }

    @Test func `the value of a race is that of the part that won`() {
        let race = GestureTree(nodes: [
            .init(kind: .race, descendants: 2, phase: .ended),
            .init(phase: .ended, value: .tap(.init(fingers: 2, count: 1, location: Self.centre))),
            .init(phase: .failed(.outcompeted), value: Self.hold(completed: false, deadline: 1_500_000)),
        ])
        #expect(Self.events(.composition(race)).words == "tap2")
    }
}
