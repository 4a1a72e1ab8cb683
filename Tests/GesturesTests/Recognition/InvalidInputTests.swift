import GestureModel
import Gestures
import Strokes
import Testing

/// Unusual input that is not a programming error has a defined effect. See also ``PreconditionTests``.
@Suite struct InvalidInputTests {
    @Test func `a composition of sixteen gestures is recognised at any depth`() {
        let notes = Recorder<Int>()
        var hand = Hand(taps(16).onEnded { notes.add(1) })
        for time in 0..<16 { hand.tap(at: Double(time) * 200) }
        #expect(notes.all == [1])
    }

    @Test(arguments: [0.3, 1, 1.0001, 4]) func `a distance too large to square never settles`(_ damping: Double) {
        let spring = Spring(response: 0.5, dampingRatio: damping)
        #expect(spring.settlingDuration(target: 1e200) == .infinity)
        #expect(spring.settlingDuration(target: 1.0, initialVelocity: -.infinity) == .infinity)
    }

    @Test func `a region without width receives no touches`() {
        let notes = Recorder<String>()
        var hand = Hand(
            TapGesture().onEnded { notes.add("tap") }, region: Region(x: 100, y: 0, width: 0, height: 1000))
        hand.tap(at: 0, x: 100)
        #expect(notes.all.isEmpty)
    }

    @Test func `anchors are in the centre of a surface without size`() {
        let anchors = Recorder<UnitPoint>()
        let gesture = MagnifyGesture(minimumScaleDelta: 0).onChanged { anchors.add($0.startAnchor) }
        let recogniser = GestureRecogniser(gesture, surface: Surface(size: .zero))
        var fingers = Strokes.Hand()
        recogniser.update(fingers.frame(at: milliseconds(0), [.down(1, 10, 10), .down(2, 60, 10)]))
        #expect(anchors.all == [.center])
    }

    @Test func `a press with a maximum distance of 0 fails with the next frame`() {
        let notes = Recorder<CancellationReason>()
        var hand = Hand(LongPressGesture(maximumDistance: 0).onCancelled(notes.add))
        hand.at(0, .down(1, 10, 10))
        hand.at(10, .move(1, 10, 10))
        #expect(notes.all == [.failed(.movedTooFar(by: 0, limit: 0))])
    }

    @Test(arguments: [1e300, -1e300, .infinity, .nan, 2e7])
    func `a contact does not move to an impossible position, and no contact touches down there`(_ x: Double) {
        let notes = Recorder<String>()
        func noted(_ gesture: some Gesture<DragGesture.Value>) -> some Gesture {
            gesture.onChanged { notes.add("\($0.translation.dx)") }.onEnded { notes.add("ended \($0.translation.dx)") }
        }
        let drag = GestureRecogniser(noted(DragGesture(minimumDistance: 0)))
        let others = [
            GestureRecogniser(TapGesture(count: 2, fingers: [1, 2])), GestureRecogniser(MagnifyGesture()),
            GestureRecogniser(LongPressGesture()), GestureRecogniser(StandardGesture(.touchscreen)),
            GestureRecogniser(RotateGesture().race(against: SwipeGesture())), GestureRecogniser(SpatialTapGesture()),
        ]
        func send(_ time: Int64, _ contacts: (Int, Contact.Phase, Double)...) {
            let frame = TouchFrame(
                time: milliseconds(time),
                contacts: contacts.map { Contact(id: $0, phase: $1, position: Point(x: $2, y: 100)) })
            for recogniser in [drag] + others { recogniser.update(frame) }
        }
        send(0, (1, .began, x))
        send(8, (1, .moved, 100))
        send(16, (1, .ended, x))
        #expect(notes.all.isEmpty)
        send(24, (2, .began, 100), (3, .began, x))
        send(32, (2, .moved, x), (3, .moved, 150))
        send(40, (2, .moved, 130))
        send(48, (2, .ended, x))
        #expect(notes.all == ["0.0", "30.0", "ended 30.0"])
    }

    @Test func `a minimum of infinity is never reached, as in SwiftUI`() {
        let notes = Recorder<String>()
        let gestures: [AnyGesture<Void>] = [
            AnyGesture(DragGesture(minimumDistance: .infinity).map { _ in }),
            AnyGesture(SwipeGesture(minimumDistance: .infinity).map { _ in }),
            AnyGesture(SwipeGesture(minimumVelocity: .infinity).map { _ in }),
            AnyGesture(MagnifyGesture(minimumScaleDelta: .infinity).map { _ in }),
            AnyGesture(RotateGesture(minimumAngleDelta: .degrees(.infinity)).map { _ in }),
        ]
        for gesture in gestures {
            var hand = Hand(gesture.onEnded { notes.add("ended") }.onCancelled { notes.add($0.name) })
            hand.at(0, .down(1, 100, 100), .down(2, 200, 100))
            for step in 1...5 { hand.at(Double(step) * 8, .move(1, 100 - 500 * Double(step), 900)) }
            hand.at(48, .lift(1), .lift(2))
            hand.drag(at: 1000, by: Vector(dx: 9000, dy: 0))
            hand.at(1088, .lift(1))
        }
        #expect(notes.all.isEmpty)
        #expect(DragGesture(minimumDistance: .infinity).minimumDistance == .infinity)
        var near = Hand(
            DragGesture(minimumDistance: 0, edges: .left, edgeDistance: .infinity).onChanged { _ in notes.add("edge") },
            surface: Surface(size: Vector(dx: 1000, dy: 1000)))
        near.at(0, .down(1, 900, 500))
        #expect(notes.all == ["edge"])
    }

    /// Frames that no device sends: positions that are not numbers, times that decrease, duplicate ids.
    @Test(arguments: 0..<100) func `invalid frames do not trap, and all state is reset`(_ seed: UInt64) {
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
        for recogniser in recognisers { recogniser.detach() }
        #expect(state.wrappedValue == 0)
    }
}

/// A sequence of taps.
func taps(_ count: Int) -> AnyGesture<Void> {
    var all = AnyGesture(TapGesture())
    for _ in 1..<count { all = AnyGesture(all.sequenced(before: TapGesture()).map { _ in }) }
    return all
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
