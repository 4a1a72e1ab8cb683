internal import GestureModel

extension VelocityHistory {
    /// Android's and Flutter's estimator: the slope, at the newest sample, of the parabola with the least squared error
    /// over the samples within `horizon`; of a line through two; zero for one.
    ///
    /// Kept as it is there, with its known defect: a motion that only slows down can come out reversed
    /// (flutter/flutter#126051). ``weightedLSQ2(horizon:)`` does not have it.
    func lsq2(horizon: Microseconds) -> Vector {
        quadraticSlope(ofNewest: count(within: horizon)) { _ in 1 }
    }

    /// Points per second, the slope at the newest sample of the parabola fitted to the newest `n`, each weighted by its
    /// age in seconds.
    @inline(__always)
    func quadraticSlope(ofNewest n: Int, weight: (_ age: Double) -> Double) -> Vector {
        guard n >= 2 else { return .zero }
        let newest = self[0]
        var samples = WeightedSamples()
        for back in 0..<n {
            let sample = self[back]
            let age = (newest.time - sample.time).exactSeconds
            samples.append(-age, sample.position - newest.position, weight: weight(age))
        }
        return samples.moments.slope(parabola: n >= 3)
    }
}

/// Samples relative to the newest, seconds and points, with their weighted sums.
private struct WeightedSamples {
    private var time = InlineArray<20, Double>(repeating: 0)
    private var offset = InlineArray<20, Vector>(repeating: .zero)
    private var weight = InlineArray<20, Double>(repeating: 0)
    private var count = 0
    private var totalWeight = 0.0
    private var timeSum = 0.0
    private var offsetSum = Vector.zero

    @inline(__always)
    mutating func append(_ time: Double, _ offset: Vector, weight: Double) {
        self.time[count] = time
        self.offset[count] = offset
        self.weight[count] = weight
        count += 1
        totalWeight += weight
        timeSum += time * weight
        offsetSum = offsetSum + offset * weight
    }

    /// Taken around the means: sums of raw fourth powers would cancel to noise when samples lie microseconds apart.
    var moments: Moments {
        let meanTime = timeSum / totalWeight
        let meanOffset = offsetSum / totalWeight
        var moments = Moments(totalWeight: totalWeight, newestTime: -meanTime)
        for i in 0..<count {
            moments.add(time[i] - meanTime, offset[i] - meanOffset, weight: weight[i])
        }
        return moments
    }
}

/// Weighted sums of powers of time t and of offset y, both taken from their weighted means.
private struct Moments {
    let totalWeight: Double
    /// The newest sample's time, from the mean.
    let newestTime: Double
    private var tt = 0.0
    private var ttt = 0.0
    private var tttt = 0.0
    private var ty = Vector.zero
    private var tty = Vector.zero

    init(totalWeight: Double, newestTime: Double) {
        self.totalWeight = totalWeight
        self.newestTime = newestTime
    }

    @inline(__always)
    mutating func add(_ t: Double, _ y: Vector, weight: Double) {
        let wt = weight * t
        let wtt = wt * t
        tt += wtt
        ttt += wtt * t
        tttt += wtt * t * t
        ty = ty + y * wt
        tty = tty + y * wtt
    }

    /// The derivative at the newest sample of y = a + b t + c t^2, by the normal equations.
    ///
    /// Where rounding has eaten the determinant (three samples of which two are a few microseconds apart), a line.
    func slope(parabola: Bool) -> Vector {
        guard tt > 0 else { return .zero }
        let spread = tttt - tt * tt / totalWeight
        let determinant = tt * spread - ttt * ttt
        guard parabola, determinant > 1e-12 * tt * spread else { return ty / tt }
        let b = (ty * spread - tty * ttt) / determinant
        let c = (tty * tt - ty * ttt) / determinant
        return b + c * (2 * newestTime)
    }
}

extension Microseconds {
    /// Without ``seconds``'s infinity, which would make the means NaN.
    fileprivate var exactSeconds: Double { Double(count) / 1_000_000 }
}
