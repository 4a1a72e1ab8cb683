import GestureModel
import GestureProtocol
import Testing

/// Text that means to cost time: a letter with thousands of marks, which normalising sorts. The old reader needed seconds for
/// one such line.
@Suite struct ForeignTextTests {
    /// 64 kB that are one character.
    private static let grapheme = "a" + String(repeating: "\u{302}\u{316}", count: 15_900)

    private func refusal(of line: String) -> RequestError? {
        do {
            _ = try Request(line: line.utf8)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (#"{"type":"@","id":1}"#, ErrorCode.unknownType),
        (#"{"type":"cancel","id":1,"@":1}"#, .unknownField),
        (#"{"type":"subscribe","id":1,"gesture":{"@":{}}}"#, .unknownField),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{"@":1}}}"#, .unknownField),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{"edges":"@"}}}"#, .outOfRange),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{"minimumDistance":"@"}}}"#, .wrongType),
        (#"{"type":"subscribe","id":1,"gesture":{"standard":"@"}}"#, .outOfRange),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{}},"units":"@"}"#, .outOfRange),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{}},"scope":"@"}"#, .outOfRange),
        (#"{"type":"subscribe","id":1,"gesture":{"drag":{}},"device":{"name":"@"}}"#, .outOfRange),
        (#"{"type":"haptic","id":1,"feedback":"@"}"#, .outOfRange),
    ])
    func `64 kB of one character are refused in every place`(_ line: String, _ code: ErrorCode) throws {
        let parts = line.split(separator: "@", maxSplits: 1)
        let error = try #require(refusal(of: parts[0] + Self.grapheme + parts[1]))
        #expect(error.id == 1 && error.code == code)
        #expect(error.message.utf8.count < 400)
    }

    @Test(arguments: [#"{"type":"@","id":1}"#, #"{"type":"lock","id":1,"@":true}"#])
    func `they are refused on the socket of focus sources`(_ line: String) {
        let parts = line.split(separator: "@", maxSplits: 1)
        #expect(throws: RequestError.self) { try FocusRequest(line: (parts[0] + Self.grapheme + parts[1]).utf8) }
    }

    @Test func `a key in another spelling is another key`() {
        // The Kelvin sign is canonically equivalent to the letter K, and é to e with a mark.
        #expect(refusal(of: "{\"type\":\"cancel\",\"id\":1,\"device\":\"\u{212A}\"}") == nil)
        #expect(JSONTexts.areEqual("\u{212A}", "K") == false)
        let line = #"{"type":"outputs","id":1,"outputs":[\#(Self.output("\u{E9}")),\#(Self.output("e\u{301}"))]}"#
        #expect(throws: Never.self) { try FocusRequest(line: line.utf8) }
    }

    private static func output(_ name: String) -> String {
        #"{"name":"\#(name)","x":0,"y":0,"width":1,"height":1}"#
    }

    @Test(
        arguments: [
            ([0xC0, 0xAF], "not UTF-8"), ([0xED, 0xA0, 0x80], "not UTF-8"), ([0xFF], "not UTF-8"),
            ([0x00], "expected a control character's escape, found byte 0"),
            (Array(#"\ud800"#.utf8), "half a surrogate pair"), (Array(#"\udc00\ud800"#.utf8), "half a surrogate pair"),
        ] as [([UInt8], String)])
    func `a text that is no Unicode is refused with its place`(_ bytes: [UInt8], _ message: String) throws {
        let line = Array(#"{"type":"cancel","id":1,"device":""#.utf8) + bytes + Array(#""}"#.utf8)
        do {
            _ = try Request(line: line)
            Issue.record("was accepted")
        } catch {
            #expect(error.code == .notJSON)
            #expect(error.message.contains(message))
        }
    }
}

private enum JSONTexts {
    static func areEqual(_ one: String, _ other: String) -> Bool { JSONValue.string(one) == .string(other) }
}
