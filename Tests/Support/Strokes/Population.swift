internal import GestureModel

/// How long people's touches last and how far apart their fingers come and go: quantiles measured on published
/// recordings of people's taps, scrolls and swipes on laptops' touchpads.
enum Population {
    static let tapDuration = Quantiles(milliseconds: 47.9, 60.9, 85.3, 109.1, 146.7)
    static let twoFingerTapDuration = Quantiles(milliseconds: 46.9, 73.5, 108.8, 147.0, 232.3)
    /// How far a tap's finger slides, in millimetres.
    static let tapReach = Quantiles(0.1, 0.3, 0.7, 1.1, 2.2)
    /// From the first tap's lift to the second's touch.
    static let doubleTapGap = Quantiles(milliseconds: 98.8, 107.5, 119.1, 137.5, 235.0)
    static let scrollDuration = Quantiles(milliseconds: 280.8, 588.3, 795.9, 1017.4, 1647.1)

    /// From the first finger down to the last, in taps and in scrolls. The latest twentieth is cut off: those people
    /// added a finger later.
    static let tapArrival = Quantiles(milliseconds: 0, 0, 0, 25.7, 37.3)
    static let twoFingerArrival = Quantiles(milliseconds: 0, 0, 26.4, 38.0, 56.0)
    /// Of three fingers and more, cut off where a fourth of the people were later still.
    static let manyFingerArrival = Quantiles(milliseconds: 7.5, 25.6, 73.5, 90, 95)
    /// From the first finger up to the last.
    static let departure = Quantiles(milliseconds: 10.4, 21.6, 22.8, 34.8, 47.7)

    static func arrival(fingers: Int) -> Quantiles { fingers > 2 ? manyFingerArrival : twoFingerArrival }
}

/// A distribution by five of its quantiles, straight lines between them and nothing beyond.
struct Quantiles {
    private let values: [Double]
    private static let ranks = [0.05, 0.25, 0.5, 0.75, 0.95]

    init(_ p5: Double, _ p25: Double, _ p50: Double, _ p75: Double, _ p95: Double) {
        values = [p5, p25, p50, p75, p95]
    }

    /// In milliseconds here, in microseconds within.
    init(milliseconds p5: Double, _ p25: Double, _ p50: Double, _ p75: Double, _ p95: Double) {
        self.init(p5 * 1000, p25 * 1000, p50 * 1000, p75 * 1000, p95 * 1000)
    }

    func sample(_ generator: inout SplitMix64) -> Double {
        let rank = min(max(generator.fraction(), 0.05), 0.95)
        let upper = Self.ranks.indices.first { $0 > 0 && rank <= Self.ranks[$0] } ?? 4
        let part = (rank - Self.ranks[upper - 1]) / (Self.ranks[upper] - Self.ranks[upper - 1])
        return values[upper - 1] + part * (values[upper] - values[upper - 1])
    }

    func sampleTime(_ generator: inout SplitMix64) -> Microseconds {
        Microseconds(Int64(sample(&generator).rounded()))
    }
}
