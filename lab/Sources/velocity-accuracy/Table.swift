internal import GestureModel
internal import GestureRecognition
internal import VelocityAccuracy

/// One table: a line for each estimator.
struct Table {
    static let columns = ["median", "× lsq2", "p75", "p90", "direction", "reversed"]

    static func show(_ comparison: Comparison, _ title: String, _ traces: String) {
        print("\n\(title): \(comparison.instants) instants of \(comparison.traces) \(traces)")
        guard comparison.instants > 0 else { return }
        print("".left(14) + columns.map { $0.right(11) }.joined())
        for estimator in VelocityEstimator.allCases {
            let errors = comparison.statistics(of: estimator)
            let reversals = comparison.reversals(of: estimator)
            let cells = [
                percent(errors.error(0.5)), fixed(comparison.ratio(of: estimator), digits: 2),
                percent(errors.error(0.75)), percent(errors.error(0.9)), fixed(errors.direction(0.5)) + "°",
                String(reversals.count),
            ]
            print(estimator.rawValue.left(14) + cells.map { $0.right(11) }.joined())
        }
    }
}

/// What the report is held against, and whether it held.
struct Goals {
    private var lines: [(name: String, measured: String, limit: String, met: String)] = []
    /// False if a goal is missed, or missed by more than is known.
    private(set) var areKept = true

    /// - Parameters:
    ///   - value: NaN where there was nothing to measure.
    ///   - known: What a goal that docs/VELOCITY.md names as missed may measure; nil for the others.
    mutating func add(
        _ name: String, _ value: Double, atMost limit: Double, known: Double? = nil, _ text: (Double) -> String
    ) {
        let isKept = value.isNaN || value <= known ?? limit
        let met = value.isNaN ? "not measured" : value <= limit ? "yes" : isKept ? "no, as known" : "NO"
        lines.append((name, text(value), "≤ " + text(limit), met))
        areKept = areKept && isKept
    }

    func show() {
        let header = (name: "", measured: "measured", limit: "limit", met: "met")
        print("")
        let width = lines.map(\.name.count).max() ?? 0
        for row in [header] + lines {
            print(row.name.left(width + 2) + row.measured.left(12) + row.limit.left(12) + row.met)
        }
    }
}
