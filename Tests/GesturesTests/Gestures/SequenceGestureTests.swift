import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct SequenceGestureTests {
    private enum Phase: Equatable {
        case inactive
        case pressing
        case dragging(Vector)
    }

    private func draggable(_ state: GestureState<Phase>) -> some Gesture<
        SequenceGesture<LongPressGesture, DragGesture>.Value
    > {
        LongPressGesture(minimumDuration: 0.5).sequenced(before: DragGesture())
            .updating(state) { value, state, _ in
                switch value {
                case .first: state = .pressing
                case .second(_, let drag): state = .dragging(drag?.translation ?? .zero)
                }
            }
    }

    /// Required by Apple's sample of a circle that is dragged after a press.
    @Test func `a drag after a press ends the sequence`() {
        let state = GestureState(wrappedValue: Phase.inactive)
        let moved = Recorder<Vector>()
        var hand = Hand(
            draggable(state).onEnded { value in
                if case .second(true, let drag?) = value { moved.add(drag.translation) }
            })
        hand.at(0, .down(1, 100, 100))
        #expect(state.wrappedValue == .pressing)
        hand.wait(until: 500)
        #expect(state.wrappedValue == .dragging(.zero))
        hand.at(600, .move(1, 140, 100))
        #expect(state.wrappedValue == .dragging(Vector(dx: 40, dy: 0)))
        hand.at(620, .lift(1))
        #expect(state.wrappedValue == .inactive)
        #expect(moved.all == [Vector(dx: 40, dy: 0)])
    }

    @Test func `movement before the press is complete fails the sequence and resets its state`() {
        let state = GestureState(wrappedValue: Phase.inactive)
        let reasons = Recorder<CancellationReason>()
        var hand = Hand(draggable(state).onCancelled(reasons.add))
        hand.at(0, .down(1, 100, 100))
        hand.at(100, .move(1, 140, 100))
        #expect(state.wrappedValue == .inactive)
        #expect(reasons.all == [.failed(.movedTooFar(by: 40, limit: 10))])
        hand.at(200, .move(1, 300, 100))
        hand.at(220, .lift(1))
        #expect(state.wrappedValue == .inactive)
    }

    @Test func `the first part ends before the second begins`() {
        let notes = Recorder<String>()
        var hand = Hand(
            TapGesture().onEnded { notes.add("tap") }
                .sequenced(before: DragGesture().onChanged { _ in notes.add("drag") }.onEnded { _ in notes.add("end") })
        )
        hand.tap(at: 0)
        #expect(notes.all == ["tap"])
        hand.at(200, .down(2, 100, 100))
        hand.at(208, .move(2, 120, 100))
        hand.at(216, .lift(2))
        #expect(notes.all == ["tap", "drag", "end"])
    }

    @Test func `a second touch after the timeout does not continue the sequence`() {
        let reasons = Recorder<CancellationReason>()
        var hand = Hand(TapGesture().sequenced(before: DragGesture()).onCancelled(reasons.add))
        hand.tap(at: 0)
        hand.wait(until: 1000)
        #expect(reasons.all == [.failed(.nothingFollowed(limit: .milliseconds(350)))])
    }

    @Test func `during the second part, the first part has its final value`() {
        let times = Recorder<Timestamp>()
        var hand = Hand(
            DragGesture().sequenced(before: LongPressGesture()).onChanged { value in
                if case .second(let drag, _) = value { times.add(drag.time) }
            })
        hand.drag(by: Vector(dx: 50, dy: 0))
        hand.at(100, .lift(1))
        hand.at(200, .down(2, 100, 100))
        #expect(times.all == [milliseconds(100), milliseconds(100)])
    }
}
