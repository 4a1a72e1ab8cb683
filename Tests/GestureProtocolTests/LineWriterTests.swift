import Strokes
import Testing

@testable import GestureProtocol

@Suite struct LineWriterTests {
    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (-0.0004, "0"), (0.0005, "0.001"), (-0.0005, "-0.001"), (0.0994, "0.099"),
            (1, "1"), (10, "10"), (0.1, "0.1"), (0.01, "0.01"), (0.001, "0.001"), (12.340, "12.34"),
            (-1234.5678, "-1234.568"), (999.9996, "1000"), (.nan, "0"), (.infinity, "0"), (-.infinity, "0"),
            (1e300, "9000000000000"), (-1e300, "-9000000000000"), (.leastNonzeroMagnitude, "0"),
        ] as [(Double, String)])
    func `three decimals at most, rounded, without zeros at the end`(_ number: Double, _ text: String) {
        #expect(spelled { $0.write(number, .three) } == text)
    }

    @Test(
        arguments: [
            (0.5, "0.5"), (0.000_000_4, "0"), (0.000_000_5, "0.000001"), (-0.123_456_78, "-0.123457"),
            (1e300, "9000000000000"), (1.000_01, "1.00001"),
        ] as [(Double, String)])
    func `six decimals at most`(_ number: Double, _ text: String) {
        #expect(spelled { $0.write(number, .six) } == text)
    }

    @Test(arguments: [0, 9, 10, 99, 100, -1, .max, .min] as [Int64])
    func `integers`(_ number: Int64) {
        #expect(spelled { $0.write(number) } == String(number))
    }

    @Test func `random numbers read back within their rounding`() throws {
        var random = SplitMix64(seed: 1)
        for exponent in -8...12 {
            for _ in 0..<200 {
                let scale = (0..<abs(exponent)).reduce(1.0) { scale, _ in exponent < 0 ? scale / 10 : scale * 10 }
                let number = Double.random(in: -1...1, using: &random) * scale
                for (decimals, step) in [(Decimals.three, 0.001), (.six, 0.000_001)] {
                    let text = spelled { $0.write(number, decimals) }
                    let read = try #require(Double(text))
                    #expect(abs(read - number) <= step / 2 + number.magnitude.ulp * 2)
                    #expect(!text.contains("e") && text != "-0")
                    #expect(!text.contains(".") || !(text.hasSuffix("0") || text.hasSuffix(".")))
                }
            }
        }
    }

    private func spelled(_ write: (inout LineWriter) -> Void) -> String {
        var bytes: [UInt8] = []
        bytes.append(room: 21, write)
        return String(decoding: bytes, as: UTF8.self)
    }
}
