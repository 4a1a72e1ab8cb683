internal import Glibc

/// A search by mutation: of the inputs so far, the dearest are changed, repeated and combined.
struct Search {
    struct Candidate {
        var input: [UInt8]
        var milliseconds = 0.0

        /// Its beginning, with what is not ASCII escaped.
        var shown: String {
            String(decoding: input.prefix(60), as: UTF8.self).unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
        }
    }

    /// Of a line, newline included, and of a file: what costs more for each byte of a longer one costs most here, too.
    static let longest = 64 * 1024 - 1
    private static let kept = 24

    let reader: Reader
    private(set) var count = 0
    /// The dearest so far, in that order.
    private var candidates: [Candidate] = []
    private var random = SystemRandomNumberGenerator()

    init(_ reader: Reader) { self.reader = reader }

    var best: Candidate { candidates.first ?? Candidate(input: []) }

    mutating func run(seconds: Double) {
        let end = Self.seconds(CLOCK_MONOTONIC) + seconds
        let seeds = reader.seeds.map { Array($0.utf8) }
        for seed in seeds { consider(seed) }
        // The dearest soon have no room for anything else: every other input is a new beginning.
        let beginnings = seeds.filter { $0.count < Self.longest / 16 }
        while Self.seconds(CLOCK_MONOTONIC) < end {
            let beginning = Bool.random(using: &random) ? beginnings.randomElement(using: &random) : nil
            guard let parent = beginning ?? candidates.randomElement(using: &random)?.input else { break }
            consider(mutated(parent))
        }
        measureAgain()
    }

    /// Measures the dearest again, in turn: what the processor did at the same time made some of them look dearer than they are.
    private mutating func measureAgain() {
        for _ in 0..<40 {
            for index in candidates.indices {
                candidates[index].milliseconds = min(candidates[index].milliseconds, cost(candidates[index].input))
            }
        }
        candidates.sort { $0.milliseconds > $1.milliseconds }
    }

    private mutating func consider(_ input: [UInt8]) {
        count += 1
        var candidate = Candidate(input: input, milliseconds: cost(input))
        let worst = candidates.count < Self.kept ? 0 : candidates[candidates.count - 1].milliseconds
        guard candidate.milliseconds > worst else { return }
        // Once more, because the processor may have done something else.
        for _ in 0..<4 { candidate.milliseconds = min(candidate.milliseconds, cost(input)) }
        guard candidate.milliseconds > worst else { return }
        let index = candidates.firstIndex { $0.milliseconds < candidate.milliseconds } ?? candidates.count
        candidates.insert(candidate, at: index)
        if candidates.count > Self.kept { candidates.removeLast() }
    }

    private func cost(_ input: [UInt8]) -> Double {
        let input = reader.prepare(input)
        let start = Self.seconds(CLOCK_THREAD_CPUTIME_ID)
        reader.read(input)
        return (Self.seconds(CLOCK_THREAD_CPUTIME_ID) - start) * 1000
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: - Mutations

    private mutating func mutated(_ input: [UInt8]) -> [UInt8] {
        var result = input
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: insertTokens(into: &result)
            case 4..<7: repeatPart(of: &result)
            case 7: removePart(of: &result)
            case 8: replaceByte(of: &result)
            default: insertPart(into: &result)
            }
        }
        return Array(result.prefix(Self.longest))
    }

    /// A few tokens, once or as often as there is room for: most of what is dear is dear because it is repeated.
    private mutating func insertTokens(into input: inout [UInt8]) {
        let families = [reader.tokens, Self.marks, Self.text]
        let family = families.randomElement(using: &random) ?? []
        var tokens: [UInt8] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            tokens += Array((family.randomElement(using: &random) ?? "").utf8)
        }
        let index = Int.random(in: 0...input.count, using: &random)
        input.insert(contentsOf: repeated(tokens, room: Self.longest - input.count), at: index)
    }

    private mutating func repeatPart(of input: inout [UInt8]) {
        guard let part = part(of: input, atMost: 512) else { return }
        input.insert(contentsOf: repeated(Array(input[part]), room: Self.longest - input.count), at: part.upperBound)
    }

    private mutating func repeated(_ part: [UInt8], room: Int) -> [UInt8] {
        guard !part.isEmpty, room >= part.count else { return part }
        let most = room / part.count
        let times = Bool.random(using: &random) ? most : Int.random(in: 1...max(most, 1), using: &random)
        return Array(repeatElement(part, count: times).joined())
    }

    private mutating func removePart(of input: inout [UInt8]) {
        if let part = part(of: input, atMost: input.count) { input.removeSubrange(part) }
    }

    private mutating func replaceByte(of input: inout [UInt8]) {
        guard let index = input.indices.randomElement(using: &random) else { return }
        input[index] = UInt8.random(in: .min ... .max, using: &random)
    }

    private mutating func insertPart(into input: inout [UInt8]) {
        guard let other = candidates.randomElement(using: &random)?.input, let part = part(of: other, atMost: 4096)
        else { return }
        input.insert(contentsOf: other[part], at: Int.random(in: 0...input.count, using: &random))
    }

    private mutating func part(of input: [UInt8], atMost most: Int) -> Range<Int>? {
        guard !input.isEmpty else { return nil }
        let start = Int.random(in: 0..<input.count, using: &random)
        return start..<min(start + Int.random(in: 1...max(most, 1), using: &random), input.count)
    }

    /// Of different combining classes, and what makes one character of several scalars.
    private static let marks = [
        "\u{302}", "\u{316}", "\u{345}", "\u{5B0}", "\u{34F}", "\u{1D165}", "\u{200D}", "\u{FE0F}", "\u{1F3FD}",
        "\u{1F1E9}", "\u{1100}\u{1161}", "\u{11A8}", "\u{1F468}", "\u{0}",
    ]
    private static let text = [
        "a", "0", "9", "-", ".", "e", " ", "\t", "\r", "\n", "\"", "\\", "'", "\\ud800", "\\udc00", "\\u0302", "\u{E9}",
        "\u{130}", "\u{FDFA}", "\u{FFFD}",
    ]
}
