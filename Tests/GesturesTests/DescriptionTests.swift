import GestureModel
import Gestures
import Strokes
import Testing

/// What `print` shows.
@Suite struct DescriptionTests {
    @Test func `a drag has its translation and predicted end, and no names of types`() {
        let ends = Recorder<String>()
        var hand = Hand(DragGesture().onEnded { ends.add("\($0)") })
        hand.at(0, .down(1, 100, 100))
        for step in 1...10 { hand.at(Double(step) * 10, .move(1, 100 + Double(step) * 10, 100)) }
        hand.at(110, .lift(1))
        #expect(
            ends.all == [
                "drag by (100.0, 0.0) to (200.0, 100.0) at (1000.0, 0.0) pt/s, predicted end (450.0, 100.0), 1 finger, "
                    + "0.11 s"
            ])
    }

    @Test func `each value is a sentence`() {
        let time = milliseconds(100)
        let magnify = MagnifyGesture.Value(
            time: time, magnification: 1.2, velocity: 2, startAnchor: .center, startLocation: Point(x: 1, y: 2))
        let rotate = RotateGesture.Value(
            time: time, rotation: .degrees(90), velocity: .degrees(45), startAnchor: .center,
            startLocation: Point(x: 1, y: 2))
        #expect("\(magnify)" == "magnify by 1.2 at 2.0/s about (1.0, 2.0), 2 fingers, 0.1 s")
        #expect("\(rotate)" == "rotate by 90.0° at 45.0°/s about (1.0, 2.0), 2 fingers, 0.1 s")
        let tap = StandardGesture.Value.tap(.init(fingers: 2, count: 1, location: .zero, positions: .withheld))
        #expect("\(tap)" == "tap 1 at (0.0, 0.0), 2 fingers, positions withheld")
        #expect("\(StandardGesture.Value.pinch(.init(magnify: magnify, rotate: rotate)))" == "\(magnify); \(rotate)")
    }

    @Test func `an animation is shown as it is written`() {
        #expect("\(Animation.smooth)" == ".smooth" && "\(Animation.default)" == ".default")
        #expect("\(Animation.linear(duration: 1).delay(0.3))" == ".linear(duration: 1.0).delay(0.3)")
        #expect(
            "\(Animation.spring(response: 0.2, dampingFraction: 0.8).speed(2))"
                == ".spring(response: 0.2, dampingRatio: 0.8).speed(2.0)")
        #expect(
            "\(Animation.snappy.repeatForever(autoreverses: false))" == ".snappy.repeatForever(autoreverses: false)")
    }

    @Test func `a transaction shows the properties that are set`() {
        var transaction = Transaction(animation: .snappy)
        #expect("\(transaction)" == "Transaction(animation: .snappy)")
        transaction.animation = nil
        transaction.tracksVelocity = true
        #expect("\(transaction)" == "Transaction(animation: nil, tracksVelocity: true)")
        #expect("\(Transaction())" == "Transaction()")
    }

    @Test func `what attaching returns is detachable in every target`() {
        let touches = TouchFrameBuilder()
        let attached: any Detachable = touches.attach(DragGesture())
        attached.detach()
        attached.detach()
        #expect(touches.deadline == nil)
    }
}
