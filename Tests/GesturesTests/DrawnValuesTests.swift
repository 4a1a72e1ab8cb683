import GestureModel
import Gestures
import Testing

/// Words of what is drawn and felt of a gesture.
@Suite struct DrawnValuesTests {
    @Test func `what is drawn can be kept by the type that it has`() {
        let state = GestureState(wrappedValue: 3.0)
        let shown: AnimatedState<Double> = state.shown { $0 * 2 }
        #expect(shown.value(at: milliseconds(0)) == 6 && shown.isSettled(at: milliseconds(0)))
    }

    @Test func `a gesture turns twice, when it begins and when it succeeds`() {
        let milestones: [GestureMilestone] = [.began, .ended]
        #expect(milestones == GestureMilestone.allCases)
    }
}
