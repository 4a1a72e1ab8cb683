import GestureModel
import Testing
import TouchInput

@testable import TouchRecordings

@Suite struct NumberParsingTests {
    @Test(
        arguments: [
            ("0", 0), ("0042", 42), ("-1", -1), ("-001", -1), ("2147483647", .max), ("-2147483648", .min),
            ("2147483648", nil), ("-2147483649", nil), ("99999999999999999999", nil), ("", nil), ("-", nil),
            ("+1", nil),
            ("1 ", nil), ("1a", nil), ("--1", nil),
        ] as [(String, Int32?)])
    func `only complete decimal numbers in range are parsed`(_ text: String, _ number: Int32?) {
        #expect(Int32(decimal: Array(text.utf8)[...]) == number)
    }

    @Test func `an unsigned number has no minus`() {
        #expect(UInt16(decimal: Array("-1".utf8)[...]) == nil)
        #expect(UInt16(decimal: Array("-0".utf8)[...]) == nil)
    }

    @Test(
        arguments: [
            ("014a", 0x14a), ("FFFF", 0xffff), ("00000ffff", 0xffff), ("10000", nil), ("0x1", nil), ("", nil),
            ("g", nil),
        ] as [(String, UInt16?)])
    func `only complete hexadecimal numbers in range are parsed`(_ text: String, _ number: UInt16?) {
        #expect(UInt16(hexadecimal: Array(text.utf8)[...]) == number)
    }

    @Test(
        arguments: [
            ("0.000001", 1), ("12.345678", 12_345_678), ("9223372036854.775807", .max), ("9223372036854.775808", nil),
            ("18446744073709551616.000000", nil), ("1.5", nil), ("1", nil), (".000001", nil), ("1.00000a", nil),
        ] as [(String, Int64?)])
    func `times have six digits after the point`(_ text: String, _ microseconds: Int64?) {
        #expect(Timestamp(secondsAndMicroseconds: Array(text.utf8)[...])?.microseconds == microseconds)
    }
}
