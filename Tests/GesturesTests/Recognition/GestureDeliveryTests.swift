import GestureModel
import Gestures
import Strokes
import Testing

/// Callbacks for events of a connection instead of a recogniser in this process. A `changed` event may
/// have been replaced by a later one, and every gesture may be interrupted.
@Suite struct GestureDeliveryTests {
    private let notes = Recorder<String>()

    private func event(_ phase: GesturePhase, at time: Int64, _ value: GestureValue) -> GestureEvent {
        GestureEvent(gesture: 1, phase: phase, time: milliseconds(time), value: value)
    }

    private func press(isCompleted: Bool, isDown: Bool = true) -> GestureValue {
        .longPress(
            .init(
                fingers: 1, location: .zero, startLocation: .zero, pressing: isDown, completed: isCompleted,
                deadline: milliseconds(500)))
    }

    private var watchedPress: GestureCallbacks {
        GestureCallbacks(
            LongPressGesture().onChanged { [notes] in notes.add("changed \($0)") }
                .onEnded { [notes] in notes.add("ended \($0)") }
                .onCancelled { [notes] in notes.add("cancelled \($0.name)") })
    }

    @Test func `a gesture's expression has its parameters`() {
        let press = LongPressGesture(minimumDuration: .infinity, maximumDistance: 4, fingers: [2, 3])
        let expected = GestureExpression.LongPress(
            fingers: FingerCounts([2, 3]), minimumDuration: .never, maximumDistance: 4)
        #expect(GestureCallbacks(press.onEnded { _ in }).expression == .longPress(expected))
        #expect(GestureCallbacks(TapGesture(count: 2)).expression == .tap(.init(count: 2)))
        #expect(GestureCallbacks(DragGesture(fingers: 3)).expression == .drag(.init(fingers: 3)))
    }

    @Test func `a press that completes at the same time as its lift ends`() {
        let callbacks = watchedPress
        callbacks.deliver([event(.began, at: 0, press(isCompleted: false))])
        callbacks.deliver([event(.ended, at: 600, press(isCompleted: true, isDown: false))])
        #expect(notes.all == ["changed true", "ended true"])
    }

    @Test func `a repeated completion ends the press once`() {
        let callbacks = watchedPress
        callbacks.deliver([
            event(.began, at: 0, press(isCompleted: false)), event(.changed, at: 500, press(isCompleted: true)),
            event(.changed, at: 510, press(isCompleted: true)),
            event(.cancelled(.disconnected), at: 520, press(isCompleted: true)),
        ])
        #expect(notes.all == ["changed true", "ended true"])
    }

    @Test func `a tap that is interrupted between its beginning and its end is cancelled`() {
        let callbacks = GestureCallbacks(
            TapGesture().onEnded { [notes] in notes.add("ended") }
                .onCancelled { [notes] in notes.add("cancelled \($0.name)") })
        let tap = GestureValue.tap(.init(fingers: 1, count: 1, location: .zero))
        callbacks.deliver([event(.began, at: 0, tap)])
        callbacks.deliver([event(.cancelled(.overrun), at: 0, tap)])
        #expect(notes.all == ["cancelled overrun"])
    }

    @Test func `a repeated end does not reset the state again`() {
        let state = GestureState(wrappedValue: 0)
        state.onChange { [notes] in notes.add("state \($0.newValue)") }
        let callbacks = GestureCallbacks(DragGesture().updating(state) { _, state, _ in state = 1 })
        let drag = GestureValue.drag(.init(fingers: 1, location: .zero, startLocation: .zero, velocity: .zero))
        callbacks.deliver([event(.began, at: 0, drag), event(.ended, at: 1, drag)])
        callbacks.deliver([event(.cancelled(.disconnected), at: 2, drag)])
        #expect(notes.all == ["state 1", "state 0"])
    }

    @Test func `values of another kind of gesture are ignored`() {
        let callbacks = watchedPress
        let tap = GestureValue.tap(.init(fingers: 1, count: 1, location: .zero))
        callbacks.deliver([event(.began, at: 0, tap), event(.ended, at: 0, tap)])
        #expect(notes.all.isEmpty)
    }

    @Test func `events after the removal are ignored`() {
        let callbacks = watchedPress
        callbacks.deliver([event(.began, at: 0, press(isCompleted: false))])
        callbacks.remove()
        callbacks.deliver([event(.changed, at: 500, press(isCompleted: true))])
        #expect(notes.all == ["changed true", "cancelled unsubscribed"])
    }
}
