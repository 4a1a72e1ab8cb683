public import GestureModel
internal import Gestures

/// Ways to tell where a finger will be.
public enum Prediction: CaseIterable, Sendable {
    /// Where it is.
    case none
    /// The line through the last two samples.
    case twoSamples
    /// A straight line with the reported velocity.
    case velocity
    /// The library's `location(after:)`.
    case locationAfter

    /// How far each prediction is from where the finger was, in millimetres, sorted; only instants at which the reported
    /// speed is at least ``Comparison/leastSpeed``.
    public static func errors(after time: Microseconds, of traces: [Trace]) -> [Prediction: [Double]] {
        var errors: [Prediction: [Double]] = [:]
        for trace in traces where trace.samples.count > 2 {
            let velocities = trace.estimates(by: .automatic)
            for index in trace.samples.indices.dropFirst() where velocities[index].length >= Comparison.leastSpeed {
                guard let truth = trace.position(at: trace.samples[index].time + time) else { continue }
                for prediction in allCases {
                    let predicted = prediction.location(of: trace, at: index, velocities[index], after: time)
                    errors[prediction, default: []].append((predicted - truth).length * Surface.millimetresPerPoint)
                }
            }
        }
        return errors.mapValues { $0.sorted() }
    }

    private func location(of trace: Trace, at index: Int, _ velocity: Vector, after time: Microseconds) -> Point {
        let (last, newest) = (trace.samples[index - 1], trace.samples[index])
        switch self {
        case .none: return newest.position
        case .twoSamples:
            let interval = (newest.time - last.time).seconds
            return newest.position + (newest.position - last.position) * (time.seconds / interval)
        case .velocity: return newest.position + velocity * time.seconds
        case .locationAfter:
            let value = DragGesture.Value(
                time: newest.time, location: newest.position, startLocation: newest.position, velocity: velocity)
            return value.location(after: time.seconds)
        }
    }
}

extension Prediction: CustomStringConvertible {
    public var description: String {
        switch self {
        case .none: "none"
        case .twoSamples: "two samples"
        case .velocity: "velocity"
        case .locationAfter: "location(after:)"
        }
    }
}

extension Trace {
    /// Returns where the finger was between two samples, on the line between them; nil after the last.
    func position(at time: Timestamp) -> Point? {
        guard let next = samples.firstIndex(where: { $0.time >= time }), next > 0 else { return nil }
        let (before, after) = (samples[next - 1], samples[next])
        let share = (time - before.time).seconds / (after.time - before.time).seconds
        return before.position + (after.position - before.position) * share
    }
}
