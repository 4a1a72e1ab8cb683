import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct AnyGestureTests {
    private func gesture(taps: Bool, _ notes: Recorder<String>) -> AnyGesture<String> {
        taps
            ? AnyGesture(TapGesture().map { "tap" }.onEnded(notes.add))
            : AnyGesture(DragGesture().map { "drag of \($0.translation.dx)" })
    }

    @Test func `gestures of several types have one type and behave as before`() {
        let notes = Recorder<String>()
        for taps in [true, false] {
            var hand = Hand(gesture(taps: taps, notes).onEnded { notes.add("any \($0)") })
            hand.tap(at: 0)
            hand.drag(at: 1000, by: Vector(dx: 50, dy: 0))
            hand.at(1090, .lift(1))
        }
        #expect(notes.all == ["tap", "any tap", "any drag of 50.0"])
    }

    @Test func `attached twice, it has separate state`() {
        let notes = Recorder<String>()
        let any = AnyGesture(DragGesture(minimumDistance: 0).map { "\($0.location.x)" }.onChanged(notes.add))
        var first = Hand(any)
        var second = Hand(any)
        first.at(0, .down(1, 10, 10))
        second.at(0, .down(1, 10, 10))
        #expect(notes.all == ["10.0", "10.0"])
    }

    @Test func `it can be part of a composition`() {
        let notes = Recorder<String>()
        let either = AnyGesture(TapGesture(count: 2)).exclusively(before: AnyGesture(TapGesture()))
        var hand = Hand(
            either.onEnded { value in
                switch value {
                case .first: notes.add("double")
                case .second: notes.add("single")
                }
            })
        hand.tap(at: 0)
        hand.wait(until: 1000)
        hand.tap(at: 2000)
        hand.tap(at: 2150)
        #expect(notes.all == ["single", "double"])
    }
}

/// A custom gesture with only a body.
private struct HoldToDrag: Gesture {
    let notes: Recorder<String>

    var body: some Gesture<SequenceGesture<LongPressGesture, DragGesture>.Value> {
        LongPressGesture().sequenced(before: DragGesture(minimumDistance: 0))
            .onEnded { [notes] _ in notes.add("dropped") }
    }
}

/// A custom gesture that writes out the types that the others leave to the compiler.
private struct Slide: Gesture {
    typealias Body = DragGesture

    var body: Body { DragGesture(minimumDistance: 20) }
    func _makePlan() -> _GesturePlan<DragGesture.Value> { DragGesture(minimumDistance: 40)._makePlan() }
}

@Suite struct OwnGestureTests {
    private let notes = Recorder<String>()

    @Test func `a custom gesture's plan takes precedence over its body`() {
        var hand = Hand(Slide().onEnded { [notes] in notes.add("\($0.translation.dx)") })
        hand.at(0, .down(1, 10, 10))
        hand.at(100, .move(1, 40, 10))
        hand.at(200, .lift(1))
        hand.at(1000, .down(2, 10, 10))
        hand.at(1100, .move(2, 60, 10))
        hand.at(1200, .lift(2))
        #expect(notes.all == ["50.0"])
    }

    @Test func `a custom gesture works as the second part of a composition`() {
        var hand = Hand(
            TapGesture(fingers: 2).onEnded { [notes] in notes.add("tap") }
                .simultaneously(with: HoldToDrag(notes: notes).onEnded { [notes] _ in notes.add("outer") }))
        hand.at(0, .down(1, 10, 10))
        hand.wait(until: 500)
        hand.at(600, .move(1, 60, 10))
        hand.at(700, .lift(1))
        #expect(notes.all == ["dropped", "outer"])
        hand.at(1000, .down(2, 10, 10), .down(3, 60, 10))
        hand.at(1050, .lift(2), .lift(3))
        hand.wait(until: 5000)
        #expect(notes.all == ["dropped", "outer", "tap"])
    }

    @Test func `a custom gesture works as the first part of a composition`() {
        let gesture = HoldToDrag(notes: notes).exclusively(before: TapGesture().onEnded { [notes] in notes.add("tap") })
        var hand = Hand(gesture)
        hand.tap(at: 0)
        hand.wait(until: 1000)
        #expect(notes.all == ["tap"])
        hand.at(2000, .down(1, 10, 10))
        hand.wait(until: 2500)
        hand.at(2600, .move(1, 60, 10))
        hand.at(2700, .lift(1))
        #expect(notes.all == ["tap", "dropped"])
    }
}
