internal import GestureModel

/// The last twenty samples of one point, newest first, stored inline: adding, copying and clearing never allocate.
struct VelocityHistory: Sendable {
    struct Sample: Sendable {
        let time: Timestamp
        let position: Point
        /// The velocity since the previous sample, in points per second; zero for the first sample. Stored, because
        /// every estimate reads it.
        fileprivate(set) var step = Vector.zero
    }

    /// Android's HISTORY_SIZE.
    static let capacity = 20

    private var ring = InlineArray<20, Sample>(
        repeating: Sample(time: Timestamp(microseconds: 0), position: .zero))
    private var newestSlot = 0
    private(set) var count = 0
    /// Also stored outside of the ring, because every new sample reads it and reading an InlineArray may copy the whole
    /// array.
    private(set) var newest: Sample?

    /// The sample that is `back` places older than the newest. The newest is at 0.
    ///
    /// Read through the mutable span, because the array's own subscript and its span copy all twenty samples (Swift
    /// 6.3).
    @inline(__always)
    subscript(back: Int) -> Sample {
        mutating get {
            precondition(back >= 0 && back < count, "sample \(back) of \(count)")
            let slot = newestSlot - back
            let index = slot < 0 ? slot + Self.capacity : slot
            #if compiler(>=6.3)
                return ring.mutableSpan[index]
            #else
                // Swift 6.2 fails an assertion of its compiler without a span of its own, which is allocated.
                let samples = ring.mutableSpan
                return samples[index]
            #endif
        }
    }

    mutating func append(_ sample: Sample) {
        newestSlot = newestSlot + 1 == Self.capacity ? 0 : newestSlot + 1
        count = min(count + 1, Self.capacity)
        store(sample, after: newest)
    }

    mutating func replaceNewest(with sample: Sample) { store(sample, after: count > 1 ? self[1] : nil) }

    private mutating func store(_ sample: Sample, after previous: Sample?) {
        var sample = sample
        if let previous {
            sample.step = (sample.position - previous.position) / (sample.time - previous.time).seconds
        }
        ring[newestSlot] = sample
        newest = sample
    }

    mutating func removeAll() {
        count = 0
        newest = nil
    }

    /// The mean time between two samples; zero for fewer than two.
    var interval: Microseconds {
        mutating get {
            guard count > 1, let newest else { return .zero }
            return Microseconds((newest.time - self[count - 1].time).count / Int64(count - 1))
        }
    }

    /// Corrects the time of the newest sample if the device stamped it late: a report follows it, at `next`, after less
    /// than half the usual time, and more than one and a half times that had passed before it. It came in the middle of
    /// both. Of the first sample there is no time before. It is late if the second follows at once, compared with the
    /// third.
    ///
    /// A device that reports at uneven times stamps them right. There a stamp is late only if the contact would be more
    /// than five times as fast in the short time as in the long one. If both times together are two of the usual ones,
    /// and for the first sample, it is late if that makes the speed change less than the stamp does.
    ///
    /// - Parameter position: Where the contact was at `next`; nil if it lifted then.
    mutating func correctLateStamp(before next: Timestamp, at position: Point?) {
        guard count > 1, let late = newest, next - late.time <= Self.longestWait else { return }
        let (usual, earlier) = ((next - self[count - 1].time).count / Int64(count), self[1])
        let (before, after) = (late.time - earlier.time, next - late.time)
        let speeds = (late.step.length, position.map { ($0 - late.position).length / after.seconds } ?? .infinity)
        if after.count < usual / 2, before.count / 3 > usual / 2,
            speeds.1 > (isEven(until: next) ? Self.evenChange(before, after) : 5) * speeds.0
        {
            let middle = late.time - Microseconds((before.count - after.count) / 2)
            replaceNewest(with: Sample(time: middle, position: late.position))
        } else if count == 2, before.count < after.count / 2, speeds.0 > Self.evenChange(after, before) * speeds.1 {
            let first = Sample(time: late.time - after, position: earlier.position)
            removeAll()
            append(first)
            append(late)
        }
    }

    /// True if the last two samples and a report at `next` are two of the earlier intervals apart, within a tenth.
    private mutating func isEven(until next: Timestamp) -> Bool {
        guard count > 2 else { return false }
        let earlier = self[1].time
        let usual = Double((earlier - self[count - 1].time).count) / Double(count - 2)
        return abs(Double((next - earlier).count) / 2 - usual) <= usual / 10
    }

    /// Returns the factor by which the speed changes between two times, at most, if they are stamped right. With a larger
    /// one the speed changes less if both times were equal: the ways then differ by that factor over the times' ratio.
    private static func evenChange(_ long: Microseconds, _ short: Microseconds) -> Double {
        (Double(long.count) / Double(short.count)).squareRoot()
    }

    /// No panel reports so seldom. The times of faulty devices are as far apart as numbers can be.
    private static let longestWait = Microseconds.seconds(1)
}

extension VelocityHistory {
    /// Estimates by the default method while contacts move: the slope of a line fitted with residuals weighted by
    /// e^(-age / 20 ms). The better a parabola fits the samples, the closer the result is to the parabola's slope. The
    /// result is bounded so that it never reverses a motion.
    ///
    /// The parabola follows a hand that accelerates or brakes. On samples that scatter (80 Hz touchpads, slow contacts)
    /// its curvature is mostly noise, and the line has the smaller error. A parabolic motion is estimated exactly.
    /// docs/VELOCITY.md has the figures.
    mutating func weightedLSQ2(horizon: Microseconds) -> Vector {
        let timeConstant = min(Self.shortest + Self.reports * interval.seconds, Self.longest)
        return sums(within: horizon) { age in decay(age / timeConstant) }
            .map { bounded($0.explainedSlopeAtNewest(), by: $0.fastest) } ?? .zero
    }

    /// Estimates the initial velocity of a fling: ``lsq2(horizon:)``, bounded so that it never reverses a motion.
    ///
    /// People brake as they lift a finger from a flick, but mean the speed of the whole stroke. Even weights over 100
    /// ms preserve this speed. On an axis on which the parabola turns back, it does not fit the stroke: its slope is
    /// zero, which would straighten a diagonal flick, or points back along the way of these 100 ms, as when a fingertip
    /// rolls back before it lifts. The speed of the last instant (``weightedLSQ2(horizon:)``) replaces it there.
    mutating func fling(horizon: Microseconds) -> Vector {
        guard let sums = sums(within: horizon, weight: { _ in 1 }) else { return .zero }
        let slope = sums.slopeAtNewest()
        var fling = bounded(slope, by: sums.fastest)
        func turnsBack(_ fling: Double, _ slope: Double, _ way: Double) -> Bool {
            fling == 0 ? slope != 0 : fling * way < 0 && way.magnitude >= Self.leastWay
        }
        let (dx, dy) = (turnsBack(fling.dx, slope.dx, sums.way.dx), turnsBack(fling.dy, slope.dy, sums.way.dy))
        guard dx || dy else { return fling }
        let followed = weightedLSQ2(horizon: horizon)
        // A motion that has turned back did not start from rest.
        if dx { fling.dx = max(min(followed.dx, sums.fastest.positive.dx), sums.fastest.negative.dx) + 0 }
        if dy { fling.dy = max(min(followed.dy, sums.fastest.positive.dy), sums.fastest.negative.dy) + 0 }
        return fling
    }

    /// In points, 0.8 mm: a shorter way has no direction that a fingertip could turn back from.
    private static let leastWay = 5.0

    /// Returns true if the motion did not slow down before its newest sample: the last step is at least half as fast as
    /// the fastest of at least three steps within `horizon`, and faster than a hand stops from between two reports.
    mutating func endsFast(horizon: Microseconds) -> Bool {
        guard count > 3, let newest else { return false }
        var fastest = 0.0
        for back in 0..<(count - 1) where newest.time - self[back + 1].time <= horizon {
            fastest = max(fastest, self[back].step.length)
        }
        let last = newest.step.length
        return last >= Self.sudden && 2 * last >= fastest
    }

    /// In points per second, equal to 238 mm/s: to stop from it within 16 ms, a fingertip would have to brake by 1.5 g.
    private static let sudden = 1500.0

    /// In seconds: the time constant of the weights of squared residuals is ``shortest`` and ``reports`` intervals
    /// between samples, at most ``longest``: 9 ms at 125 Hz, 11 ms at 80 Hz. The time constant for the residuals
    /// themselves is twice as long.
    ///
    /// A longer constant lags behind flings. A shorter one follows the noise of single samples, the more so the fewer
    /// there are. docs/VELOCITY.md has the figures.
    private static let shortest = 0.003
    private static let reports = 0.7
    private static let longest = 0.012

    /// Returns the slope with each component limited to twice the fastest step in the component's direction; zero if no
    /// step has that direction.
    ///
    /// A parabola through a fling that stops, or through a hesitant start, turns back before its last sample and yields
    /// a reverse velocity that no contact had (flutter/flutter#126051). A true motion can require a factor of two:
    /// under constant acceleration from rest, the speed at the end of the first step is twice its mean.
    private func bounded(_ slope: Vector, by fastest: (negative: Vector, positive: Vector)) -> Vector {
        // Adding zero turns -0 into 0.
        return Vector(
            dx: max(min(slope.dx, 2 * fastest.positive.dx), 2 * fastest.negative.dx) + 0,
            dy: max(min(slope.dy, 2 * fastest.positive.dy), 2 * fastest.negative.dy) + 0)
    }
}

extension VelocityHistory {
    /// Estimates like SwiftUI's sampler: a quarter of the newest difference quotient plus three quarters of the one
    /// before. Returns the only difference quotient if there are two samples, and zero if there is one sample.
    ///
    /// The newest difference quotient has the smaller weight because a finger rolls off as it lifts.
    mutating func swiftUI() -> Vector {
        guard count >= 2 else { return .zero }
        return count == 2 ? self[0].step : self[0].step * 0.25 + self[1].step * 0.75
    }
}

extension VelocityHistory {
    /// Estimates like Android and Flutter. Returns the slope at the newest sample of the least-squares parabola through
    /// the samples within `horizon`, or of a line through two samples; zero for one sample.
    ///
    /// The known defect of this method is kept: it can reverse the velocity of a motion that only slows down
    /// (flutter/flutter#126051). ``weightedLSQ2(horizon:)`` cannot.
    mutating func lsq2(horizon: Microseconds) -> Vector {
        quadraticSlope(within: horizon) { _ in 1 }
    }

    /// Returns the slope at the newest sample of the parabola fitted to the samples within `horizon`, in points per
    /// second. `weight` returns the weight of a sample from its age in seconds.
    @inline(__always)
    mutating func quadraticSlope(within horizon: Microseconds, weight: (_ age: Double) -> Double) -> Vector {
        sums(within: horizon, weight: weight)?.slopeAtNewest() ?? .zero
    }

    /// Returns sums over the samples at most `horizon` older than the newest; nil if there are no samples.
    @inline(__always)
    mutating func sums(within horizon: Microseconds, weight: (_ age: Double) -> Double) -> WeightedSums? {
        guard let newest else { return nil }
        var sums = WeightedSums()
        var step: Vector?
        for back in 0..<count {
            let sample = self[back]
            let age = newest.time - sample.time
            if age > horizon { break }
            if let step { sums.add(step: step) }
            step = sample.step
            // Not `age.seconds`, which is infinite for the longest times: a sum of infinities may be NaN.
            let seconds = Double(age.count) / 1_000_000
            sums.add(-seconds, sample.position - newest.position, weight: weight(seconds))
        }
        return sums
    }
}
