import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct GestureRecogniserTests {
    @Test func `deadlines before a frame are expired before it`() {
        let ends = Notes<Bool>()
        var hand = Hand(LongPressGesture().onEnded(ends.add))
        hand.at(0, .down(1, 10, 10))
        #expect(hand.recogniser.deadline == milliseconds(500))
        hand.at(900, .move(1, 300, 10))
        #expect(ends.all == [true], "it moved when it was complete, though nobody had called at 500 ms")
    }

    @Test func `a finger counts if it comes down inside the region`() {
        let starts = Notes<Point>()
        var hand = Hand(
            DragGesture(minimumDistance: 0).onEnded { starts.add($0.startLocation) },
            region: Region(x: 0, y: 0, width: 50, height: 50))
        hand.at(0, .down(1, 10, 10))
        hand.at(8, .move(1, 300, 10))
        hand.at(16, .lift(1))
        hand.at(100, .down(2, 60, 10))
        hand.at(108, .move(2, 10, 10))
        hand.at(116, .lift(2))
        #expect(starts.all == [Point(x: 10, y: 10)])
    }

    @Test func `fingers that were down at a cancellation start nothing`() {
        let notes = Notes<Vector>()
        var hand = Hand(DragGesture().onChanged { notes.add($0.translation) })
        hand.drag(by: Vector(dx: 50, dy: 0))
        hand.cancel(.resynchronised, at: 90)
        let count = notes.all.count
        hand.at(100, .move(1, 300, 300))
        #expect(notes.all.count == count)
    }

    @Test func `a removal cancels what is in progress, and is the end`() {
        let reasons = Notes<CancellationReason>()
        var hand = Hand(DragGesture().onCancelled(reasons.add))
        hand.drag(by: Vector(dx: 50, dy: 0))
        hand.recogniser.remove()
        #expect(reasons.all == [.unsubscribed])
        #expect(hand.recogniser.deadline == nil)
        hand.at(90, .lift(1))
        hand.drag(at: 200, by: Vector(dx: 50, dy: 0))
        hand.cancel(.deviceLost, at: 300)
        hand.recogniser.remove()
        #expect(reasons.all == [.unsubscribed])
    }

    @Test func `to let go of the recogniser removes the gesture`() {
        let reasons = Notes<CancellationReason>()
        var hand: Hand? = Hand(DragGesture().onCancelled(reasons.add))
        hand?.drag(by: Vector(dx: 50, dy: 0))
        hand = nil
        #expect(reasons.all == [.unsubscribed])
    }

    @Test func `what a callback brings about is told after the callbacks under way`() {
        let notes = Notes<String>()
        var recogniser: GestureRecogniser?
        // It has the callback that has it.
        defer { recogniser = nil }
        let state = GestureState(wrappedValue: 0)
        state.onChange { notes.add("state \($0.newValue)") }
        let gesture = DragGesture(minimumDistance: 0)
            .onChanged { _ in
                recogniser?.cancel(.shutdown, at: milliseconds(0))
                notes.add("changed")
            }
            .updating(state) { _, state, _ in state = 1 }
            .onCancelled { notes.add("cancelled \($0.name)") }
        recogniser = GestureRecogniser(gesture)
        let finger = Contact(id: 1, phase: .began, position: .zero)
        recogniser?.update(TouchFrame(time: milliseconds(0), contacts: [finger]))
        #expect(notes.all == ["changed", "state 1", "state 0", "cancelled shutdown"])
    }

    @Test func `a callback may let go of its own recogniser`() {
        let notes = Notes<String>()
        var recogniser: GestureRecogniser?
        let gesture = DragGesture(minimumDistance: 0)
            .onChanged { _ in
                recogniser = nil
                notes.add("changed")
            }
            .onCancelled { notes.add("cancelled \($0.name)") }
        recogniser = GestureRecogniser(gesture)
        let finger = Contact(id: 1, phase: .began, position: .zero)
        recogniser?.update(TouchFrame(time: milliseconds(0), contacts: [finger]))
        #expect(notes.all == ["changed", "cancelled unsubscribed"])
    }

    /// Everything here is isolated; that it compiles is half of the test.
    @MainActor @Test func `a gesture of the main actor's reads and writes what is the main actor's`() async {
        let chip = MainActorChip()
        var hand = Hand(chip.gesture)
        hand.drag(by: Vector(dx: 50, dy: 0))
        #expect(chip.offset == Vector(dx: 50, dy: 0))
        await Task.yield()
        hand.at(90, .lift(1))
        #expect(chip.offset == .zero)
        #expect(chip.drops == 1)
    }
}

@MainActor private final class MainActorChip {
    @GestureState var offset = Vector.zero
    var drops = 0

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($offset) { value, state, _ in state = value.translation }
            .onEnded { _ in self.drops += 1 }
    }
}
