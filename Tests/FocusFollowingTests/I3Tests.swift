import DesktopAccess
import GestureModel
import Testing

@testable import FocusFollowing

/// Written by hand from i3's ipc.html and sway-ipc(7).
@Suite struct I3Tests {
    private var conversation = I3Conversation()

    private static let subscribed = I3Message(kind: 2, payload: Array(#"{"success":true}"#.utf8)).encoded

    private static func event(_ change: String, kind: UInt32 = 0x8000_0003) -> [UInt8] {
        I3Message(kind: kind, payload: Array(#"{"change":"\#(change)"}"#.utf8)).encoded
    }

    /// i3's tree, without pids. The screen measures 200 x 100, to the right of another. The window is in a floating container; its
    /// decoration is 20 high and its border 2 wide.
    private static func tree(_ window: String) -> [UInt8] {
        let json = #"""
            {"type":"root","focused":false,"rect":{"x":0,"y":0,"width":300,"height":100},"nodes":[
             {"type":"output","rect":{"x":100,"y":0,"width":200,"height":100},"nodes":[
              {"type":"con","name":"content","nodes":[{"type":"workspace","name":"1","floating_nodes":[
               {"type":"floating_con","focused":false,"nodes":[\#(window)]}]}]}]}]}
            """#
        return I3Message(kind: 4, payload: Array(json.utf8)).encoded
    }

    private static let editor = #"""
        {"type":"con","focused":true,"window":4194316,"rect":{"x":150,"y":10,"width":104,"height":72},
        "window_rect":{"x":2,"y":20,"width":100,"height":50},"window_properties":{"class":"Editor","instance":"e"},
        "nodes":[],"floating_nodes":[]}
        """#

    @Test mutating func `an X11 window has a class, and a rectangle without its frame on its screen`() throws {
        let focus = try conversation.receive(Self.subscribed + Self.tree(Self.editor))
        let rectangle = Region(x: 0.26, y: 0.3, width: 0.5, height: 0.5)
        #expect(focus == .window(FocusedWindow(app: "Editor", rectangle: rectangle)))
    }

    @Test mutating func `an unknown process is omitted`() throws {
        let focus = try conversation.receive(Self.tree(#"{"type":"con","focused":true,"window":9,"pid":0,"nodes":[]}"#))
        #expect(focus == .window(FocusedWindow()))
    }

    @Test mutating func `a focused container without a window means no window`() throws {
        let focus = try conversation.receive(Self.tree(#"{"type":"con","focused":true,"window":null,"nodes":[]}"#))
        #expect(focus == .nowhere)
    }

    @Test mutating func `the tree is requested after the subscription, and not before`() throws {
        #expect(conversation.dequeueRequest() == nil)
        #expect(try conversation.receive(Self.subscribed) == nil)
        #expect(conversation.dequeueRequest() == I3Conversation.treeRequest)
        #expect(conversation.dequeueRequest() == I3Conversation.inputSubscription)
        #expect(conversation.dequeueRequest() == nil)
    }

    @Test mutating func `many events lead to one tree request at a time, and the last event counts`() throws {
        _ = try conversation.receive(Self.subscribed)
        while conversation.dequeueRequest() != nil {}
        for _ in 1...100 { _ = try conversation.receive(Self.event("focus")) }
        #expect(conversation.dequeueRequest() == nil)
        _ = try conversation.receive(Self.tree(Self.editor))
        #expect(conversation.dequeueRequest() == I3Conversation.treeRequest)
        _ = try conversation.receive(Self.tree(Self.editor))
        #expect(conversation.dequeueRequest() == nil)
    }

    @Test(arguments: [
        ("focus", true), ("new", true), ("close", true), ("move", true), ("floating", true), ("fullscreen_mode", true),
        ("some later word", true), ("title", false), ("mark", false), ("urgent", false),
    ])
    func `a window event leads to a request if it may change the focus`(change: String, leadsToRequest: Bool) throws {
        var conversation = I3Conversation()
        _ = try conversation.receive(Self.event(change))
        #expect((conversation.dequeueRequest() != nil) == leadsToRequest)
    }

    @Test mutating func `an empty workspace takes the focus`() throws {
        _ = try conversation.receive(Self.event("focus", kind: 0x8000_0000))
        #expect(conversation.dequeueRequest() != nil)
    }

    /// sway 1.7 does not know `output`, and refuses a list that contains it.
    @Test func `the subscription contains only events of all versions`() {
        #expect(I3Conversation.greeting.dropFirst(14).elementsEqual(#"["window","workspace"]"#.utf8))
    }

    @Test mutating func `a title that is not UTF-8 does not hide other members`() throws {
        var bytes = Array(Self.editor.utf8)
        let title = Array(#""name":""#.utf8) + [0xFF, 0xC3] + Array(#"","#.utf8)
        bytes.insert(contentsOf: title, at: 1)
        let payload = Array(#"{"type":"root","nodes":["#.utf8) + bytes + Array("]}".utf8)
        let focus = try conversation.receive(I3Message(kind: 4, payload: payload).encoded)
        #expect(focus == .window(FocusedWindow(app: "Editor", title: "\u{FFFD}\u{FFFD}")))
    }

    @Test mutating func `a new title of the focused window needs no request, and that of another does not matter`()
        throws
    {
        func titled(_ name: String, focused: Bool) -> [UInt8] {
            let event = #"{"change":"title","container":{"focused":\#(focused),"name":"\#(name)"}}"#
            return I3Message(kind: I3Message.Kind.windowEvent, payload: Array(event.utf8)).encoded
        }
        _ = try conversation.receive(Self.tree(Self.editor))
        #expect(try conversation.receive(titled("other", focused: false)) == nil)
        let focus = try conversation.receive(titled("notes", focused: true))
        guard case .window(let window)? = focus else {
            Issue.record("no focus: \(String(describing: focus))")
            return
        }
        #expect((window.app, window.title) == ("Editor", "notes"))
        #expect(conversation.dequeueRequest() == nil)

        let long = String(repeating: "a", count: 5000)
        guard case .window(let renamed)? = try conversation.receive(titled(long, focused: true)) else {
            Issue.record("no focus with the long title")
            return
        }
        #expect(renamed.title == String(long.prefix(200)), "a terminal may set a title of any length")
    }

    @Test mutating func `an invalid message is refused`() {
        #expect(throws: DesktopFailure("message does not start with i3-ipc")) {
            try conversation.receive(Array("HTTP/1.1 200 OK".utf8))
        }
    }

    @Test mutating func `an excessive length is refused before its bytes arrive`() {
        let bytes = I3Message.magic + [0xFF, 0xFF, 0xFF, 0xFF, 4, 0, 0, 0]
        #expect(throws: DesktopFailure("message of 4294967295 bytes is too long")) { try conversation.receive(bytes) }
    }

    @Test mutating func `a refused subscription is an error`() {
        let refusal = I3Message(kind: 2, payload: Array(#"{"success":false}"#.utf8)).encoded
        #expect(throws: DesktopFailure("subscription to window and workspace events refused")) {
            try conversation.receive(refusal)
        }
    }

    @Test mutating func `an answer that is not a tree is an error`() {
        #expect(throws: DesktopFailure("invalid answer to get_tree")) {
            try conversation.receive(I3Message(kind: 4, payload: Array("[1".utf8)).encoded)
        }
    }
}
