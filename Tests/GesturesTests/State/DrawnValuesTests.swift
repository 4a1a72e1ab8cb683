import GestureModel
import Gestures
import Strokes
import Testing

/// Types for drawing and feedback.
@Suite struct DrawnValuesTests {
    @Test func `an animated state can be stored`() {
        let state = GestureState(wrappedValue: 3.0)
        let shown: AnimatedState<Double> = state.shown { $0 * 2 }
        #expect(shown.value(at: milliseconds(0)) == 6 && shown.isSettled(at: milliseconds(0)))
    }

    @Test func `a gesture has two milestones, its beginning and its success`() {
        let milestones: [GestureMilestone] = [.began, .ended]
        #expect(milestones == GestureMilestone.allCases)
    }
}
