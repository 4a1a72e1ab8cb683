import Testing

@testable import TOML

/// Tests/toml-comparison compares the reader with Python's on random documents. These are the rules one by one.
@Suite struct TOMLDocumentTests {
    private func document(_ text: String) -> TOMLDocument { TOMLDocument(Array(text.utf8)) }

    /// The value of the key `a`.
    private func value(_ text: String) -> TOMLValue? {
        let document = document("a = \(text)")
        return document.problems.isEmpty ? document.root["a"]?.value : nil
    }

    @Test func `keys are bytes: two spellings of a character are two keys`() {
        let document = document("\"\u{E9}\" = 1\n\"e\u{301}\" = 2")
        #expect(document.problems.isEmpty)
        #expect(document.root["\u{E9}"]?.value == .integer(1))
        #expect(document.root["e\u{301}"]?.value == .integer(2))
    }

    @Test func `a key of one character with thousands of marks is found, and given twice`() {
        let key = "a" + String(repeating: "\u{302}\u{316}", count: 15_000)
        let keys = (0..<40).map { "\"\($0)\(key)\" = 1" }.joined(separator: "\n")
        #expect(document(keys).problems.isEmpty)
        #expect(document(keys + "\n\"7\(key)\" = 2").problems.count == 1)
    }

    @Test(arguments: ["", " \t", "# a comment", "\t# ä", "\r\n", "\u{FEFF}"])
    func `nothing and comments are an empty document`(_ text: String) {
        #expect(document(text).root.entries.isEmpty)
        #expect(document(text).problems.isEmpty)
    }

    @Test(
        arguments: [
            ("0", .integer(0)), ("+45", .integer(45)), ("-7", .integer(-7)), ("1_000", .integer(1000)),
            ("-0", .integer(0)), ("-9223372036854775808", .integer(.min)),
            ("0.35", .number(0.35)), ("45.0", .number(45)), ("1e3", .number(1000)), ("1E-3", .number(0.001)),
            ("-0.5e+0_1", .number(-5)), ("1e999", .number(.infinity)), ("inf", .number(.infinity)),
            ("-inf", .number(-.infinity)), ("0x04F3", .integer(1267)), ("0xdead_beef", .integer(3_735_928_559)),
            ("0o755", .integer(493)), ("0b1_01", .integer(5)), ("true", .boolean(true)),
            ("false # no", .boolean(false)),
            ("[1, 2.5,true]", .array([.integer(1), .number(2.5), .boolean(true)])), ("[]", .array([])),
            ("[ # one\n 'a' ,\r\n\n [1]\n, ]", .array([.string("a"), .array([.integer(1)])])),
            ("\"\"", .string("")), ("\"a # b\" # c", .string("a # b")), ("'say \"ä\" \\n'", .string("say \"ä\" \\n")),
            (#""\b\t\n\f\r\"\\\u00e9\U0001F600""#, .string("\u{8}\t\n\u{C}\r\"\\é😀")),
            ("\"\"\"\na\r\nb\\  \n\n  c\"\"\"\"\"", .string("a\nbc\"\"")), ("'''\n'a\\\n''b'''", .string("'a\\\n''b")),
            ("1979-05-27", .date(TOMLDate(kind: .date, text: "1979-05-27"))),
            ("07:32:00.5", .date(TOMLDate(kind: .time, text: "07:32:00.5"))),
            ("1979-05-27t07:32:00", .date(TOMLDate(kind: .dateTime, text: "1979-05-27T07:32:00"))),
            ("2024-02-29 07:32:00z", .date(TOMLDate(kind: .offsetDateTime, text: "2024-02-29T07:32:00Z"))),
        ] as [(String, TOMLValue)])
    func `values are read as TOML reads them`(_ text: String, _ expected: TOMLValue) {
        #expect(value(text) == expected)
    }

    @Test(
        arguments: [
            "", "ten", "TRUE", "Inf", "infinity", "0x", "0X10", "0x_1", "0x1_", "-0x10", "0xg", "0xFFFFFFFFFFFFFFFFFF",
            "9223372036854775808", "045", "00", "1.", ".5", "1__0", "_1", "1_", "1e", "1.e3", "--1", "+", "1 2", "1,5",
            "1.5.2", "٣", "\"a", "'a", "\"a\" b", "\"a\\x\"", "\"\\uD800\"", "\"\\u12\"", "\"a\nb\"", "'''a",
            "\"\"\"a\"\"",
            "\"\"\"a\"\"\"\"\"\"", "[", "[1", "[1]]", "[1 2]", "[,]", "[1,,2]", "{a}", "{a = 1,}", "{a = 1\n}",
            "{a = 1, a = 2}",
            "{a.b = 1, a = 2}", "{a = {b = 1}, a.c = 2}", "2023-02-29", "1979-5-27", "24:00:00", "07:60:00", "07:32",
            "1979-05-27T07:32:00+24:00", "'\u{1}'", "1 # \u{7F}", "1\r", "'a\rb'",
        ])
    func `anything else is a mistake`(_ text: String) { #expect(value(text) == nil) }

    @Test func `NaN is a number`() throws {
        let number = try #require(value("nan")?.number)
        #expect(number.isNaN)
    }

    @Test func `keys are bare or quoted, and dots make tables`() {
        let document = document("a.\"b c\" . 'd' = 1\n[ x . \"y\" ]\nz = { a.b = 1, c = {} }\n[x]\nw = 2")
        #expect(document.problems.isEmpty)
        #expect(document.root["a"]?.value.table?["b c"]?.value.table?["d"]?.value == .integer(1))
        let inner = document.root["x"]?.value.table
        #expect(inner?.entries.map(\.key) == ["y", "w"])
        #expect(inner?["y"]?.value.table?["z"]?.value.table?["a"]?.value.table?["b"]?.value == .integer(1))
    }

    @Test func `dotted keys add to their table also after an inline table`() {
        let document = document("a.b = {}\na.c = 1")
        #expect(document.problems.isEmpty)
        #expect(document.root["a"]?.value.table?.entries.map(\.key) == ["b", "c"])
    }

    @Test func `two brackets append to an array of tables`() {
        let document = document("[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\n[[a.e]]\n[[a.e]]\nf = 3")
        let tables = document.root["a"]?.value.tables
        #expect(document.problems.isEmpty)
        #expect(tables?.map(\.line) == [1, 5])
        #expect(tables?.first?["c"]?.value.table?["d"]?.line == 4)
        #expect(tables?.last?["e"]?.value.tables?.last?["f"]?.value == .integer(3))
    }

    @Test(
        arguments: [
            ("a = 1\na = 2", "2: a: given twice; the first is on line 1"),
            ("[a]\n[a]", "2: [a]: given twice; the first is on line 1"),
            ("[a]\nb = 1\n[a.b]", "3: [a.b]: has another value on line 2"),
            ("a = 1\n[a.b]", "2: [a.b]: a has a value on line 1 that is no table to add to"),
            ("[[a]]\n[a]", "2: [a]: expected [[a]], as on line 1"),
            ("a = []\n[[a]]", "2: [[a]]: has another value on line 1"),
            ("a.b = 1\n[a]", "2: [a]: given twice; the first is on line 1"),
            ("[a.b]\n[a]\nb.c = 1", "3: a.b.c: b is a table of its own, from line 1; add to it there"),
            ("a = {b = 1}\na.c = 2", "2: a.c: a has a value on line 1 that is no table to add to"),
            ("a = 9223372036854775808", "1: a: 9223372036854775808 does not fit into 64 bits"),
            ("x = 1\na = [\n1\n2]", "4: a: expected , or ] in the array that begins on line 2, found \"2]\""),
            ("a = \"\"\"\n\n", "1: a: the string has no end: expected \"\"\""),
            ("a = 'b", "1: a: the string begins with ' and has no ' at its end: 'b"),
            ("a = [1,\n[b]\nc = 2", "1: a: the array has no end: expected ] before line 2"),
            (
                "a = [\n1\nb = [[\n1],\n[2]]",
                "1: a: the array has no end: expected ] before line 3"
            ),
            ("// a", "1: expected name = value, a [section] or a # comment, found \"// a\"; write # in place of //"),
            ("a = 1,", "1: expected the end of the line, found \",\"; write no comma after a value"),
            ("a = {b = 1, b = 2}", "1: a: b: given twice; the first is on line 1"),
            (
                "a = \"\\q\"",
                #"1: a: expected \b, \t, \n, \f, \r, \", \\, \uXXXX or \UXXXXXXXX with the number of a character, found \q; write \\ for a backslash"#
            ),
            ("a = ten", "1: a: expected a value, found \"ten\", which is neither a number nor in quotes"),
            ("a = 1 b = 2", "1: expected the end of the line, found \"b = 2\""),
            ("[a]\nb =\nc = 1", "2: a.b: expected a value, found nothing"),
        ])
    func `a mistake has the line, the key and what would be right`(_ text: String, _ message: String) {
        let problems = document(text).problems.map { problem in
            "\(problem.line ?? 0): " + (problem.key.map { "\($0): " } ?? "") + problem.message
        }
        #expect(problems == [message])
    }

    @Test func `a mistake in a value of several lines costs that value alone`() {
        let document = document("a = [\n1,\n;\n2,\n]\nb = 1\n[c]\nd = [\n[e]\nf = 2")
        #expect(document.problems.map(\.line) == [3, 8])
        #expect(document.root["b"]?.value == .integer(1))
    }

    @Test func `keys below a header that is a mistake go nowhere`() {
        let document = document("[a]\nb = 1\n[c\nb = 2\nb = 3")
        #expect(document.problems.map(\.line) == [3])
        #expect(document.root["a"]?.value.table?.entries.map(\.value) == [.integer(1)])
    }

    /// Each overflows the stack of a recursive parser, or takes a quadratic one hours.
    @Test(arguments: ["[", "a.", "[a.", "{a=", "a = [", "\"", "'''", "\\", "=", " ", "#", "1_", "\u{301}"])
    func `a hundred thousand of one thing are read or refused`(_ unit: String) {
        let text = String(repeating: unit, count: 100_000)
        for text in [text, "a = " + text, "[" + text] {
            #expect(document(text).problems.allSatisfy { $0.line == 1 })
        }
    }
}
