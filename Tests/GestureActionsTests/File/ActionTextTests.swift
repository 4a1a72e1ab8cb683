import Testing

@testable import GestureActions

/// Texts that are meant to cost time, and invalid texts.
@Suite struct ActionTextTests {
    /// 64 kB that are one character.
    private static let grapheme = "a" + String(repeating: "\u{302}\u{316}", count: 15_900)

    private static let places = [
        "[[action]]\ngesture = \"@\"\nrun = [\"true\"]\n", "[[action]]\ngesture = \"tap\"\nrun = [\"@\"]\n",
        "[[action]]\ngesture = \"tap\"\nrun = [\"true\", \"@\"]\n", "[[action]]\ngesture = \"tap\"\nkeys = \"@\"\n",
        "[[action]]\ngesture = \"tap\"\nkeys = \"a\"\napp = \"@\"\n", "[[action]]\ngesture = \"tap\"\n\"@\" = 1\n",
        "[[action]]\ngesture = \"tap\"\nkeys = \"a\"\ndevice = \"@\"\n", "[[action]]\ngesture = { \"@\" = 1 }\n",
        "[[stroke]]\nname = \"@\"\npoints = []\n", "[[action]]\n[\"@\"]\na = 1\n", "\"@\" = 1\n",
    ]

    private func error(_ bytes: [UInt8]) -> String {
        do {
            _ = try ActionFile(bytes, file: "f")
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: places)
    func `thousands of marks on one character are refused in every place, with the line`(_ place: String) throws {
        let parts = place.split(separator: "@", maxSplits: 1)
        let line = parts[0].utf8.count { $0 == UInt8(ascii: "\n") } + 1
        for text in [Self.grapheme, "a" + String(repeating: #"\u0302"#, count: 10_000)] {
            let found = error(Array((parts[0] + text + parts[1]).utf8))
            #expect(found == "f:\(line): syntax: expected at most 30 combining marks in a row, found more")
        }
    }

    @Test func `as many marks as a language needs are accepted`() throws {
        let word = "e" + String(repeating: "\u{302}", count: 30) + "e\u{301}\u{E9}"
        let text = "[[action]]\ngesture = \"tap\"\nrun = [\"true\", \"\(word)\"]\n"
        let file = try ActionFile(Array(text.utf8), file: "f")
        #expect(file.actions.count == 1)
    }

    @Test(
        arguments: [
            ([0x00], "a control character, \\0"), ([0x1B], "a control character, \\u{1B}"),
            (Array(#"\ud800"#.utf8), "\\uXXXX"), ([0xC0, 0xAF], "not UTF-8"), ([0xED, 0xA0, 0x80], "not UTF-8"),
        ] as [([UInt8], String)])
    func `invalid text is refused with its line`(_ bytes: [UInt8], _ message: String) {
        let start = "[[action]]\ngesture = \"tap\"\nrun = [\"true\", \""
        let found = error(Array(start.utf8) + bytes + Array("\"]\n".utf8))
        #expect(found.contains("f:3: syntax: ") && found.contains(message), "\(found)")
    }

    @Test func `an error does not grow with a key`() {
        let found = error(Array("\(String(repeating: "x", count: 60_000)) = 1\n".utf8))
        #expect(found.utf8.count < 400 && found.contains("xxxx"))
    }
}
