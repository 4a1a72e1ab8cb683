import Strokes
import Testing

@Suite struct SplitMix64Tests {
    @Test func `seed 1234567 produces the published numbers`() {
        var generator = SplitMix64(seed: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test func `fractions lie from 0 to below 1, and normal numbers around 0`() {
        var generator = SplitMix64(seed: 1)
        let fractions = (0..<1000).map { _ in generator.fraction() }
        #expect(fractions.allSatisfy { (0..<1).contains($0) })
        let normal = (0..<4000).map { _ in generator.normal() }
        #expect(abs(normal.reduce(0, +) / 4000) < 0.05)
        #expect(abs(normal.reduce(0) { $0 + $1 * $1 } / 4000 - 1) < 0.1)
    }
}
