internal import GestureModel
internal import VelocityAccuracy

/// How far the finger is from where `location(after:)` says, and from where simpler predictions say.
enum Predictions {
    private static let times = [8, 16, 32].map { Microseconds.milliseconds($0) }

    static func compare(_ sources: [(name: String, traces: [Trace], limit: Double)], _ goals: inout Goals) {
        let columns = times.map { "\($0.count / 1000)" }.joined(separator: ", ")
        print("\npredicted locations: median and p95 of the error in mm, after \(columns) ms")
        for (name, traces, limit) in sources where !traces.isEmpty {
            let errors = times.map { Prediction.errors(after: $0, of: traces) }
            print("\(name), \(errors[0][.none]?.count ?? 0) instants")
            for prediction in Prediction.allCases {
                let cells = errors.map { sorted in
                    let all = sorted[prediction] ?? []
                    return "\(fixed(quantile(0.5, of: all), digits: 2)) \(fixed(quantile(0.95, of: all), digits: 2))"
                }
                print("\(prediction)".left(18) + cells.map { $0.right(14) }.joined())
            }
            goals.add(
                "location(after:) at 16 ms, \(name), median in mm", quantile(0.5, of: errors[1][.locationAfter] ?? []),
                atMost: limit
            ) {
                fixed($0, digits: 2)
            }
        }
    }

    private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(max(Int((share * Double(sorted.count)).rounded(.up)), 1), sorted.count) - 1]
    }
}
