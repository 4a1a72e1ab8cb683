public import GestureModel

/// A reference that may look ahead: the slope, in the middle, of the polynomial with the least squared error over the
/// samples around.
public struct LocalFit: Sendable {
    public enum Weights: Sendable {
        case even
        /// (1 - (age / half width)³)³, Cleveland's for local regression: no sample enters or leaves with a jolt.
        case tricube
    }

    public let degree: Int
    /// How far the samples on either side may be; a slope needs samples that reach at least this far.
    public let halfWidth: Microseconds
    public let weights: Weights

    public init(degree: Int, halfWidth: Microseconds, weights: Weights = .even) {
        precondition((1...3).contains(degree), "a fit of degree \(degree), not 1 to 3")
        self.degree = degree
        self.halfWidth = halfWidth
        self.weights = weights
    }

    /// Points per second at the sample; nil where the trace does not reach to both sides by the half width, or has
    /// not more samples there than the polynomial has coefficients.
    public func velocity(at index: Int, of trace: Trace) -> Vector? {
        let samples = trace.samples
        let middle = samples[index]
        guard let first = samples.first, let last = samples.last, middle.time - first.time >= halfWidth,
            last.time - middle.time >= halfWidth
        else { return nil }
        let low = samples[..<index].lastIndex { middle.time - $0.time > halfWidth }.map { $0 + 1 } ?? 0
        let high = samples[index...].firstIndex { $0.time - middle.time > halfWidth } ?? samples.endIndex
        guard high - low > degree + 1 else { return nil }
        var equations = NormalEquations(degree: degree)
        for sample in samples[low..<high] {
            // Of the half width: powers of times near one lose no digits.
            let time = Double((sample.time - middle.time).count) / Double(halfWidth.count)
            equations.add(time, sample.position - middle.position, weight: weight(time))
        }
        return equations.slope().map { $0 / halfWidth.seconds }
    }

    private func weight(_ time: Double) -> Double {
        switch weights {
        case .even: return 1
        case .tricube:
            let rest = 1 - time.magnitude * time.magnitude * time.magnitude
            return rest * rest * rest
        }
    }
}

/// Of the polynomial in time that fits offsets best.
private struct NormalEquations {
    private let size: Int
    /// A row for each coefficient, constant first: the matrix, then the right side's x and y.
    private var rows: [[Double]]

    init(degree: Int) {
        size = degree + 1
        rows = Array(repeating: Array(repeating: 0, count: size + 2), count: size)
    }

    mutating func add(_ time: Double, _ offset: Vector, weight: Double) {
        var powers = [1.0]
        for _ in 1..<size { powers.append((powers.last ?? 1) * time) }
        for row in 0..<size {
            for column in 0..<size { rows[row][column] += weight * powers[row] * powers[column] }
            rows[row][size] += weight * powers[row] * offset.dx
            rows[row][size + 1] += weight * powers[row] * offset.dy
        }
    }

    /// The coefficient of the first power, by Gauss and Jordan's elimination; nil where the samples leave it open.
    func slope() -> Vector? {
        var rows = rows
        for column in 0..<size {
            let pivot = (column..<size).max { rows[$0][column].magnitude < rows[$1][column].magnitude } ?? column
            rows.swapAt(column, pivot)
            guard rows[column][column].magnitude > 1e-9 else { return nil }
            for row in 0..<size where row != column {
                let factor = rows[row][column] / rows[column][column]
                for k in column..<size + 2 { rows[row][k] -= factor * rows[column][k] }
            }
        }
        return Vector(dx: rows[1][size] / rows[1][1], dy: rows[1][size + 1] / rows[1][1])
    }
}
