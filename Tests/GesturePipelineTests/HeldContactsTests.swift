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
}
