import GestureAnimation
import Gestures
import Strokes
import Testing

@Suite struct AngleTests {
    @Test func `degrees and radians convert into each other`() {
        #expect(Angle(degrees: 180).radians == .pi)
        #expect(Angle.radians(.pi / 2).degrees == 90)
        #expect(Angle.degrees(1) == Angle(radians: .pi / 180))
        var angle = Angle.zero
        angle.degrees = -360
        #expect(angle.radians == -2 * .pi)
        #expect(Angle() == .zero)
    }

    @Test func `a whole turn differs from zero, and angles are ordered`() {
        #expect(Angle.degrees(360) != .zero)
        #expect(Angle.degrees(-90) < .zero)
        #expect([Angle.degrees(270), .degrees(-1), .degrees(30)].max() == .degrees(270))
    }

    @Test func `angles can be added, scaled and animated`() {
        #expect(isClose((Angle.degrees(350) + .degrees(20) - .degrees(5)).degrees, 365, within: 1e-9))
        #expect((-Angle.radians(1) * 3 / 2).radians == -1.5)
        var angle = Angle.radians(2)
        angle.scale(by: 0.25)
        #expect(angle.animatableData == .radians(0.5))
        #expect(Angle.radians(-3).magnitudeSquared == 9)
        var shown = AnimatedValue(Angle.zero)
        shown.set(.degrees(90), at: milliseconds(0), transaction: Transaction(animation: .linear(duration: 1)))
        #expect(isClose(shown.value(at: milliseconds(500)).degrees, 45, within: 1e-6))
    }
}
