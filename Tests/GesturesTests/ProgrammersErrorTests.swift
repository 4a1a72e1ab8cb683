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

    /// A release build traps as well, but says nothing.
    private func expect(_ result: ExitTest.Result?, _ sentence: String) {
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!_isDebugAssertConfiguration() || words.contains(sentence))
    }
}
