import Testing

@testable import FocusFollowing

@Suite struct WaylandTests {
    /// The messages in `bytes`, which come in pieces of `size`.
    private func messages(_ bytes: [UInt8], inPiecesOf size: Int = .max) throws -> [WaylandMessage] {
        var framer = WaylandFramer()
        var messages: [WaylandMessage] = []
        for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
            framer.append(bytes[start...].prefix(size))
            while let message = try framer.next() { messages.append(message) }
        }
        return messages
    }

    @Test(arguments: [1, 3, 4, 7, 64]) func `pieces do not matter`(size: Int) throws {
        let bytes = try RecordedConversation("wayland-sway").serverBytes
        let whole = try messages(bytes)
        #expect(whole.count > 50)
        #expect(try messages(bytes, inPiecesOf: size) == whole)
    }

    @Test(arguments: [0, 4, 7, 9, 0xFFFF] as [UInt32]) func `an impossible length is an error`(length: UInt32) {
        #expect(throws: WaylandFailure("a message to object 9 says that it is \(length) bytes long")) {
            try messages(words(9, length << 16))
        }
    }

    @Test func `the longest message waits for all of its bytes`() throws {
        let length: UInt32 = 0xFFFC
        let bytes = words(9, length << 16 | 3) + [UInt8](repeating: 5, count: Int(length) - 8)
        #expect(try messages(bytes.dropLast()).isEmpty)
        let arguments = [UInt8](repeating: 5, count: Int(length) - 8)
        #expect(try messages(bytes) == [WaylandMessage(object: 9, opcode: 3, arguments: arguments)])
    }

    private func arguments(_ bytes: [UInt8]) -> WaylandArguments {
        WaylandArguments(of: WaylandMessage(object: 7, opcode: 2, arguments: bytes))
    }

    private static let tooShort = WaylandFailure("event 2 of object 7 ends before its arguments do")

    @Test(arguments: [5, 8, 9, 0xFFFF_FFFC, 0xFFFF_FFFD, 0xFFFF_FFFF] as [UInt32])
    func `a length beyond the message's end is an error`(length: UInt32) {
        for ask in [{ _ = try $0.string() }, { _ = try $0.words() }] as [(inout WaylandArguments) throws -> Void] {
            var arguments = arguments(words(length, 0))
            #expect(throws: WaylandTests.tooShort) { try ask(&arguments) }
        }
    }

    @Test func `arguments that are not there are an error`() {
        var none = arguments([])
        #expect(throws: WaylandTests.tooShort) { try none.word() }
        var half = arguments([1, 2])
        #expect(throws: WaylandTests.tooShort) { try half.string() }
    }

    @Test func `a string without its zero is an error, and so is none at all`() {
        for bytes in [words(0), words(4, 0x6161_6161)] {
            var arguments = arguments(bytes)
            #expect(throws: WaylandFailure("a string in event 2 of object 7 has no end")) { try arguments.string() }
        }
    }

    @Test func `an array that is not of words is an error`() {
        var arguments = arguments(words(3, 0))
        #expect(throws: WaylandFailure("an array of 3 bytes in event 2 of object 7 is not of words")) {
            try arguments.words()
        }
    }

    @Test func `strings and arrays are filled up to words`() throws {
        var arguments = arguments(words(3, 0x0000_6261, 8, 1, 2, 2, 0x0000_00FF, 42))
        #expect(try arguments.string() == "ab")
        #expect(try arguments.words() == [1, 2])
        #expect(try arguments.string() == "\u{FFFD}")
        #expect(try arguments.word() == 42)
    }

    @Test func `the socket is the one that apps use`() throws {
        #expect(try WaylandSocket.path(["XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/user/7/wayland-0")
        #expect(try WaylandSocket.path(["WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": "/r"]) == "/r/w")
        #expect(try WaylandSocket.path(["WAYLAND_DISPLAY": "/a/b"]) == "/a/b")
        #expect(throws: DesktopFailure("Wayland: XDG_RUNTIME_DIR is not set, which has the socket w")) {
            try WaylandSocket.path(["WAYLAND_DISPLAY": "w"])
        }
    }
}

/// In the machine's byte order, as the wire format has them.
func words(_ words: UInt32...) -> [UInt8] { words.withUnsafeBytes { Array($0) } }
