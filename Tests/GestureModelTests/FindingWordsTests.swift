import GestureModel
import Testing

/// The sentences of decisions.
@Suite struct FindingWordsTests {
    private func words(_ name: GestureName, _ outcome: Finding.Outcome, part: Int = 0) -> String {
        var finding = Finding(name, part: part, outcome, at: Timestamp(microseconds: 1_092_000))
        finding.elapsed = .milliseconds(92)
        return finding.description
    }

    @Test func `a new finding has no elapsed time and no fingers`() {
        let finding = Finding(.tap, part: 2, .notReached, at: Timestamp(microseconds: 7))
        #expect(finding.elapsed == .zero && finding.fingers == 0)
    }

    @Test func `a lost gesture has the number and the limit, or the reason of the cancel`() {
        let far = Finding.Outcome.lost(.failed(.movedTooFar(by: 14.2, limit: 10)))
        #expect(words(.tap, far) == "tap: moved 14.2 pt > 10 pt at 92 ms")
        #expect(
            words(.drag, .lost(.deviceLost), part: 3)
                == "drag (part 3): cancelled: the device was removed or switched off, or the recording ended at 92 ms")
        #expect(words(.drag, .lost(.failed(.clicked))) == "drag: clicked at 92 ms")
        #expect(words(.rotate, .notReached) == "turn: not reached at 92 ms")
    }

    @Test func `a recognised gesture describes what the fingers did`() {
        let position = Point(x: 40, y: 30)
        let drag = GestureValue.drag(.init(fingers: 2, location: position, startLocation: .zero, velocity: .zero))
        #expect(words(.drag, .recognised(drag)) == "drag: recognised: 2 fingers moved 50 pt at 92 ms")
        let press = GestureValue.longPress(
            .init(
                fingers: 1, location: position, startLocation: position, pressing: true, completed: true, deadline: nil)
        )
        #expect(words(.longPress, .recognised(press)) == "long press: recognised: 1 finger held at 92 ms")
        let swipe = GestureValue.swipe(
            .init(fingers: 3, direction: .right, location: position, startLocation: .zero, velocity: .zero))
        #expect(words(.swipe, .recognised(swipe)) == "swipe: recognised: 3 fingers swiped right 50 pt at 92 ms")
        let magnify = GestureValue.magnify(
            .init(fingers: 2, location: position, startLocation: position, magnification: 0.75, velocity: 0))
        #expect(words(.magnify, .recognised(magnify)) == "pinch: recognised: 2 fingers scaled by 25 % at 92 ms")
    }

    @Test(
        arguments: [
            (
                .rejected, .palm, nil, .pressure(142, limit: 130),
                "pressure 142 ≥ 130; [[device]] palmPressure"
            ),
            (.rejected, .palm, nil, .size(31, limit: 30), "size 31 ≥ 30; [[device]] palmSize"),
            (.rejected, .thumb, nil, .pressure(90, limit: 90), "pressure 90 ≥ 90; [[device]] thumbPressure"),
            (.rejected, .thumb, nil, .size(12, limit: 10), "size 12 ≥ 10; [[device]] thumbSize"),
            (.rejected, .palm, nil, nil, "the device reports a palm"),
            (.dropped, .palm, .light, .pressure(28, limit: 34), "pressed less than a finger: pressure 28 < 34"),
            (
                .dropped, .palm, .brief, .duration(.milliseconds(24), limit: .milliseconds(30)),
                "too short for a finger where palms brush the surface: 24 ms < 30 ms"
            ),
            (
                .dropped, .ghost, .ghosts, .arrivals(5, limit: 5, hold: .milliseconds(45)),
                "5 contacts came down in one frame, and of 5 or more each needs 45 ms"
            ),
            (.dropped, .ghost, .ghosts, nil, "the device was reporting contacts that no hand makes"),
        ] as [(ContactFinding.Outcome, ContactReport.State, ContactReport.Cause?, ContactReport.Measure?, String)])
    func `a contact that is no finger has the number, the limit and the setting`(
        _ outcome: ContactFinding.Outcome, _ state: ContactReport.State, _ cause: ContactReport.Cause?,
        _ measure: ContactReport.Measure?, _ words: String
    ) {
        let start = Timestamp(microseconds: 0)
        let finding = ContactFinding(
            contact: 1, at: .zero, start: start, outcome, state, cause, measure, at: start + .milliseconds(60))
        #expect(finding.description.hasSuffix(" at 60 ms: \(words)"), "\(finding)")
    }

    @Test(
        arguments: [
            (.left, "went farther than 4 mm from the edge"), (.inStep, "moved like a finger next to it"),
            (.clear, "lay where fingers do and pressed no harder"), (.firm, "pressed as hard as a finger"),
            (.moved, "moved as far as only fingers do"), (.together, "came down together with a finger"),
            (.lasted, "stayed as long as fingers do"),
        ] as [(ContactReport.Acceptance, String)])
    func `a contact that was held back and is a finger says what showed it`(
        _ acceptance: ContactReport.Acceptance, _ words: String
    ) {
        let start = Timestamp(microseconds: 0)
        var finding = ContactFinding(
            contact: 1, at: .zero, start: start, .accepted, .finger, .light, .pressure(31, limit: 34),
            at: start + .milliseconds(50))
        finding.acceptance = acceptance
        #expect(
            finding.description.hasSuffix(
                ": held back until it was accepted as a finger at 50 ms, because it \(words): pressed less than a finger: "
                    + "pressure 31 < 34"), "\(finding)")
    }

    @Test func `a composition and a standard set have no name`() {
        let leaves: [GestureExpression] = [
            .tap(.init()), .longPress(.init()), .drag(.init()), .swipe(.init()), .magnify(.init()), .rotate(.init()),
            .stroke(.init(templates: [])), .swipeHold(.init()), .dial(.init()), .touch(.init()),
        ]
        #expect(leaves.map(\.name) == GestureName.allCases)
        #expect(leaves.compactMap(\.name) == GestureName.allCases)
        #expect(GestureExpression.composition(.init(.race, leaves)).name == nil)
        #expect(GestureExpression.Standard.allCases.map { GestureExpression.standard($0).name } == [nil, nil])
    }

    @Test func `a frame without a button is not clicked`() {
        let time = Timestamp(microseconds: 0)
        #expect(!TouchFrame(time: time).isClicked && TouchFrame(time: time, isClicked: true).isClicked)
    }
}
