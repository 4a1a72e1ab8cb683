import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct AnimationCompletionTests {
    @State private var offset = 0.0
    private let notes = Recorder<String>()

    private func animate(_ animation: Animation?, to value: Double?, then note: String) {
        withAnimation(animation) {
            if let value { offset = value }
        } completion: { [notes] in
            notes.add(note)
        }
    }

    @Test func `a completion runs once, when the value is drawn after the end`() {
        let shown = $offset.shown { $0 }
        animate(.linear(duration: 1), to: 100, then: "complete")
        #expect(shown.value(at: milliseconds(0)) == 0 && notes.all.isEmpty)
        #expect(shown.value(at: milliseconds(999)) < 100 && notes.all.isEmpty)
        #expect(!shown.isSettled(at: milliseconds(2000)), "a completion waits")
        #expect(shown.value(at: milliseconds(2000)) == 100 && notes.all == ["complete"])
        #expect(shown.isSettled(at: milliseconds(2000)))
        _ = shown.value(at: milliseconds(3000))
        #expect(notes.all.count == 1)
    }

    @Test func `a spring is logically complete before it is at rest`() {
        let shown = $offset.shown { $0 }
        withAnimation(.spring(duration: 1), completionCriteria: .logicallyComplete) {
            offset = 100
        } completion: { [notes] in
            notes.add("logical")
        }
        withAnimation(.spring(duration: 1), completionCriteria: .removed) {
            offset = 101
        } completion: { [notes] in
            notes.add("removed")
        }
        _ = shown.value(at: milliseconds(0))
        _ = shown.value(at: milliseconds(1000))
        #expect(notes.all == ["logical"])
        _ = shown.value(at: milliseconds(9000))
        #expect(notes.all == ["logical", "removed"])
    }

    @Test func `a completion of a gesture's update runs, and one of its reset`() {
        let state = GestureState(wrappedValue: 0.0) { [notes] _, transaction in
            transaction.addAnimationCompletion { notes.add("reset") }
        }
        var hand = Hand(
            DragGesture(minimumDistance: 0).updating(state) { [notes] value, state, transaction in
                state = value.translation.dx
                transaction.addAnimationCompletion { notes.add("updated to \(value.translation.dx)") }
            })
        hand.at(0, .down(1, 0, 0))
        hand.at(8, .move(1, 20, 0))
        #expect(notes.all == ["updated to 0.0", "updated to 20.0"])
        hand.at(16, .lift(1))
        #expect(notes.all.suffix(1) == ["reset"] && notes.all.count == 3)
    }

    @Test func `a completion of the last update is not that of the reset`() {
        let state = GestureState(wrappedValue: 0.0)
        let shown = state.projectedValue.shown { $0 }
        var hand = Hand(
            DragGesture(minimumDistance: 0).updating(state) { [notes] value, state, transaction in
                state = value.translation.dx
                transaction.animation = .linear(duration: 1)
                transaction.addAnimationCompletion { notes.add("\(value.translation.dx)") }
            })
        hand.at(0, .down(1, 0, 0))
        hand.at(8, .move(1, 20, 0))
        hand.at(16, .lift(1))
        for time in [16.0, 1000, 3000, 5000] { _ = shown.value(at: milliseconds(Int64(time))) }
        #expect(notes.all == ["0.0", "20.0"])
    }

    @Test func `a completion runs at once if nothing is animated`() {
        animate(.smooth, to: 1, then: "nothing shows it")
        let shown = $offset.shown { $0 }
        animate(nil, to: 2, then: "no animation")
        _ = shown.value(at: milliseconds(0))
        animate(.smooth, to: nil, then: "no change")
        #expect(notes.all == ["nothing shows it", "no animation", "no change"])
    }

    @Test func `a completion waits for all animated states, but not for a released one`() {
        let first = $offset.animation(.linear(duration: 1)) { $0 }
        var second: AnimatedState<Double>? = $offset.animation(.linear(duration: 2)) { -$0 }
        animate(.smooth, to: 1, then: "complete")
        _ = (first.value(at: milliseconds(0)), second?.value(at: milliseconds(0)))
        _ = first.value(at: milliseconds(1500))
        #expect(notes.all.isEmpty)
        second = nil
        #expect(notes.all == ["complete"])
    }

    @Test func `a repetition completes when the value changes`() {
        let shown = $offset.shown { $0 }
        animate(.linear(duration: 1).repeatForever(), to: 1, then: "over")
        _ = shown.value(at: milliseconds(0))
        _ = shown.value(at: seconds(1000))
        #expect(notes.all.isEmpty)
        offset = 2
        _ = shown.value(at: seconds(1001))
        #expect(notes.all == ["over"])
    }

    @Test func `each completion of a transaction runs, by its own criterion`() {
        let shown = $offset.shown { $0 }
        var transaction = Transaction(animation: .spring(duration: 1))
        transaction.addAnimationCompletion(criteria: .removed) { [notes] in notes.add("removed") }
        transaction.addAnimationCompletion { [notes] in notes.add("complete") }
        withTransaction(transaction) { offset = 1 }
        for second in 0...10 { _ = shown.value(at: seconds(Double(second))) }
        #expect(notes.all == ["complete", "removed"])
        withTransaction(transaction) {}
        #expect(notes.all.count == 2, "they run once")
    }

    @Test func `a transaction carries a completion and the app's own keys`() {
        let shown = $offset.shown { $0 }
        var transaction = Transaction(animation: .linear(duration: 1))
        transaction.addAnimationCompletion { [notes] in notes.add("complete") }
        transaction.isSnapping = true
        $offset.onChange { [notes] in notes.add("\($0.transaction.isSnapping)") }
        withTransaction(transaction) { offset = 1 }
        withTransaction(\.isSnapping, true) { withAnimation(.smooth) { offset = 2 } }
        offset = 3
        #expect(notes.all == ["true", "true", "false"])
        _ = shown.value(at: milliseconds(0))
        _ = shown.value(at: milliseconds(5000))
        #expect(notes.all.last == "complete")
    }
}

private struct IsSnapping: TransactionKey {
    static let defaultValue = false
}

extension Transaction {
    fileprivate var isSnapping: Bool {
        get { self[IsSnapping.self] }
        set { self[IsSnapping.self] = newValue }
    }
}
