import GestureModel
import Testing

@testable import TouchInput

/// Contacts whose tracking id changes while the finger is down: one ends, and another begins where it is, in one frame.
@Suite struct ChangedIDTests {
    @Test(arguments: [TouchDeviceKind.touchscreen, .touchpad])
    func `a finger whose id changes in place stays one contact`(kind: TouchDeviceKind) {
        var trial = FilterTrial(kind)
        for id in 1...4 { trial.frames(10, touch(id, 50, 30)) }
        trial.frame()
        #expect(trial.shown == ["1 began 50 30", "1 ended 50 30"])
        #expect(trial.filter.faults[.idFlicker] == 3)
    }

    @Test(arguments: [TouchDeviceKind.touchscreen, .touchpad])
    func `a finger that moves goes on under its new id`(kind: TouchDeviceKind) {
        var trial = FilterTrial(kind)
        // 250 mm/s, and from the sixth frame on 670 mm/s.
        var x = 10.0
        for step in 0..<12 {
            x += step < 6 ? 3 : 8
            trial.frame(touch(1 + step / 4, x, 30))
        }
        #expect(trial.shown.count { $0.contains("began") } == 1)
        #expect(!trial.shown.contains { $0.contains("ended") })
        #expect(trial.filter.faults[.idFlicker] == 2)
    }

    /// A device that sorts its slots: when a second finger lands, the first one's slot becomes the other's.
    @Test(arguments: [TouchDeviceKind.touchscreen, .touchpad])
    func `fingers that exchange their slots stay two contacts`(kind: TouchDeviceKind) {
        var trial = FilterTrial(kind)
        trial.frames(10, touch(1, 70, 30))
        trial.frames(10, touch(2, 30, 30), touch(3, 70, 30))
        trial.frames(10, touch(4, 70, 31), touch(5, 30, 31))
        trial.frame()
        #expect(trial.shown.filter { $0.contains("began") } == ["1 began 70 30", "2 began 30 30"])
        #expect(trial.shown.suffix(2) == ["1 ended 70 31", "2 ended 30 31"])
        #expect(trial.filter.faults[.idFlicker] == 3)
    }

    @Test(arguments: [TouchDeviceKind.touchscreen, .touchpad])
    func `a finger that lands elsewhere as another lifts is another finger`(kind: TouchDeviceKind) {
        var trial = FilterTrial(kind)
        trial.frames(10, touch(1, 30, 30))
        trial.frames(10, touch(2, 45, 30))
        #expect(trial.shown == ["1 began 30 30", "1 ended 30 30", "2 began 45 30"])
        #expect(trial.filter.faults.total == 0)
    }
}
