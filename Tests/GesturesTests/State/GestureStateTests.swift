import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct GestureStateTests {
    /// A drag of 30 points with `animation` on its updates. Returns the change that resets the state.
    private func resetChange(
        of state: GestureState<Vector?>, animation: Animation? = nil
    ) -> GestureState<Vector?>.Change? {
        let changes = Recorder<GestureState<Vector?>.Change>()
        let observation = state.onChange(changes.add)
        defer { observation.cancel() }
        var hand = Hand(
            DragGesture().updating(state) { value, state, transaction in
                state = value.translation
                if let animation { transaction.animation = animation }
            })
        hand.drag(by: Vector(dx: 30, dy: 0))
        hand.at(90, .lift(1))
        return changes.all.last
    }

    @Test func `it begins with its initial value`() {
        @GestureState var wrapped = 1
        @GestureState(initialValue: 2) var initial
        @GestureState(resetTransaction: Transaction(animation: .smooth)) var wrappedWithTransaction = 3
        @GestureState(initialValue: 4, resetTransaction: Transaction(animation: .smooth)) var initialWithTransaction
        @GestureState(reset: { _, _ in }) var wrappedWithReset = 5
        @GestureState(initialValue: 6, reset: { _, _ in }) var initialWithReset
        let all = [
            wrapped, initial, wrappedWithTransaction, initialWithTransaction, wrappedWithReset, initialWithReset,
        ]
        #expect(all == [1, 2, 3, 4, 5, 6])
    }

    @Test func `an optional state begins with nil`() {
        @GestureState var plain: Vector?
        @GestureState(resetTransaction: Transaction(animation: .smooth)) var withTransaction: Vector?
        @GestureState(reset: { _, _ in }) var withReset: Vector?
        #expect(plain == nil)
        #expect(withTransaction == nil)
        #expect(withReset == nil)
    }

    @Test func `by default it returns with the last transaction of updating`() {
        let change = resetChange(of: GestureState(wrappedValue: nil), animation: .smooth)
        #expect(change?.oldValue == Vector(dx: 30, dy: 0))
        #expect(change?.newValue == .some(nil))
        #expect(change?.transaction.animation == .smooth)
        #expect(change?.transaction.tracksVelocity == false)
        #expect(change?.transaction.isContinuous == false)
        #expect(change?.time == milliseconds(90))
    }

    @Test func `without any animation it returns at once`() {
        #expect(resetChange(of: GestureState())?.transaction.animation == nil)
    }

    @Test func `it returns with resetTransaction`() {
        let transaction = Transaction(animation: .bouncy)
        #expect(resetChange(of: GestureState(resetTransaction: transaction))?.transaction.animation == .bouncy)
        let change = resetChange(of: GestureState(wrappedValue: nil, resetTransaction: transaction), animation: .smooth)
        #expect(change?.transaction.animation == .bouncy)
    }

    @Test func `reset receives the value before the return, and fills in the transaction`() {
        let values = Recorder<Vector?>()
        let state = GestureState<Vector?>(reset: { value, transaction in
            values.add(value)
            #expect(transaction.animation == nil)
            transaction.animation = .snappy
        })
        #expect(resetChange(of: state, animation: .smooth)?.transaction.animation == .snappy)
        #expect(values.all == [Vector(dx: 30, dy: 0)])
        #expect(state.wrappedValue == nil)
    }

    @Test func `updating receives the current state, and a transaction that tracks velocity`() {
        @GestureState var count = 0
        let notes = Recorder<Bool>()
        var hand = Hand(
            DragGesture().updating($count) { _, state, transaction in
                #expect(state == count, "the state is written after the body returns")
                state += 1
                notes.add(transaction.tracksVelocity && transaction.isContinuous && transaction.animation == nil)
            })
        hand.drag(by: Vector(dx: 50, dy: 0), after: 100)
        #expect(count == 9)
        #expect(notes.all == Array(repeating: true, count: 9))
        hand.at(190, .lift(1))
        #expect(notes.all.count == 9, "not for the final value")
    }

    @Test func `updating returns the gesture, the state and the body`() {
        let state = GestureState(wrappedValue: 0)
        let gesture: GestureStateGesture<DragGesture, Int> = DragGesture(minimumDistance: 3)
            .updating(state) { _, state, _ in state = 7 }
        #expect(gesture.base.minimumDistance == 3)
        var (number, transaction) = (0, Transaction())
        let value = DragGesture.Value(time: milliseconds(0), location: .zero, startLocation: .zero, velocity: .zero)
        gesture.body(value, &number, &transaction)
        #expect(number == 7)
        var hand = Hand(GestureStateGesture(base: gesture.base, state: gesture.state, body: gesture.body))
        hand.drag(by: Vector(dx: 50, dy: 0))
        #expect(state.wrappedValue == 7)
    }

    @Test func `its projected value is itself, and copies share its value`() {
        struct Model { @GestureState var offset = 0 }
        let model = Model()
        let copy = model
        var hand = Hand(DragGesture().updating(model.$offset) { _, state, _ in state = 5 })
        hand.drag(by: Vector(dx: 50, dy: 0))
        #expect(copy.offset == 5)
    }

    @Test func `a change has the time of its event`() {
        let state = GestureState(wrappedValue: 0)
        let times = Recorder<Timestamp>()
        state.onChange { times.add($0.time) }
        var hand = Hand(DragGesture(minimumDistance: 0).updating(state) { _, state, _ in state += 1 })
        hand.at(3, .down(1, 0, 0))
        hand.at(7, .move(1, 5, 0))
        hand.at(11, .lift(1))
        #expect(times.all == [milliseconds(3), milliseconds(7), milliseconds(11)])
    }

    @Test func `a cancelled observation does not run, not even for the change in progress`() {
        let state = GestureState(wrappedValue: 0)
        let notes = Recorder<String>()
        let others = Recorder<StateObservation>()
        state.onChange { _ in
            notes.add("first")
            for observation in others.all { observation.cancel() }
        }
        others.add(state.onChange { _ in notes.add("second") })
        state.onChange { _ in notes.add("third") }
        var hand = Hand(DragGesture(minimumDistance: 0).updating(state) { _, _, _ in })
        hand.at(0, .down(1, 0, 0))
        #expect(notes.all == ["first", "third"])
        hand.at(10, .move(1, 5, 0))
        #expect(notes.all == ["first", "third", "first", "third"])
    }

    @Test func `an animated value that observes an offset starts with the finger's velocity`() {
        @GestureState var offset = 0.0
        var shown = AnimatedValue(0.0)
        $offset.onChange { shown.set($0.newValue, at: $0.time, transaction: $0.transaction) }
        var hand = Hand(
            DragGesture().updating($offset) { value, state, transaction in
                state = value.translation.width
                transaction.animation = value.translation.width < 50 ? nil : .smooth
            })
        hand.drag(by: Vector(dx: 49, dy: 0))
        #expect(isClose(shown.velocity(at: milliseconds(80)), 612.5, within: 1))
        hand.at(88, .move(1, 150, 100))
        #expect(isClose(shown.velocity(at: milliseconds(88)), 612.5, within: 15))
        hand.at(96, .lift(1))
        #expect(shown.velocity(at: milliseconds(96)) > 400, "at first it continues with the finger's velocity")
        #expect(shown.isSettled(at: milliseconds(2000)))
        #expect(shown.value(at: milliseconds(2000)) == 0)
    }
}
