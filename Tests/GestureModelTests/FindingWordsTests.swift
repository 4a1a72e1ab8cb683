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

    @Test func `a composition and a standard set have no name`() {
        let leaves: [GestureExpression] = [
            .tap(.init()), .longPress(.init()), .drag(.init()), .swipe(.init()), .magnify(.init()), .rotate(.init()),
            .stroke(.init(templates: [])), .swipeHold(.init()), .dial(.init()),
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
