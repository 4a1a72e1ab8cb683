import GestureModel
import Gestures
import Testing

@Suite struct SensoryFeedbackTests {
    @Test func `each SwiftUI name has its effect of the daemon`() {
        let feedback: [SensoryFeedback] = [
            .selection, .impact(weight: .light), .impact(weight: .medium), .impact(weight: .heavy), .success, .warning,
            .error,
        ]
        #expect(feedback.map(\.haptic) == HapticFeedback.allCases)
    }

    @Test func `an impact is medium by default, a start light and a stop heavy`() {
        #expect(SensoryFeedback.impact() == .impact(weight: .medium))
        #expect(SensoryFeedback.start.haptic == .light)
        #expect(SensoryFeedback.stop.haptic == .heavy)
        #expect(SensoryFeedback.alignment.haptic == .selection)
    }
}
