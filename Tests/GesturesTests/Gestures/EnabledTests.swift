import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct EnabledTests {
    private let notes = Recorder<String>()

    private var drag: some Gesture {
        DragGesture(minimumDistance: 0).onChanged { [notes] in notes.add("\($0.translation.dx)") }
            .onEnded { [notes] _ in notes.add("ended") }.onCancelled { [notes] in notes.add($0.name) }
    }

    @Test func `a recogniser that is disabled cancels, and starts nothing with fingers that are down`() {
        var hand = Hand(drag)
        hand.at(0, .down(1, 10, 10))
        hand.recogniser.isEnabled = false
        hand.at(8, .move(1, 30, 10))
        hand.recogniser.isEnabled = true
        hand.at(16, .move(1, 50, 10))
        hand.at(24, .lift(1))
        hand.at(100, .down(2, 10, 10))
        hand.at(108, .lift(2))
        #expect(notes.all == ["0.0", "requested", "0.0", "ended"])
    }

    @Test func `a finger that touches down next to another while the recogniser is disabled starts nothing`() {
        var hand = Hand(drag.simultaneously(with: TapGesture().onEnded { [notes] in notes.add("tap") }))
        hand.at(0, .down(1, 10, 10))
        hand.recogniser.isEnabled = false
        hand.at(8, .down(2, 50, 10))
        hand.at(16, .move(1, 20, 10), .move(2, 80, 10))
        hand.recogniser.isEnabled = true
        hand.at(24, .move(1, 30, 10), .move(2, 90, 10))
        hand.at(32, .lift(2))
        hand.at(40, .lift(1))
        hand.at(1000, .down(3, 10, 10))
        hand.at(1050, .lift(3))
        #expect(notes.all == ["0.0", "requested", "0.0", "ended", "tap"])
    }

    @Test func `isEnabled is evaluated when a gesture begins, and not during the gesture`() {
        let touches = TouchFrameBuilder()
        var isEnabled = false
        touches.gesture(drag, isEnabled: isEnabled)
        for time in [Int64(0), 1000, 2000] {
            touches.touchDown(1, at: .zero, time: milliseconds(time))
            touches.flush()
            isEnabled.toggle()
            touches.touchUp(1, time: milliseconds(time + 8))
            touches.flush()
        }
        #expect(notes.all == ["0.0", "ended"])
    }

    @Test func `a window's gesture is disabled for touches and touchpad`() {
        let window = WindowGestures()
        let attachment = window.simultaneousGesture(drag)
        window.simultaneousGesture(TapGesture().onEnded { [notes] in notes.add("tap") }, isEnabled: true)
        attachment.isEnabled = false
        #expect(!attachment.isEnabled)
        window.touches.touchDown(1, at: .zero, time: milliseconds(0))
        window.touches.touchUp(1, time: milliseconds(50))
        window.touches.flush()
        window.touchpad.begin(fingers: 1, at: .zero, time: milliseconds(1000))
        window.touchpad.end(time: milliseconds(1050))
        #expect(notes.all == ["tap", "tap"])
    }

    @Test func `SwiftUI's older form of onLongPressGesture reports the beginning and end of a press`() {
        let touches = TouchFrameBuilder()
        touches.onLongPressGesture(
            minimumDuration: 0.1, pressing: { [notes] in notes.add("\($0)") },
            perform: { [notes] in notes.add("pressed") })
        touches.touchDown(1, at: .zero, time: milliseconds(0))
        touches.expire(at: milliseconds(200))
        #expect(notes.all == ["true", "false", "pressed"])
    }

    /// A target that adds callbacks of its own, or a gesture, to what is attached.
    private struct Card: GestureTarget {
        let touches = TouchFrameBuilder()
        let adds: (AnyGesture<Void>) -> AnyGesture<Void>

        func gesture(_ gesture: some Gesture) -> GestureRecogniser {
            touches.attach(adds(AnyGesture(gesture.map { _ in })))
        }
    }

    @Test func `isEnabled counts for a target that adds callbacks, maps values or composes`() {
        let targets: [(AnyGesture<Void>) -> AnyGesture<Void>] = [
            { AnyGesture($0.onEnded { _ in }) }, { AnyGesture($0.map { _ in }) },
            { AnyGesture($0.simultaneously(with: LongPressGesture()).map { _ in }) },
            { AnyGesture(LongPressGesture().exclusively(before: $0).map { _ in }) },
        ]
        for (index, adds) in targets.enumerated() {
            for isEnabled in [false, true] {
                let card = Card(adds: adds)
                card.gesture(
                    TapGesture().onEnded { [notes] in notes.add("\(index) \(isEnabled)") }, isEnabled: isEnabled)
                card.touches.touchDown(1, at: .zero, time: milliseconds(0))
                card.touches.touchUp(1, time: milliseconds(50))
                card.touches.expire(at: milliseconds(5000))
            }
        }
        #expect(notes.all == targets.indices.map { "\($0) true" })
    }

    @Test(arguments: [(true, true), (true, false), (false, true)])
    func `of two conditions, both count`(_ inner: Bool, _ outer: Bool) {
        /// A target with a condition of its own.
        struct Limited: GestureTarget {
            let touches = TouchFrameBuilder()
            let isEnabled: Bool

            func gesture(_ gesture: some Gesture) -> GestureRecogniser {
                touches.gesture(gesture, isEnabled: isEnabled)
            }
        }
        let target = Limited(isEnabled: inner)
        target.gesture(TapGesture().onEnded { [notes] in notes.add("tap") }, isEnabled: outer)
        target.touches.touchDown(1, at: .zero, time: milliseconds(0))
        target.touches.touchUp(1, time: milliseconds(50))
        target.touches.flush()
        #expect(notes.all == (inner && outer ? ["tap"] : []))
    }

    private static let constants = (DragGesture(), TapGesture(count: 2).exclusively(before: TapGesture()))

    @Test func `gestures without callbacks can be static constants`() {
        #expect(Self.constants.0.minimumDistance == nil)
        #expect(Self.constants.1.first.count == 2)
    }

    @Test func `a transaction of the caller reaches the callbacks, and withTransaction inside them`() {
        let animations = Recorder<Bool>()
        let value = State(initialValue: 0)
        value.projectedValue.onChange { animations.add($0.transaction.animation == .bouncy) }
        var hand = Hand(
            DragGesture(minimumDistance: 0)
                .onChanged { _ in withAnimation(.bouncy) { value.wrappedValue = 1 } }
                .onEnded { _ in value.wrappedValue = 2 })
        hand.at(0, .down(1, 0, 0))
        withAnimation(.bouncy) { hand.at(8, .lift(1)) }
        #expect(animations.all == [true, true] && Transaction.current.animation == nil)
    }
}
