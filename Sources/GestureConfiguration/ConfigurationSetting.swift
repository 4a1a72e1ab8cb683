import GestureModel
import GesturePipeline

/// A `[section]` of the file and the settings it takes.
struct ConfigurationSection: Sendable {
    var name: String
    var settings: [ConfigurationSetting]
    /// Whether a `[[device]]` may have one of its own: all of it is thresholds.
    var isOfDevices = true
}

/// One setting: how it is spelled, what it means, what it may be, and where in ``Configuration`` it goes.
struct ConfigurationSetting: Sendable {
    var name: String
    /// A sentence, for the installed file and the documentation.
    var meaning: String
    var kind: Kind

    typealias Path<Value> = any WritableKeyPath<Configuration, Value> & Sendable

    enum Kind: Sendable {
        case points(Path<Double>, ClosedRange<Double>)
        case pointsPerSecond(Path<Double>, ClosedRange<Double>)
        /// The range is in seconds.
        case seconds(Path<Microseconds>, ClosedRange<Double>)
        /// Of nothing: a scale.
        case number(Path<Double>, ClosedRange<Double>)
        /// The range is in degrees, what the path leads to is radians.
        case degrees(Path<Double>, ClosedRange<Double>)
        case count(Path<Int>, of: String, ClosedRange<Int>)
        case estimator(Path<VelocityEstimator>)
        case boolean(Path<Bool>)
        case positions(Path<AccessRules.Positions>)
        case sessionScope(Path<AccessRules.SessionScope>)
        /// nil is everybody.
        case group(Path<AccountName?>)
    }

    init(_ name: String, _ kind: Kind, _ meaning: String) {
        self.name = name
        self.kind = kind
        self.meaning = meaning
    }
}

extension ConfigurationSetting {
    /// Sets it in `configuration`; false, and nothing set, where `value` is of another type or out of range.
    func assign(_ value: ConfigurationValue, to configuration: inout Configuration) -> Bool {
        switch (kind, value) {
        case (.points(let path, let range), _), (.pointsPerSecond(let path, let range), _):
            guard let points = value.number, range.contains(points) else { return false }
            configuration[keyPath: path] = points
        case (.number(let path, let range), _):
            guard let number = value.number, range.contains(number) else { return false }
            configuration[keyPath: path] = number
        case (.degrees(let path, let range), _):
            guard let degrees = value.number, range.contains(degrees) else { return false }
            configuration[keyPath: path] = degrees * .pi / 180
        case (.seconds(let path, let range), _):
            guard let seconds = value.number, range.contains(seconds) else { return false }
            configuration[keyPath: path] = .seconds(seconds)
        case (.count(let path, _, let range), .integer(let count)):
            guard range.contains(count) else { return false }
            configuration[keyPath: path] = count
        case (.boolean(let path), .boolean(let value)):
            configuration[keyPath: path] = value
        case (.group(let path), .string("")): configuration[keyPath: path] = nil
        case (.group(let path), _):
            guard let group = AccountName(value) else { return false }
            configuration[keyPath: path] = group
        case (.estimator(let path), .string(let word)): return set(path, to: word, in: &configuration)
        case (.positions(let path), .string(let word)): return set(path, to: word, in: &configuration)
        case (.sessionScope(let path), .string(let word)): return set(path, to: word, in: &configuration)
        case (.count, _), (.estimator, _), (.boolean, _), (.positions, _), (.sessionScope, _): return false
        }
        return true
    }

    private func set<Word: RawRepresentable<String>>(
        _ path: Path<Word>, to word: String, in configuration: inout Configuration
    ) -> Bool {
        guard let word = Word(rawValue: word) else { return false }
        configuration[keyPath: path] = word
        return true
    }

    /// Its value in `configuration`, as the file spells it.
    func text(in configuration: Configuration) -> String {
        switch kind {
        case .points(let path, _), .pointsPerSecond(let path, _), .number(let path, _):
            configuration[keyPath: path].shortest
        case .degrees(let path, _): (configuration[keyPath: path] * 180 / .pi).shortest
        case .seconds(let path, _): configuration[keyPath: path].seconds.shortest
        case .count(let path, _, _): String(configuration[keyPath: path])
        case .estimator(let path): "\"\(configuration[keyPath: path].rawValue)\""
        case .boolean(let path): String(configuration[keyPath: path])
        case .positions(let path): "\"\(configuration[keyPath: path].rawValue)\""
        case .sessionScope(let path): "\"\(configuration[keyPath: path].rawValue)\""
        case .group(let path): configuration[keyPath: path]?.text ?? "\"\""
        }
    }

    /// What an error expects: `a number of points from 1 to 10000`.
    var expectation: String {
        switch kind {
        case .points, .pointsPerSecond, .seconds, .degrees: "a number of \(domain)"
        case .number: "a \(domain)"
        case .count: "a whole number of \(domain)"
        case .estimator, .boolean, .positions, .sessionScope, .group: domain
        }
    }

    /// Unit and range: `points from 1 to 10000`; `one of "a", "b"`.
    var domain: String {
        switch kind {
        case .points(_, let range): "points from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .pointsPerSecond(_, let range):
            "points per second from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .number(_, let range): "number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .degrees(_, let range): "degrees from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .seconds(_, let range): "seconds from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        case .count(_, let unit, let range): "\(unit) from \(range.lowerBound) to \(range.upperBound)"
        case .estimator: oneOf(VelocityEstimator.self)
        case .boolean: "true or false"
        case .positions: oneOf(AccessRules.Positions.self)
        case .sessionScope: oneOf(AccessRules.SessionScope.self)
        case .group: "a group's name or number, or \"\""
        }
    }

    private func oneOf<Word: CaseIterable & RawRepresentable<String>>(_ words: Word.Type) -> String {
        "one of " + words.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    }
}

extension ConfigurationValue {
    /// A whole number is a number too.
    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .string, .boolean, .array, .other: nil
        }
    }
}

extension Double {
    /// 45 for 45.0.
    fileprivate var shortest: String { Int(exactly: self).map(String.init) ?? description }
}
