import GestureModel
import Gestures
import Strokes
import Testing

@testable import ExampleViews

@Suite struct PressableButtonTests {
    private let bench = Bench()
    private let button = PressableButton()

    init() { bench.show(button) }

    @Test(arguments: reasons)
    func `a cancelled press releases the button`(_ reason: CancellationReason) {
        bench.at(0, .down(1, 10, 10))
        #expect(button.isPressed)
        bench.cancel(reason, at: 700)
        #expect(!button.isPressed)
        #expect(button.scale.value(at: timestamp(3000)) == 1)
    }

    @Test func `the button shrinks and grows with the snappy spring`() {
        bench.at(0, .down(1, 10, 10))
        for time in [0.0, 100, 250] {
            let scale = 1 - Spring.snappy.value(target: 0.05, time: time / 1000)
            #expect(abs(button.scale.value(at: timestamp(time)) - scale) < 1e-4)
        }
        bench.at(2000, .lift(1))
        let overshoot = button.scale.value(at: timestamp(2400))
        #expect(overshoot > 1, "it bounces a little")
        #expect(button.scale.value(at: timestamp(5000)) == 1)
    }

    @Test(arguments: [(ExampleStroke.hold, 1200.0), (.shortPress, 300)])
    func `the button is pressed from touch-down to lift`(_ stroke: ExampleStroke, _ duration: Double) throws {
        var changes: [(isPressed: Bool, time: Timestamp)] = []
        button.$isPressed.onChange { changes.append(($0.newValue, $0.time)) }
        try bench.play(stroke.recording)
        #expect(changes.first?.isPressed == true && changes.last?.isPressed == false)
        #expect(changes.count { !$0.isPressed } == 1)
        let length = try #require(changes.last).time - #require(changes.first).time
        #expect(abs(length.seconds * 1000 - duration) < 15, "within a frame and a half")
    }
}
