import GestureModel
import GestureRecognition
import Gestures
import Strokes
import Testing

/// What is no programmer's error has a defined effect; what is one traps with a sentence. See also
/// ``ProgrammersErrorTests``.
@Suite struct BadInputTests {
    @Test func `a region that is not a number`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(TapGesture(), region: Region(x: 0, y: .nan, width: 1, height: 1))
        }
        expect(
            result, "a region's numbers are finite, and its width and height 0 or more, not as in Region(x: 0.0, y: nan"
        )
    }

    @Test func `a region that runs backwards`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(TapGesture(), region: Region(x: 0, y: 0, width: -1, height: 1))
        }
        expect(result, "a region's numbers are finite, and its width and height 0 or more, not as in Region(x: 0.0")
    }

    @Test func `a surface of less than nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(TapGesture(), surface: Surface(size: Vector(dx: 100, dy: -100)))
        }
        expect(result, "a surface is 0 pt or more wide and high, not 100.0 × -100.0")
    }

    @Test func `a threshold that is not a number`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var thresholds = Thresholds()
            thresholds.tap.maximumSpacing = .nan
            _ = GestureRecogniser(TapGesture(), thresholds: thresholds)
        }
        expect(result, "the threshold tap.maximumSpacing is 0 or more, not nan")
    }

    @Test func `a threshold of less than no time`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var thresholds = Thresholds()
            thresholds.fingers.joinWindow = .milliseconds(-100)
            _ = GestureRecogniser(TapGesture(), thresholds: thresholds)
        }
        expect(result, "the threshold fingers.joinWindow is 0 or more, not -0.1")
    }

    @Test func `seventeen gestures in one`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(BadInputTests.taps(17))
        }
        expect(result, "17 gestures in one composition; there may be 16")
    }

    @Test func `sixteen gestures in one, however deep, are recognised`() {
        let notes = Notes<Int>()
        var hand = Hand(Self.taps(16).onEnded { notes.add(1) })
        for time in 0..<16 { hand.tap(at: Double(time) * 200) }
        #expect(notes.all == [1])
    }

    @Test func `a detent beyond all numbers`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Detents(from: 1e308, stride: 1e308, count: 3)
        }
        expect(result, "a detent's position is finite, not inf as that of the last")
    }

    @Test func `a sample that is not a number`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var sampler = VelocitySampler<Double>()
            sampler.add(.infinity, at: milliseconds(0))
        }
        expect(result, "a sampled value is finite, not inf")
    }

    @Test func `the settling of what is not a number`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Spring().settlingDuration(target: Double.nan)
        }
        expect(result, "a spring settles from a way and a velocity that are numbers, not from nan and 0.0")
    }

    @Test(arguments: [0.3, 1, 1.0001, 4]) func `what is too large to square settles never`(_ damping: Double) {
        let spring = Spring(response: 0.5, dampingRatio: damping)
        #expect(spring.settlingDuration(target: 1e200) == .infinity)
        #expect(spring.settlingDuration(target: 1.0, initialVelocity: -.infinity) == .infinity)
    }

    @Test func `a region without width hears nothing`() {
        let notes = Notes<String>()
        var hand = Hand(
            TapGesture().onEnded { notes.add("tap") }, region: Region(x: 100, y: 0, width: 0, height: 1000))
        hand.tap(at: 0, x: 100)
        #expect(notes.all.isEmpty)
    }

    @Test func `a surface without size has its anchors in the centre`() {
        let anchors = Notes<UnitPoint>()
        let gesture = MagnifyGesture(minimumScaleDelta: 0).onChanged { anchors.add($0.startAnchor) }
        let recogniser = GestureRecogniser(gesture, surface: Surface(size: .zero))
        var fingers = Strokes.Hand()
        recogniser.update(fingers.frame(at: milliseconds(0), [.down(1, 10, 10), .down(2, 60, 10)]))
        #expect(anchors.all == [.center])
    }

    @Test func `a press that may move nothing fails with the next frame`() {
        let notes = Notes<CancellationReason>()
        var hand = Hand(LongPressGesture(maximumDistance: 0).onCancelled(notes.add))
        hand.at(0, .down(1, 10, 10))
        hand.at(10, .move(1, 10, 10))
        #expect(notes.all == [.failed(.movedTooFar(by: 0, limit: 0))])
    }

    /// Frames that no device sends: places without numbers, times that go back, ids that come twice.
    @Test(arguments: 0..<100) func `frames without sense trap nowhere, and leave no state behind`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let state = GestureState(wrappedValue: 0)
        func tracked(_ gesture: some Gesture) -> GestureRecogniser {
            GestureRecogniser(gesture.updating(state.projectedValue) { _, state, _ in state += 1 })
        }
        let recognisers = [
            tracked(TapGesture(count: 2, fingers: [1, 2])), tracked(LongPressGesture(fingers: [1, 2, 3])),
            tracked(DragGesture(minimumDistance: 0, fingers: [1, 2])), tracked(MagnifyGesture()),
            tracked(RotateGesture()), tracked(DragGesture().race(against: LongPressGesture())),
        ]
        for _ in 0..<60 {
            let frame = random.frame()
            for recogniser in recognisers { recogniser.update(frame) }
        }
        for recogniser in recognisers { recogniser.remove() }
        #expect(state.wrappedValue == 0)
    }

    private static func taps(_ count: Int) -> AnyGesture<Void> {
        var all = AnyGesture(TapGesture())
        for _ in 1..<count { all = AnyGesture(all.sequenced(before: TapGesture()).map { _ in }) }
        return all
    }

    /// A release build traps as well, but says nothing.
    private func expect(_ result: ExitTest.Result?, _ sentence: String) {
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!_isDebugAssertConfiguration() || words.contains(sentence), "\(words.prefix(400))")
    }
}

extension SplitMix64 {
    fileprivate mutating func frame() -> TouchFrame {
        let phases = [Contact.Phase.began, .moved, .stationary, .ended]
        let contacts = (0..<next() % 4).map { _ in
            Contact(
                id: Int(next() % 3), phase: phases[Int(next() % 4)], position: Point(x: coordinate(), y: coordinate()))
        }
        return TouchFrame(time: Timestamp(microseconds: Int64(next() % 4_000_000)), contacts: contacts)
    }

    private mutating func coordinate() -> Double {
        switch next() % 8 {
        case 0: .nan
        case 1: .infinity
        case 2: -.greatestFiniteMagnitude
        default: number(in: 0...300)
        }
    }
}
