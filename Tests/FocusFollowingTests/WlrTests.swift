import Testing

@testable import FocusFollowing

/// What becomes of a compositor's bytes, without a socket.
@Suite struct WlrTests {
    private var toplevels = WlrToplevels()
    private static let one: UInt32 = 0xFF00_0000
    private static let two: UInt32 = 0xFF00_0001

    /// As sway 1.7 told it: opened, another opened, back, closed, another workspace, back, closed.
    static let foci: [Focus] = ["", "One", "Two", "One", "Two", "", "Two", ""].map {
        $0.isEmpty ? .nowhere : .window(FocusedWindow(app: "org.example.\($0)"))
    }

    private static func messages() throws -> [WaylandMessage] {
        var framer = WaylandFramer()
        framer.append(try RecordedConversation("wayland-sway").serverBytes)
        var messages: [WaylandMessage] = []
        while let message = try framer.next() { messages.append(message) }
        return messages
    }

    private mutating func take(_ object: UInt32, _ opcode: UInt16, _ arguments: [UInt8] = []) throws(WaylandFailure) {
        try toplevels.take(WaylandMessage(object: object, opcode: opcode, arguments: arguments))
    }

    /// With the manager bound, and its first list over.
    private static func bound() throws -> WlrTests {
        var tests = WlrTests()
        try tests.take(2, 0, words(15, 33) + Array("zwlr_foreign_toplevel_manager_v1\0\0\0\0".utf8) + words(3))
        try tests.take(3, 0, words(1))
        try tests.take(5, 0, words(2))
        _ = tests.toplevels.takeRequests()
        return tests
    }

    private mutating func open(_ window: UInt32, _ app: String, isActivated: Bool) throws {
        try take(4, 0, words(window))
        let padding = [UInt8](repeating: 0, count: 4 - app.utf8.count % 4)
        try take(window, 1, words(UInt32(app.utf8.count + 1)) + Array(app.utf8) + padding)
        try activate(window, isActivated)
    }

    private mutating func activate(_ window: UInt32, _ isActivated: Bool) throws {
        try take(window, 4, isActivated ? words(8, 0, 2) : words(4, 0))
        try take(window, 5)
    }

    private func app(_ name: String) -> Focus { .window(FocusedWindow(app: name)) }

    @Test mutating func `a compositor's run is asked for as it was, and gives its foci`() throws {
        let conversation = try RecordedConversation("wayland-sway")
        var framer = WaylandFramer()
        var foci: [Focus] = []
        var requests = toplevels.takeRequests()
        for case .server(let bytes) in conversation.turns {
            framer.append(bytes)
            while let message = try framer.next() { try toplevels.take(message) }
            requests += toplevels.takeRequests()
            if let focus = toplevels.focus, focus != foci.last { foci.append(focus) }
        }
        #expect(foci == WlrTests.foci)
        // The last window's `destroy` was not waited for when this was written down.
        let recorded = conversation.clientBytes
        #expect(requests.starts(with: recorded) && requests.count - recorded.count <= 8)
    }

    @Test mutating func `no byte of any message traps, whatever it is`() throws {
        var errors = 0
        for message in try WlrTests.messages() {
            for (index, byte) in message.arguments.enumerated() {
                for other in [0, 0xFF, byte ^ 0x80, byte &+ 1] where other != byte {
                    var (changed, after) = (message.arguments, toplevels)
                    changed[index] = other
                    let spoilt = WaylandMessage(object: message.object, opcode: message.opcode, arguments: changed)
                    do { try after.take(spoilt) } catch { errors += 1 }
                }
            }
            for length in 0..<message.arguments.count {
                var after = toplevels
                let cut = Array(message.arguments.prefix(length))
                do {
                    try after.take(WaylandMessage(object: message.object, opcode: message.opcode, arguments: cut))
                } catch { errors += 1 }
            }
            try toplevels.take(message)
        }
        #expect(errors > 100)
    }

    @Test mutating func `a compositor without the protocol is told so`() throws {
        try take(2, 0, words(1, 7) + Array("wl_shm\0\0".utf8) + words(1))
        let failure = WaylandFailure(
            "the compositor does not tell of its windows: it has no zwlr_foreign_toplevel_manager_v1")
        #expect(throws: failure) { try take(3, 0, words(1)) }
    }

    @Test mutating func `a compositor's error is passed on`() {
        #expect(throws: WaylandFailure("the compositor reports error 2 of object 4: no")) {
            try take(1, 0, words(4, 2, 3, 0x006F_6E))
        }
    }

    @Test mutating func `a compositor that stops telling is an error`() throws {
        self = try WlrTests.bound()
        #expect(throws: WaylandFailure("the compositor stopped telling of its windows")) { try take(4, 1) }
    }

    @Test(arguments: [(0, 0), (1, 2), (2, 2), (3, 1), (4, 0), (5, 0), (6, 0), (0xFEFF_FFFF, 0)] as [(UInt32, UInt16)])
    mutating func `events of objects that are not there are errors`(object: UInt32, opcode: UInt16) {
        #expect(throws: WaylandFailure("event \(opcode) of object \(object), which was not asked for")) {
            try take(object, opcode, words(0, 0, 0, 0))
        }
    }

    @Test mutating func `a window that was never told of is an error`() throws {
        self = try WlrTests.bound()
        #expect(throws: WaylandFailure("event 5 of object 4278190081, which was never told of")) {
            try take(WlrTests.two, 5)
        }
    }

    @Test(arguments: [0, 4, 0xFEFF_FFFF, one] as [UInt32])
    mutating func `a window's number must be the compositor's, and free`(number: UInt32) throws {
        self = try WlrTests.bound()
        try take(4, 0, words(WlrTests.one))
        #expect(throws: WaylandFailure("a new window has the number \(number), which is not free")) {
            try take(4, 0, words(number))
        }
    }

    @Test mutating func `windows without end are an error`() throws {
        self = try WlrTests.bound()
        for number in 0..<UInt32(WlrToplevels.mostWindows) { try take(4, 0, words(WlrTests.one + number)) }
        #expect(throws: WaylandFailure("more than 10000 windows")) { try take(4, 0, words(0xFFFF_FFFF)) }
    }

    @Test mutating func `nothing is told before the first list is over`() throws {
        #expect(toplevels.focus == nil)
        self = try WlrTests.bound()
        #expect(toplevels.focus == .nowhere)
    }

    @Test mutating func `a window counts from its done on`() throws {
        self = try WlrTests.bound()
        try open(WlrTests.one, "a", isActivated: true)
        try take(WlrTests.one, 1, words(2, 0x62))
        try take(WlrTests.one, 4, words(0))
        #expect(toplevels.focus == app("a"))
        try take(WlrTests.one, 5)
        #expect(toplevels.focus == .nowhere)
    }

    @Test mutating func `of two seats' windows the last to become active has the focus`() throws {
        self = try WlrTests.bound()
        try open(WlrTests.one, "a", isActivated: true)
        try open(WlrTests.two, "b", isActivated: true)
        #expect(toplevels.focus == app("b"))
        try activate(WlrTests.one, true)
        #expect(toplevels.focus == app("b"))
        try activate(WlrTests.two, false)
        #expect(toplevels.focus == app("a"))
    }

    @Test mutating func `a closed window is given up once, and its number may come again`() throws {
        self = try WlrTests.bound()
        try open(WlrTests.one, "a", isActivated: true)
        try take(WlrTests.one, 6)
        #expect(toplevels.focus == .nowhere)
        #expect(toplevels.takeRequests() == words(WlrTests.one, 8 << 16 | 7))
        try activate(WlrTests.one, true)
        #expect(toplevels.focus == .nowhere)
        try open(WlrTests.one, "b", isActivated: true)
        #expect(toplevels.focus == app("b"))
        #expect(toplevels.takeRequests().isEmpty)
    }
}
