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
    private(set) var lines: [(name: String, measured: String, limit: String, isMet: Bool?)] = []

    var areMet: Bool { !lines.contains { $0.isMet == false } }

    /// - Parameter value: NaN where there was nothing to measure.
    mutating func add(_ name: String, _ value: Double, atMost limit: Double, _ text: (Double) -> String) {
        lines.append((name, text(value), "≤ " + text(limit), value.isNaN ? nil : value <= limit))
    }

    func show() {
        let header = (name: "", measured: "measured", limit: "limit", met: "met")
        let rows = lines.map { line in
            let met = line.isMet.map { $0 ? "yes" : "NO" } ?? "not measured"
            return (name: line.name, measured: line.measured, limit: line.limit, met: met)
        }
        print("")
        let width = rows.map(\.name.count).max() ?? 0
        for row in [header] + rows {
            print(row.name.left(width + 2) + row.measured.left(12) + row.limit.left(12) + row.met)
        }
    }
}
