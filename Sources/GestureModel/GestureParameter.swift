/// One parameter of a gesture: its name, key path and allowed values, and the threshold that applies where an
/// expression omits it.
package struct GestureParameter<Gesture: SingleGesture>: Sendable {
    package let name: String
    /// A sentence part for the documents.
    package let meaning: String
    package let kind: Kind
    package private(set) var threshold: Threshold?
    /// Whether several gestures use the threshold. It then has its own section in the configuration.
    package private(set) var isThresholdShared = false
    /// The parameter without which this parameter has no effect.
    package private(set) var companion: String?
    /// True for an expression in which omitting the parameter has two effects: the threshold applies, and so do the
    /// rules of the standard set.
    package private(set) var isJudged: @Sendable (Gesture) -> Bool = { _ in false }

    package typealias Path<Value> = any WritableKeyPath<Gesture, Value> & Sendable

    package enum Kind: Sendable {
        case fingers(Path<FingerCounts>)
        case count(Path<Int>, ClosedRange<Int>)
        case number(Path<Double?>, NumberRange)
        /// In seconds in a request.
        case duration(Path<Microseconds?>, NumberRange)
        case words(ParameterWords<Gesture>)
        /// The name of a velocity estimator.
        case estimator(Path<VelocityEstimator?>)
        /// A position with coordinates from -1e9 to 1e9.
        case point(Path<Point?>)
        /// The templates of a stroke, which are required.
        case templates(Path<[GestureExpression.Stroke.Template]>)
        /// A threshold that no expression overrides.
        case configured
    }

    /// Whether an expression can have the parameter.
    package var isSpelled: Bool { if case .configured = kind { false } else { true } }

    /// Whether an expression must have the parameter.
    package var isRequired: Bool { if case .templates = kind { true } else { false } }

    /// Whether `gesture` sets the parameter.
    package func isPresent(in gesture: Gesture) -> Bool {
        switch kind {
        case .fingers, .count, .templates: true
        case .number(let path, _): gesture[keyPath: path] != nil
        case .duration(let path, _): gesture[keyPath: path] != nil
        case .words(let words): words.read(gesture) != nil
        case .estimator(let path): gesture[keyPath: path] != nil
        case .point(let path): gesture[keyPath: path] != nil
        case .configured: false
        }
    }
}

// MARK: - Rows

extension GestureParameter {
    static func fingers(_ path: Path<FingerCounts>) -> GestureParameter {
        GestureParameter(name: "fingers", meaning: "The numbers of fingers that can make it.", kind: .fingers(path))
    }

    /// Returns a numeric parameter with the name and the meaning of its threshold.
    static func number(_ path: Path<Double?>, _ range: NumberRange, _ threshold: Threshold) -> GestureParameter {
        .of(threshold, .number(path, range))
    }

    /// Returns a numeric parameter. If an expression omits it, the threshold applies, and so do the rules of the
    /// standard set.
    ///
    /// - Parameter isJudged: False for an expression to which only the threshold applies.
    static func judged(
        _ path: Path<Double?>, _ range: NumberRange, _ threshold: Threshold,
        if isJudged: @escaping @Sendable (Gesture) -> Bool = { _ in true }
    ) -> GestureParameter {
        number(path, range, threshold).judged(if: isJudged)
    }

    /// Returns a copy of this parameter. If an expression omits it and `isJudged` returns true, the rules of the
    /// standard set apply as well.
    func judged(if isJudged: @escaping @Sendable (Gesture) -> Bool = { _ in true }) -> GestureParameter {
        var parameter = self
        parameter.isJudged = isJudged
        return parameter
    }

    static func duration(_ path: Path<Microseconds?>, _ range: NumberRange, _ threshold: Threshold) -> GestureParameter
    {
        .of(threshold, .duration(path, range))
    }

    /// Returns a parameter for a threshold of the gesture that no expression overrides.
    static func configured(_ threshold: Threshold) -> GestureParameter { .of(threshold, .configured) }

    private static func of(_ threshold: Threshold, _ kind: Kind) -> GestureParameter {
        GestureParameter(name: threshold.name, meaning: threshold.meaning, kind: kind, threshold: threshold)
    }

    /// Returns a numeric parameter whose threshold several gestures share. Without the parameter `companion` it has no
    /// effect.
    static func number(
        _ name: String, _ path: Path<Double?>, _ range: NumberRange, shared threshold: Threshold, with companion: String
    ) -> GestureParameter {
        GestureParameter(
            name: name, meaning: threshold.meaning, kind: .number(path, range), threshold: threshold,
            isThresholdShared: true, companion: companion)
    }

    static func velocity(_ path: Path<VelocityEstimator?>) -> GestureParameter {
        GestureParameter(name: "velocity", meaning: "How its velocity is estimated.", kind: .estimator(path))
    }

    /// Returns a parameter whose value is a subset of a set of words. An expression without the parameter accepts all
    /// of them.
    static func words<Words: WordSet>(_ name: String, _ path: Path<Words>, _ meaning: String) -> GestureParameter {
        let all = Words(Words.Word.allCases.map { Words($0) })
        return words(
            name, meaning, read: { $0[keyPath: path] == all ? nil : $0[keyPath: path] },
            write: { $0[keyPath: path] = $1 })
    }

    static func words<Words: WordSet>(_ name: String, _ path: Path<Words?>, _ meaning: String) -> GestureParameter {
        words(name, meaning, read: { $0[keyPath: path] }, write: { $0[keyPath: path] = $1 })
    }

    private static func words<Words: WordSet>(
        _ name: String, _ meaning: String, read: @escaping @Sendable (Gesture) -> Words?,
        write: @escaping @Sendable (inout Gesture, Words) -> Void
    ) -> GestureParameter {
        let words = ParameterWords<Gesture>(
            allowed: Words.Word.allCases.map(\.rawValue), read: { read($0)?.words.map(\.rawValue) },
            write: { gesture, names in
                write(&gesture, Words(names.compactMap { Words.Word(exactly: $0) }.map { Words($0) }))
            })
        return GestureParameter(name: name, meaning: meaning, kind: .words(words))
    }
}

/// A parameter whose value is a set of words.
package struct ParameterWords<Gesture>: Sendable {
    package let allowed: [String]
    /// Returns nil if the gesture omits the parameter.
    package let read: @Sendable (Gesture) -> [String]?
    /// - Precondition: Each word is allowed.
    package let write: @Sendable (inout Gesture, [String]) -> Void
}

// MARK: - Defaults

extension GestureParameter {
    func override(_ thresholds: inout Thresholds, from gesture: Gesture) {
        switch kind {
        case .number(let path, _): if let number = gesture[keyPath: path] { threshold?.set(number, in: &thresholds) }
        case .duration(let path, _): if let time = gesture[keyPath: path] { threshold?.set(time, in: &thresholds) }
        case .estimator(let path):
            if let estimator = gesture[keyPath: path] { thresholds.velocity.estimator = estimator }
        case .fingers, .count, .words, .point, .templates, .configured: break
        }
    }

    /// Fills in a missing parameter, unless its omission means that the rules of the standard set apply as well. A
    /// number without its companion has no effect, and is removed instead.
    func resolve(in gesture: inout Gesture, with thresholds: Thresholds) {
        if case .estimator(let path) = kind, gesture[keyPath: path] == nil {
            gesture[keyPath: path] = thresholds.velocity.estimator
        }
        guard let threshold, !isJudged(gesture) else { return }
        switch kind {
        case .number(let path, _):
            if !hasCompanion(in: gesture) {
                gesture[keyPath: path] = nil
            } else if gesture[keyPath: path] == nil {
                gesture[keyPath: path] = threshold.number(in: thresholds)
            }
        case .duration(let path, _):
            if gesture[keyPath: path] == nil { gesture[keyPath: path] = threshold.duration(in: thresholds) }
        case .fingers, .count, .words, .estimator, .point, .templates, .configured: break
        }
    }

    package func hasCompanion(in gesture: Gesture) -> Bool {
        companion.map(gesture.has) ?? true
    }
}

// MARK: - Values out of range

extension GestureParameter {
    func problem(in gesture: Gesture) -> String? {
        switch kind {
        case .fingers(let path):
            let counts = gesture[keyPath: path].counts
            guard let least = counts.first else { return "expected at least one number of fingers" }
            let most = FingerCounts.allowed.upperBound
            return least >= Gesture.leastFingers
                ? nil : "expected \(Gesture.leastFingers) to \(most) fingers, found \(least)"
        case .count(let path, let range):
            let count = gesture[keyPath: path]
            return range.contains(count)
                ? nil : "expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(count)"
        case .number(let path, let range): return gesture[keyPath: path].flatMap(range.problem)
        case .duration(let path, let range): return gesture[keyPath: path].flatMap { range.problem($0.seconds) }
        case .words(let words):
            return words.read(gesture)?.isEmpty == true
                ? "expected at least one of \(words.allowed.joined(separator: ", "))" : nil
        case .templates(let path):
            return GestureExpression.Stroke.problem(in: gesture[keyPath: path]).map { place, problem in
                place.isEmpty ? problem : "\(place): \(problem)"
            }
        case .point(let path): return gesture[keyPath: path].flatMap { Self.problem(in: $0) }
        case .estimator, .configured: return nil
        }
    }

    /// Returns what is wrong with a position; nil if nothing is wrong.
    package static func problem(in point: Point) -> String? {
        let most = 1e9
        return abs(point.x) <= most && abs(point.y) <= most
            ? nil : "expected numbers from -1000000000 to 1000000000, found [\(point.x),\(point.y)]"
    }
}

/// The numbers that a parameter allows, and their description.
package struct NumberRange: Sendable {
    package let lower: Double
    package let isLowerIncluded: Bool
    package let upper: Double
    private let description: String
    /// The word for infinity; nil if infinity is not allowed.
    package let infinity: String?

    private init(
        from lower: Double, isLowerIncluded: Bool = true, to upper: Double = .greatestFiniteMagnitude,
        infinity: String? = nil, _ description: String
    ) {
        self.lower = lower
        self.isLowerIncluded = isLowerIncluded
        self.upper = upper
        self.infinity = infinity
        self.description = description
    }

    /// The allowed numbers in words, as an error lists them.
    package var words: String { infinity.map { "\(description), or \"\($0)\"" } ?? description }

    package func contains(_ number: Double) -> Bool {
        (isLowerIncluded ? number >= lower : number > lower) && number <= upper
    }

    /// Returns what is wrong with a number; nil if it is in range. Infinity is in range if there is a word for it.
    package func problem(_ number: Double) -> String? {
        contains(number) || number == .infinity && infinity != nil ? nil : "expected \(words), found \(number)"
    }

    package static let finite = NumberRange(from: -Double.greatestFiniteMagnitude, "a number")
    package static let positive = NumberRange(from: 0, isLowerIncluded: false, "a number above 0")
    /// The sides of the rectangle to which a surface is scaled. In this range, positions divided by the scale stay
    /// finite.
    package static let mappedLength = NumberRange(from: 0.001, to: 1_000_000_000, "a number from 0.001 to 1000000000")
    /// Positions and sizes of outputs. No desktop is nearly as large, and differences of such numbers are still exact to
    /// a thousandth of a pixel.
    package static let desktopPosition = NumberRange(
        from: -1_000_000, to: 1_000_000, "a number from -1000000 to 1000000")
    package static let desktopLength = NumberRange(from: 0.001, to: 1_000_000, "a number from 0.001 to 1000000")
    package static let notNegative = NumberRange(from: 0, "a number of 0 or more")
    package static let positiveLimit = NumberRange(from: 0, isLowerIncluded: false, infinity: "any", "a number above 0")
    package static let limit = NumberRange(from: 0, infinity: "any", "a number of 0 or more")
    package static let score = NumberRange(from: 0, to: 1, "a number from 0 to 1")
    package static let angle = NumberRange(from: 0, "a number of radians, 0 or more")
    /// The duration of a tap, or the delay between two taps: an hour at most.
    package static let tapDuration = NumberRange(
        from: 0, isLowerIncluded: false, to: 3600, "a number of seconds above 0, at most 3600")
    /// How long fingers rest after a swipe: an hour at most.
    package static let holdDuration = NumberRange(from: 0, to: 3600, "a number of seconds from 0 to 3600")
    /// The duration of a pause: a day at most.
    package static let pause = NumberRange(
        from: 0, isLowerIncluded: false, to: 86_400, "a number of seconds above 0, at most 86400")
    /// At most 31 years: a double still resolves the microseconds of such a time.
    package static let pressDuration = NumberRange(
        from: 0, to: 1_000_000_000, infinity: "never", "a number of seconds from 0 to 1000000000")
}
