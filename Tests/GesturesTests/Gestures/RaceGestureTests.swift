import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct RaceGestureTests {
    private func race(_ notes: Recorder<String>) -> some Gesture {
        LongPressGesture().onChanged { _ in notes.add("press") }.onEnded { _ in notes.add("pressed") }
            .onCancelled { notes.add("press \($0.name)") }
            .race(
                against: DragGesture().onChanged { _ in notes.add("drag") }.onEnded { _ in notes.add("dragged") }
                    .onCancelled { notes.add("drag \($0.name)") }
            )
            .onEnded { value in
                switch value {
                case .first: notes.add("first")
                case .second: notes.add("second")
                }
            }
    }

    @Test func `if the finger moves first, the drag wins and the press does not begin`() {
        let notes = Recorder<String>()
        var hand = Hand(race(notes))
        hand.at(0, .down(1, 100, 100))
        hand.at(8, .move(1, 120, 100))
        hand.at(24, .lift(1))
        #expect(notes.all == ["drag", "dragged", "second"])
    }

    @Test func `if the finger rests, the press wins and the drag does not begin`() {
        let notes = Recorder<String>()
        var hand = Hand(race(notes))
        hand.at(0, .down(1, 100, 100))
        hand.wait(until: 500)
        hand.at(600, .move(1, 200, 100))
        hand.at(620, .lift(1))
        #expect(notes.all == ["pressed", "first"])
    }

    @Test func `an external cancellation reaches the winner`() {
        let notes = Recorder<String>()
        var hand = Hand(race(notes))
        hand.at(0, .down(1, 100, 100))
        hand.at(8, .move(1, 120, 100))
        hand.cancel(.deviceLost, at: 20)
        #expect(notes.all == ["drag", "drag deviceLost"])
    }
}
