import GestureModel
import GestureRecognition
import Strokes
import Testing

/// The findings of the standard sets.
@Suite struct StandardFindingTests {
    /// The findings for a hand's frames, each at a time in milliseconds.
    private func sentences(
        _ set: GestureExpression.Standard, _ frames: [(Double, [Touch])],
        _ change: (inout Thresholds) -> Void = { _ in }
    ) -> [String] {
        var thresholds = Thresholds()
        change(&thresholds)
        var emitter = GestureEmitter(.standard(set), thresholds: thresholds, explains: true)
        var (gestures, hand, found) = (UInt64(0), Hand(), [String]())
        func expire(before time: Timestamp) {
            while let deadline = emitter.deadline, deadline < time {
                emitter.expire(at: deadline, gestures: &gestures)
                found += emitter.findings.map(\.description)
            }
        }
        for (milliseconds, touches) in frames {
            expire(before: Timestamp(milliseconds))
            emitter.update(hand.frame(at: Timestamp(milliseconds), touches), gestures: &gestures)
            found += emitter.findings.map(\.description)
        }
        expire(before: Timestamp(microseconds: .max))
        return found
    }

    private static let tap: [(Double, [Touch])] = [(0, [.down(1, 50, 50)]), (80, [.lift(1)])]

    @Test func `a tap of one finger has a finding for every other gesture`() {
        #expect(
            sentences(.touchscreen, StandardFindingTests.tap) == [
                "tap: recognised: 1 finger tapped at 80 ms", "long press: lifted after 80 ms < 500 ms at 80 ms",
                "drag: moved 0 pt < 10 pt at 80 ms", "pinch: 1 finger, needs 2 to 10 at 80 ms",
                "turn: 1 finger, needs 2 to 10 at 80 ms",
            ])
    }

    @Test(arguments: [10.0, 14])
    func `a limit of a set that is changed is in its sentences`(limit: Double) {
        let found = sentences(.touchscreen, [(0, [.down(1, 50, 50)]), (30, [.move(1, 70, 50)]), (40, [.lift(1)])]) {
            $0.touchscreen.tapDistance = limit
            $0.touchscreen.slop = limit
            $0.touchscreen.earlySlop = limit
        }
        let text = limit == 10 ? "10 pt" : "14 pt"
        #expect(
            found.prefix(3) == [
                "drag: recognised: 1 finger moved 20 pt at 30 ms", "tap: moved 20 pt > \(text) at 30 ms",
                "long press: moved 20 pt > \(text) at 30 ms",
            ])
    }

    @Test func `a duration of a set that is changed is in its sentences`() {
        let found = sentences(.touchpad, StandardFindingTests.tap) { $0.touchpad.tapDuration = .milliseconds(60) }
        #expect(found.first == "tap: held 80 ms > 60 ms at 80 ms")
    }

    @Test func `one finger on a touchpad makes no gesture`() {
        let found = sentences(.touchpad, [(0, [.down(1, 50, 50)]), (100, [.move(1, 150, 50)]), (200, [.lift(1)])])
        #expect(found.contains("drag: 1 finger, needs 2 to 10 at 200 ms"))
        #expect(!found.contains { $0.contains("recognised") })
    }

    @Test func `two fingers that scroll part too little for a pinch`() {
        let found = sentences(
            .touchpad,
            [
                (0, [.down(1, 50, 50), .down(2, 150, 50)]), (300, [.move(1, 50, 80), .move(2, 150, 80)]),
                (400, [.lift(1), .lift(2)]),
            ])
        #expect(found.first == "drag: recognised: 2 fingers moved 30 pt at 300 ms")
        #expect(found.contains("pinch: parted or turned 0 pt < 10 pt at 300 ms"))
    }

    @Test func `two fingers that pinch move too little for a drag`() {
        let found = sentences(
            .touchscreen,
            [
                (0, [.down(1, 100, 50), .down(2, 200, 50)]), (300, [.move(1, 60, 50), .move(2, 240, 50)]),
                (400, [.lift(1), .lift(2)]),
            ])
        #expect(
            found.prefix(2) == [
                "pinch: recognised: 2 fingers scaled by 80 % at 300 ms",
                "turn: recognised: 2 fingers turned 0° at 300 ms",
            ])
        #expect(found.contains("drag: moved 0 pt < 10 pt at 300 ms"))
    }

    @Test func `a hold that moves is outcompeted by the drag that it becomes`() {
        let found = sentences(
            .touchscreen, [(0, [.down(1, 50, 50)]), (700, [.move(1, 90, 50)]), (800, [.lift(1)])])
        #expect(found.first == "long press: recognised: 1 finger held at 500 ms")
        #expect(found.contains("long press: another gesture won at 700 ms"))
        #expect(found.contains("drag: recognised: 1 finger moved 40 pt at 700 ms"))
        #expect(found.count { $0.hasPrefix("tap:") } == 1)
    }
}
