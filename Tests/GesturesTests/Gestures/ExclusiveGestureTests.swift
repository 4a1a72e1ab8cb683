import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct ExclusiveGestureTests {
    private func taps(_ notes: Recorder<String>) -> some Gesture {
        TapGesture(count: 2).onEnded { notes.add("double") }
            .exclusively(before: TapGesture().onEnded { notes.add("single") })
            .onEnded { value in
                switch value {
                case .first: notes.add("first")
                case .second: notes.add("second")
                }
            }
    }

    @Test func `a single tap ends when it cannot become a double tap`() {
        let notes = Recorder<String>()
        var hand = Hand(taps(notes))
        hand.tap(at: 0)
        #expect(notes.all.isEmpty)
        hand.wait(until: 399)
        #expect(notes.all.isEmpty)
        hand.wait(until: 400)
        #expect(notes.all == ["single", "second"])
    }

    @Test func `a double tap ends at once, without a single tap`() {
        let notes = Recorder<String>()
        var hand = Hand(taps(notes))
        hand.tap(at: 0)
        hand.tap(at: 200)
        #expect(notes.all == ["double", "first"])
        hand.wait(until: 2000)
        #expect(notes.all == ["double", "first"])
    }

    @Test func `a second gesture that had begun is cancelled and reset when the first begins`() {
        let notes = Recorder<String>()
        let state = GestureState(wrappedValue: 0.0)
        var hand = Hand(
            DragGesture(minimumDistance: 40).onChanged { _ in notes.add("far") }
                .exclusively(
                    before: DragGesture().updating(state) { value, state, _ in state = value.translation.dx }
                        .onCancelled { notes.add($0.name) }))
        hand.drag(by: Vector(dx: 30, dy: 0))
        #expect(state.wrappedValue == 30)
        #expect(notes.all.isEmpty)
        hand.at(90, .move(1, 150, 100))
        #expect(state.wrappedValue == 0)
        #expect(notes.all == ["far", "outcompeted"])
    }

    @Test func `a second gesture that had not begun is not cancelled`() {
        let notes = Recorder<String>()
        var hand = Hand(
            LongPressGesture().onEnded { _ in notes.add("pressed") }
                .exclusively(before: TapGesture().onEnded { notes.add("tap") }.onCancelled { notes.add($0.name) }))
        hand.at(0, .down(1, 10, 10))
        hand.wait(until: 500)
        hand.at(600, .lift(1))
        #expect(notes.all == ["pressed"])
    }

    @Test func `a press that wins is complete, and does not report pressing`() {
        let notes = Recorder<String>()
        var hand = Hand(
            onLongPressGesture(perform: { notes.add("pressed") }, onPressingChanged: { notes.add("\($0)") })
                .exclusively(before: TapGesture().onEnded { notes.add("tap") }))
        hand.tap(at: 0)
        #expect(notes.all == ["tap"])
        hand.at(1000, .down(2, 10, 10))
        hand.wait(until: 1500)
        hand.at(1600, .lift(2))
        #expect(notes.all == ["tap", "pressed"])
    }
}
