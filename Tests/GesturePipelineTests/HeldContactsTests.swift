import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// Contacts that are held back until they prove to be fingers.
@Suite struct HeldContactsTests {
    /// Five contacts that come down in one frame may be ghosts: they are held for 45 ms.
    @Test func `the way of held contacts is no jump: a drag has the speed since they came down`() throws {
        var bench = Bench()
        let client = bench.client(#"{"drag":{"fingers":5,"minimumDistance":10}}"#)
        bench.at(1000, .down(0, 10, 10), .down(1, 30, 10), .down(2, 50, 10), .down(3, 70, 10), .down(4, 90, 10))
        for step in 1...25 {
            // 0.8 mm in 8 ms are 630 points a second.
            let y = 10 + 0.8 * Double(step)
            bench.at(
                1000 + 8 * Double(step), .move(0, 10, y), .move(1, 30, y), .move(2, 50, y), .move(3, 70, y),
                .move(4, 90, y))
        }
        let speeds = bench.gestures(client).compactMap { $0.drag?.velocity.dy }
        #expect(speeds.count > 10)
        // The first value has only the samples at the touch-down and at the acceptance.
        #expect(speeds.first.map { $0 < 650 } == true, "\(speeds)")
        #expect(speeds.dropFirst().allSatisfy { 600 < $0 && $0 < 650 }, "\(speeds)")
    }

    /// A thumb holds the device at its left edge, and a finger of the other hand goes from 99 mm to the left by 40 mm.
    private func swipedBesideThumb(_ bench: inout Bench) {
        bench.at(0, .down(0, 3, 40))
        bench.at(1000, .down(1, 99, 30))
        for step in 1...10 { bench.at(1000 + 8 * Double(step), .move(1, 99 - 4 * Double(step), 30)) }
        bench.at(1088, .lift(1))
    }

    @Test(arguments: [
        #"{"swipe":{"fingers":[1,2]}}"#, #"{"swipe":{"edges":"right"}}"#, #"{"drag":{"fingers":[1,2]}}"#,
        #"{"drag":{"edges":"right"}}"#, #"{"drag":{}}"#, #"{"standard":"touchscreen"}"#,
    ])
    func `the thumb that holds the device takes no part in what a finger does`(_ gesture: String) throws {
        var bench = Bench()
        let client = bench.client(gesture)
        swipedBesideThumb(&bench)
        let value: GestureValue = try #require(bench.gestures(client).last).value
        let movement = try #require(value.movement)
        #expect(abs(movement.translation.dx + 252) < 1 && movement.translation.dy == 0)
        bench.at(2000, .down(1, 60, 30))
        bench.at(2080, .lift(1))
        bench.at(2100, .lift(0))
        #expect(bench.gestures(client).allSatisfy { $0.value.fingers == 1 })
    }

    @Test func `the thumb that holds the device is explained`() {
        var bench = Bench()
        let client = bench.client(#"{"swipe":{}}"#, #""explain":true"#)
        swipedBesideThumb(&bench)
        let why = "rejected as a thumb that rests at 1000 ms: came down at the edge, where hands rest"
        #expect(bench.read(client).contains { $0.hasSuffix(why) })
    }
}
