import GestureModel
import Gestures
import Strokes
import Testing

/// A gesture's state is reset exactly once, however the gesture ends.
@Suite struct ResetGuaranteeTests {
    private static let reasons: [CancellationReason] = [
        .deviceLost, .resynchronised, .failed(.tooManyFingers(3, limit: 2)), .outcompeted, .unsubscribed, .overrun,
        .shutdown,
        .disconnected,
    ]

    @Test(arguments: reasons) func `every cancellation resets the state once`(_ reason: CancellationReason) {
        let trial = Trial(DragGesture(minimumDistance: 0).map { _ in })
        trial.hand.at(0, .down(1, 10, 10))
        trial.hand.cancel(reason, at: 5)
        #expect(trial.notes.all == [.update(1), .willReset(1), .reset, .cancelled(reason)])
    }

    @Test func `an end, a failure, a removal and a release reset the state once`() {
        let end = Trial(LongPressGesture().map { _ in })
        end.hand.at(0, .down(1, 10, 10))
        end.hand.wait(until: 500)
        #expect(end.notes.all == [.update(1), .willReset(1), .reset, .ended])

        let failure = Trial(LongPressGesture().map { _ in })
        failure.hand.at(0, .down(1, 10, 10))
        failure.hand.at(50, .move(1, 30, 10))
        let reason = CancellationReason.failed(.movedTooFar(by: 20, limit: 10))
        #expect(failure.notes.all == [.update(1), .willReset(1), .reset, .cancelled(reason)])

        let removal = Trial(LongPressGesture().map { _ in })
        removal.hand.at(0, .down(1, 10, 10))
        removal.hand.recogniser.detach()
        #expect(removal.notes.all == [.update(1), .willReset(1), .reset, .cancelled(.unsubscribed)])

        var release: Trial? = Trial(LongPressGesture().map { _ in })
        let notes = release?.notes
        release?.hand.at(0, .down(1, 10, 10))
        release = nil
        #expect(notes?.all == [.update(1), .willReset(1), .reset, .cancelled(.unsubscribed)])
    }

    @Test func `a gesture that was never active does not reset the state`() {
        let trial = Trial(DragGesture().map { _ in })
        trial.hand.at(0, .down(1, 10, 10))
        trial.hand.cancel(.deviceLost, at: 5)
        trial.hand.at(10, .lift(1))
        trial.hand.tap(at: 100)
        #expect(trial.notes.all.isEmpty)
    }

    @Test func `a reset closure that calls the recogniser does not cause a second reset`() {
        let notes = Recorder<Int>()
        var recogniser: GestureRecogniser?
        // A reference cycle: the state has the closure that captures it.
        defer { recogniser = nil }
        let state = GestureState(
            wrappedValue: 0,
            reset: { value, _ in
                notes.add(value)
                guard notes.all.count == 1 else { return }
                // Another gesture, begun and over before the first one's reset returns.
                let finger = Contact(id: 2, phase: .began, position: .zero)
                recogniser?.update(TouchFrame(time: milliseconds(10), contacts: [finger]))
                recogniser?.detach()
            })
        let gesture = DragGesture(minimumDistance: 0).updating(state) { _, state, _ in state += 1 }
        recogniser = GestureRecogniser(gesture)
        let finger = Contact(id: 1, phase: .began, position: .zero)
        recogniser?.update(TouchFrame(time: milliseconds(0), contacts: [finger]))
        recogniser?.cancel(.deviceLost, at: milliseconds(5))
        #expect(notes.all == [1, 1])
        #expect(state.wrappedValue == 0)
    }

    /// Every kind of gesture with random touches, deadlines, cancellations and removals.
    @Test(arguments: 0..<300) func `random touches reset the state once per gesture`(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let fingers: FingerCounts = [1, Int(generator.next() % 2) + 1]
        let tap = Trial(TapGesture(fingers: fingers))
        let race = Trial(LongPressGesture().race(against: MagnifyGesture()).map { _ in })
        race.mayEndAtOnce = true
        let trials = [
            Trial(DragGesture(fingers: fingers).map { _ in }),
            Trial(DragGesture(minimumDistance: 0, fingers: fingers).map { _ in }),
            Trial(LongPressGesture(fingers: fingers).map { _ in }),
            Trial(LongPressGesture(minimumDuration: .infinity, fingers: fingers).map { _ in }),
            tap,
            Trial(MagnifyGesture().map { _ in }),
            Trial(RotateGesture(minimumAngleDelta: .zero).map { _ in }),
            Trial(LongPressGesture().simultaneously(with: DragGesture(fingers: fingers)).map { _ in }),
            Trial(LongPressGesture().sequenced(before: DragGesture(minimumDistance: 0)).map { _ in }),
            Trial(DragGesture(minimumDistance: 30).exclusively(before: DragGesture()).map { _ in }),
            race,
            Trial(onLongPressGesture(perform: {}).map { _ in }),
        ]
        for trial in trials {
            trial.play(steps: Int(generator.next() % 60), &generator, Self.reasons)
            trial.hand.recogniser.detach()
            trial.expectEveryUpdateToBeReset(isDiscrete: trial === tap || trial.mayEndAtOnce)
            #expect(trial.state.wrappedValue == 0)
        }
    }
}

/// The history of a state: updates count from 1, and start over after a reset.
private enum Note: Equatable {
    case update(Int)
    /// A call of the reset closure, with the value that it received.
    case willReset(Int)
    case reset
    case ended
    case cancelled(CancellationReason)
}

private final class Trial {
    let notes: Recorder<Note>
    /// True if the gesture may end without having been active.
    var mayEndAtOnce = false
    let state: GestureState<Int>
    var hand: Hand

    init(_ gesture: some Gesture<Void>) {
        let notes = Recorder<Note>()
        state = GestureState(wrappedValue: 0, reset: { value, _ in notes.add(.willReset(value)) })
        state.onChange { notes.add($0.newValue == 0 ? .reset : .update($0.newValue)) }
        hand = Hand(
            gesture.updating(state) { _, state, _ in state += 1 }
                .onEnded { notes.add(.ended) }
                .onCancelled { notes.add(.cancelled($0)) })
        self.notes = notes
    }

    func play(steps: Int, _ generator: inout SplitMix64, _ reasons: [CancellationReason]) {
        var down: [Int: Point] = [:]
        var time = 0.0
        for step in 0..<steps {
            time += [1, 8, 30, 200, 600][Int(generator.next() % 5)]
            switch generator.next() % 12 {
            case 0...2 where down.count < 3:
                let position = Point(x: generator.number(in: 0...60), y: generator.number(in: 0...60))
                down[step] = position
                hand.at(time, .down(step, position.x, position.y))
            case 3...6:
                guard let id = down.keys.sorted().first, let position = down[id] else { continue }
                let reach = generator.next() % 2 == 0 ? 3.0 : 30
                let next = position + Vector(dx: generator.number(in: -reach...reach), dy: 0)
                down[id] = next
                hand.at(time, .move(id, next.x, next.y))
            case 7, 8:
                guard let id = down.keys.sorted().last else { continue }
                down[id] = nil
                hand.at(time, .lift(id))
            case 9: hand.cancel(reasons[Int(generator.next() % UInt64(reasons.count))], at: time)
            default: hand.wait(until: time)
            }
        }
    }

    /// Updates count from 1 without a gap and are followed by their reset, and the reset by at most one callback for the
    /// end or cancellation. No gesture is over before its reset. (A tap ends without updates.)
    func expectEveryUpdateToBeReset(isDiscrete: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        var count = 0
        var last: Note?
        for note in notes.all {
            let isInOrder =
                switch note {
                case .update(let number): number == count + 1
                case .willReset(let number): number == count && count > 0
                case .reset: last == .willReset(count)
                case .ended: last == .reset || isDiscrete && count == 0
                case .cancelled: last == .reset
                }
            #expect(isInOrder, "\(note) in \(notes.all)", sourceLocation: sourceLocation)
            if case .update(let number) = note { count = number }
            if note == .reset { count = 0 }
            last = note
        }
        #expect(count == 0, "not reset at \(count): \(notes.all)", sourceLocation: sourceLocation)
    }
}
