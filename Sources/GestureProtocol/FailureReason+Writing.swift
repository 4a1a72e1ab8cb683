internal import GestureModel

/// `"failureReason":{"movedTooFar":{"by":14.25,"limit":10}}`: one key, which names the failure. Points, scales and
/// radians are exact, times microseconds, so that a client has the very value that the recogniser had.
extension [UInt8] {
    mutating func append(_ failure: FailureReason) {
        switch failure {
        case .movedTooFar(let distance, let limit):
            append(#","failureReason":{"movedTooFar":{"by":"#)
            append(exactly: distance)
            append(#","limit":"#)
            append(exactly: limit)
        case .movedTooLittle(let distance, let limit):
            append(#","failureReason":{"movedTooLittle":{"by":"#)
            append(exactly: distance)
            append(#","limit":"#)
            append(exactly: limit)
        case .tooSlow(let speed, let limit):
            append(#","failureReason":{"tooSlow":{"velocity":"#)
            append(exactly: speed)
            append(#","limit":"#)
            append(exactly: limit)
        case .wrongDirection(let direction, let accepted):
            append(#","failureReason":{"wrongDirection":{"direction":"#)
            append(quoted: direction.rawValue)
            append(#","accepted":["#)
            for (index, direction) in accepted.directions.enumerated() {
                if index > 0 { append(",") }
                append(quoted: direction.rawValue)
            }
            append("]")
        case .startedFarFromEdge(let distance, let limit):
            append(#","failureReason":{"startedFarFromEdge":{"by":"#)
            append(exactly: distance)
            append(#","limit":"#)
            append(exactly: limit)
        case .deformedTooLittle(let distance, let limit):
            append(#","failureReason":{"deformedTooLittle":{"by":"#)
            append(exactly: distance)
            append(#","limit":"#)
            append(exactly: limit)
        case .scaledTooLittle(let delta, let limit):
            append(#","failureReason":{"scaledTooLittle":{"by":"#)
            append(exactly: delta)
            append(#","limit":"#)
            append(exactly: limit)
        case .turnedTooLittle(let angle, let limit):
            append(#","failureReason":{"turnedTooLittle":{"by":"#)
            append(exactly: angle)
            append(#","limit":"#)
            append(exactly: limit)
        case .heldTooLong(let time, let limit):
            append(#","failureReason":{"heldTooLong":{"for":"#)
            append(time.count)
            append(#","limit":"#)
            append(limit.count)
        case .liftedEarly(let time, let limit):
            append(#","failureReason":{"liftedEarly":{"after":"#)
            append(time.count)
            append(#","limit":"#)
            append(limit.count)
        case .tooManyFingers(let count, let limit):
            append(#","failureReason":{"tooManyFingers":{"fingers":"#)
            append(Int64(count))
            append(#","limit":"#)
            append(Int64(limit))
        case .tooFewFingers(let count, let accepted):
            append(#","failureReason":{"tooFewFingers":{"fingers":"#)
            append(Int64(count))
            append(#","accepted":["#)
            for (index, count) in accepted.counts.enumerated() {
                if index > 0 { append(",") }
                append(Int64(count))
            }
            append("]")
        case .tooFewTaps(let count, let needed):
            append(#","failureReason":{"tooFewTaps":{"taps":"#)
            append(Int64(count))
            append(#","needed":"#)
            append(Int64(needed))
        case .didNotMove: append(#","failureReason":{"didNotMove":{"#)
        case .nothingFollowed(let limit):
            append(#","failureReason":{"nothingFollowed":{"limit":"#)
            append(limit.count)
        case .clicked: append(#","failureReason":{"clicked":{"#)
        case .other: return
        }
        append("}}")
    }
}
