import GestureModel
import Testing

@testable import FocusFollowing

@Suite struct FocusTextTests {
    private let focus = DesktopFocus.window(
        FocusedWindow(process: 7, app: "foot", rectangle: Region(x: 0.5, y: 0, width: 1.0 / 3, height: 1)))

    @Test func `the sentence contains what the desktop reports`() {
        #expect(focus.sentence == "foot, process 7, at (0.5, 0), 0.333 x 1 of its screen")
        #expect(DesktopFocus.window(FocusedWindow()).sentence == "a window without a name")
        #expect(DesktopFocus.nowhere.sentence == "no window has the focus")
        #expect(DesktopFocus.window(FocusedWindow(app: "foot", title: "~")).sentence == "foot, “~”")
        #expect(DesktopFocus.shell(.overview).sentence == "the overview has the focus")
        #expect(DesktopFocus.unknown("no answer").sentence == "the focus is unknown: no answer")
    }

    @Test func `the line is JSON`() {
        let line = #"{"focus":{"app":"foot","process":7,"window":{"height":1,"width":0.5,"x":0,"y":0}}}"#
        let half = FocusedWindow(
            process: 7, app: "foot", rectangle: Region(x: 0, y: 0, width: 0.5, height: 1))
        #expect(DesktopFocus.window(half).line == Array("\(line)\n".utf8))
        #expect(DesktopFocus.window(FocusedWindow()).line == Array("{\"focus\":{}}\n".utf8))
        #expect(DesktopFocus.nowhere.line == Array("{\"focus\":null}\n".utf8))
        #expect(DesktopFocus.shell(.menu).line == Array("{\"focus\":null,\"shell\":\"menu\"}\n".utf8))
        #expect(DesktopFocus.unknown("why").line == Array("{\"focus\":null,\"unknown\":\"why\"}\n".utf8))
        #expect(
            DesktopFocus.window(FocusedWindow(title: "~")).line == Array("{\"focus\":{\"title\":\"~\"}}\n".utf8))
    }
}
