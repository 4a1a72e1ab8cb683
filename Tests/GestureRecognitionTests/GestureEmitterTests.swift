import GestureModel
import GestureRecognition
import Strokes
import Testing

/// An emitter that receives a hand's frames. Its events are written as text: `began 1`, `cancelled 1 deviceLost`.
private struct Stage {
    var emitter: GestureEmitter
    var gestures: UInt64 = 0
    private var hand = Hand()

    init(_ gesture: GestureExpression, region: Region? = nil) {
        emitter = GestureEmitter(gesture, thresholds: Thresholds(), region: region)
    }

    mutating func at(_ milliseconds: Double, _ touches: Touch...) -> [String] {
        emitter.update(hand.frame(at: Timestamp(milliseconds), touches), gestures: &gestures)
        return emitter.events.map(\.summary)
    }

    mutating func expire(at milliseconds: Double) -> [String] {
        emitter.expire(at: Timestamp(milliseconds), gestures: &gestures)
        return emitter.events.map(\.summary)
    }

    mutating func cancel(_ reason: CancellationReason, at milliseconds: Double) -> [String] {
        emitter.cancel(reason, at: Timestamp(milliseconds))
        return emitter.events.map(\.summary)
    }
}

extension GestureEvent {
    fileprivate var summary: String {
        switch phase {
        case .began: "began \(gesture)"
        case .changed: "changed \(gesture)"
        case .ended: "ended \(gesture)"
        case .cancelled(.failed(let failure)): "cancelled \(gesture) failed: \(failure)"
        case .cancelled(let reason): "cancelled \(gesture) \(reason.name)"
        }
    }
}

@Suite struct GestureEmitterTests {
    // MARK: - Grammar

    @Test func `a discrete gesture begins and ends at once`() {
        var stage = Stage(.tap(.init()))
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began 1", "ended 1"])
        #expect(stage.emitter.events.map(\.time) == [Timestamp(50), Timestamp(50)])
        #expect(stage.emitter.events[0].value == stage.emitter.events[1].value)
        #expect(stage.emitter.current == nil)
    }

    @Test func `a continuous gesture begins, changes and ends`() {
        var stage = Stage(.drag(.init()))
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(8, .move(1, 70, 50)) == ["began 1"])
        #expect(stage.at(16, .move(1, 90, 50)) == ["changed 1"])
        #expect(stage.at(24, .lift(1)) == ["ended 1"])
    }

    @Test func `an equal value is not reported again`() {
        var stage = Stage(.drag(.init(minimumDistance: 0)))
        #expect(stage.at(0, .down(1, 50, 50)) == ["began 1"])
        #expect(stage.at(8) == [])
        #expect(stage.at(16, .move(1, 50, 50)) == [])
    }

    // MARK: - Fingers that leave and come in one frame

    @Test func `a press that another finger takes over is cancelled, and the other begins at once`() {
        var stage = Stage(.longPress(.init()))
        #expect(stage.at(0, .down(1, 50, 50)) == ["began 1"])
        let both = stage.at(200, .lift(1), .down(2, 50, 50))
        #expect(both == ["cancelled 1 failed: lifted after 200 ms < 500 ms", "began 2"])
        #expect(stage.emitter.deadline == Timestamp(700))
    }

    @Test func `a contact that ends and another that begins in one frame are two taps`() {
        var stage = Stage(.tap(.init(count: 2)))
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1), .down(2, 90, 50)) == [])
        #expect(stage.at(100, .lift(2)) == ["began 1", "ended 1"])
    }

    @Test func `a drag of no distance that another finger takes over ends, and the other begins at once`() {
        var stage = Stage(.drag(.init(minimumDistance: 0)))
        #expect(stage.at(0, .down(1, 50, 50)) == ["began 1"])
        #expect(stage.at(16, .lift(1), .down(2, 200, 50)) == ["ended 1", "began 2"])
        guard case .drag(let drag) = stage.emitter.current?.value else { return #expect(Bool(false)) }
        #expect(drag.startLocation == Point(x: 200, y: 50))
        #expect(drag.velocity == .zero)
    }

    @Test func `replacing one of two fingers causes no jump`() {
        var stage = Stage(.drag(.init(fingers: FingerCounts(2))))
        _ = stage.at(0, .down(1, 0, 50), .down(2, 100, 50))
        #expect(stage.at(8, .move(1, 20, 50), .move(2, 120, 50)) == ["began 1"])
        _ = stage.at(16, .lift(2), .down(3, 700, 50))
        guard case .drag(let drag) = stage.emitter.current?.value else { return #expect(Bool(false)) }
        #expect(drag.location == Point(x: 70, y: 50))
        _ = stage.at(24, .move(3, 720, 50))
        guard case .drag(let on) = stage.emitter.current?.value else { return #expect(Bool(false)) }
        #expect(on.location == Point(x: 80, y: 50), "it goes on with both")
    }

    // MARK: - Failure

    @Test func `a gesture that fails before it begins is not reported`() {
        var stage = Stage(.tap(.init()))
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(8, .move(1, 150, 50)) == [])
        #expect(stage.at(16, .lift(1)) == [])
        #expect(stage.gestures == 0)
    }

    @Test func `a gesture that fails after it began is cancelled with its last value and the reason`() {
        var stage = Stage(.longPress(.init()))
        #expect(stage.at(0, .down(1, 50, 50)) == ["began 1"])
        let began = stage.emitter.events[0].value
        #expect(stage.at(8, .move(1, 64, 50)) == ["cancelled 1 failed: moved 14 pt > 10 pt"])
        #expect(stage.emitter.events[0].value == began)
        #expect(stage.at(16, .lift(1)) == [])
    }

    @Test func `a deadline brings its event with its own time`() {
        var stage = Stage(.longPress(.init()))
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.emitter.deadline == Timestamp(500))
        #expect(stage.expire(at: 500) == ["changed 1"])
        #expect(stage.emitter.events[0].time == Timestamp(500))
        #expect(stage.emitter.deadline == nil)
    }

    @Test func `each gesture has a number of its own, one after the last given out`() {
        var stage = Stage(.tap(.init()))
        stage.gestures = 41
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == ["began 42", "ended 42"])
        _ = stage.at(100, .down(2, 50, 50))
        #expect(stage.at(150, .lift(2)) == ["began 43", "ended 43"])
    }

    @Test func `the current gesture is the last reported event`() {
        var stage = Stage(.drag(.init()))
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(8, .move(1, 70, 50))
        _ = stage.at(16, .move(1, 90, 50))
        #expect(stage.emitter.current == stage.emitter.events[0])
    }

    /// A driver may stamp a frame before it sends it: a deadline may have expired first.
    @Test func `time does not go back within a gesture`() {
        var stage = Stage(.drag(.init()))
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(8, .move(1, 70, 50))
        #expect(stage.expire(at: 48.001) == ["changed 1"])
        #expect(stage.at(48, .move(1, 90, 50)) == ["changed 1"])
        #expect(stage.emitter.events[0].time == Timestamp(48.001))
        #expect(stage.at(48, .lift(1)) == ["ended 1"])
        #expect(stage.emitter.events[0].time == Timestamp(48.001))
    }

    // MARK: - Cancelling

    @Test func `a cancelled gesture's fingers start nothing`() {
        var stage = Stage(.drag(.init()))
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(8, .move(1, 70, 50))
        #expect(stage.cancel(.resynchronised, at: 12) == ["cancelled 1 resynchronised"])
        #expect(stage.emitter.deadline == nil)
        #expect(stage.at(16, .move(1, 190, 50)) == [])
        #expect(stage.at(24, .lift(1), .down(2, 50, 50)) == [])
        #expect(stage.at(32, .move(2, 70, 50)) == ["began 2"])
    }

    @Test func `a cancel with nothing in progress reports nothing, and the fingers start nothing`() {
        var stage = Stage(.drag(.init()))
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.cancel(.deviceLost, at: 4) == [])
        #expect(stage.at(8, .move(1, 90, 50)) == [])
        #expect(stage.cancel(.deviceLost, at: 12) == [])
    }

    @Test func `a cancel is not earlier than the event before`() {
        var stage = Stage(.longPress(.init()))
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.expire(at: 500)
        _ = stage.cancel(.shutdown, at: 100)
        #expect(stage.emitter.events.map(\.time) == [Timestamp(500)])
    }

    // MARK: - Regions

    private static let region = Region(x: 100, y: 100, width: 100, height: 50)

    @Test func `a contact that comes down inside counts wherever it moves`() {
        var stage = Stage(.drag(.init()), region: GestureEmitterTests.region)
        _ = stage.at(0, .down(1, 150, 120))
        #expect(stage.at(8, .move(1, 500, 500)) == ["began 1"])
        #expect(stage.at(16, .move(1, 600, 500)) == ["changed 1"])
        #expect(stage.at(24, .lift(1)) == ["ended 1"])
    }

    @Test func `a contact that comes down outside does not count when it enters the region`() {
        var stage = Stage(.drag(.init()), region: GestureEmitterTests.region)
        _ = stage.at(0, .down(1, 50, 120))
        #expect(stage.at(8, .move(1, 150, 120)) == [])
        #expect(stage.at(16, .lift(1)) == [])
    }

    @Test func `fingers outside do not count`() {
        var stage = Stage(.tap(.init()), region: GestureEmitterTests.region)
        _ = stage.at(0, .down(1, 10, 10), .down(2, 150, 120), .down(3, 300, 120))
        #expect(stage.at(50, .lift(2)) == ["began 1", "ended 1"])
        #expect(stage.at(60, .lift(1), .lift(3)) == [])
    }

    @Test(arguments: [
        (100.0, 100.0, true), (199.999, 149.999, true), (200, 120, false), (150, 150, false), (99.999, 120, false),
        (150, 99.999, false),
    ])
    func `left and top edges are inside, right and bottom ones are not`(x: Double, y: Double, isInside: Bool) {
        var stage = Stage(.tap(.init()), region: GestureEmitterTests.region)
        _ = stage.at(0, .down(1, x, y))
        #expect(stage.at(50, .lift(1)) == (isInside ? ["began 1", "ended 1"] : []))
    }

    @Test func `after a cancel a region has no contacts`() {
        var stage = Stage(.longPress(.init()), region: GestureEmitterTests.region)
        #expect(stage.at(0, .down(1, 150, 120)) == ["began 1"])
        #expect(stage.cancel(.deviceLost, at: 8) == ["cancelled 1 deviceLost"])
        #expect(stage.at(16, .move(1, 400, 120)) == [])
        #expect(stage.at(24, .lift(1), .down(2, 150, 120)) == ["began 2"])
    }
}
