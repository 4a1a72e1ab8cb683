import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct SimultaneousGestureTests {
    private typealias Value = SimultaneousGesture<LongPressGesture, DragGesture>.Value

    @Test func `a value contains those of both gestures`() {
        let values = Recorder<Value>()
        let ends = Recorder<Value>()
        var hand = Hand(
            LongPressGesture().simultaneously(with: DragGesture()).onChanged(values.add).onEnded(ends.add))
        hand.at(0, .down(1, 100, 100))
        #expect(values.all.map(\.first) == [true])
        #expect(values.all.map(\.second?.translation) == [nil])
        hand.wait(until: 500)
        hand.at(600, .move(1, 130, 100))
        #expect(values.all.last?.first == true)
        #expect(values.all.last?.second?.translation == Vector(dx: 30, dy: 0))
        #expect(ends.all.isEmpty)
        hand.at(620, .lift(1))
        #expect(ends.all.count == 1)
        #expect(ends.all.first?.first == true)
        #expect(ends.all.first?.second?.translation == Vector(dx: 30, dy: 0))
    }

    @Test func `if one gesture fails, the other ends the composition`() {
        let ends = Recorder<Value>()
        var hand = Hand(LongPressGesture().simultaneously(with: DragGesture()).onEnded(ends.add))
        hand.drag(by: Vector(dx: 50, dy: 0))
        hand.at(100, .lift(1))
        #expect(ends.all.map(\.first) == [nil])
        #expect(ends.all.map(\.second?.translation) == [Vector(dx: 50, dy: 0)])
    }

    @Test func `callbacks of the gestures run in the composition`() {
        let notes = Recorder<String>()
        var hand = Hand(
            TapGesture().onEnded { notes.add("tap") }
                .simultaneously(
                    with: LongPressGesture().onChanged { _ in notes.add("press") }.onEnded { _ in notes.add("pressed") }
                        .onCancelled { _ in notes.add("not pressed") }
                )
                .onEnded { _ in notes.add("over") })
        hand.at(0, .down(1, 10, 10))
        #expect(notes.all == ["press"])
        hand.at(60, .lift(1))
        #expect(notes.all == ["press", "tap", "not pressed", "over"])
    }

    @Test func `a change of one gesture does not run the other's callbacks`() {
        let presses = Recorder<Bool>()
        let drags = Recorder<Double>()
        let state = GestureState(wrappedValue: 0)
        var hand = Hand(
            LongPressGesture(minimumDuration: .infinity, maximumDistance: 1000)
                .updating(state) { _, state, _ in state += 1 }.onChanged(presses.add)
                .simultaneously(with: DragGesture(minimumDistance: 0).onChanged { drags.add($0.translation.dx) }))
        hand.drag(by: Vector(dx: 50, dy: 0))
        #expect(presses.all == [true])
        #expect(state.wrappedValue == 1)
        #expect(drags.all.count == 11)
    }

    @Test func `the composition stays active from the beginning of one part to the end of the other`() {
        let changes = Recorder<Int>()
        let milestones = Recorder<GestureMilestone>()
        var hand = Hand(
            LongPressGesture().simultaneously(with: RotateGesture(minimumAngleDelta: .degrees(1))).map { _ in 1 }
                .onChanged(changes.add).onMilestone { milestone, _ in milestones.add(milestone) })
        for time in [0.0, 1000] {
            hand.at(time, .down(1, 100, 100))
            hand.at(time + 8, .down(2, 200, 100))
            hand.at(time + 16, .move(1, 100, 50), .move(2, 200, 150))
            hand.at(time + 32, .lift(1), .lift(2))
        }
        #expect(changes.all == [1, 1])
        #expect(milestones.all == [.began, .ended, .began, .ended])
    }

    @Test func `a magnification and a rotation run at the same time, each from its minimum`() {
        let values = Recorder<(Double, Double)>()
        var hand = Hand(
            MagnifyGesture(minimumScaleDelta: 0.01).simultaneously(with: RotateGesture(minimumAngleDelta: .degrees(1)))
                .onChanged { values.add(($0.first?.magnification ?? 0, $0.second?.rotation.degrees ?? 0)) })
        hand.at(0, .down(1, 100, 100), .down(2, 200, 100))
        hand.at(16, .move(1, 100, 50), .move(2, 200, 150))
        #expect(values.all.count == 1)
        #expect(isClose(values.all[0].0, 1.01, within: 1e-9))
        #expect(isClose(values.all[0].1, 1, within: 1e-3))
        hand.at(32, .move(1, 200, 0), .move(2, 100, 200))
        #expect(values.all.count == 2)
        #expect(isClose(values.all[1].0, 1.01 * 1.581139, within: 1e-6))
        #expect(isClose(values.all[1].1, 1 + 71.565051, within: 1e-3))
    }
}
