import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct LongPressProgressTests {
    private let progress = LongPressProgress()

    private func fraction(at time: Int64) -> Double { progress.fraction(at: milliseconds(time)) }

    @Test func `the fraction grows from touch-down to the deadline without frames, and stays 1 until the lift`() {
        var hand = Hand(LongPressGesture(minimumDuration: 1).tracking(progress))
        #expect(!progress.isPressing && progress.deadline == nil && fraction(at: 0) == 0)
        hand.at(2000, .down(1, 10, 10))
        #expect(progress.isPressing && progress.deadline == milliseconds(3000))
        #expect([1000, 2000, 2250, 2500, 2999, 3000, 9000].map(fraction) == [0, 0, 0.25, 0.5, 0.999, 1, 1])
        hand.wait(until: 3000)
        #expect(progress.isPressing && fraction(at: 3500) == 1)
        hand.at(4000, .lift(1))
        #expect(!progress.isPressing && progress.deadline == nil && fraction(at: 4000) == 0)
    }

    @Test func `the fraction returns to 0 after an incomplete press`() {
        var hand = Hand(LongPressGesture().tracking(progress))
        hand.at(0, .down(1, 10, 10))
        hand.at(300, .lift(1))
        #expect(!progress.isPressing && fraction(at: 300) == 0)
        hand.at(1000, .down(2, 10, 10))
        hand.at(1100, .move(2, 10, 60))
        #expect(!progress.isPressing && fraction(at: 1100) == 0)
        hand.at(1200, .lift(2))
        hand.at(2000, .down(3, 10, 10))
        hand.cancel(.deviceLost, at: 2300)
        #expect(!progress.isPressing && fraction(at: 2300) == 0)
        hand.at(3000, .down(4, 10, 10))
        #expect(fraction(at: 3250) == 0.5)
        hand.recogniser.detach()
        #expect(!progress.isPressing)
    }

    @Test func `a press with a duration of 0 s is complete at touch-down`() {
        var hand = Hand(LongPressGesture(minimumDuration: 0).tracking(progress))
        hand.at(100, .down(1, 10, 10))
        #expect(fraction(at: 99) == 0 && fraction(at: 100) == 1)
    }

    @Test func `press and hold is pressed without progress`() {
        var hand = Hand(LongPressGesture(minimumDuration: .infinity).tracking(progress))
        hand.at(0, .down(1, 10, 10))
        #expect(progress.isPressing && progress.deadline == nil && fraction(at: 1_000_000) == 0)
        hand.at(500, .lift(1))
        #expect(!progress.isPressing)
    }

    @Test func `a finger that joins moves the deadline`() {
        var hand = Hand(LongPressGesture(minimumDuration: 0.4, fingers: [1, 2]).tracking(progress))
        hand.at(0, .down(1, 10, 10))
        #expect(fraction(at: 100) == 0.25)
        hand.at(100, .down(2, 60, 10))
        #expect(progress.deadline == milliseconds(500) && fraction(at: 100) == 0.2)
    }

    @Test func `the progress is updated before callbacks run`() {
        let notes = Recorder<Double>()
        let gesture = onLongPressGesture(minimumDuration: 0.5, progress: progress) { [progress] in
            notes.add(progress.fraction(at: milliseconds(500)))
        } onPressingChanged: { [progress] _ in
            notes.add(progress.fraction(at: milliseconds(250)))
        }
        var hand = Hand(gesture)
        hand.at(0, .down(1, 10, 10))
        hand.wait(until: 500)
        hand.at(900, .lift(1))
        #expect(notes.all == [0.5, 0.5, 1], "touch-down, and completion twice")
    }

    @Test func `in a race the press begins when it has won`() {
        var hand = Hand(LongPressGesture().tracking(progress).race(against: DragGesture()))
        hand.at(0, .down(1, 10, 10))
        #expect(!progress.isPressing && fraction(at: 400) == 0)
        hand.wait(until: 500)
        #expect(progress.isPressing && fraction(at: 499) == 0 && fraction(at: 500) == 1)
        hand.at(700, .lift(1))
        #expect(!progress.isPressing)
    }

    @Test func `as the second part of a sequence the press begins at its own touch-down`() {
        var hand = Hand(TapGesture().sequenced(before: LongPressGesture().tracking(progress)))
        hand.at(0, .down(1, 10, 10))
        hand.at(100, .lift(1))
        #expect(!progress.isPressing)
        hand.at(200, .down(2, 10, 10))
        #expect(fraction(at: 450) == 0.5)
        hand.wait(until: 700)
        hand.at(800, .lift(2))
        #expect(!progress.isPressing)
    }

    @Test func `as the first part of a sequence the press lasts until the sequence is over`() {
        var hand = Hand(LongPressGesture().tracking(progress).sequenced(before: DragGesture(minimumDistance: 0)))
        hand.at(0, .down(1, 10, 10))
        #expect(fraction(at: 250) == 0.5)
        hand.wait(until: 500)
        hand.at(600, .move(1, 80, 10))
        #expect(progress.isPressing && fraction(at: 600) == 1)
        hand.at(700, .lift(1))
        #expect(!progress.isPressing)
    }

    @Test func `if two gestures share a progress, the end of one does not end the other's press`() {
        var first = Hand(LongPressGesture().tracking(progress))
        var second = Hand(LongPressGesture(minimumDuration: 1).tracking(progress))
        first.at(0, .down(1, 10, 10))
        second.at(100, .down(1, 10, 10))
        first.at(200, .lift(1))
        #expect(progress.deadline == milliseconds(1100) && fraction(at: 600) == 0.5)
        second.at(700, .lift(1))
        #expect(!progress.isPressing)
    }
}
