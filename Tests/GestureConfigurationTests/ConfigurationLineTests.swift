import Testing

@testable import GestureConfiguration

@Suite struct ConfigurationLineTests {
    @Test(arguments: ["", " \t", "# a comment", "\t#", "\r"])
    func `nothing and comments are blank`(_ text: String) throws {
        #expect(try ConfigurationLine(text[...]) == .blank)
    }

    @Test(arguments: ["[tap]", " [ tap ] ", "[tap] # taps", "[tap]#", "[tap]\r"])
    func `a section stands in brackets`(_ text: String) throws {
        #expect(try ConfigurationLine(text[...]) == .section("tap"))
    }

    @Test(arguments: ["[[device]]", " [[ device ]] ", "[[device]] # one", "[[device]]\r"])
    func `an element of an array stands in two brackets`(_ text: String) throws {
        #expect(try ConfigurationLine(text[...]) == .element("device"))
    }

    @Test(arguments: ["a=1", "  a = 1  ", "a = 1# one", "a\t=\t1\t# one", "a = 1\r"])
    func `a setting is a name and a value`(_ text: String) throws {
        #expect(try ConfigurationLine(text[...]) == .setting(name: "a", value: .integer(1)))
    }

    @Test func `the dots of a key are part of its name`() throws {
        #expect(try ConfigurationLine("[a . b]") == .section("a.b"))
        #expect(try ConfigurationLine("a.b-c._1 = 1") == .setting(name: "a.b-c._1", value: .integer(1)))
    }

    @Test(
        arguments: [
            "[", "]", "[]", "[tap", "[tap]]", "[[tap]", "[[tap] ]", "[ [tap]]", "[[]]", "[[tap]]]", "[[[tap]]]",
            "[.tap]", "[tap.]", "[#tap]", "[\"tap\"]", "[ta p]", "[tap] x",
            "=", "= 1", "a", "a b = 1", "\"a\" = 1", "a. = 1", ".a = 1", "ä = 1", "a: 1", "{", "a\rb = 1",
            "a = \u{1B}[0m", "# \u{7F}",
        ])
    func `anything else is an error`(_ text: String) {
        #expect(throws: ConfigurationLine.SyntaxError.self) { try ConfigurationLine(text[...]) }
    }

    /// Each overflows the stack of a recursive parser, or takes a quadratic one hours.
    @Test(arguments: ["[", "a.", "[a.", "{a=", "a = [", "\"", "'''", "\\", "=", " ", "#", "1_", "\u{301}"])
    func `a hundred thousand of one thing are read or refused`(_ unit: String) {
        let text = String(repeating: unit, count: 100_000)
        for text in [text, "a = " + text, "[" + text] {
            _ = try? ConfigurationLine(text[...])
        }
    }
}

@Suite struct ConfigurationValueTests {
    @Test(
        arguments: [
            ("0", .integer(0)), ("+45", .integer(45)), ("-7", .integer(-7)), ("1_000", .integer(1000)),
            ("-0", .integer(0)),
            ("0.35", .number(0.35)), ("45.0", .number(45)), ("1e3", .number(1000)), ("1E-3", .number(0.001)),
            ("-0.5e+0_1", .number(-5)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("1e999", .number(.infinity)), ("inf", .number(.infinity)), ("-inf", .number(-.infinity)),
            ("0x04F3", .integer(1267)), ("0xdead_beef", .integer(3_735_928_559)), ("0x0", .integer(0)),
            ("[1, 2.5,true]", .array([.integer(1), .number(2.5), .boolean(true)])), ("[]", .array([])),
            ("[ 1 , ] # one", .array([.integer(1)])),
            ("true", .boolean(true)), ("false # no", .boolean(false)),
            ("\"\"", .string("")), ("\"a # b\" # c", .string("a # b")), ("'say \"ä\"'", .string("say \"ä\"")),
        ] as [(String, ConfigurationValue)])
    func `numbers, booleans and strings are read as TOML reads them`(_ text: String, _ value: ConfigurationValue) {
        #expect(ConfigurationValue(text[...]) == value)
    }

    @Test(
        arguments: [
            "", "ten", "TRUE", "Inf", "infinity", "0x", "0X10", "0x_1", "0x1_", "0x1__0", "-0x10", "+0x10", "0x+1",
            "0xg",
            "0xFFFFFFFFFFFFFFFFFF", "045", "00", "1.", ".5", "1__0", "_1", "1_", "1e", "1.e3",
            "1e1.0", "--1", "+", "1 2", "1,5", "1.5.2", "\"a", "'a", "\"a\" b", "\"\"\"a\"\"\"", "\"a\\n\"", "[", "[1",
            "[1]]", "[1] 2",
            "[1 2]", "[,]", "[,1]", "[1,,2]", "[\"a\"]", "[[1]]", "[a]", "{}", "1979-05-27",
            "07:32:00", "٣",
        ])
    func `anything else is kept as it was written`(_ text: String) {
        #expect(ConfigurationValue(text[...]) == .other(text))
    }

    @Test func `NaN is a number`() {
        guard case .number(let number) = ConfigurationValue("nan") else {
            Issue.record("nan is no number")
            return
        }
        #expect(number.isNaN)
    }
}
