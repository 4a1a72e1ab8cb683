internal import GestureModel
internal import Strokes
internal import VelocityAccuracy

/// Strokes whose velocity is known, through devices of four rates.
enum SimulatedStrokes {
    static let rates = [60.0, 90, 120, 240]
    /// Of each law at each rate.
    static let count = 150
    /// From the touch on: in what is before, every estimator has but two to four samples.
    static let settled = Microseconds.milliseconds(30)

    static func compare(_ laws: [TrueStroke.Law], jitter: Sampling.Jitter) -> Comparison {
        var comparison = Comparison()
        var random = SplitMix64(seed: 1)
        for law in laws {
            for rate in rates {
                for _ in 0..<count {
                    let stroke = TrueStroke(law, &random)
                    let (trace, truth) = Sampling(rate: rate, jitter: jitter).trace(of: stroke, &random)
                    comparison.add(trace, truth: settledPart(of: truth, in: trace))
                }
            }
        }
        return comparison
    }

    private static func settledPart(of truth: [Vector], in trace: Trace) -> [Vector?] {
        guard let touch = trace.samples.first?.time else { return [] }
        return zip(truth, trace.samples).map { $1.time - touch >= settled ? $0 : nil }
    }
}
