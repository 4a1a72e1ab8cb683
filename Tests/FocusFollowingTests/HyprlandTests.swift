import DesktopAccess
import GestureModel
import Testing

@testable import FocusFollowing

/// Written by hand from Hyprland's wiki (IPC, hyprctl).
@Suite struct HyprlandTests {
    private var events = HyprlandEvents()

    private static let kitty = #"""
        {"address": "0x5592a1b0","mapped": true,"hidden": false,"at": [8, 46],"size": [1904, 1026],
        "workspace": {"id": 1,"name": "1"},"floating": false,"monitor": 0,"class": "kitty","title": "~ \"x\"",
        "initialClass": "kitty","initialTitle": "kitty","pid": 1234,"xwayland": false,"pinned": false,
        "fullscreen": 0,"grouped": [],"tags": [],"swallowing": "0x0","focusHistoryID": 0}
        """#

    @Test func `each event of a transcript that may change the focus leads to a query, wherever it is split`() throws {
        let transcript = """
            workspace>>2
            focusedmon>>DP-1,2
            openwindow>>5592a1b0,2,kitty,kitty
            activewindow>>kitty,~
            activewindowv2>>5592a1b0
            windowtitlev2>>5592a1b0,activewindowv2>>1
            activewindow>>,
            activewindowv2>>

            """
        let bytes = Array(transcript.utf8)
        for cut in 0...bytes.count {
            var events = HyprlandEvents()
            #expect(try [events.receive(Array(bytes[..<cut])), events.receive(Array(bytes[cut...]))].contains(true))
        }
        var single = HyprlandEvents()
        #expect(try bytes.map { try single.receive([$0]) }.filter(\.self).count == 2)
    }

    @Test mutating func `a title that looks like an event leads to no query`() throws {
        #expect(try !events.receive(Array("windowtitlev2>>5592a1b0,activewindowv2>>1\n".utf8)))
    }

    @Test mutating func `a line that is too long is refused`() {
        #expect(throws: DesktopFailure("line is too long")) {
            try events.receive([UInt8](repeating: 97, count: 64 << 10))
        }
    }

    @Test func `the active window has a process, a class and a title`() throws {
        let answer = try HyprlandActiveWindow(answer: Array(Self.kitty.utf8))
        #expect(answer.focus == .window(FocusedWindow(process: 1234, app: "kitty", title: "~ \"x\"")))
    }

    @Test func `an empty answer means no window`() throws {
        #expect(try HyprlandActiveWindow(answer: Array("{}".utf8)).focus == .nowhere)
    }

    @Test(arguments: ["-1", "0"])
    func `an unknown process is omitted`(pid: String) throws {
        let answer = #"{"address":"0x1","pid":\#(pid),"class":""}"#
        #expect(try HyprlandActiveWindow(answer: Array(answer.utf8)).focus == .window(FocusedWindow()))
    }

    @Test func `an answer that is not JSON is an error that contains it`() {
        #expect(throws: DesktopFailure("invalid answer to j/activewindow: unknown request")) {
            try HyprlandActiveWindow(answer: Array("unknown request".utf8))
        }
    }

    @Test func `a title truncated within a character does not hide other members`() throws {
        let answer = Array(#"{"address":"0x1","title":""#.utf8) + [0xC3] + Array(#"","pid":7,"class":"a"}"#.utf8)
        #expect(
            try HyprlandActiveWindow(answer: answer).focus
                == .window(FocusedWindow(process: 7, app: "a", title: "\u{FFFD}")))
    }
}
