import DesktopAccess
import Testing

@testable import FocusFollowing

/// How a compositor's bytes are handled, without a socket.
@Suite struct WlrTests {
    private var toplevels = WlrToplevels()
    private static let one: UInt32 = 0xFF00_0000
    private static let two: UInt32 = 0xFF00_0001

    /// The session of sway 1.7: open, open another, return, close, another workspace, return, close.
    static let foci: [DesktopFocus] = ["", "One", "Two", "One", "Two", "", "Two", ""].map {
        $0.isEmpty ? .nowhere : .window(FocusedWindow(app: "org.example.\($0)", title: "foot"))
    }

    private static func messages() throws -> [WaylandMessage] {
        var framer = WaylandFramer()
        framer.append(try RecordedConversation("wayland-sway").serverBytes)
        var messages: [WaylandMessage] = []
        while let message = try framer.next() { messages.append(message) }
        return messages
    }

    private mutating func send(_ object: UInt32, _ opcode: UInt16, _ arguments: [UInt8] = []) throws(DesktopFailure) {
        try toplevels.handle(WaylandMessage(object: object, opcode: opcode, arguments: arguments))
    }

    /// Makes tests in which the manager is bound and its first list is complete.
    private static func bound() throws -> WlrTests {
        var tests = WlrTests()
        try tests.send(2, 0, words(15, 33) + Array("zwlr_foreign_toplevel_manager_v1\0\0\0\0".utf8) + words(3))
        try tests.send(3, 0, words(1))
        try tests.send(5, 0, words(2))
        _ = tests.toplevels.dequeueRequests()
        return tests
    }

    private mutating func open(_ window: UInt32, _ app: String, isActivated: Bool) throws {
        try send(4, 0, words(window))
        let padding = [UInt8](repeating: 0, count: 4 - app.utf8.count % 4)
        try send(window, 1, words(UInt32(app.utf8.count + 1)) + Array(app.utf8) + padding)
        try activate(window, isActivated)
    }

    private mutating func activate(_ window: UInt32, _ isActivated: Bool) throws {
        try send(window, 4, isActivated ? words(8, 0, 2) : words(4, 0))
        try send(window, 5)
    }

    private func app(_ name: String) -> DesktopFocus { .window(FocusedWindow(app: name)) }

    @Test mutating func `a title takes effect with the next done`() throws {
        self = try Self.bound()
        try open(Self.one, "a", isActivated: true)
        try send(Self.one, 0, words(2) + Array("t\0\0\0".utf8))
        #expect(toplevels.focus == app("a"))
        try send(Self.one, 5)
        #expect(toplevels.focus == .window(FocusedWindow(app: "a", title: "t")))
    }

    @Test mutating func `a recorded session leads to the same requests and focus changes`() throws {
        let conversation = try RecordedConversation("wayland-sway")
        var framer = WaylandFramer()
        var foci: [DesktopFocus] = []
        var requests = toplevels.dequeueRequests()
        for case .server(let bytes) in conversation.turns {
            framer.append(bytes)
            while let message = try framer.next() { try toplevels.handle(message) }
            requests += toplevels.dequeueRequests()
            if let focus = toplevels.focus, focus != foci.last { foci.append(focus) }
        }
        #expect(foci == WlrTests.foci)
        // The recording ended before the last window's `destroy`.
        let recorded = conversation.clientBytes
        #expect(requests.starts(with: recorded) && requests.count - recorded.count <= 8)
    }

    @Test mutating func `no byte of any message traps`() throws {
        var errors = 0
        for message in try WlrTests.messages() {
            for (index, byte) in message.arguments.enumerated() {
                for other in [0, 0xFF, byte ^ 0x80, byte &+ 1] where other != byte {
                    var (changed, after) = (message.arguments, toplevels)
                    changed[index] = other
                    let spoilt = WaylandMessage(object: message.object, opcode: message.opcode, arguments: changed)
                    do { try after.handle(spoilt) } catch { errors += 1 }
                }
            }
            for length in 0..<message.arguments.count {
                var after = toplevels
                let cut = Array(message.arguments.prefix(length))
                do {
                    try after.handle(WaylandMessage(object: message.object, opcode: message.opcode, arguments: cut))
                } catch { errors += 1 }
            }
            try toplevels.handle(message)
        }
        #expect(errors > 100)
    }

    @Test mutating func `a compositor without the protocol is an error`() throws {
        try send(2, 0, words(1, 7) + Array("wl_shm\0\0".utf8) + words(1))
        let failure = DesktopFailure(
            "the compositor does not support zwlr_foreign_toplevel_manager_v1")
        #expect(throws: failure) { try send(3, 0, words(1)) }
    }

    @Test mutating func `a compositor's error is reported`() {
        #expect(throws: DesktopFailure("the compositor reported error 2 of object 4: no")) {
            try send(1, 0, words(4, 2, 3, 0x006F_6E))
        }
    }

    @Test mutating func `a compositor that stops reporting is an error`() throws {
        self = try WlrTests.bound()
        #expect(throws: DesktopFailure("the compositor stopped reporting windows")) { try send(4, 1) }
    }

    @Test(arguments: [(0, 0), (1, 2), (2, 2), (3, 1), (4, 0), (5, 0), (6, 0), (0xFEFF_FFFF, 0)] as [(UInt32, UInt16)])
    mutating func `events of unknown objects are errors`(object: UInt32, opcode: UInt16) {
        #expect(throws: DesktopFailure("unexpected event \(opcode) of object \(object)")) {
            try send(object, opcode, words(0, 0, 0, 0))
        }
    }

    @Test mutating func `an event of an unknown window is an error`() throws {
        self = try WlrTests.bound()
        #expect(throws: DesktopFailure("event 5 of unknown window 4278190081")) {
            try send(WlrTests.two, 5)
        }
    }

    @Test(arguments: [0, 4, 0xFEFF_FFFF, one] as [UInt32])
    mutating func `a window's id must be valid and unused`(number: UInt32) throws {
        self = try WlrTests.bound()
        try send(4, 0, words(WlrTests.one))
        #expect(throws: DesktopFailure("new window has the id \(number), which is invalid or in use")) {
            try send(4, 0, words(number))
        }
    }

    @Test mutating func `too many windows are an error`() throws {
        self = try WlrTests.bound()
        for number in 0..<UInt32(WlrToplevels.mostWindows) { try send(4, 0, words(WlrTests.one + number)) }
        #expect(throws: DesktopFailure("more than 10000 windows")) { try send(4, 0, words(0xFFFF_FFFF)) }
    }

    @Test mutating func `there is no focus before the first list is complete`() throws {
        #expect(toplevels.focus == nil)
        self = try WlrTests.bound()
        #expect(toplevels.focus == .nowhere)
    }

    @Test mutating func `a window's changes take effect with done`() throws {
        self = try WlrTests.bound()
        try open(WlrTests.one, "a", isActivated: true)
        try send(WlrTests.one, 1, words(2, 0x62))
        try send(WlrTests.one, 4, words(0))
        #expect(toplevels.focus == app("a"))
        try send(WlrTests.one, 5)
        #expect(toplevels.focus == .nowhere)
    }

    @Test mutating func `with two seats the last activated window has the focus`() throws {
        self = try WlrTests.bound()
        try open(WlrTests.one, "a", isActivated: true)
        try open(WlrTests.two, "b", isActivated: true)
        #expect(toplevels.focus == app("b"))
        try activate(WlrTests.one, true)
        #expect(toplevels.focus == app("b"))
        try activate(WlrTests.two, false)
        #expect(toplevels.focus == app("a"))
    }

    @Test mutating func `a closed window is destroyed once, and its id can be reused`() throws {
        self = try WlrTests.bound()
        try open(WlrTests.one, "a", isActivated: true)
        try send(WlrTests.one, 6)
        #expect(toplevels.focus == .nowhere)
        #expect(toplevels.dequeueRequests() == words(WlrTests.one, 8 << 16 | 7))
        try activate(WlrTests.one, true)
        #expect(toplevels.focus == .nowhere)
        try open(WlrTests.one, "b", isActivated: true)
        #expect(toplevels.focus == app("b"))
        #expect(toplevels.dequeueRequests().isEmpty)
    }
}
