import Foundation
import GestureModel
import Gestures
import Strokes
import Testing
import TouchRecordings

/// The samples of TestingGestures.md, and the statements about them.
@Suite struct TestingGesturesSamples {
    private typealias Hand = TouchRecordings.Hand

    @Test func `a flick of a synthetic hand is a swipe, with every jitter`() {
        let swipes = Recorder<SwipeDirection>()
        let recogniser = GestureRecogniser(SwipeGesture().onEnded { swipes.add($0.direction) })

        let flick = Hand()
            .down(at: Point(x: 300, y: 200))
            .move(to: Point(x: 180, y: 200), in: 0.15)
            .up()
        for frame in flick.frames { recogniser.update(frame) }

        #expect(swipes.all == [.left])
        for seed in 1...50 as ClosedRange<UInt64> {
            let hand = Hand(at: milliseconds(Int64(seed) * 2000), seed: seed).down(at: Point(x: 300, y: 200))
                .move(to: Point(x: 180, y: 200), in: 0.15).up()
            for frame in hand.frames { recogniser.update(frame) }
        }
        #expect(swipes.all == Array(repeating: .left, count: 51))
    }

    @Test func `two fingers of a synthetic hand pinch`() {
        let pinch = Hand(seed: 7)
            .down(at: Point(x: 200, y: 200), Point(x: 300, y: 200))
            .move(to: Point(x: 150, y: 200), Point(x: 350, y: 200), in: 0.4)
            .hold(0.2)
            .up()

        let scales = Recorder<Double>()
        let recogniser = GestureRecogniser(MagnifyGesture().onEnded { scales.add($0.magnification) })
        for frame in pinch.frames { recogniser.update(frame) }
        #expect(scales.all.count == 1 && isClose(scales.all[0], 2, within: 0.02))
    }

    @Test func `a hand that holds presses`() {
        let press = Hand().down(at: Point(x: 10, y: 10)).hold(0.6).up()

        var presses = 0
        let recogniser = GestureRecogniser(LongPressGesture().onEnded { _ in presses += 1 })
        for frame in press.frames { recogniser.update(frame) }
        #expect(presses == 1)
    }

    @Test func `taps roll as people's do, and remain taps`() {
        var (taps, drags) = (0, 0)
        let tapping = GestureRecogniser(TapGesture().onEnded { taps += 1 })
        let dragging = GestureRecogniser(DragGesture().onChanged { _ in drags += 1 })
        for seed in 1...50 as ClosedRange<UInt64> {
            let hand = Hand(at: milliseconds(Int64(seed) * 2000), seed: seed).tap(at: Point(x: 100, y: 100))
            for frame in hand.frames {
                tapping.update(frame)
                dragging.update(frame)
            }
        }
        #expect(taps == 50 && drags == 0)
    }

    @Test func `a recorded file is played`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Examples/recordings/flick.evemu").standardizedFileURL.path
        let ends = Recorder<Double>()
        let recogniser = GestureRecogniser(DragGesture().onEnded { ends.add($0.translation.width) })

        let recording = try Recording(contentsOf: path)
        for frame in try recording.touchFrames() { recogniser.update(frame) }

        #expect(ends.all.count == 1 && isClose(ends.all[0], -100, within: 3))
    }
}
