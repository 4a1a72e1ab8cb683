import GestureModel
import Gestures
import Strokes
import Testing
import TouchInput
import TouchRecordings

@testable import ExampleViews

@Suite struct RepositionableStickerTests {
    private let bench = Bench()
    private let sticker = RepositionableSticker()

    init() { bench.show(sticker) }

    @Test func `a released sticker stays without a jump`() throws {
        let recording = ExampleStroke.slowDrag.recording
        try bench.play(recording)
        let lift = try #require(recording.events.last?.time)
        #expect((-102 ... -98).contains(sticker.position.width))
        let offsets = stride(from: Int64(0), through: 2000, by: 10).map {
            sticker.offset.value(at: lift + .milliseconds($0)).width
        }
        // The finger was at rest: the rest of the motion is the lag of the spring.
        #expect(offsets.allSatisfy { abs($0 - sticker.position.width) < 5 }, "\(offsets)")
        #expect(offsets.last == sticker.position.width)
    }

    @Test(arguments: reasons)
    func `a cancelled drag does not change the position`(_ reason: CancellationReason) {
        bench.drag(by: Vector(dx: 60, dy: 30))
        bench.at(90, .lift(1))
        bench.drag(at: 1000, by: Vector(dx: 0, dy: 50))
        bench.cancel(reason, at: 1100)
        #expect(sticker.position == Vector(dx: 60, dy: 30))
        #expect(sticker.offset.value(at: timestamp(4000)) == Vector(dx: 60, dy: 30))
    }
}
