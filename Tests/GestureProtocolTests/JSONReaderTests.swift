import Testing

@testable import GestureProtocol

@Suite struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", .null),
            (" [ true , false ] \t\r", .array([.bool(true), .bool(false)])),
            ("{}", .object([])),
            ("[]", .array([])),
            ("-0", .number(-0.0)),
            ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
            ("-1.5e2", .number(-150)),
            ("1E+2", .number(100)),
            ("1e999", .number(.infinity)),
            ("-1e999", .number(-.infinity)),
            ("1e-999", .number(0)),
            (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u00e9\ud83d\ude00\u0000""#, .string("é😀\u{0}")),
            ("\"é😀\"", .string("é😀")),
            (
                #"{"a":1,"a":[{}]}"#,
                .object([
                    JSONValue.Member(key: "a", value: .integer(1)),
                    JSONValue.Member(key: "a", value: .array([.object([])])),
                ])
            ),
        ] as [(String, JSONValue)])
    func `reads what RFC 8259 allows`(_ line: String, _ value: JSONValue) throws {
        #expect(try JSONReader.read(Array(line.utf8)) == value)
    }

    @Test func `every number is the nearest that a double has`() throws {
        let digits =
            ["0", "5", "17", "0.1", "0.30000000000000004", "123456.789", "9007199254740992", "9007199254740993"]
            + ["99999999999999999", "1234567890123456789", "0.000000000000000001", "179769313486231570", "4.35", "8.5"]
            + ["0.0000000000000000000000123", "123456789012345678901234567890", "1.00000000000000011102230246251565"]
        let exponents = [
            "", "e0", "E1", "e-1", "e5", "e+22", "e-22", "e23", "e-23", "e37", "e-300", "e308", "e-324", "e999",
        ]
        for digits in digits {
            for exponent in exponents where digits.contains(".") || !exponent.isEmpty {
                for literal in [digits + exponent, "-" + digits + exponent] {
                    guard case .number(let number) = try JSONReader.read(Array(literal.utf8)) else {
                        Issue.record("\(literal) is no number with a fraction")
                        continue
                    }
                    #expect(number.bitPattern == Double(literal)?.bitPattern, "\(literal)")
                }
            }
        }
        for integer in [0, 1, 7, 999_999_999_999_999_999, 1_000_000_000_000_000_000, Int64.max] {
            #expect(try JSONReader.read(Array("\(integer)".utf8)) == .integer(integer))
            if integer > 0 { #expect(try JSONReader.read(Array("-\(integer)".utf8)) == .integer(-integer)) }
        }
    }

    @Test(
        arguments: [
            ("", "1: expected a JSON value, found the end of the line"),
            ("   ", "4: expected a JSON value, found the end of the line"),
            ("{", "2: expected a key in quotes, found the end of the line"),
            (#"{"a":1,}"#, "8: expected a key in quotes, found \"}\""),
            ("[1,]", "4: expected a JSON value, found \"]\""),
            (#"{"a" 1}"#, #"6: expected ":", found "1""#),
            (#"{"a":1 "b":2}"#, #"8: expected "," or "}", found """"#),
            ("[1 2]", #"4: expected "," or "]", found "2""#),
            ("{} x", #"4: expected the end of the line, found "x""#),
            ("tru", #"1: expected a JSON value, found "t""#),
            ("NaN", #"1: expected a JSON value, found "N""#),
            ("-Infinity", #"2: expected a digit, found "I""#),
            ("01", "3: a number starts with 0"),
            ("1.", "3: expected a digit, found the end of the line"),
            ("1e", "3: expected a digit, found the end of the line"),
            ("+1", #"1: expected a JSON value, found "+""#),
            ("\u{FEFF}{}", "1: expected a JSON value, found byte 239"),
            ("\"abc", "5: expected a closing quote, found the end of the line"),
            ("\"a\tb\"", "3: expected a control character's escape, found byte 9"),
            ("\"\u{0}\"", "2: expected a control character's escape, found byte 0"),
            ("{\u{0}}", "2: expected a key in quotes, found byte 0"),
            (#""\x""#, #"3: expected one of "\/bfnrtu after a backslash, found "x""#),
            (#""\u12g4""#, #"6: expected four hexadecimal digits, found "g""#),
            (#""\ud800""#, "8: half a surrogate pair"),
            (#""\ud800\n""#, #"9: expected the other half of a surrogate pair, found "n""#),
            (#""\ud800\ud800""#, "14: half a surrogate pair"),
            (#""\udc00""#, "8: half a surrogate pair"),
        ])
    func `names the place and the cause of what is not JSON`(_ line: String, _ message: String) {
        #expect(throws: RequestError(code: .notJSON, message: "not JSON at byte \(message)")) {
            try JSONReader.read(Array(line.utf8))
        }
    }

    @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22]] as [[UInt8]])
    func `refuses what is not UTF-8`(_ line: [UInt8]) {
        #expect(throws: RequestError(code: .notJSON, message: "the line is not UTF-8")) { try JSONReader.read(line) }
    }

    @Test func `refuses a line of brackets without going down it`() throws {
        let allowed = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
        #expect(throws: Never.self) { try JSONReader.read(Array(allowed.utf8)) }
        for bracket in ["[", "{\"\":"] {
            let error = #expect(throws: RequestError.self) {
                try JSONReader.read(Array(String(repeating: bracket, count: 16_000).utf8))
            }
            #expect(error?.message.hasSuffix("nested deeper than 40") == true)
        }
    }
}
