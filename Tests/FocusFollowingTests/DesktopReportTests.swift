import GestureModel
import Testing

@testable import FocusFollowing

@Suite struct DesktopReportTests {
    @Test func `a report holds a window, nothing, or a part of the desktop`() {
        let window =
            #"{"focus":{"process":7,"app":"org.example.Editor","title":"notes","window":{"x":0.5,"y":0,"width":0.5,"height":1}}}"#
        #expect(
            DesktopReport(window).focus
                == .window(
                    FocusedWindow(
                        process: 7, app: "org.example.Editor", title: "notes",
                        rectangle: Region(x: 0.5, y: 0, width: 0.5, height: 1))))
        #expect(DesktopReport(#"{"focus":{}}"#).focus == .window(FocusedWindow()))
        #expect(DesktopReport(#"{"focus":null}"#).focus == .nowhere)
        #expect(DesktopReport(#"{"focus":"overview"}"#).focus == .shell(.overview))
        #expect(DesktopReport("{}").focus == .unknown("the extension has been switched off"))
    }

    @Test func `a report may hold whether touchpads are disabled`() {
        #expect(DesktopReport(#"{"focus":null,"touchpads":"disabled"}"#).disabled == [.kind(.touchpad)])
        #expect(DesktopReport(#"{"focus":null,"touchpads":"enabled"}"#).disabled == [])
        #expect(DesktopReport(#"{"focus":null}"#).disabled == nil)
    }

    @Test func `a report may hold the touchscreens that belong to a monitor`() {
        let report = DesktopReport(
            #"{"focus":null,"touchscreens":[{"device":"event5","maker":"SHP","model":"LQ140M1"}]}"#)
        #expect(report.focus == .nowhere)
        #expect(
            report.devices
                == [ReportedDevice(device: .id("event5"), output: .monitor(maker: "SHP", model: "LQ140M1"))])
        #expect(DesktopReport(#"{"focus":null,"touchscreens":[]}"#).devices == [])
        #expect(DesktopReport(#"{"focus":null}"#).devices == nil)
    }

    @Test func `a window may be partly off its screen`() {
        let focus = DesktopReport(#"{"focus":{"window":{"x":-0.4,"y":0.9,"width":0.5,"height":1}}}"#).focus
        #expect(focus == .window(FocusedWindow(rectangle: Region(x: -0.4, y: 0.9, width: 0.5, height: 1))))
    }

    @Test(arguments: [#""x":0,"y":1,"width":0.5,"height":0.5"#, #""x":0,"y":0.2,"width":0.5,"height":0"#])
    func `a window of which only the title bar is on its screen has the focus`(rectangle: String) {
        let focus = DesktopReport(#"{"focus":{"app":"foot","window":{\#(rectangle)}}}"#).focus
        #expect(focus == .window(FocusedWindow(app: "foot")))
    }

    @Test func `a long title is cut`() {
        let title = String(repeating: "a", count: 5000)
        let focus = DesktopReport(#"{"focus":{"title":"\#(title)"}}"#).focus
        #expect(focus == .window(FocusedWindow(title: String(title.prefix(200)))))
    }

    @Test func `a long name of an app is cut to 1,024 bytes`() {
        let app = String(repeating: "a", count: 5000)
        let focus = DesktopReport(#"{"focus":{"app":"\#(app)"}}"#).focus
        #expect(focus == .window(FocusedWindow(app: String(app.prefix(1024)))))
    }

    @Test(arguments: [
        ("", "expected an object"), ("7", "expected an object"), ("{", "expected an object"),
        (#"{"focus":7}"#, "focus: expected a window, null or a name"),
        (#"{"focus":"panel"}"#, "focus: expected a window, null or one of overview, menu, lockScreen"),
        (#"{"focus":{"process":-1}}"#, "process: expected a number above 0"),
        (#"{"focus":{"process":4294967296}}"#, "process: expected a number above 0"),
        (#"{"focus":{"process":"7"}}"#, "process: expected a number above 0"),
        (#"{"focus":{"app":7}}"#, "app: expected a string"),
        (#"{"focus":{"title":7}}"#, "title: expected a string"),
        (#"{"focus":null,"touchpads":false}"#, #"touchpads: expected "enabled" or "disabled""#),
        (#"{"focus":null,"touchscreens":{}}"#, "touchscreens: expected an array of at most 64"),
        (
            #"{"focus":null,"touchscreens":[{"device":"event5","maker":7,"model":""}]}"#,
            "touchscreens: expected the strings device, maker and model"
        ),
        (#"{"focus":{"window":[]}}"#, "window: expected the numbers x, y, width and height"),
        (#"{"focus":{"window":{"x":0,"y":0,"width":1}}}"#, "window: expected the numbers x, y, width and height"),
        (#"{"focus":{"window":{"x":NaN,"y":0,"width":1,"height":1}}}"#, "expected an object"),
    ])
    func `an invalid report is an unknown focus, with the reason`(text: String, reason: String) {
        #expect(DesktopReport(text).focus == .unknown("invalid report: \(reason): \(text)"))
    }
}
