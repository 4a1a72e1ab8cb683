import GestureModel
import Gestures
import Strokes
import Testing

/// Compositions of compositions, also for the second and later gestures.
@Suite struct NestedCompositionTests {
    /// (press and drag) exclusively before a tap, each with its callbacks.
    private func gesture(_ notes: Recorder<String>) -> some Gesture {
        LongPressGesture().onEnded { _ in notes.add("pressed") }.onCancelled { notes.add("press \($0.name)") }
            .sequenced(
                before: DragGesture().onChanged { _ in notes.add("drag") }.onEnded { _ in notes.add("dragged") }
                    .onCancelled { notes.add("drag \($0.name)") }
            )
            .onCancelled { notes.add("both \($0.name)") }
            .exclusively(
                before: TapGesture().onEnded { notes.add("tap") }.onCancelled { notes.add("tap \($0.name)") }
            )
            .onEnded { value in
                switch value {
                case .first: notes.add("first")
                case .second: notes.add("second")
                }
            }
            .onCancelled { notes.add("all \($0.name)") }
    }

    @Test func `each callback receives its own part at any depth`() {
        let notes = Recorder<String>()
        var hand = Hand(gesture(notes))
        hand.at(0, .down(1, 100, 100))
        hand.wait(until: 500)
        hand.at(600, .move(1, 140, 100))
        hand.at(620, .lift(1))
        #expect(notes.all == ["pressed", "drag", "dragged", "first"])
        notes.all = []
        hand.tap(at: 1000)
        #expect(notes.all == ["tap", "second"])
    }

    @Test func `a part that did not begin is not cancelled, even if it began in the previous gesture`() {
        let notes = Recorder<String>()
        var hand = Hand(gesture(notes))
        hand.at(0, .down(1, 100, 100))
        hand.wait(until: 500)
        hand.at(600, .move(1, 140, 100))
        hand.at(620, .lift(1))
        notes.all = []
        hand.at(1000, .down(2, 100, 100))
        hand.wait(until: 1500)
        hand.cancel(.deviceLost, at: 1600)
        #expect(notes.all == ["pressed", "both deviceLost", "all deviceLost"])
    }

    @Test func `the composition is cancelled if only its second part had begun`() {
        let reasons = Recorder<CancellationReason>()
        var hand = Hand(LongPressGesture().race(against: DragGesture()).onCancelled(reasons.add))
        hand.drag(by: Vector(dx: 50, dy: 0))
        hand.cancel(.resynchronised, at: 100)
        #expect(reasons.all == [.resynchronised])
    }

    @Test func `the state of each part is reset when the composition is cancelled`() {
        let (press, drag) = (GestureState(wrappedValue: false), GestureState(wrappedValue: Vector.zero))
        var hand = Hand(
            LongPressGesture(minimumDuration: .infinity, maximumDistance: .infinity)
                .updating(press) { value, state, _ in state = value }
                .simultaneously(with: DragGesture().updating(drag) { value, state, _ in state = value.translation }))
        hand.drag(by: Vector(dx: 50, dy: 0))
        #expect(press.wrappedValue && drag.wrappedValue == Vector(dx: 50, dy: 0))
        hand.cancel(.deviceLost, at: 100)
        #expect(!press.wrappedValue && drag.wrappedValue == .zero)
    }

    @Test func `a part that did not begin resets nothing, even if it began in the previous gesture`() {
        let resets = Recorder<Double>()
        let state = GestureState(wrappedValue: 0.0, reset: { value, _ in resets.add(value) })
        var hand = Hand(
            DragGesture().updating(state) { value, state, _ in state = value.translation.dx }
                .exclusively(before: TapGesture()))
        hand.tap(at: 0)
        #expect(resets.all.isEmpty)
        hand.drag(at: 1000, by: Vector(dx: 50, dy: 0))
        hand.at(1100, .lift(1))
        #expect(resets.all == [50])
        hand.tap(at: 2000)
        #expect(resets.all == [50])
    }
}
