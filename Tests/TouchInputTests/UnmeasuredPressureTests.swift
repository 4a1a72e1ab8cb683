import GestureModel
import Testing

@testable import TouchInput

/// Touchpads that report one pressure for every touch, which is less than fingers press on others.
@Suite struct UnmeasuredPressureTests {
    @Test(arguments: [20, 25, 32] as [Int32])
    func `a pad whose pressure never changes taps from the first touch on`(pressure: Int32) {
        var pad = FilterTrial(.touchpad)
        for index in 1...5 {
            pad.frame(after: 200, touch(index, 50, 30, pressure: pressure))
            pad.wait(50)
            pad.frame(after: 30)
        }
        #expect(pad.shown.count { $0.contains("began") } == 5)
    }

    @Test func `a light contact whose pressure changes is a palm's brush`() {
        var pad = FilterTrial(.touchpad)
        pad.frame(touch(1, 50, 30, pressure: 28))
        pad.frames(8, touch(1, 50, 30, pressure: 31))
        pad.frame()
        #expect(pad.shown == [])
    }

    @Test func `where thumbs brush a pad, its first light contact is a thumb's`() {
        var pad = FilterTrial(.touchpad)
        pad.frames(8, touch(1, 50, 56, pressure: 28))
        pad.frame()
        #expect(pad.shown == [])
    }
}
