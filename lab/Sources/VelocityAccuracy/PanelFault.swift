internal import GestureModel

/// What a panel does to the reports of a stroke.
public enum PanelFault: CaseIterable, CustomStringConvertible, Sendable {
    /// One report in the middle of the stroke is stamped when four fifths of the time to the next have passed.
    case lateStamp
    /// One report in the middle of the stroke repeats the position of the one before.
    case repeatedReport
    /// 30 reports in a second.
    case slow

    public var description: String {
        switch self {
        case .lateStamp: "one report stamped late"
        case .repeatedReport: "one report repeated"
        case .slow: "30 reports in a second"
        }
    }

    /// Returns what the panel reports of a stroke, and for each report the index of its sample in the stroke.
    public func reports(of trace: Trace) -> (trace: Trace, indices: [Int]) {
        var samples = trace.samples
        var indices = Array(samples.indices)
        let middle = samples.count / 2
        switch self {
        case .lateStamp where samples.count > 2:
            let (late, next) = (samples[middle - 1].time, samples[middle].time)
            samples[middle - 1].time = late + Microseconds((next - late).count * 4 / 5)
        case .repeatedReport where samples.count > 2:
            samples[middle].position = samples[middle - 1].position
        case .lateStamp, .repeatedReport: break
        case .slow:
            var last: Timestamp?
            indices = indices.filter { index in
                // A report is due 2 ms early, because the stroke's own reports fall beside the beat of 33 ms.
                guard last.map({ samples[index].time - $0 >= .milliseconds(31) }) ?? true else { return false }
                last = samples[index].time
                return true
            }
        }
        var reported = Trace()
        for index in indices { reported.append(samples[index]) }
        reported.lift = trace.lift
        return (reported, indices)
    }
}
