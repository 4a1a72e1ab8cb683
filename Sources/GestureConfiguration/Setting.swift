internal import GestureModel

/// One setting of a `[section]`, a `[[grant]]` or a `[[device]]`: its name, its meaning, its range, and its property of
/// `Owner`.
///
/// The reader, the installed file and the tables of the documentation derive from the lists of settings.
struct Setting<Owner>: Sendable {
    let name: String
    /// A sentence, for the installed file and the documentation.
    let meaning: String
    /// Unit and range: `points from 1 to 10000`; `one of "a", "b"`.
    let domain: String
    /// The expectation in an error: `a number of points from 1 to 10000`.
    let expectation: String
    /// Sets the value. Returns false and sets nothing if the value has another type or is out of range.
    let assign: @Sendable (TOMLValue, inout Owner) -> Bool
    /// Returns the value of the setting as the file spells it, or an example of a value.
    let text: @Sendable (Owner) -> String
    /// For a setting without a default: copies the value of the second owner to the first, unless the value is nil.
    private(set) var override: @Sendable (inout Owner, Owner) -> Void = { _, _ in }
    /// For a setting without a default: false if the setting has no value.
    private(set) var isSet: @Sendable (Owner) -> Bool = { _ in true }

    typealias Path<Value> = any WritableKeyPath<Owner, Value> & Sendable

    /// Creates a setting. A value is valid if `read` accepts it; for an invalid value, `read` returns nil.
    init<Value>(
        _ name: String, _ path: Path<Value>, _ domain: String, _ meaning: String, expectation: String? = nil,
        read: @escaping @Sendable (TOMLValue) -> Value?, text: @escaping @Sendable (Value) -> String
    ) {
        self.name = name
        self.meaning = meaning
        self.domain = domain
        self.expectation = expectation ?? domain
        assign = { value, owner in
            guard let value = read(value) else { return false }
            owner[keyPath: path] = value
            return true
        }
        self.text = { text($0[keyPath: path]) }
    }

    /// A setting without a default, for which the installed file has an example.
    init<Value>(
        _ name: String, _ path: Path<Value?>, _ domain: String, example: String, _ meaning: String,
        read: @escaping @Sendable (TOMLValue) -> Value?
    ) {
        self.init(
            name, path, domain, meaning, read: { value in read(value).map(Optional.some) }, text: { _ in example })
        override = { owner, other in owner[keyPath: path] = other[keyPath: path] ?? owner[keyPath: path] }
        isSet = { $0[keyPath: path] != nil }
    }

    private init(threshold: Threshold, range: ClosedRange<Double>, _ path: Path<Thresholds>) {
        let ends = "from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        name = threshold.name
        meaning = threshold.meaning
        domain = "\(threshold.unit.rawValue) \(ends)"
        expectation = threshold.unit == .number ? "a number \(ends)" : "a number of \(domain)"
        assign = { value, owner in
            guard let number = value.number, range.contains(number) else { return false }
            threshold.setValue(number, in: &owner[keyPath: path])
            return true
        }
        text = { threshold.value(in: $0[keyPath: path])?.shortest ?? "" }
    }

    /// nil if the threshold cannot be configured.
    init?(_ threshold: Threshold, of path: Path<Thresholds>) {
        guard let range = threshold.range else { return nil }
        self.init(threshold: threshold, range: range, path)
    }
}

extension Setting {
    static func count(
        _ name: String, _ path: Path<Int>, of unit: String, _ range: ClosedRange<Int>, _ meaning: String
    ) -> Setting {
        let domain = "\(unit) from \(range.lowerBound) to \(range.upperBound)"
        return Setting(
            name, path, domain, meaning, expectation: "a whole number of \(domain)",
            read: { $0.integer(in: range) }, text: { "\($0)" })
    }

    static func word<Word: CaseIterable & RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ path: Path<Word>, _ meaning: String
    ) -> Setting {
        let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return Setting(
            name, path, "one of \(words)", meaning, read: { $0.text.flatMap { Word(exactly: $0) } },
            text: { "\"\($0.rawValue)\"" })
    }

    static func boolean(_ name: String, _ path: Path<Bool>, example: Bool? = nil, _ meaning: String) -> Setting {
        Setting(name, path, "true or false", meaning, read: \.boolean, text: { "\(example ?? $0)" })
    }
}

extension Double {
    /// The shortest text: `45` for 45.0.
    fileprivate var shortest: String { Int(exactly: self).map(String.init) ?? description }
}
