import GestureModel
import Testing

@testable import TouchInput

/// The filter reports every contact, with its classification and the reason.
@Suite struct ContactReportTests {
    private func judgement(
        _ kind: TouchDeviceKind = .touchpad, quirks: DeviceQuirks = DeviceQuirks(), _ play: (inout FilterTrial) -> Void
    ) -> [String] {
        var trial = FilterTrial(kind, quirks: quirks)
        trial.keepReports()
        play(&trial)
        return trial.reported
    }

    @Test func `a finger is a finger in each frame`() {
        let reported = judgement { trial in
            trial.frame(touch(1, 50, 30))
            trial.frame(touch(1, 51, 30))
            trial.frame()
        }
        #expect(reported == ["1 began finger", "1 moved finger", "1 ended finger"])
    }

    @Test func `a contact that lifts while it is held is a palm, with the reason for which it was held`() {
        let reported = judgement { trial in
            trial.frame(touch(1, 0.5, 30))
            trial.frame()
        }
        #expect(reported == ["1 began held edge", "1 ended palm edge"])
    }

    @Test func `a contact whose id changes keeps its number, and each number begins and ends`() {
        let changed = judgement(.touchscreen) { trial in
            trial.frame(touch(1, 50, 30))
            trial.frame(touch(2, 51, 30))
            trial.frame()
        }
        #expect(changed == ["1 began finger", "1 moved finger", "1 ended finger"])
        let gap = judgement(.touchscreen) { trial in
            trial.frame(touch(1, 50, 30))
            trial.frame()
            trial.frame(touch(2, 50, 30))
            trial.frame()
            trial.frame(touch(3, 50, 30))
            trial.frame()
        }
        #expect(gap.filter { $0.contains("began") }.count == gap.filter { $0.contains("ended") }.count)
        #expect(gap.contains { $0.hasPrefix("3 began") }, "the finger goes on under another number")
    }

    @Test func `a held contact that is confirmed becomes a finger`() {
        let reported = judgement { trial in
            trial.frame(touch(1, 50, 30, pressure: 20))
            trial.frame(touch(1, 55, 30, pressure: 20))
        }
        #expect(reported == ["1 began held light", "1 moved finger"])
    }

    @Test func `what rejects a palm is named`() {
        #expect(judgement { $0.frame(touch(1, 50, 30, pressure: 200)) } == ["1 began palm"])
        #expect(judgement { $0.frame(touch(1, 50, 30, isPalm: true)) } == ["1 began palm"])
        #expect(judgement(.touchscreen) { $0.frame(touch(1, 50, 30, isPalm: true)) } == ["1 began palm"])
        #expect(judgement { $0.frame(touch(1, 3, 30, pressure: 100)) } == ["1 began palm heavy"])
        #expect(
            judgement { $0.frame(touch(1, 3, 30), touch(2, 97, 30)) }
                == ["1 began palm bothSides, 2 began palm bothSides"])
    }

    @Test func `a thumb is named apart from a palm`() {
        var quirks = DeviceQuirks()
        quirks.thumbPressure = 60
        #expect(judgement(quirks: quirks) { $0.frame(touch(1, 50, 58, pressure: 70)) } == ["1 began thumb"])
    }

    @Test func `the number that decided is reported with its limit`() {
        func measure(
            _ kind: TouchDeviceKind = .touchpad, quirks: DeviceQuirks = DeviceQuirks(),
            _ play: (inout FilterTrial) -> Void
        ) -> ContactReport.Measure? {
            var trial = FilterTrial(kind, quirks: quirks)
            trial.keepReports()
            play(&trial)
            return trial.filter.reports.contacts.first?.report.measure
        }
        var quirks = DeviceQuirks()
        quirks.thumbPressure = 60
        #expect(measure { $0.frame(touch(1, 50, 30, pressure: 200)) } == .pressure(200, limit: 130))
        #expect(measure { $0.frame(touch(1, 50, 30, isPalm: true)) } == nil)
        #expect(measure { $0.frame(touch(1, 3, 30, pressure: 100)) } == .pressure(100, limit: 80))
        #expect(measure(quirks: quirks) { $0.frame(touch(1, 50, 58, pressure: 70)) } == .pressure(70, limit: 60))
        #expect(measure { $0.frame(touch(1, 50, 30, pressure: 20)) } == .pressure(20, limit: 30))
        let edge = measure { $0.frame(touch(1, 0.5, 30)) }
        guard case .edgeDistance(let distance, limit: 1) = edge else {
            return #expect(Bool(false), "a contact at the edge")
        }
        #expect(abs(distance - 0.5) < 1e-9)
        #expect(measure { $0.frame(touch(1, 50, 30)) } == nil)
        let hand = [10.0, 30, 50, 70, 90].enumerated().map { touch($0.offset + 1, $0.element, 30) }
        #expect(
            measure(.touchscreen) { $0.frame(hand[0], hand[1], hand[2], hand[3], hand[4]) }
                == .arrivals(5, limit: 5, hold: .milliseconds(45)))
    }

    @Test func `a jump is named`() {
        let reported = judgement(.touchscreen) { trial in
            trial.frames(3, touch(1, 10, 10))
            trial.frame(touch(1, 90, 50))
            trial.frame(touch(1, 90, 50))
        }
        #expect(reported.last == "1 stationary faulty jump")
    }

    @Test func `contacts are not reported unless reports are requested`() {
        var trial = FilterTrial(.touchpad)
        trial.frame(touch(1, 50, 30))
        #expect(trial.filter.reports.contacts.isEmpty)
    }

    @Test func `a filter that is switched off reports every contact as a finger`() {
        var trial = FilterTrial(.touchpad, isEnabled: false)
        trial.keepReports()
        trial.frame(touch(1, 0, 30, pressure: 250, isPalm: true))
        #expect(trial.reported == ["1 began finger"])
    }
}
