import GestureModel
import Testing

@testable import TouchCovering

@Suite struct GnomeShellTouchesTests {
    @Test func `the extension receives areas and numbers of fingers`() {
        var swipes = TakenSwipes()
        (swipes.touchpad, swipes.touchscreen) = ([4, 3], [])
        let regions = [Region(x: 970, y: 0, width: 30, height: 600.5)]
        #expect(
            GnomeShellTouches.request(regions, swipes)
                == #"{"areas":[[970,0,30,600.5]],"touchpad":[3,4],"touchscreen":[]}"#)
        #expect(GnomeShellTouches.request([], TakenSwipes()) == #"{"areas":[],"touchpad":[],"touchscreen":[]}"#)
    }
}
