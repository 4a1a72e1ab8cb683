import FoundationEssentials
import GestureModel
import Testing

@testable import GestureProtocol

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("a\nb\tc\r", #""a\nb\tc\u000d""#),
            ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#), ("é😀/", "\"é😀/\""),
        ])
    func `strings`(_ string: String, _ json: String) throws {
        #expect(text(.string(string)) == json)
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == string)
    }

    @Test(
        arguments: [
            (.integer(.min), "-9223372036854775808"), (.integer(9_007_199_254_740_993), "9007199254740993"),
            (.unsigned(.max), "18446744073709551615"), (.number(10), "10"), (.number(0.1), "0.1"),
            (.number(-0.0), "-0"), (.number(1e300), "1e+300"), (.number(1e-9), "1e-09"), (.number(.nan), "null"),
            (.number(.infinity), "null"), (JSONValue(rounded: 173.3333), "173.333"), (JSONValue(rounded: 104), "104"),
            (JSONValue(rounded: -0.0001), "0"), (JSONValue(rounded: .nan), "0"),
            (JSONValue(rounded: 1e300), "9000000000000"), (JSONValue(rounded: 0.001), "0.001"),
        ] as [(JSONValue, String)])
    func `numbers`(_ value: JSONValue, _ json: String) { #expect(text(value) == json) }

    @Test func `a member without a value is left out`() {
        let absent: JSONValue? = nil
        #expect(text(["a": 1, "b": absent, "c": [true, .null, "x"]]) == #"{"a":1,"c":[true,null,"x"]}"#)
        #expect(text([:]) == "{}")
    }

    @Test func `integers of 64 bits read back exactly`() throws {
        for value in [JSONValue.integer(.min), .integer(.max), .unsigned(UInt64(Int64.max) + 1), .unsigned(.max)] {
            #expect(try JSONReader.read(Array(text(value).utf8)) == value)
        }
        #expect(try JSONReader.read(Array("18446744073709551616".utf8)) == .number(18_446_744_073_709_551_616))
    }

    private func text(_ value: JSONValue) -> String {
        var bytes: [UInt8] = []
        bytes.append(json: value)
        return String(decoding: bytes, as: UTF8.self)
    }
}
