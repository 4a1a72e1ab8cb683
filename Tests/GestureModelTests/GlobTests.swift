import GestureModel
import Testing

@Suite struct GlobTests {
    private func matches(_ pattern: String, _ name: String, _ syntax: Glob.Syntax = .fnmatch) -> Bool {
        Glob(pattern, syntax: syntax).matches(name)
    }

    @Test func `a pattern matches the whole name`() {
        #expect(matches("Touchpad", "Touchpad"))
        #expect(!matches("Touchpad", "ETPS/2 Touchpad"))
        #expect(!matches("Touchpad", "Touchpad 2"))
        #expect(matches("", "") && !matches("", "a"))
    }

    @Test func `a star matches any text, also empty text`() {
        #expect(matches("*", "") && matches("*", "anything"))
        #expect(matches("*Synaptics*", "SynPS/2 Synaptics TouchPad") && matches("*Synaptics*", "Synaptics"))
        #expect(matches("a*b*c", "a-b-b-c") && !matches("a*b*c", "a-c-b"))
    }

    @Test func `a question mark matches one character of any encoded length`() {
        #expect(matches("dmi:*pvrThinkPad??50*", "dmi:svnLENOVO:pvrThinkPadT450s:rvn"))
        #expect(matches("?", "ä") && !matches("?", "") && !matches("?", "ab"))
    }

    @Test func `brackets match characters and ranges, only in quirk files`() {
        #expect(matches("event[0-9]", "event5") && !matches("event[0-9]", "eventx"))
        #expect(matches("[!ab]", "c") && !matches("[!ab]", "a"))
        #expect(matches("[]a]", "]") && matches("[a-]", "-"))
        #expect(matches("[ab", "[ab"))
        #expect(matches("Pen [2]", "Pen [2]", .wildcards) && !matches("Pen [2]", "Pen 2", .wildcards))
    }

    @Test func `a backslash makes a character literal, only in quirk files`() {
        #expect(matches(#"\*"#, "*") && !matches(#"\*"#, "a"))
        #expect(matches(#"a\"#, #"a\"#) && matches(#"\a"#, #"\a"#, .wildcards))
    }

    // Looking for the end of each took seconds.
    @Test func `brackets that nothing closes are literal, also sixty thousand of them`() {
        let brackets = String(repeating: "[", count: 60_000)
        #expect(matches(brackets, brackets) && !matches(brackets, "["))
        #expect(matches("[ab][[", "b[[") && matches("[[][", "[["))
    }

    @Test func `a backward range does not trap`() { #expect(!matches("[z-a]", "m")) }

    @Test func `many stars match a long name in polynomial time`() {
        let pattern = String(repeating: "*a", count: 200) + "b"
        #expect(!matches(pattern, String(repeating: "a", count: 2000)))
    }
}
