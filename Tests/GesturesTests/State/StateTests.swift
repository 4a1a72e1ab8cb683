import Gestures
import Strokes
import Testing

@Suite struct StateTests {
    /// A view in SwiftUI's form: a struct whose closures write its state.
    private struct Sticker {
        @State var position = Vector.zero

        var gesture: some Gesture {
            DragGesture(minimumDistance: 0).onEnded { value in
                withAnimation(.smooth) { position += value.translation }
            }
        }
    }

    @Test func `closures of a struct write it, and withAnimation animates it from the event's time`() {
        let sticker = Sticker()
        let shown = sticker.$position.shown { $0 }
        var hand = Hand(sticker.gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        hand.at(90, .lift(1))
        #expect(sticker.position == Vector(dx: 60, dy: 30))
        #expect(shown.value(at: milliseconds(90)) == .zero && !shown.isSettled(at: milliseconds(90)))
        let distance: Double = Spring.smooth.value(target: 60, time: 0.1)
        #expect(isClose(shown.value(at: milliseconds(190)).dx, distance, within: 0.01))
        #expect(shown.value(at: milliseconds(5000)) == Vector(dx: 60, dy: 30))
    }

    @Test func `changes of onChanged are tracked: the spring after them starts with the finger's velocity`() {
        @State var offset = 0.0
        let shown = $offset.shown { $0 }
        let gesture = DragGesture(minimumDistance: 0)
            .onChanged { offset = $0.translation.width }
            .onEnded { _ in withAnimation(.smooth) { offset = 0 } }
        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 100, dy: 0))
        #expect(shown.value(at: milliseconds(80)) == 100)
        hand.at(80, .lift(1))
        #expect(shown.value(at: milliseconds(90)) > 100, "it continues with the finger's velocity")
        #expect(shown.value(at: milliseconds(5000)) == 0)
    }

    @Test func `a change outside callbacks begins when it is first drawn`() {
        @State var isOpen = false
        let height = $isOpen.shown { $0 ? 400.0 : 80 }
        withAnimation(.linear(duration: 1)) { isOpen = true }
        #expect(!height.isSettled(at: milliseconds(7000)))
        #expect(height.value(at: milliseconds(7000)) == 80)
        #expect(isClose(height.value(at: milliseconds(7500)), 240, within: 1e-6))
        isOpen = false
        #expect(height.value(at: milliseconds(7600)) == 80)
    }

    @Test func `a shown state's own animation replaces that of the change`() {
        @State var isPressed = false
        let scale = $isPressed.animation(nil) { $0 ? 0.9 : 1 }
        withAnimation(.smooth) { isPressed = true }
        #expect(scale.value(at: milliseconds(0)) == 0.9)
    }

    @Test func `observers receive each write with its transaction and time`() {
        let state = State(initialValue: 0)
        let notes = Recorder<String>()
        let observation = state.projectedValue.onChange { change in
            let time = change.time.map { "\($0.microseconds)" } ?? "no time"
            notes.add("\(change.oldValue) \(change.newValue) \(change.transaction.animation == .smooth) \(time)")
        }
        state.wrappedValue = 1
        withAnimation(.smooth) { state.wrappedValue = 1 }
        var hand = Hand(TapGesture().onEnded { state.wrappedValue = 2 })
        hand.tap(at: 100)
        #expect(notes.all == ["0 1 false no time", "1 1 true no time", "1 2 false 150000"])
        observation.cancel()
        state.wrappedValue = 3
        #expect(notes.all.count == 3)
    }

    @Test func `an optional is nil at first`() {
        @State var chosen: Int?
        #expect(chosen == nil)
        chosen = 4
        #expect(chosen == 4)
    }

    @Test func `an observer that limits the value leaves the same value for all observers`() {
        @State var value = 0.0
        let (notes, shown) = (Recorder<Double>(), $value.shown { $0 })
        $value.onChange { if $0.newValue > 10 { value = 10 } }
        $value.onChange { notes.add($0.newValue) }
        value = 50
        #expect(value == 10 && notes.all == [50, 10])
        #expect(shown.value(at: milliseconds(0)) == 10)
    }

    @Test func `observers receive writes in their order, however deep they are nested`() {
        @State var value = 0
        let notes = Recorder<String>()
        $value.onChange { if $0.newValue < 5 { value += 1 } }
        $value.onChange { notes.add("\($0.oldValue) \($0.newValue)") }
        value = 1
        #expect(notes.all == ["0 1", "1 2", "2 3", "3 4", "4 5"])
    }

    @Test func `a write by an observer has the transaction of the observed change`() {
        @State var value = 0
        @State var copy = 0
        let notes = Recorder<Bool>()
        $value.onChange { if $0.newValue == 1 { withAnimation(.smooth) { value = 2 } } }
        $value.onChange { copy = $0.newValue }
        $copy.onChange { notes.add($0.transaction.animation == .smooth) }
        value = 1
        #expect(copy == 2 && notes.all == [false, true])
    }

    @Test func `observers receive the writes of two nested gestures to one state in order`() {
        let state = GestureState(wrappedValue: 0)
        let notes = Recorder<Int>()
        var second = Hand(DragGesture(minimumDistance: 0).updating(state) { _, state, _ in state = 2 })
        state.onChange { if $0.newValue == 1 { second.at(0, .down(1, 0, 0)) } }
        state.onChange { notes.add($0.newValue) }
        var first = Hand(DragGesture(minimumDistance: 0).updating(state) { _, state, _ in state = 1 })
        first.at(0, .down(1, 0, 0))
        #expect(state.wrappedValue == 2 && notes.all == [1, 2])
    }

    @Test func `a million writes that are not drawn are one change`() {
        @State var value = 0.0
        let shown = $value.shown { $0 }
        for number in 1...1_000_000 { value = Double(number) }
        for number in 1...1000 { withAnimation(.linear(duration: Double(number))) { value = -Double(number) } }
        #expect(shown.value(at: milliseconds(0)) == 0)
        #expect(isClose(shown.value(at: seconds(500)), -500, within: 1e-6), "with the last animation")
        #expect(shown.value(at: seconds(1000)) == -1000)
    }

    @Test func `a shown value that is released does not follow its state any more`() {
        @State var value = 0.0
        let calls = Recorder<Double>()
        var shown: AnimatedState<Double>? = $value.shown { number in
            calls.add(number)
            return number
        }
        value = 1
        #expect(shown?.value(at: milliseconds(0)) == 1)
        shown = nil
        value = 2
        #expect(calls.all == [0, 1])
    }
}
