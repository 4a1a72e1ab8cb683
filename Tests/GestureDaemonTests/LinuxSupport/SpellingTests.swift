import LinuxSupport
import Testing

/// Suggestions for misspelt words.
@Suite struct SpellingTests {
    @Test func `two letters in the wrong order count as one mistake, whatever their case`() {
        for text in ["Tba", "tba", "TBA", "aTb"] {
            #expect(Spelling.nearest(to: text, of: ["Up", "Tab"]) == "Tab", "\(text)")
        }
    }

    @Test func `a word that differs in more than a third of its bytes is not suggested`() {
        #expect(Spelling.nearest(to: "xyb", of: ["Up", "Tab"]) == nil)
    }

    @Test func `an unfinished word is completed`() {
        #expect(Spelling.nearest(to: "Ret", of: ["Reset", "Return"]) == "Return")
    }
}
