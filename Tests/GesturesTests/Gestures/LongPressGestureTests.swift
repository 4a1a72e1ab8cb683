import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct LongPressGestureTests {
    private let state = GestureState(wrappedValue: false)
    private let notes = Recorder<String>()

    private func watched(_ press: LongPressGesture) -> some Gesture<Bool> {
        state.onChange { [notes] in notes.add("state \($0.newValue)") }
        return press.onChanged { [notes] in notes.add("changed \($0)") }
            .updating(state) { value, state, _ in state = value }
            .onEnded { [notes] in notes.add("ended \($0)") }
            .onCancelled { [notes] in notes.add("cancelled \($0.name)") }
    }

    @Test func `it becomes active once, at touch-down`() {
        var hand = Hand(watched(LongPressGesture()))
        hand.at(0, .down(1, 10, 10))
        hand.at(100, .move(1, 12, 10))
        hand.at(200, .move(1, 14, 10))
        #expect(notes.all == ["changed true", "state true"])
    }

    @Test func `it ends and its state resets at the deadline, while the finger is down`() {
        var hand = Hand(watched(LongPressGesture()))
        hand.at(0, .down(1, 10, 10))
        hand.wait(until: 499)
        #expect(state.wrappedValue)
        hand.wait(until: 500)
        #expect(notes.all == ["changed true", "state true", "state false", "ended true"])
    }

    @Test func `movement after the end has no effect`() {
        var hand = Hand(watched(LongPressGesture()))
        hand.at(0, .down(1, 10, 10))
        hand.wait(until: 500)
        hand.at(600, .move(1, 300, 10))
        hand.cancel(.deviceLost, at: 700)
        #expect(notes.all.last == "ended true")
        #expect(notes.all.count == 4)
    }

    @Test func `a lift before the deadline fails it`() {
        var hand = Hand(watched(LongPressGesture()))
        hand.at(0, .down(1, 10, 10))
        hand.at(499, .lift(1))
        #expect(notes.all == ["changed true", "state true", "state false", "cancelled failed"])
    }

    @Test func `movement by the maximum distance fails it`() {
        var hand = Hand(watched(LongPressGesture(maximumDistance: 20)))
        hand.at(0, .down(1, 10, 10))
        hand.at(50, .move(1, 29.9, 10))
        #expect(state.wrappedValue)
        hand.at(100, .move(1, 30, 10))
        #expect(notes.all == ["changed true", "state true", "state false", "cancelled failed"])
    }

    @Test func `press and hold lasts until the lift, which is neither a success nor a cancellation`() {
        var hand = Hand(watched(LongPressGesture(minimumDuration: .infinity)))
        hand.at(0, .down(1, 10, 10))
        #expect(hand.recogniser.deadline == nil)
        hand.wait(until: 3_600_000)
        #expect(state.wrappedValue)
        hand.at(3_600_001, .lift(1))
        #expect(notes.all == ["changed true", "state true", "state false"])
    }

    @Test func `a press with a duration of 0 s ends at touch-down`() {
        var hand = Hand(watched(LongPressGesture(minimumDuration: 0)))
        hand.at(0, .down(1, 10, 10))
        hand.wait(until: 0)
        #expect(notes.all == ["changed true", "state true", "state false", "ended true"])
    }

    @Test func `a second press behaves as the first`() {
        var hand = Hand(watched(LongPressGesture()))
        for begin in [0.0, 2000] {
            hand.at(begin, .down(1, 10, 10))
            hand.wait(until: begin + 500)
            hand.at(begin + 600, .lift(1))
        }
        #expect(notes.all.count == 8)
        #expect(notes.all.prefix(4) == notes.all.suffix(4))
    }
}
