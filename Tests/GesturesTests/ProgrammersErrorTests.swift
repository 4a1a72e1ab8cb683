import GestureModel
import Gestures
import Testing

/// Each traps with a sentence that names what was wrong. (Run as child processes.)
@Suite struct ProgrammersErrorTests {
    @Test func `a bounce that swings ever wider`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Spring(duration: 0.5, bounce: 1.5)
        }
        expect(result, "a spring's bounce is above -1 and at most 1, not 1.5")
    }

    @Test func `a negative duration`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Animation.easeIn(duration: -1)
        }
        expect(result, "an animation's duration is 0 s or more, not -1.0")
    }

    @Test func `a value that is not a number`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var value = AnimatedValue(0.0)
            value.set(.nan, at: .init(microseconds: 0))
        }
        expect(result, "an animated value is finite, not nan")
    }

    @Test func `a detent in a list of none`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Detents([])
        }
        expect(result, "detents need at least one position")
    }

    @Test func `a drag that begins before it moves`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(minimumDistance: -1)
        }
        expect(result, "a drag begins after 0 pt or more, not -1.0")
    }

    @Test func `a drag that never begins`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(minimumDistance: .infinity)
        }
        expect(result, "a drag begins after 0 pt or more, not inf")
    }

    @Test func `a drag after no number of points`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(minimumDistance: .nan)
        }
        expect(result, "a drag begins after 0 pt or more, not nan")
    }

    @Test func `a press shorter than nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LongPressGesture(minimumDuration: -0.1)
        }
        expect(result, "a long press lasts at least 0 s, not -0.1")
    }

    @Test func `a press of no number of seconds`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LongPressGesture(minimumDuration: .nan)
        }
        expect(result, "a long press lasts at least 0 s, not nan")
    }

    @Test func `a press that may move less than nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LongPressGesture(maximumDistance: -1)
        }
        expect(result, "a long press may move 0 pt or more, not -1.0")
    }

    @Test func `no tap at all`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TapGesture(count: 0)
        }
        expect(result, "a tap gesture is of 1…10 taps, not 0")
    }

    @Test func `more taps than anybody counts`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SpatialTapGesture(count: 11)
        }
        expect(result, "a tap gesture is of 1…10 taps, not 11")
    }

    @Test func `six fingers`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(fingers: 6)
        }
        expect(result, "6 fingers, not 1…5")
    }

    @Test func `a gesture of no fingers`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TapGesture(fingers: [])
        }
        expect(result, "a gesture needs at least one number of fingers")
    }

    /// A release build traps as well, but says nothing.
    private func expect(_ result: ExitTest.Result?, _ sentence: String) {
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!_isDebugAssertConfiguration() || words.contains(sentence))
    }
}
