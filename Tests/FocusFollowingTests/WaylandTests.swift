import DesktopAccess
import Testing

@testable import FocusFollowing

@Suite struct WaylandTests {
    /// Returns the messages in `bytes`, which arrive in pieces of `size`.
    private func messages(_ bytes: [UInt8], inPiecesOf size: Int = .max) throws -> [WaylandMessage] {
        var framer = WaylandFramer()
        var messages: [WaylandMessage] = []
        for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
            framer.append(bytes[start...].prefix(size))
            while let message = try framer.next() { messages.append(message) }
        }
        return messages
    }

    @Test(arguments: [1, 3, 4, 7, 64]) func `the framer accepts pieces of any size`(size: Int) throws {
        let bytes = try RecordedConversation("wayland-sway").serverBytes
        let whole = try messages(bytes)
        #expect(whole.count > 50)
        #expect(try messages(bytes, inPiecesOf: size) == whole)
    }

    @Test(arguments: [0, 4, 7, 9, 0xFFFF] as [UInt32]) func `an invalid length is an error`(length: UInt32) {
        #expect(throws: DesktopFailure("message to object 9 has the invalid length \(length)")) {
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

    private static let tooShort = DesktopFailure("event 2 of object 7 is too short for its arguments")

    @Test(arguments: [5, 8, 9, 0xFFFF_FFFC, 0xFFFF_FFFD, 0xFFFF_FFFF] as [UInt32])
    func `a length beyond the message's end is an error`(length: UInt32) {
        for read in [{ _ = try $0.string() }, { _ = try $0.words() }] as [(inout WaylandArguments) throws -> Void] {
            var arguments = arguments(words(length, 0))
            #expect(throws: WaylandTests.tooShort) { try read(&arguments) }
        }
    }

    @Test func `missing arguments are an error`() {
        var none = arguments([])
        #expect(throws: WaylandTests.tooShort) { try none.word() }
        var half = arguments([1, 2])
        #expect(throws: WaylandTests.tooShort) { try half.string() }
    }

    @Test func `a string without its zero, or of length zero, is an error`() {
        for bytes in [words(0), words(4, 0x6161_6161)] {
            var arguments = arguments(bytes)
            #expect(throws: DesktopFailure("unterminated string in event 2 of object 7")) { try arguments.string() }
        }
    }

    @Test func `an array that does not consist of words is an error`() {
        var arguments = arguments(words(3, 0))
        #expect(throws: DesktopFailure("array of 3 bytes in event 2 of object 7 does not consist of words")) {
            try arguments.words()
        }
    }

    @Test func `strings and arrays are padded to words`() throws {
        var arguments = arguments(words(3, 0x0000_6261, 8, 1, 2, 2, 0x0000_00FF, 42))
        #expect(try arguments.string() == "ab")
        #expect(try arguments.words() == [1, 2])
        #expect(try arguments.string() == "\u{FFFD}")
        #expect(try arguments.word() == 42)
    }

    @Test func `the socket is the same as an app's`() throws {
        #expect(try WaylandConnection.socketPath(["XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/user/7/wayland-0")
        #expect(try WaylandConnection.socketPath(["WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": "/r"]) == "/r/w")
        #expect(try WaylandConnection.socketPath(["WAYLAND_DISPLAY": "/a/b"]) == "/a/b")
        #expect(throws: DesktopFailure("Wayland: XDG_RUNTIME_DIR, the folder of the socket w, is not set")) {
            try WaylandConnection.socketPath(["WAYLAND_DISPLAY": "w"])
        }
    }
}

/// Encodes words in the machine's byte order, as in the wire format.
func words(_ words: UInt32...) -> [UInt8] { words.withUnsafeBytes { Array($0) } }
