/// What may be said of why a gesture was recognised, or was not.
extension ShadowModel {
    mutating func takeExplanation(_ line: ServerLine) {
        guard let number = line.subscription, line.time != nil, let device = line.device?.id,
            let recogniser = line.recogniser, let elapsed = line.elapsed, let fingers = line.fingers,
            let outcome = line.outcome, let sentence = line.sentence
        else { return note(.wholeLines, "an explanation lacks a key") }
        guard let subscription = subscriptions[number] else {
            return note(.subscriptionLife, "an explanation for subscription \(number), which there is not")
        }
        if let refusal = refusal(of: subscription, on: device) { note(.access, "an explanation while \(refusal)") }
        if !subscription.explains { note(.asked, "subscription \(number) asked for no explanation") }
        checkDevice(device, subscription)
        checkPart(recogniser, line.part, subscription)
        if elapsed < 0 || fingers < 1 { note(.explanations, "\(fingers) fingers, \(elapsed) µs after they came") }
        if let missed = line.missed, missed < 1 { note(.explanations, "\(missed) missed") }
        checkOutcome(outcome, line)
        let end = " at \(elapsed / 1000) ms"
        if !sentence.hasPrefix(recogniser) || !sentence.hasSuffix(end) || !sentence.contains(line.failure ?? "") {
            note(.explanations, "\"\(sentence)\" for a \(recogniser) \(end)")
        }
    }

    private mutating func checkPart(_ recogniser: String, _ part: Int?, _ subscription: Subscription) {
        if subscription.kind == .standard {
            let isPart = ["tap", "longPress", "drag", "magnify", "rotate"].contains(recogniser)
            return isPart && part == nil ? () : note(.asked, "\(recogniser) of a standard set")
        }
        let leaves = subscription.gesture.leaves
        let isComposition = subscription.kind.isComposition
        let index = (part ?? 1) - 1
        guard (part != nil) == isComposition, leaves.indices.contains(index),
            leaves[index].kind?.rawValue == recogniser
        else { return note(.asked, "\(recogniser) of part \(part ?? 0)") }
    }

    private mutating func checkOutcome(_ outcome: String, _ line: ServerLine) {
        checkFailure(line.reason, line.failure, line.failureReason)
        switch outcome {
        case "lost": if line.reason == nil { note(.reasons, "lost without a reason") }
        case "recognised", "notReached": if line.reason != nil { note(.reasons, "\(outcome) with a reason") }
        default: note(.wholeLines, "outcome \(outcome)")
        }
    }
}
