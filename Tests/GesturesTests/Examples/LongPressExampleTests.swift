import GestureModel
import Gestures
import Strokes
import Testing
import TouchInput
import TouchRecordings

@testable import ExampleViews

/// The three examples that use `onLongPressGesture`.
@Suite struct LongPressExampleTests {
    private let bench = Bench()

    private func progressive() -> ProgressiveLongPress {
        let press = ProgressiveLongPress()
        bench.show(press)
        return press
    }

    private func item() -> HoldToDelete {
        let item = HoldToDelete()
        bench.show(item)
        return item
    }

    @Test func `the ring fills evenly, is full at completion, and empty after the press`() {
        let press = progressive()
        bench.at(0, .down(1, 10, 10))
        for time in [0.0, 125, 250, 499] {
            bench.wait(until: time)
            #expect(abs(press.progress.fraction(at: timestamp(time)) - time / 500) < 1e-6)
            #expect(!press.didComplete)
        }
        bench.wait(until: 500)
        #expect(press.didComplete && press.progress.fraction(at: timestamp(500)) == 1)
        #expect(press.body(at: timestamp(500))[0].hasPrefix("(green)  ring ████████████████████ 100 %"))
        bench.at(800, .lift(1))
        #expect(press.body(at: timestamp(3000))[0].hasPrefix("(green)  ring ░░░░░░░░░░░░░░░░░░░░   0 %"))
    }

    @Test func `an item is deleted after one second and not before`() {
        let item = item()
        bench.at(0, .down(1, 10, 10))
        bench.wait(until: 999)
        #expect(!item.isDeleted)
        bench.wait(until: 1000)
        #expect(item.isDeleted)
    }

    /// The document compares the state, which is 1 at touch-down.
    @Test func `the trash turns red at half of the displayed progress, not at touch-down`() {
        let item = item()
        bench.at(0, .down(1, 10, 10))
        #expect(item.holdProgress == 1)
        for (time, color) in [(0.0, "gray"), (100, "gray"), (499, "gray"), (501, "red"), (999, "red")] {
            bench.wait(until: time)
            #expect(item.trash(at: timestamp(time)) == color, "\(time) ms")
        }
    }

    @Test func `after a release at 900 ms nothing is deleted, and the bar empties`() {
        let item = item()
        bench.at(0, .down(1, 10, 10))
        bench.at(900, .lift(1))
        bench.wait(until: 5000)
        #expect(!item.isDeleted && !item.isHolding)
        #expect(item.progress.value(at: timestamp(900)) > 0.85, "not at once")
        #expect(item.progress.value(at: timestamp(5000)) == 0)
    }

    @Test(arguments: reasons)
    func `a cancelled hold deletes nothing, and is no longer held`(_ reason: CancellationReason) {
        let item = item()
        bench.at(0, .down(1, 10, 10))
        bench.cancel(reason, at: 900)
        bench.wait(until: 5000)
        #expect(!item.isDeleted && !item.isHolding)
        #expect(item.progress.value(at: timestamp(5000)) == 0)
        #expect(item.scale.value(at: timestamp(5000)) == 1)
    }

    @Test func `a finger that moves away deletes nothing`() {
        let item = item()
        bench.at(0, .down(1, 10, 10))
        bench.at(500, .move(1, 30, 10))
        bench.wait(until: 5000)
        #expect(!item.isDeleted && !item.isHolding)
    }

    @Test(arguments: [(ExampleStroke.hold, true), (.shortPress, false)])
    func `the recorded hold deletes the item, the recorded short press does not`(
        _ stroke: ExampleStroke, _ isLong: Bool
    ) throws {
        let item = item()
        try bench.play(stroke.recording)
        #expect(item.isDeleted == isLong && !item.isHolding)
    }

    @Test(arguments: [
        (ExampleStroke.hold, [HapticFeedback.light, .success]), (.shortPress, [.light]), (.flick, [.light]),
    ])
    func `a press plays light feedback at its start and strong feedback at its completion`(
        _ stroke: ExampleStroke, _ expected: [HapticFeedback]
    ) throws {
        var played: [(haptic: HapticFeedback, time: Timestamp)] = []
        let press = HapticLongPress(play: { [unowned bench] in played.append(($0.haptic, bench.now)) })
        bench.show(press)
        let recording = stroke.recording
        try bench.play(recording)
        #expect(played.map(\.haptic) == expected)
        let start = try #require(recording.events.first?.time)
        #expect(played.map { ($0.time - start).count } == Array([0, 500_000].prefix(expected.count)))
        #expect(!press.isHolding)
    }
}
