import GestureModel
import Gestures
import Strokes
import Testing

/// One shown value of several states.
@Suite struct ShownStatesTests {
    @State private var position = Vector.zero
    @GestureState private var dragOffset = Vector.zero
    private let offset: AnimatedState<Vector>

    init() { offset = shown(_position, _dragOffset) { $0 + $1 } }

    private func updating(_ animation: Animation?) -> some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($dragOffset) { value, state, transaction in
                state = value.translation
                transaction.animation = animation
            }
    }

    /// The document's order, the other order, and the sum as part of another gesture.
    private var stickers: [(name: String, gesture: AnyGesture<DragGesture.Value>)] {
        [
            ("onEnded after updating", AnyGesture(updating(.smooth).onEnded { position += $0.translation })),
            (
                "onEnded before updating",
                AnyGesture(
                    DragGesture().onEnded { position += $0.translation }
                        .updating($dragOffset) { value, state, transaction in
                            state = value.translation
                            transaction.animation = .smooth
                        })
            ),
        ]
    }

    @Test func `a sticker stays under a resting finger that lifts, whatever the order of the callbacks`() {
        for (name, gesture) in stickers {
            position = .zero
            var hand = Hand(gesture)
            hand.drag(by: Vector(dx: 100, dy: 0))
            hand.wait(until: 2000)
            #expect(offset.value(at: milliseconds(2000)) == Vector(dx: 100, dy: 0))
            hand.at(2000, .lift(1))
            for time in stride(from: Int64(2000), to: 3000, by: 16) {
                #expect(isClose(offset.value(at: milliseconds(time)).dx, 100, within: 0.01), "\(name)")
            }
        }
    }

    @Test func `a flicked sticker continues with its velocity, and never moves faster than the finger did`() {
        for (name, gesture) in stickers {
            position = .zero
            let drawing = Drawing(Hand(gesture)) { offset.value(at: $0).dx }
            drawing.drag(by: 100, in: 80)
            drawing.lift()
            drawing.wait(3000)
            #expect(drawing.largestStep <= 1.2 * drawing.fingerStep, "\(name): \(drawing.values)")
            #expect(drawing.values.last == 100, "\(name)")
        }
    }

    @Test func `an exact sticker springs from the finger with the finger's velocity`() {
        let state = GestureState(wrappedValue: Vector.zero, resetTransaction: Transaction(animation: .smooth))
        let sum = shown(_position, state) { $0 + $1 }
        var hand = Hand(
            DragGesture().updating(state) { value, state, _ in state = value.translation }
                .onEnded { position += $0.translation })
        hand.drag(by: Vector(dx: 100, dy: 0))
        hand.at(80, .lift(1))
        #expect(sum.value(at: milliseconds(80)) == Vector(dx: 100, dy: 0))
        #expect(isClose(sum.animated.velocity(at: milliseconds(80)).dx, 1250, within: 1), "100 points in 80 ms")
        #expect(sum.value(at: milliseconds(2000)) == Vector(dx: 100, dy: 0))
    }

    @Test func `a cancelled drag returns from where it is drawn, for every reason`() {
        for reason in [CancellationReason.deviceLost, .focusChanged, .resynchronised, .outcompeted, .disconnected] {
            position = Vector(dx: 5, dy: 0)
            let drawing = Drawing(Hand(updating(.smooth).onEnded { position += $0.translation })) {
                offset.value(at: $0).dx
            }
            drawing.drag(by: 100, in: 80)
            drawing.cancel(reason)
            drawing.wait(3000)
            #expect(drawing.largestStep <= 1.2 * drawing.fingerStep, "\(drawing.values)")
            #expect(drawing.values.last == 5)
        }
    }

    @Test func `a value that is taken hold of on its way does not jump`() {
        @State var index = 0
        @State var drag = 0.0
        let strip = shown($index, $drag) { Double($0) * -296 + $1 }
        let gesture = DragGesture(minimumDistance: 0)
            .onChanged { drag = $0.translation.width }
            .onEnded { _ in
                index += 1
                withAnimation(.smooth) { drag = 0 }
            }
        let drawing = Drawing(Hand(gesture)) { strip.value(at: $0) }
        for _ in 0..<3 {
            drawing.drag(by: -100, in: 80)
            drawing.lift()
            drawing.wait(50)
        }
        drawing.wait(3000)
        #expect(drawing.largestStep <= 2.5 * drawing.fingerStep, "finger and springs together")
        #expect(drawing.values.last == -888)
    }

    @Test func `writes of two gestures in one frame are one change`() {
        let touches = TouchFrameBuilder()
        touches.gesture(updating(.smooth))
        touches.gesture(DragGesture().onEnded { position += $0.translation })
        touches.touchDown(1, at: .zero, time: milliseconds(0))
        for step in 1...10 as ClosedRange<Int64> {
            touches.touchMoved(1, to: Point(x: Double(step) * 10, y: 0), time: milliseconds(step * 8))
        }
        touches.flush()
        touches.expire(at: milliseconds(2000))
        #expect(offset.value(at: milliseconds(2000)).dx == 100)
        touches.touchUp(1, time: milliseconds(2001))
        touches.flush()
        #expect(isClose(offset.value(at: milliseconds(2017)).dx, 100, within: 0.01))
    }

    @Test func `what is written outside callbacks is one change when it is drawn`() {
        position = Vector(dx: 50, dy: 0)
        #expect(offset.value(at: milliseconds(0)).dx == 50)
        @State var index = 0
        @State var drag = 30.0
        let strip = shown($index, $drag) { Double($0) * 100 + $1 }
        withAnimation(.linear(duration: 1)) { index = 1 }
        drag = 0
        #expect(strip.value(at: milliseconds(0)) == 30)
        #expect(isClose(strip.value(at: milliseconds(500)), 65, within: 1e-6))
        #expect(strip.value(at: milliseconds(1000)) == 100)
    }

    @Test func `three states of different types make one value`() {
        @State var index = 0
        @State var isZoomed = false
        let size = shown($index, $isZoomed, _position) { Double($0) * ($1 ? 2 : 1) + $2.dx }
        index = 3
        isZoomed = true
        position = Vector(dx: 0.5, dy: 0)
        #expect(size.value(at: milliseconds(0)) == 6.5)
    }

    @Test func `a value drawn in a callback has the writes until then, and the change stays one`() {
        let drawn = Recorder<Double>()
        $dragOffset.onChange { [offset] in drawn.add(offset.value(at: $0.time).dx) }
        var hand = Hand(
            updating(.smooth).onEnded { value in
                position += value.translation
                drawn.add(offset.value(at: value.time).dx)
            })
        hand.drag(by: Vector(dx: 100, dy: 0))
        hand.wait(until: 2000)
        _ = offset.value(at: milliseconds(2000))
        hand.at(2000, .lift(1))
        #expect(drawn.all.suffix(2).allSatisfy { isClose($0, 100, within: 0.01) }, "\(drawn.all)")
        #expect(isClose(offset.value(at: milliseconds(2016)).dx, 100, within: 0.01))
    }

    @Test func `a change without animation is shown at once, and one that disables animations too`() {
        var hand = Hand(updating(nil).onEnded { position += $0.translation * 2 })
        hand.drag(by: Vector(dx: 100, dy: 0))
        #expect(offset.value(at: milliseconds(80)).dx == 100)
        hand.at(90, .lift(1))
        #expect(offset.value(at: milliseconds(90)).dx == 200 && offset.isSettled(at: milliseconds(90)))
        var disabled = Transaction(animation: .smooth)
        disabled.disablesAnimations = true
        withTransaction(disabled) { position = .zero }
        #expect(offset.value(at: milliseconds(100)) == .zero)
    }

    @Test func `a completion waits for the change that other writes have joined`() {
        let notes = Recorder<String>()
        var hand = Hand(
            DragGesture().onEnded { value in
                withAnimation(.linear(duration: 1)) {
                    position = Vector(dx: 10, dy: 0)
                } completion: {
                    notes.add("complete")
                }
                position += Vector(dx: 10, dy: 0)
            })
        hand.drag(by: Vector(dx: 100, dy: 0))
        hand.at(1000, .lift(1))
        #expect(!offset.isSettled(at: milliseconds(1000)) && notes.all.isEmpty)
        #expect(isClose(offset.value(at: milliseconds(1500)).dx, 10, within: 1e-6), "all of it is animated")
        #expect(notes.all.isEmpty)
        #expect(offset.value(at: milliseconds(2000)).dx == 20 && notes.all == ["complete"])
    }

    // MARK: Bad input

    @Test func `an animation that is replaced on its way does not jump`() {
        let animations: [Animation] = [.smooth, .easeInOut, .bouncy, .linear(duration: 2).repeatForever(), .snappy]
        var (time, last) = (Int64(0), offset.value(at: milliseconds(0)).dx)
        for step in 0..<40 as Range<Int64> {
            withAnimation(animations[Int(step) % animations.count]) {
                position = Vector(dx: Double(step * 37 % 100), dy: 0)
            }
            #expect(isClose(offset.value(at: milliseconds(time)).dx, last, within: 1e-6))
            time += 30
            last = offset.value(at: milliseconds(time)).dx
        }
    }

    @Test func `a time that jumps back or far ahead leaves the value where the states are`() {
        var hand = Hand(updating(.smooth).onEnded { position += $0.translation })
        hand.drag(at: 10_000, by: Vector(dx: 100, dy: 0))
        #expect(offset.value(at: Timestamp(microseconds: .min)).dx.isFinite)
        #expect(offset.value(at: milliseconds(0)).dx.isFinite)
        hand.at(10_100, .lift(1))
        #expect(offset.value(at: Timestamp(microseconds: .max)).dx == 100)
        #expect(offset.isSettled(at: Timestamp(microseconds: .max)))
        let state = GestureState(wrappedValue: 0.0)
        let sum = shown(state, _position) { $0 + $1.dx }
        for time in [5000, 4000, 6000, 5999] as [Double] {
            var other = Hand(DragGesture(minimumDistance: 0).updating(state) { value, state, _ in state = time })
            other.at(time, .down(1, 0, 0))
            #expect(sum.value(at: seconds(time / 1000)) == time + 100)
        }
    }

    @Test func `a value that is not finite while the callbacks of an event run is harmless`() {
        @State var width = 1.0
        @State var count = 1.0
        let share = shown($width, $count) { $0 / $1 }
        let drawn = Recorder<Double>()
        var hand = Hand(
            TapGesture().onEnded {
                count = 0
                width = 6
                count = 3
                drawn.add(share.value(at: milliseconds(50)))
            })
        hand.tap(at: 0)
        #expect(drawn.all == [2] && share.value(at: milliseconds(60)) == 2)
    }

    @Test func `a state that its own shown value reads and a callback writes in turn is shown with the last write`() {
        @State var limited = 0.0
        $limited.onChange { if $0.newValue > 10 { limited = 10 } }
        $limited.onChange { change in withAnimation(.smooth) { position = Vector(dx: change.newValue, dy: 0) } }
        let sum = shown($limited, _position) { $0 + $1.dx }
        var hand = Hand(DragGesture().onEnded { limited = $0.translation.dx })
        hand.drag(by: Vector(dx: 100, dy: 0))
        hand.at(90, .lift(1))
        #expect(sum.value(at: milliseconds(90)) == 0, "the spring begins")
        #expect(sum.value(at: milliseconds(5000)) == 20)
    }

    @Test func `a released value is not computed any more, and the states may be released before it`() {
        let calls = Recorder<Double>()
        var sum: AnimatedState<Double>? = shown(_position, _dragOffset) { position, drag in
            calls.add(position.dx + drag.dx)
            return position.dx + drag.dx
        }
        #expect(sum?.value(at: milliseconds(0)) == 0)
        sum = nil
        position = Vector(dx: 1, dy: 0)
        #expect(calls.all == [0])
        weak var released: AnimatedState<Double>?
        func makeShown() -> AnimatedState<Double> {
            let (first, second) = (State(initialValue: 1.0), State(initialValue: 2.0))
            let shown = shown(first, second) { $0 + $1 }
            first.wrappedValue = 5
            released = shown
            return shown
        }
        #expect(makeShown().value(at: milliseconds(0)) == 7)
        #expect(released == nil, "no reference cycle")
    }

    @Test func `a completion may release the values that follow the state being written`() {
        @State var value = 0.0
        final class Holder { var shown: [AnimatedState<Double>] = [] }
        let holder = Holder()
        for _ in 0..<3 { holder.shown.append($value.shown { $0 }) }
        let gesture = DragGesture(minimumDistance: 0)
            .onChanged { _ in
                withAnimation(nil) {
                    value += 1
                } completion: {
                    holder.shown = []
                }
            }
        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 100, dy: 0))
        #expect(holder.shown.isEmpty && value > 1)
    }

    @Test func `five states make one value`() {
        let states = (1...5).map { State(initialValue: Double($0)) }
        let sum = AnimatedState(following: states) { states.reduce(0) { $0 + $1.wrappedValue } }
        withAnimation(.linear(duration: 1)) { for state in states { state.wrappedValue *= 2 } }
        #expect(sum.value(at: milliseconds(0)) == 15 && sum.value(at: milliseconds(1000)) == 30)
    }

    @Test func `an app's own state can be followed`() {
        let model = Model()
        let shown = shown(model, _position) { $0 * 2 + $1.dx }
        withAnimation(.linear(duration: 1)) { model.wrappedValue = 10 }
        #expect(shown.value(at: milliseconds(0)) == 0 && shown.value(at: milliseconds(1000)) == 20)
        let states: [any ObservableState] = [model, _position]
        let chosen = AnimatedState(following: states, animation: nil) { model.wrappedValue }
        model.wrappedValue = 20
        #expect(chosen.value(at: milliseconds(0)) == 20)
    }
}

private final class Model: ObservableState {
    private var actions: [(Transaction, Timestamp?) -> Void] = []
    var wrappedValue = 0.0 {
        willSet { for action in actions { action(.current, nil) } }
    }

    func beforeWrite(_ action: @escaping (Transaction, Timestamp?) -> Void) -> StateObservation {
        actions.append(action)
        return State(initialValue: 0).onChange { _ in }
    }
}

/// What a value shows at 60 Hz while a finger moves it. Times are in milliseconds.
final class Drawing {
    private var hand: Hand
    private let draw: (Timestamp) -> Double
    private(set) var values: [Double] = []
    /// The largest distance that the finger moved between two drawings.
    private(set) var fingerStep = 0.0
    private var time = 0.0

    init(_ hand: Hand, draw: @escaping (Timestamp) -> Double) {
        self.hand = hand
        self.draw = draw
    }

    var largestStep: Double { zip(values.dropFirst(), values).map { abs($0 - $1) }.max() ?? 0 }

    /// Touches down and moves evenly to the side, with a frame every 4 ms.
    func drag(by distance: Double, in duration: Double) {
        advance(to: time + 4)
        hand.at(time, .down(1, 100, 100))
        let begin = time
        for step in 1...Int(duration / 4) {
            advance(to: begin + Double(step) * 4)
            hand.at(time, .move(1, 100 + distance * Double(step) * 4 / duration, 100))
        }
        fingerStep = abs(distance) / duration * 1000 / 60
    }

    func lift() {
        advance(to: time + 4)
        hand.at(time, .lift(1))
    }

    func cancel(_ reason: CancellationReason) {
        advance(to: time + 4)
        hand.cancel(reason, at: time)
        hand.at(time, .lift(1))
    }

    func wait(_ duration: Double) { advance(to: time + duration) }

    private func advance(to end: Double) {
        while Double(values.count) * 1000 / 60 < end {
            let next = Double(values.count) * 1000 / 60
            hand.wait(until: next)
            values.append(draw(seconds(next / 1000)))
        }
        hand.wait(until: end)
        time = end
    }
}
