import GestureModel
import Gestures
import Testing

@Suite struct SensoryFeedbackTests {
    @Test func `what SwiftUI names is asked of the daemon in its words`() {
        let feedback: [SensoryFeedback] = [
            .selection, .impact(weight: .light), .impact(weight: .medium), .impact(weight: .heavy), .success, .warning,
            .error,
        ]
        #expect(feedback.map(\.haptic) == HapticFeedback.allCases)
    }

    @Test func `an impact of no stated weight is medium, a start light and a stop heavy`() {
        #expect(SensoryFeedback.impact() == .impact(weight: .medium))
        #expect(SensoryFeedback.start.haptic == .light)
        #expect(SensoryFeedback.stop.haptic == .heavy)
        #expect(SensoryFeedback.alignment.haptic == .selection)
    }
}
