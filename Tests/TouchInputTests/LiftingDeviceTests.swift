import GestureModel
import Testing

@testable import TouchInput

/// Touchpads that lift each touch after one report.
@Suite struct LiftingDeviceTests {
    @Test func `a pad that lifts every touch after one report makes two contacts of a row`() {
        for step in [0.0, 3] {
            var pad = FilterTrial(.touchpad)
            for index in 0..<20 {
                pad.frame(after: 42, touch(index, 20 + step * Double(index), 30))
                pad.frame(after: 8)
            }
            #expect(pad.shown.count { $0.contains("began") } == 2, "moves by \(step) mm")
        }
    }

    @Test func `a finger that stays longer on such a pad counts, from where it came down`() {
        var pad = FilterTrial(.touchpad)
        for index in 0..<4 {
            pad.frame(after: 42, touch(index, 20, 30))
            pad.frame(after: 8)
        }
        pad.frame(after: 42, touch(9, 50, 30))
        pad.wait(30)
        pad.frame(after: 30)
        #expect(pad.shown.suffix(2) == ["3 began 50 30", "3 ended 50 30"])
        // And the pad is trusted again.
        pad.frame(after: 100, touch(10, 50, 30))
        #expect(pad.shown.last == "4 began 50 30")
    }

    @Test func `quick taps of people are not a row of a faulty pad`() {
        var pad = FilterTrial(.touchpad)
        for index in 0..<10 {
            pad.frame(after: 55, touch(index, 20, 30))
            pad.frame(after: 35)
        }
        #expect(pad.shown.count { $0.contains("began") } == 10)
    }
}
