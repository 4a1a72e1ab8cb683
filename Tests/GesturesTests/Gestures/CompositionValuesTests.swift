import GestureModel
import Gestures
import Strokes
import Testing

/// Stored properties of compositions and their values.
@Suite struct CompositionValuesTests {
    private let tap = TapGesture(count: 2)
    private let drag = DragGesture(minimumDistance: 3)

    @Test func `a modifier composes its gestures in the order of the initialiser`() {
        let both = [SimultaneousGesture(tap, drag), tap.simultaneously(with: drag)]
        #expect(both.map(\.first.count) == [2, 2] && both.map(\.second.minimumDistance) == [3, 3])
        let sequences = [SequenceGesture(tap, drag), tap.sequenced(before: drag)]
        #expect(sequences.map(\.first.count) == [2, 2] && sequences.map(\.second.minimumDistance) == [3, 3])
        let exclusives = [ExclusiveGesture(tap, drag), tap.exclusively(before: drag)]
        #expect(exclusives.map(\.first.count) == [2, 2] && exclusives.map(\.second.minimumDistance) == [3, 3])
        let races = [RaceGesture(tap, drag), tap.race(against: drag)]
        #expect(races.map(\.first.count) == [2, 2] && races.map(\.second.minimumDistance) == [3, 3])
    }

    @Test func `values of simultaneous gestures are equal if both parts are`() {
        typealias Value = SimultaneousGesture<LongPressGesture, LongPressGesture>.Value
        let one = Value(first: true, second: nil)
        #expect(one.first == true && one.second == nil)
        #expect(one != Value(first: nil, second: true) && one == Value(first: true, second: nil))
    }

    @Test func `a rotation stores its parameters, and its value the time and fingers`() {
        let rotate = RotateGesture(minimumAngleDelta: .degrees(5), fingers: [2, 3])
        #expect(rotate.minimumAngleDelta == .degrees(5) && rotate.fingers == [2, 3])
        #expect(RotateGesture().minimumAngleDelta == nil && RotateGesture().fingers == .twoOrMore)
        let value = RotateGesture.Value(
            time: milliseconds(7), rotation: .degrees(90), velocity: .zero, startAnchor: .center, startLocation: .zero)
        #expect(value.time == milliseconds(7) && value.fingers == 2)
    }

    @Test func `each weight of an impact has its own effect`() {
        let weights: [SensoryFeedback.Weight] = [.light, .medium, .heavy]
        #expect(weights == SensoryFeedback.Weight.allCases)
        #expect(weights.map { SensoryFeedback.impact(weight: $0).haptic } == [.light, .medium, .heavy])
    }
}
