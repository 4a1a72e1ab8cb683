import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct GestureCallbacksTests {
    @Test func `onChanged receives each active value, but not the final one`() {
        let changes = Recorder<DragGesture.Value>()
        let ends = Recorder<DragGesture.Value>()
        var hand = Hand(DragGesture().onChanged(changes.add).onEnded(ends.add))
        hand.drag(by: Vector(dx: 50, dy: 0), after: 100)
        #expect(changes.all.map(\.translation.dx) == [10, 15, 20, 25, 30, 35, 40, 45, 50])
        #expect(ends.all.isEmpty)
        hand.at(190, .lift(1))
        #expect(changes.all.count == 9)
        #expect(ends.all.map(\.translation.dx) == [50])
    }

    @Test func `the drag of a finger that moves as it lands begins after 28 pt, with its whole way`() {
        let changes = Recorder<Double>()
        let ends = Recorder<Double>()
        var hand = Hand(
            DragGesture().onChanged { changes.add($0.translation.dx) }.onEnded { ends.add($0.translation.dx) })
        hand.drag(by: Vector(dx: 50, dy: 0))
        hand.at(90, .lift(1))
        #expect(changes.all == [30, 35, 40, 45, 50] && ends.all == [50])
    }

    @Test(arguments: [(0.0, [0, 5, 10, 15]), (4, [5, 10, 15]), (10, [10, 15])] as [(Double, [Double])])
    func `a minimum distance that the app names decides alone`(distance: Double, values: [Double]) {
        let changes = Recorder<Double>()
        var hand = Hand(DragGesture(minimumDistance: distance).onChanged { changes.add($0.translation.dx) })
        hand.at(0, .down(1, 100, 100))
        for step in 1...3 { hand.at(Double(step) * 8, .move(1, 100 + Double(step) * 5, 100)) }
        #expect(changes.all == values)
    }

    @Test func `onChanged does not receive equal values in a row`() {
        let notes = Recorder<Int>()
        var hand = Hand(DragGesture().map { Int($0.translation.dx) / 20 }.onChanged(notes.add))
        hand.drag(by: Vector(dx: 50, dy: 0), after: 100)
        #expect(notes.all == [0, 1, 2])
        hand.at(190, .lift(1))
        hand.drag(at: 1000, by: Vector(dx: 10, dy: 0), after: 100)
        #expect(notes.all == [0, 1, 2, 0], "a new gesture starts over")
    }

    @Test func `onChanged runs in a transaction without animation that tracks velocity`() {
        let notes = Recorder<Transaction>()
        var hand = Hand(DragGesture(minimumDistance: 0).onChanged { _ in notes.add(.current) })
        withAnimation(.bouncy) { hand.at(0, .down(1, 10, 10)) }
        #expect(notes.all.count == 1)
        #expect(notes.all.first?.animation == nil)
        #expect(notes.all.first?.tracksVelocity == true)
        #expect(notes.all.first?.isContinuous == true)
    }

    @Test func `onEnded runs only for a success`() {
        let ends = Recorder<Bool>()
        var hand = Hand(LongPressGesture().onEnded(ends.add))
        hand.at(0, .down(1, 10, 10))
        hand.at(200, .lift(1))
        hand.at(1000, .down(2, 10, 10))
        hand.cancel(.deviceLost, at: 1100)
        hand.at(1200, .lift(2))
        #expect(ends.all.isEmpty)
    }

    @Test func `onCancelled receives the reason, including failures of gestures that had begun`() {
        let reasons = Recorder<CancellationReason>()
        var hand = Hand(LongPressGesture().onCancelled(reasons.add))
        hand.at(0, .down(1, 10, 10))
        hand.at(200, .move(1, 40, 10))
        #expect(reasons.all == [.failed(.movedTooFar(by: 30, limit: 10))])
        hand.at(300, .lift(1))
        hand.at(1000, .down(2, 10, 10))
        hand.cancel(.resynchronised, at: 1100)
        #expect(reasons.all.dropFirst() == [.resynchronised])
    }

    @Test func `onCancelled does not run for gestures that had not begun or have ended`() {
        let reasons = Recorder<CancellationReason>()
        var hand = Hand(DragGesture().onCancelled(reasons.add))
        hand.at(0, .down(1, 10, 10))
        hand.at(10, .move(1, 15, 10))
        hand.cancel(.shutdown, at: 20)
        hand.at(30, .lift(1))
        hand.drag(at: 1000, by: Vector(dx: 50, dy: 0))
        hand.at(1100, .lift(1))
        hand.cancel(.shutdown, at: 1200)
        #expect(reasons.all.isEmpty)
    }

    @Test func `callbacks run in the order in which they were added`() {
        let state = GestureState(wrappedValue: 0)
        let notes = Recorder<String>()
        state.onChange { change in notes.add(change.newValue == 0 ? "reset" : "update") }
        let gesture = DragGesture(minimumDistance: 0)
            .onEnded { _ in notes.add("first end, \(state.wrappedValue)") }
            .onChanged { _ in notes.add("first change") }
            .updating(state) { _, state, _ in state = 1 }
            .onEnded { _ in notes.add("second end, \(state.wrappedValue)") }
            .onChanged { _ in notes.add("second change") }
        var hand = Hand(gesture)
        hand.at(0, .down(1, 10, 10))
        hand.at(50, .lift(1))
        let expected = [
            "first change", "update", "second change", "first end, 1", "reset", "second end, 0",
        ]
        #expect(notes.all == expected)
    }

    @Test func `map changes the value for the modifiers after it`() {
        let points = Recorder<Point>()
        let widths = Recorder<Double>()
        let gesture = DragGesture().onEnded { points.add($0.location) }.map(\.translation.width).onEnded(widths.add)
        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 50, dy: 20))
        hand.at(90, .lift(1))
        #expect(points.all == [Point(x: 150, y: 120)])
        #expect(widths.all == [50])
    }

    @Test func `a custom gesture behaves as its body`() {
        struct Sideways: Gesture {
            let end: (Vector) -> Void
            var body: some Gesture<Vector> {
                DragGesture().map { Vector(dx: $0.translation.dx, dy: 0) }.onEnded(end)
            }
        }
        let inner = Recorder<Vector>()
        let outer = Recorder<Vector>()
        var hand = Hand(Sideways(end: inner.add).onEnded(outer.add))
        hand.drag(by: Vector(dx: 50, dy: 20))
        hand.at(90, .lift(1))
        #expect(inner.all == [Vector(dx: 50, dy: 0)])
        #expect(outer.all == inner.all)
    }

    @Test func `a gesture that is attached twice has separate state`() {
        let state = GestureState(wrappedValue: 0)
        let notes = Recorder<Int>()
        let gesture = DragGesture(minimumDistance: 0).updating(state) { _, state, _ in state += 1 }
        state.onChange { notes.add($0.newValue) }
        var (left, right) = (Hand(gesture), Hand(gesture))
        left.at(0, .down(1, 10, 10))
        right.at(0, .down(1, 10, 10))
        left.at(10, .lift(1))
        right.at(20, .lift(1))
        #expect(notes.all == [1, 2, 0, 0])
    }
}
