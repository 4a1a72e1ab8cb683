import LinuxSupport
import Testing

@Suite("Texts inside texts")
struct ExactSearchTests {
    @Test func `are found by their bytes`() {
        #expect("a/b".contains(exact: "/"))
        #expect("abc".contains(exact: "bc") && "abc".contains(exact: "abc") && "abc".contains(exact: ""))
        #expect(!"abc".contains(exact: "abcd") && !"".contains(exact: "a"))
        // One character, of two scalars, has the bytes of the first.
        #expect("e\u{301}".contains(exact: "e"))
        #expect(!"\u{E9}".contains(exact: "e"))
    }

    @Test func `are replaced from the start on`() {
        #expect("$HOME/a:$HOME".replacing(exact: "$HOME", with: "/root") == "/root/a:/root")
        #expect("aaa".replacing(exact: "aa", with: "b") == "ba")
        #expect("abc".replacing(exact: "x", with: "y") == "abc")
        #expect("abc".replacing(exact: "", with: "y") == "abc")
    }
}
