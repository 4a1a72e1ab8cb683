internal import GestureModel
internal import Strokes
internal import VelocityAccuracy

/// Flings of known intent: how far each estimator's velocity at the lift is beyond it, or short of it.
enum Flings {
    private static let rates = [60.0, 90, 120, 240]
    /// Of each intent at each rate.
    private static let count = 200

    static func compare(_ goals: inout Goals) {
        print("\nflings, velocity at the lift against the intended: median (p10 … p90), below 0 it falls short")
        print("".left(18) + VelocityEstimator.allCases.map { $0.rawValue.right(28) }.joined())
        let followed = VelocityEstimator.allCases.firstIndex(of: .weightedLSQ2) ?? 0
        var worst = 0.0
        for intent in Fling.Intent.allCases {
            let overshoots = overshoots(of: intent)
            let cells = overshoots.map { overshoot in
                "\(percent(overshoot.share(0.5))) (\(percent(overshoot.share(0.1))) … \(percent(overshoot.share(0.9))))"
            }
            print(intent.description.left(18) + cells.map { $0.right(28) }.joined())
            if case .braking(let share) = intent, share <= 40 {
                worst = max(worst, overshoots[0].share(0.5).magnitude / overshoots[followed].share(0.5).magnitude)
            }
        }
        goals.add("automatic, flings that brake by up to 40 %, median × weightedLSQ2's", worst, atMost: 1) {
            fixed($0, digits: 2)
        }
    }

    private static func overshoots(of intent: Fling.Intent) -> [Overshoot] {
        var overshoots = VelocityEstimator.allCases.map { _ in Overshoot() }
        var random = SplitMix64(seed: 5)
        for rate in rates {
            for _ in 0..<count {
                let fling = Fling(intent, &random)
                let trace = fling.trace(rate: rate, &random)
                for (index, estimator) in VelocityEstimator.allCases.enumerated() {
                    overshoots[index].add(trace.velocityAtLift(by: estimator), of: fling)
                }
            }
        }
        return overshoots
    }
}
