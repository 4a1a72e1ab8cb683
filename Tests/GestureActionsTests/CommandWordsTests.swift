import Testing

@testable import GestureActions

@Suite struct CommandWordsTests {
    @Test(
        arguments: [
            ("swaymsg workspace next", ["swaymsg", "workspace", "next"]),
            ("  notify-send   'two words' ", ["notify-send", "two words"]),
            (#"say "it's \"here\"" "#, ["say", #"it's "here""#]),
            (#"a\ b c\\d"#, ["a b", #"c\d"#]),
            (#"'a\b' "c\d" "$HOME""#, [#"a\b"#, #"c\d"#, "$HOME"]),
            ("a'b c'd\"e\" ''", ["ab cde", ""]),
            ("wörter 'ü ö'", ["wörter", "ü ö"]),
        ])
    func `words are split as a shell splits them, and nothing is expanded`(_ text: String, _ words: [String]) throws {
        #expect(try CommandWords(text).list == words)
    }

    @Test(
        arguments: [
            (
                "notify-send 'two words",
                "the quote ' at character 13 has no end; close it, or write \\' for the sign itself"
            ),
            ("a \"b", "the quote \" at character 3 has no end; close it, or write \\\" for the sign itself"),
            ("a b\\", "nothing follows the backslash at the end; write \\\\ for a backslash itself"),
            ("  ", "expected a command, found nothing"), ("'' a", "expected a command, found nothing"),
        ])
    func `an incomplete command is an error that names what is missing`(_ text: String, _ message: String) {
        #expect(throws: ActionFailure(message)) { try CommandWords(text) }
    }

    @Test func `signs that only a shell knows are reported, outside quotes`() throws {
        #expect(try CommandWords("echo a > b").shellSign == ">")
        #expect(try CommandWords("echo $HOME").shellSign == "$HOME")
        #expect(try CommandWords("sh -c 'echo a > b'").shellSign == nil)
    }
}
