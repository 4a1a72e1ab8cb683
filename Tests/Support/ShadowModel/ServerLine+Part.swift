extension ServerLine {
    enum PartPhase: String, Decodable {
        case possible, active, ended, failed

        var letter: Character { rawValue.first ?? "?" }
        var isTerminal: Bool { self == .ended || self == .failed }
        var hasBegun: Bool { self == .active || self == .ended }

        /// What may come after it.
        func mayBecome(_ next: PartPhase) -> Bool {
            switch self {
            case .possible: true
            case .active: next != .possible
            case .ended, .failed: next == self
            }
        }
    }

    /// `{"movedTooFar":{"by":14.2,"limit":10}}`.
    struct Failure: Decodable, Equatable {
        let name: String
        var numbers: [String: [Double]]
        /// What is told in words, not in numbers.
        let words: [String: [String]]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let object = try value.decode([String: [String: Numbers]].self)
            guard object.count == 1, let (name, numbers) = object.first else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "not one failure")
            }
            self.name = name
            self.numbers = numbers.mapValues(\.list)
            self.words = numbers.mapValues(\.words)
        }
    }

    private struct Numbers: Decodable {
        let list: [Double]
        let words: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            words = (try? [value.decode(String.self)]) ?? (try? value.decode([String].self)) ?? []
            guard words.isEmpty else {
                list = []
                return
            }
            list = try (try? [value.decode(Double.self)]) ?? value.decode([Double].self)
        }
    }
}
