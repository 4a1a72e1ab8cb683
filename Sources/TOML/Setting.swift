internal import GestureModel

/// One setting of a file: its name, its meaning, its range, and its property of `Owner`.
///
/// The reader, the installed file and the tables of the documentation derive from the lists of settings.
package struct Setting<Owner>: Sendable {
    package let name: String
    /// A sentence, for the installed file and the documentation.
    package let meaning: String
    /// Unit and range: `points from 1 to 10000`; `one of "a", "b"`.
    package let domain: String
    /// The expectation in an error: `a number of points from 1 to 10000`.
    package let expectation: String
    /// Sets the value. Returns false and sets nothing if the value has another type or is out of range. Throws an error
    /// if more can be said of the value than the expectation does.
    package let assign: @Sendable (TOMLValue, inout Owner) throws(SettingProblem) -> Bool
    /// Returns the value of the setting as the file spells it, or an example of a value.
    package let text: @Sendable (Owner) -> String
    /// For a setting without a default: copies the value of the second owner to the first, unless the value is nil.
    package private(set) var override: @Sendable (inout Owner, Owner) -> Void = { _, _ in }
    /// For a setting without a default: false if the setting has no value.
    package private(set) var isSet: @Sendable (Owner) -> Bool = { _ in true }

    package typealias Path<Value> = any WritableKeyPath<Owner, Value> & Sendable

    package init(
        _ name: String, _ domain: String, _ meaning: String, expectation: String? = nil,
        assign: @escaping @Sendable (TOMLValue, inout Owner) throws(SettingProblem) -> Bool,
        text: @escaping @Sendable (Owner) -> String
    ) {
        (self.name, self.meaning, self.domain) = (name, meaning, domain)
        self.expectation = expectation ?? domain
        (self.assign, self.text) = (assign, text)
    }

    /// Creates a setting. A value is valid if `read` accepts it; for an invalid value, `read` returns nil or throws the
    /// error.
    package init<Value>(
        _ name: String, _ path: Path<Value>, _ domain: String, _ meaning: String, expectation: String? = nil,
        read: @escaping @Sendable (TOMLValue) throws(SettingProblem) -> Value?,
        text: @escaping @Sendable (Value) -> String
    ) {
        self.init(
            name, domain, meaning, expectation: expectation,
            assign: { (value, owner) throws(SettingProblem) in
                guard let value = try read(value) else { return false }
                owner[keyPath: path] = value
                return true
            }, text: { text($0[keyPath: path]) })
    }

    /// A setting without a default, for which the installed file has an example.
    package init<Value>(
        _ name: String, _ path: Path<Value?>, _ domain: String, example: String, _ meaning: String,
        read: @escaping @Sendable (TOMLValue) throws(SettingProblem) -> Value?
    ) {
        self.init(
            name, path, domain, meaning,
            read: { (value) throws(SettingProblem) in try read(value).map(Optional.some) }, text: { _ in example })
        override = { owner, other in owner[keyPath: path] = other[keyPath: path] ?? owner[keyPath: path] }
        isSet = { $0[keyPath: path] != nil }
    }
}

/// A mistake in the value of a setting, with the correct form.
package struct SettingProblem: Error, Hashable {
    package let message: String

    package init(_ message: String) { self.message = message }
}

extension Setting {
    package static func count(
        _ name: String, _ path: Path<Int>, of unit: String, _ range: ClosedRange<Int>, _ meaning: String
    ) -> Setting {
        let domain = "\(unit) from \(range.lowerBound) to \(range.upperBound)"
        return Setting(
            name, path, domain, meaning, expectation: "a whole number of \(domain)",
            read: { $0.integer(in: range) }, text: { "\($0)" })
    }

    package static func word<Word: CaseIterable & RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ path: Path<Word>, _ meaning: String
    ) -> Setting {
        let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return Setting(
            name, path, "one of \(words)", meaning,
            read: { $0.text.flatMap { Word(exactly: $0) } },
            text: { "\"\($0.rawValue)\"" })
    }

    package static func boolean(_ name: String, _ path: Path<Bool>, example: Bool? = nil, _ meaning: String) -> Setting
    {
        Setting(name, path, "true or false", meaning, read: { $0.boolean }, text: { "\(example ?? $0)" })
    }
}
