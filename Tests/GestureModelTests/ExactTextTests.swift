import GestureModel
import Testing

/// Text from outside is compared as bytes: two spellings of `é` are two texts.
@Suite struct ExactTextTests {
    static let composed = "caf\u{E9}"
    static let decomposed = "cafe\u{301}"

    @Test func `texts are equal if their bytes are`() {
        #expect(Self.composed == Self.decomposed)
        #expect(Self.composed.exact != Self.decomposed.exact)
        #expect("abc"[...].exact == "abc")
        #expect(Set([Self.composed.exact, Self.decomposed.exact, Self.composed.exact]).count == 2)
    }

    @Test func `texts are sorted by their bytes`() {
        let sorted = ["b", Self.composed, Self.decomposed, "", "B"].map(\.exact).sorted().map(
            \.text.unicodeScalars.count)
        #expect(sorted == [0, 1, 1, 5, 4])
    }

    @Test func `a prefix, a suffix and a separator are bytes, not characters`() {
        // A mark after a comma makes one character of both.
        #expect("a,\u{301}b".exactParts(separatedBy: ",") == ["a", "\u{301}b"])
        #expect(",,a".exactParts(separatedBy: ",") == ["", "", "a"])
        #expect(",,a".exactParts(separatedBy: ",", omittingEmpty: true) == ["a"])
        #expect("{\u{301}".hasExactPrefix("{"))
        #expect("x.scope".hasExactSuffix(".scope"))
        #expect(!"scope".hasExactSuffix(".scope"))
    }

    @Test func `a case is found by the bytes of its raw value`() {
        #expect(TouchDeviceKind(exactly: "touchpad") == .touchpad)
        #expect(TouchDeviceKind(exactly: "touchpad\u{301}") == nil)
        #expect(["a", Self.composed].containsExactly(Self.composed))
        #expect(!["a", Self.composed].containsExactly(Self.decomposed))
    }

    @Test func `values with text from outside are equal if its bytes are`() {
        let (one, other) = (Self.composed, Self.decomposed)
        #expect(DeviceFilter.name(one) != .name(other))
        #expect(DeviceFilter.id(one) != .id(other))
        #expect(DeviceFilter.name(one) != .id(one))
        #expect(Output(name: one, place: .unit) != Output(name: other, place: .unit))
        #expect(
            TouchOutput(name: one, transform: nil, rule: .desktop)
                != TouchOutput(name: other, transform: nil, rule: .desktop))
        let points = (0..<8).map { Point(x: Double($0), y: 0) }
        let templates = [one, other].map { GestureExpression.Stroke.Template(name: $0, points: points) }
        #expect(templates[0] != templates[1])
        #expect(GestureExpression.Stroke.problem(in: templates) == nil)
        #expect(Set(templates).count == 2)
    }
}

extension Region {
    fileprivate static let unit = Region(x: 0, y: 0, width: 1, height: 1)
}

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
