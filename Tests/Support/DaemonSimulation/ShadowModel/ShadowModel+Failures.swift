extension ShadowModel {
    /// `failure` and `failureReason` are only present with `failed`, and agree.
    mutating func checkFailure(_ reason: String?, _ sentence: String?, _ failure: ServerLine.Failure?) {
        guard reason == "failed" else {
            if sentence != nil || failure != nil { record(.reasons, "\(reason ?? "no reason") with a failure") }
            return
        }
        guard let sentence, let failure else { return record(.reasons, "failed without a failure") }
        if !FailureTable.agree(sentence, failure) { record(.reasons, "\"\(sentence)\" for \(failure)") }
    }

    /// Checks why a part has failed.
    mutating func checkReason(of part: Part) {
        let found = part.found
        checkFailure(found.reason, found.failure, found.failureReason)
        guard part.phase == .failed else {
            if found.reason != nil { record(.reasons, "part\(part.path) is \(part.phase) with a reason") }
            return
        }
        switch found.reason {
        case "failed": checkFailure(of: part)
        case "outcompeted":
            if !part.isContested {
                record(.simultaneousPhases, "part\(part.path) outcompeted, and nothing competes")
            }
        // The rest of a sequence fails with the failed part.
        case nil where !part.isLeaf || part.isLater && !part.hasValue: break
        case nil:
            let isLifted = part.found.longPress.map { !$0.pressing && !$0.completed } ?? false
            if !part.requested.isHold || !isLifted { record(.reasons, "part\(part.path) failed without a reason") }
        case let reason?: record(.reasons, "part\(part.path) failed for \(reason)")
        }
    }

    private mutating func checkFailure(of part: Part) {
        guard let kind = part.requested.kind, let failure = part.found.failureReason else { return }
        switch failure.name {
        case "nothingFollowed":
            if part.isLeaf, !part.isLater || part.hasValue {
                record(.reasons, "nothing had to follow before part\(part.path)")
            }
        case "didNotMove":
            if part.isLeaf, !part.isContested, !part.isLater { record(.reasons, "part\(part.path) needs no motion") }
        default:
            let kinds = FailureTable.entries[failure.name]?.kinds ?? []
            // A competing press whose end was held back fails with the rest of its sequence.
            let isWithheld = part.isContested && part.isOfSequence && part.isLost
            if part.isLeaf, !part.isLater, !isWithheld, !kinds.contains(kind) {
                record(.reasons, "\(failure.name) of a \(kind), part\(part.path)")
            }
        }
    }
}

/// The keys of each failure, and how its sentence states the numbers.
struct FailureTable {
    struct Entry: Sendable {
        let words: String
        /// In the order of the sentence.
        let keys: [String]
        /// Converts the number in JSON to that in the sentence.
        var factor = 1.0
        /// The rounding of the sentence.
        var tolerance = 0.0
        /// The gestures with this failure; empty if only compositions have it.
        var kinds: [GestureKind] = []
    }

    static let entries: [String: Entry] = [
        "movedTooFar": Entry(words: "moved", keys: ["by", "limit"], tolerance: 0.1, kinds: [.tap, .longPress]),
        "movedTooLittle": Entry(words: "moved", keys: ["by", "limit"], tolerance: 0.1, kinds: [.drag, .swipe]),
        "tooSlow": Entry(words: "went", keys: ["velocity", "limit"], tolerance: 0.1, kinds: [.swipe]),
        "liftedSlowly": Entry(words: "lifted at", keys: ["velocity", "limit"], tolerance: 0.1, kinds: [.swipe]),
        "wrongDirection": Entry(words: "went", keys: ["direction", "accepted"], kinds: [.swipe, .drag]),
        "startedFarFromEdge": Entry(
            words: "started", keys: ["by", "limit"], tolerance: 0.1, kinds: [.drag, .swipe]),
        "deformedTooLittle": Entry(
            words: "parted or turned", keys: ["by", "limit"], tolerance: 0.1, kinds: [.magnify, .rotate]),
        "deformedTooFar": Entry(
            words: "parted or turned", keys: ["by", "limit"], tolerance: 0.1, kinds: [.drag, .swipe]),
        "scaledTooLittle": Entry(
            words: "scaled", keys: ["by", "limit"], factor: 100, tolerance: 0.01, kinds: [.magnify]),
        "turnedTooLittle": Entry(
            words: "turned", keys: ["by", "limit"], factor: 180 / .pi, tolerance: 0.01, kinds: [.rotate]),
        "heldTooLong": Entry(words: "held", keys: ["for", "limit"], factor: 0.001, tolerance: 1, kinds: [.tap]),
        "liftedEarly": Entry(
            words: "lifted", keys: ["after", "limit"], factor: 0.001, tolerance: 1, kinds: [.longPress]),
        "tooManyFingers": Entry(words: "finger", keys: ["fingers", "limit"], kinds: allKinds),
        "tooFewFingers": Entry(words: "finger", keys: ["fingers", "accepted"], kinds: allKinds),
        "joinedTooLate": Entry(
            words: "another finger came", keys: ["after", "limit"], factor: 0.001, tolerance: 1, kinds: [.swipe]),
        "tooFewTaps": Entry(words: "tap", keys: ["taps", "needed"], kinds: [.tap]),
        "didNotMove": Entry(words: "did not move", keys: []),
        "clicked": Entry(words: "clicked", keys: [], kinds: allKinds),
        "nothingFollowed": Entry(words: "nothing followed", keys: ["limit"], factor: 0.001, tolerance: 1),
    ]

    private static let allKinds: [GestureKind] = [.tap, .longPress, .drag, .swipe, .magnify, .rotate]

    /// True if the sentence and the object agree.
    static func agree(_ sentence: String, _ failure: ServerLine.Failure) -> Bool {
        guard let entry = entries[failure.name], Set(entry.keys) == Set(failure.numbers.keys) else { return false }
        let stated = numbers(in: sentence)
        let expected = entry.keys.flatMap { spelled(failure.numbers[$0] ?? []) }
        let words = entry.keys.flatMap { failure.words[$0] ?? [] }
        return sentence.contains(entry.words) && words.allSatisfy(sentence.contains) && stated.count == expected.count
            && zip(stated, expected).allSatisfy { abs($0 - $1 * entry.factor) <= entry.tolerance + 1e-9 }
    }

    /// `12`, `1.5` or `1e-7`, without a sign.
    private static func numbers(in sentence: String) -> [Double] {
        var numbers: [Double] = []
        var rest = Array(sentence.utf8)[...]
        while let start = rest.firstIndex(where: isDigit) {
            let number = rest[start...].prefix { isDigit($0) || ".e+-".utf8.contains($0) }
            rest = rest[number.endIndex...]
            // A full stop also ends the sentence.
            let text = String(decoding: number, as: UTF8.self)
            numbers.append(Double(text) ?? Double(text.dropLast()) ?? .nan)
        }
        return numbers
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Three or more consecutive numbers of fingers are stated as the first and the last.
    private static func spelled(_ numbers: [Double]) -> [Double] {
        guard numbers.count > 2, let first = numbers.first, let last = numbers.last,
            Double(numbers.count) == last - first + 1
        else { return numbers }
        return [first, last]
    }
}

/// Checks of explanations.
extension ShadowModel {
    mutating func handleExplanation(_ line: ServerLine) {
        guard let number = line.subscription, line.time != nil, let device = line.device?.id,
            let recogniser = line.recogniser, let elapsed = line.elapsed, let fingers = line.fingers,
            let outcome = line.outcome, let sentence = line.sentence
        else { return record(.wholeLines, "an explanation lacks a key") }
        guard let subscription = subscriptions[number] else {
            return record(.subscriptionLifetime, "an explanation for unknown subscription \(number)")
        }
        if let refusal = refusal(of: subscription, on: device) { record(.access, "an explanation while \(refusal)") }
        if !subscription.explains { record(.requested, "subscription \(number) did not request explanations") }
        checkDevice(device, subscription)
        if let missed = line.missed, missed < 1 { record(.explanations, "\(missed) missed") }
        let end = " at \(elapsed / 1000) ms"
        if let contact = line.contact {
            if elapsed < 0 || fingers < 0 { record(.explanations, "\(fingers) fingers, \(elapsed) µs after it came") }
            checkContact(contact, recogniser, line.part, outcome, line.reason)
            if !sentence.hasPrefix("contact \(contact.id)") || !sentence.contains(end) {
                record(.explanations, "\"\(sentence)\" for contact \(contact.id)\(end)")
            }
            return
        }
        checkPart(recogniser, line.part, subscription)
        if elapsed < 0 || fingers < 1 { record(.explanations, "\(fingers) fingers, \(elapsed) µs after they came") }
        checkOutcome(outcome, line)
        let noun = Self.nouns[recogniser] ?? recogniser
        if !sentence.hasPrefix(noun) || !sentence.hasSuffix(end) || !sentence.contains(line.failure ?? "") {
            record(.explanations, "\"\(sentence)\" for a \(recogniser) \(end)")
        }
    }

    /// People read these words for the protocol's.
    private static let nouns = [
        "longPress": "long press", "magnify": "pinch", "rotate": "turn", "swipeHold": "swipe hold",
    ]

    private mutating func checkContact(
        _ contact: ServerLine.ExplainedContact, _ recogniser: String, _ part: Int?, _ outcome: String, _ reason: String?
    ) {
        if recogniser != "contact" || part != nil || reason != nil {
            record(.explanations, "contact \(contact.id) of \(recogniser), part \(part ?? 0)")
        }
        if (contact.position == nil) != (access?.withholdsPositions ?? true) {
            record(
                .access, "contact \(contact.id) at \(contact.position ?? []) where positions are withheld, or without")
        }
        if contact.id < 1 || !["accepted", "dropped", "rejected"].contains(outcome) {
            record(.explanations, "contact \(contact.id): \(outcome)")
        }
    }

    private mutating func checkPart(_ recogniser: String, _ part: Int?, _ subscription: Subscription) {
        if subscription.kind == .standard {
            let isPart = ["tap", "longPress", "drag", "magnify", "rotate"].contains(recogniser)
            return isPart && part == nil ? () : record(.requested, "\(recogniser) of a standard set")
        }
        let leaves = subscription.gesture.leaves
        let isComposition = subscription.kind.isComposition
        let index = (part ?? 1) - 1
        guard (part != nil) == isComposition, leaves.indices.contains(index),
            leaves[index].kind?.rawValue == recogniser
        else { return record(.requested, "\(recogniser) of part \(part ?? 0)") }
    }

    private mutating func checkOutcome(_ outcome: String, _ line: ServerLine) {
        checkFailure(line.reason, line.failure, line.failureReason)
        switch outcome {
        case "lost": if line.reason == nil { record(.reasons, "lost without a reason") }
        case "recognised", "notReached": if line.reason != nil { record(.reasons, "\(outcome) with a reason") }
        default: record(.wholeLines, "outcome \(outcome)")
        }
    }
}
