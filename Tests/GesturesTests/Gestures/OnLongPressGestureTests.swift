import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct OnLongPressGestureTests {
    private let notes = Recorder<String>()

    private func press(minimumDuration: Double = 0.5) -> some Gesture<Bool> {
        onLongPressGesture(minimumDuration: minimumDuration) { [notes] in
            notes.add("perform")
        } onPressingChanged: { [notes] in
            notes.add("pressing \($0)")
        }
    }

    @Test func `it is no longer pressed when it performs its action, at the deadline`() {
        var hand = Hand(press())
        hand.at(0, .down(1, 10, 10))
        hand.wait(until: 500)
        #expect(notes.all == ["pressing true", "pressing false", "perform"])
        hand.at(900, .lift(1))
        #expect(notes.all.count == 3)
    }

    @Test func `a press that is too short or moves too far performs nothing`() {
        var hand = Hand(press())
        hand.at(0, .down(1, 10, 10))
        hand.at(300, .lift(1))
        hand.at(1000, .down(2, 10, 10))
        hand.at(1100, .move(2, 10, 60))
        #expect(notes.all == ["pressing true", "pressing false", "pressing true", "pressing false"])
        hand.at(1200, .lift(2))
        #expect(notes.all.count == 4)
    }

    @Test func `a cancellation ends a press that is not complete`() {
        var hand = Hand(press())
        hand.at(0, .down(1, 10, 10))
        hand.cancel(.deviceLost, at: 100)
        #expect(notes.all == ["pressing true", "pressing false"])
        hand.at(1000, .down(2, 10, 10))
        hand.wait(until: 1500)
        hand.cancel(.deviceLost, at: 1600)
        #expect(notes.all.dropFirst(2) == ["pressing true", "pressing false", "perform"])
    }

    @Test func `press and hold performs nothing, and is pressed until the lift`() {
        var hand = Hand(press(minimumDuration: .infinity))
        hand.at(0, .down(1, 10, 10))
        hand.at(60_000, .lift(1))
        #expect(notes.all == ["pressing true", "pressing false"])
    }

    @Test func `a minimum duration of 0 s is complete at touch-down, without a timer`() {
        var hand = Hand(press(minimumDuration: 0))
        hand.at(0, .down(1, 10, 10))
        #expect(notes.all == ["pressing true", "pressing false", "perform"])
    }

    @Test func `onPressingChanged is optional`() {
        var hand = Hand(onLongPressGesture { [notes] in notes.add("perform") })
        hand.at(0, .down(1, 10, 10))
        hand.wait(until: 500)
        #expect(notes.all == ["perform"])
    }
}
