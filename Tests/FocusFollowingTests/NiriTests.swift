import DesktopAccess
import GestureModel
import Testing

@testable import FocusFollowing

/// Written by hand from the documentation of niri-ipc 25.05.
@Suite struct NiriTests {
    private static let transcript = [
        #"{"Ok":"Handled"}"#,
        #"{"WorkspacesChanged":{"workspaces":[{"id":1,"idx":1,"name":null,"output":"DP-1","is_active":true,"#
            + #""is_focused":true,"active_window_id":3}]}}"#,
        #"{"WindowsChanged":{"windows":[{"id":3,"title":"~","app_id":"foot","pid":300,"workspace_id":1,"#
            + #""is_focused":true,"is_floating":false,"is_urgent":false},"#
            + #"{"id":4,"title":null,"app_id":null,"pid":null,"workspace_id":2,"is_focused":false,"is_floating":false}]}}"#,
        #"{"KeyboardLayoutsChanged":{"keyboard_layouts":{"names":["English (US)"],"current_idx":0}}}"#,
        #"{"WindowFocusChanged":{"id":4}}"#,
        #"{"WindowOpenedOrChanged":{"window":{"id":18446744073709551615,"title":"ü","app_id":"org.example.App","#
            + #""pid":500,"workspace_id":1,"is_focused":true,"is_floating":true}}}"#,
        #"{"WindowOpenedOrChanged":{"window":{"id":3,"title":"vim","app_id":"foot","pid":300,"workspace_id":1,"#
            + #""is_focused":false,"is_floating":false}}}"#,
        #"{"WindowClosed":{"id":18446744073709551615}}"#,
        #"{"WindowFocusChanged":{"id":3}}"#,
        #"{"WindowFocusChanged":{"id":null}}"#,
    ]

    private static let foci: [DesktopFocus] = [
        .window(FocusedWindow(process: 300, app: "foot", title: "~")), .window(FocusedWindow()),
        .window(FocusedWindow(process: 500, app: "org.example.App", title: "ü")), .nowhere,
        .window(FocusedWindow(process: 300, app: "foot", title: "vim")), .nowhere,
    ]

    private var conversation = NiriConversation()

    private mutating func receive(_ line: String) throws(DesktopFailure) -> DesktopFocus? {
        try conversation.receive(Array("\(line)\n".utf8))
    }

    @Test(arguments: [1, 2, 7, 50])
    func `the transcript leads to each focus change, wherever it is split`(size: Int) throws {
        var conversation = NiriConversation()
        let bytes = Self.transcript.flatMap { Array("\($0)\n".utf8) }
        let foci = try focuses(bytes, inPiecesOf: size) { (bytes) throws(DesktopFailure) in
            try conversation.receive(bytes)
        }
        #expect(foci == Self.foci)
    }

    @Test mutating func `there is no focus before the list of windows`() throws {
        #expect(try receive(#"{"Ok":"Handled"}"#) == nil)
        #expect(try receive(#"{"WindowFocusChanged":{"id":null}}"#) == nil)
        #expect(try receive(#"{"WindowsChanged":{"windows":[]}}"#) == .nowhere)
    }

    @Test mutating func `a window that reports losing the focus leaves no focused window`() throws {
        for line in Self.transcript[..<3] { _ = try receive(line) }
        let lost = #"{"WindowOpenedOrChanged":{"window":{"id":3,"app_id":"foot","pid":300,"is_focused":false}}}"#
        #expect(try receive(lost) == .nowhere)
    }

    @Test mutating func `a refusal is an error with niri's message`() {
        #expect(throws: DesktopFailure("event stream refused: error parsing request")) {
            try receive(#"{"Err":"error parsing request"}"#)
        }
    }

    @Test mutating func `an invalid event is refused`() {
        #expect(throws: DesktopFailure("invalid event: hello")) { try receive("hello") }
    }
}
