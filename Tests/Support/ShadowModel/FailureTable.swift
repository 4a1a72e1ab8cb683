/// What a failure's numbers are called, and how its sentence tells them.
struct FailureTable {
    struct Entry: Sendable {
        let words: String
        /// In the order of the sentence.
        let keys: [String]
        /// From the number of the program's to that of the sentence.
        var factor = 1.0
        /// How much the sentence may be off, which rounds.
        var tolerance = 0.0
        /// The gestures that fail so; none where it is the composition that says it.
        var kinds: [GestureKind] = []
    }

    static let entries: [String: Entry] = [
        "movedTooFar": Entry(words: "moved", keys: ["by", "limit"], tolerance: 0.1, kinds: [.tap, .longPress]),
        "movedTooLittle": Entry(words: "moved", keys: ["by", "limit"], tolerance: 0.1, kinds: [.drag, .swipe]),
        "tooSlow": Entry(words: "lifted at", keys: ["velocity", "limit"], tolerance: 0.1, kinds: [.swipe]),
        "wrongDirection": Entry(words: "went", keys: ["direction", "accepted"], kinds: [.swipe]),
        "startedFarFromEdge": Entry(
            words: "started", keys: ["by", "limit"], tolerance: 0.1, kinds: [.drag, .swipe]),
        "deformedTooLittle": Entry(
            words: "parted or turned", keys: ["by", "limit"], tolerance: 0.1, kinds: [.magnify, .rotate]),
        "scaledTooLittle": Entry(
            words: "scaled", keys: ["by", "limit"], factor: 100, tolerance: 0.01, kinds: [.magnify]),
        "turnedTooLittle": Entry(
            words: "turned", keys: ["by", "limit"], factor: 180 / .pi, tolerance: 0.01, kinds: [.rotate]),
        "heldTooLong": Entry(words: "held", keys: ["for", "limit"], factor: 0.001, tolerance: 1, kinds: [.tap]),
        "liftedEarly": Entry(
            words: "lifted", keys: ["after", "limit"], factor: 0.001, tolerance: 1, kinds: [.longPress]),
        "tooManyFingers": Entry(words: "finger", keys: ["fingers", "limit"], kinds: everyone),
        "tooFewFingers": Entry(words: "finger", keys: ["fingers", "accepted"], kinds: everyone),
        "tooFewTaps": Entry(words: "tap", keys: ["taps", "needed"], kinds: [.tap]),
        "didNotMove": Entry(words: "did not move", keys: []),
        "clicked": Entry(words: "clicked", keys: [], kinds: [.tap]),
        "nothingFollowed": Entry(words: "nothing followed", keys: ["limit"], factor: 0.001, tolerance: 1),
    ]

    private static let everyone: [GestureKind] = [.tap, .longPress, .drag, .swipe, .magnify, .rotate]

    /// Whether the sentence for people and the object for programs tell the same.
    static func agree(_ sentence: String, _ failure: ServerLine.Failure) -> Bool {
        guard let entry = entries[failure.name], Set(entry.keys) == Set(failure.numbers.keys) else { return false }
        let told = numbers(in: sentence)
        let meant = entry.keys.flatMap { spelled(failure.numbers[$0] ?? []) }
        let words = entry.keys.flatMap { failure.words[$0] ?? [] }
        return sentence.contains(entry.words) && words.allSatisfy(sentence.contains) && told.count == meant.count
            && zip(told, meant).allSatisfy { abs($0 - $1 * entry.factor) <= entry.tolerance + 1e-9 }
    }

    /// As `12`, `1.5` or `1e-7`, without a sign before it.
    private static func numbers(in sentence: String) -> [Double] {
        var numbers: [Double] = []
        var rest = Array(sentence.utf8)[...]
        while let start = rest.firstIndex(where: isDigit) {
            let number = rest[start...].prefix { isDigit($0) || ".e+-".utf8.contains($0) }
            rest = rest[number.endIndex...]
            // A full stop ends a sentence, too.
            let text = String(decoding: number, as: UTF8.self)
            numbers.append(Double(text) ?? Double(text.dropLast()) ?? .nan)
        }
        return numbers
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Three numbers of fingers or more without a gap are told by the first and the last.
    private static func spelled(_ numbers: [Double]) -> [Double] {
        guard numbers.count > 2, let first = numbers.first, let last = numbers.last,
            Double(numbers.count) == last - first + 1
        else { return numbers }
        return [first, last]
    }
}
