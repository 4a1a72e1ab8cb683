public import GestureModel

extension ServerText {
    /// - Parameters:
    ///   - finding: What was decided.
    ///   - device: Its id.
    ///   - subscription: Who asked for explanations.
    ///   - tellsPositions: Whether the client may know where fingers are.
    ///   - missed: How many of them it did not get since the last.
    ///   - bytes: What the line is appended to.
    public static func append(
        _ finding: Finding, device: String, subscription: Int, tellsPositions: Bool = true, missed: Int,
        to bytes: inout [UInt8]
    ) {
        bytes.append(#"{"type":"explanation","subscription":"#)
        bytes.append(Int64(subscription))
        bytes.append(#","time":"#)
        bytes.append(finding.time.microseconds)
        bytes.append(#","device":"#)
        bytes.append(quoted: device)
        bytes.append(tellsPositions ? finding : finding.blurred)
        if missed > 0 {
            bytes.append(#","missed":"#)
            bytes.append(Int64(missed))
        }
        bytes.append("}\n")
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ finding: Finding) {
        append(#","recogniser":"#)
        append(quoted: finding.recogniser.rawValue)
        if finding.part > 0 {
            append(#","part":"#)
            append(Int64(finding.part))
        }
        append(#","elapsed":"#)
        append(finding.elapsed.count)
        append(#","fingers":"#)
        append(Int64(finding.fingers))
        append(finding.outcome)
        append(#","sentence":"#)
        append(quoted: finding.description)
    }

    private mutating func append(_ outcome: Finding.Outcome) {
        switch outcome {
        case .recognised: append(#","outcome":"recognised""#)
        case .notReached: append(#","outcome":"notReached""#)
        case .lost(let reason):
            append(#","outcome":"lost""#)
            var failures = FailureTexts()
            append(reason, &failures)
        }
    }
}
