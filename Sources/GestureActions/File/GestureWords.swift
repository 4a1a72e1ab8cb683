internal import GestureModel
internal import LinuxSupport
package import TOML

extension ActionGesture {
    /// - Throws: An error with the correct form.
    package init(words text: String) throws(SettingProblem) { self = try GestureWords.read(text) }
}

/// Reads the short words of the actions file, such as `swipe left`. For other words, suggests the nearest ones.
enum GestureWords {
    private typealias Word = ActionGesture.Word

    /// An example of each form of a gesture in the file, for errors.
    static let forms = """
        "tap", "long press", "swipe left", "flick left", "drag up", "pinch in", "turn clockwise", "swipe hold up", \
        "dial", "tap drag up", "edge right", \
        "corner top-left", "slide up", "stroke NAME" or an expression such as { tap = { count = 2 } }
        """

    static let corners = Corner.allCases.map(ActionGesture.words).joined(separator: ", ")

    /// - Throws: An error with the correct form.
    fileprivate static func read(_ text: String) throws(SettingProblem) -> ActionGesture {
        let words = text.split(separator: " ").map(String.init)
        guard let (word, rest) = first(of: words) else { throw unknown(text, words) }
        switch word {
        case .tap: return try alone(.tap, rest, text)
        case .longPress: return try alone(.longPress, rest, text)
        case .swipe: return .swipe(try Self.word(rest, after: word))
        case .flick: return .flick(try Self.word(rest, after: word))
        case .drag: return .drag(try Self.word(rest, after: word))
        case .pinch: return .pinch(try Self.word(rest, after: word))
        case .rotate: return .rotate(try Self.word(rest, after: word))
        case .swipeHold: return .swipeHold(rest.isEmpty ? nil : try straightDirection(rest, after: word))
        case .dial: return .dial(try Self.word(rest, after: word))
        case .tapDrag: return .tapDrag(try Self.word(rest, after: word))
        case .edge: return .edge(try required(try Self.word(rest, after: word), after: word))
        case .corner: return .corner(try corner(rest))
        case .slide: return .slide(try straightDirection(rest, after: word))
        case .stroke:
            guard !rest.isEmpty else {
                throw SettingProblem("expected the name of a [[stroke]] after stroke, found nothing")
            }
            // The name, including its blanks.
            return .stroke(String(text.drop { $0 == " " }.dropFirst(7)))
        }
    }

    /// Returns the word that names a gesture, and the words after it; nil if no gesture is named.
    private static func first(of words: [String]) -> (word: Word, rest: [String])? {
        let count = [["long", "press"], ["swipe", "hold"], ["tap", "drag"]].contains(Array(words.prefix(2))) ? 2 : 1
        // Earlier files name the turn as the protocol does.
        let word = words.first == "rotate" ? .rotate : Word(rawValue: words.prefix(count).joined(separator: " "))
        return word.map { ($0, Array(words.dropFirst(count))) }
    }

    private static func corner(_ words: [String]) throws(SettingProblem) -> Corner {
        if let corner = ActionGesture.corner(words: words.joined(separator: "-")) { return corner }
        let found = found(words, of: Corner.allCases.map(ActionGesture.words), after: .corner)
        throw SettingProblem("expected one of \(corners) after corner, \(found)")
    }

    private static func straightDirection(
        _ words: [String], after first: Word
    ) throws(SettingProblem) -> ActionDirection {
        if words.count == 1, let direction = ActionDirection(rawValue: words[0]), !direction.isDiagonal {
            return direction
        }
        let straight = ActionDirection.straight.map(\.rawValue)
        let found = found(words, of: straight, after: first)
        throw SettingProblem("expected one of \(straight.joined(separator: ", ")) after \(first.rawValue), \(found)")
    }

    private static func alone(
        _ gesture: ActionGesture, _ rest: [String], _ text: String
    ) throws(SettingProblem) -> ActionGesture {
        if rest.isEmpty { return gesture }
        throw SettingProblem("expected \(gesture) alone, found \(text.shown)")
    }

    private static func required<Word>(_ word: Word?, after first: GestureWords.Word) throws(SettingProblem) -> Word
    where Word: CaseIterable & RawRepresentable<String> {
        if let word { return word }
        let choice = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw SettingProblem("expected one of \(choice) after \(first.rawValue), found nothing")
    }

    private static func word<Word>(_ words: [String], after first: GestureWords.Word) throws(SettingProblem) -> Word?
    where Word: CaseIterable & RawRepresentable<String> {
        if words.isEmpty { return nil }
        if let word = Word(rawValue: words.joined(separator: "-")) { return word }
        let choice = Word.allCases.map(\.rawValue)
        throw SettingProblem(
            "expected one of \(choice.joined(separator: ", ")) after \(first.rawValue), \(found(words, of: choice, after: first))"
        )
    }

    private static func found(_ words: [String], of choice: [String], after first: Word) -> String {
        guard !words.isEmpty else { return "found nothing" }
        let text = words.joined(separator: " ")
        if let number = words.firstIndex(where: { $0.first?.isNumber == true }) {
            // For example `swipe left 20 mm` or `turn 90 degrees`.
            let measure = words[number...].joined(separator: " ")
            return
                "found \(text.shown); write the measure below it, such as distance = \"20 mm\" or angle = \"30 degrees\", "
                + "in place of \(measure)"
        }
        if first == .edge || first == .slide, let slide = slide(along: [first.rawValue] + words) {
            return "found \(text.shown); did you mean \(slide)?"
        }
        let meant =
            Synonyms.meant(by: text.lowercased(), .detail).first(where: choice.contains)
            ?? words.first(where: choice.contains) ?? Spelling.nearest(to: text.lowercased(), of: choice)
        return "found \(text.shown)\(meant.map { "; did you mean \"\(first.rawValue) \($0)\"?" } ?? "")"
    }

    /// Returns the slide that words such as `edge slide right` or `slide up right edge` mean; nil if they name none.
    private static func slide(along words: [String]) -> String? {
        let words = words.map { $0.lowercased() }
        guard ["edge", "slide"].allSatisfy(words.contains), let last = words.last(where: { Edge(rawValue: $0) != nil }),
            let edge = Edge(rawValue: last)
        else { return nil }
        let ways = ActionDirection.straight.filter { $0.edgesAlong.contains(edge) }.map { "slide \($0.rawValue)" }
        let named = ways.filter { words.contains(String($0.dropFirst(6))) && $0.dropFirst(6) != last }
        return (named.isEmpty ? ways : named).map(\.quoted).joined(separator: " or ") + " with edge = \"\(last)\""
    }

    private static func unknown(_ text: String, _ words: [String]) -> SettingProblem {
        guard let meant = meant(by: words) else { return SettingProblem("expected \(forms), found \(text.shown)") }
        return SettingProblem("there is no gesture \(text.shown); did you mean \(meant)?")
    }

    /// Returns the gesture for words that ``read(_:)`` accepts; nil for other words. For text that does not begin with
    /// the word of a gesture, ``read(_:)`` is not called, because it would call this function again without end.
    private static func valid(_ text: String) -> ActionGesture? {
        guard Word.allCases.contains(where: { text == $0.rawValue || text.hasPrefix($0.rawValue + " ") }) else {
            return nil
        }
        return try? read(text)
    }

    /// Returns the gesture that unknown words probably mean, as an actions file writes it; nil if no gesture is near.
    private static func meant(by words: [String]) -> String? {
        let parts = words.flatMap(parts)
        let plain = parts.joined(separator: " ")
        if let other = Synonyms.meant(by: plain, .gesture).first { return other.quoted }
        if let gesture = valid(plain), "\(gesture)" != words.joined(separator: " ") {
            return "\(gesture)".quoted
        }
        if let fingers = fingers(of: parts) ?? taps(of: parts) { return fingers }
        // For example `edge swipe right` or `edge from the left`.
        if parts.first == "edge", let edge = parts.dropFirst().lazy.compactMap(Edge.init).first {
            return "edge \(edge.rawValue)".quoted
        }
        guard let first = parts.first else { return nil }
        let candidates = Word.allCases.map(\.rawValue) + Synonyms.names(.gesture)
        guard let near = Spelling.nearest(to: first, of: candidates) else {
            // For example `left swipe`.
            return parts.count == 2 && parts[1] != first ? meantReversed(parts) : nil
        }
        let word = Synonyms.meant(by: near, .gesture).first ?? near
        let rest = word.contains(" ") ? [] : parts.dropFirst()
        let whole = ([word] + rest).joined(separator: " ")
        return (valid(whole).map { "\($0)" } ?? word).quoted
    }

    /// Splits `swipe-left`, `swipe_left` and `swipeLeft`.
    private static func parts(of word: String) -> [String] {
        var spaced = ""
        for character in word {
            if character.isUppercase { spaced += " " }
            spaced += character == "_" || character == "-" ? " " : character.lowercased()
        }
        return spaced.split(separator: " ").map(String.init)
    }

    private static func meantReversed(_ parts: [String]) -> String? {
        valid("\(parts[1]) \(parts[0])").map { "\($0)".quoted }
    }

    /// Returns a suggestion for a row of taps. For `7 taps top left`, that is `tap` with count = 7, corner = "top-left".
    private static func taps(of parts: [String]) -> String? {
        guard parts.count > 1, ["tap", "taps"].contains(parts[1]), let count = Int(parts[0]), 1...10 ~= count else {
            return nil
        }
        let words = parts.dropFirst(2).filter { !["in", "at", "the", "corner"].contains($0) }.joined(separator: "-")
        let corner = ActionGesture.corner(words: words).map { ", corner = \"\(ActionGesture.words(of: $0))\"" } ?? ""
        return "\"tap\" with count = \(count)\(corner)"
    }

    /// Returns a suggestion for words with a number of fingers. For `3 finger swipe left`, that is `swipe left` with
    /// fingers = 3. Returns nil for other words.
    private static func fingers(of parts: [String]) -> String? {
        guard parts.count > 2, ["finger", "fingers"].contains(parts[1]), let count = FingerWords.number(parts[0]),
            case let words = parts.dropFirst(2).joined(separator: " "),
            let gesture = valid(words).map({ "\($0)" }) ?? Synonyms.meant(by: words, .gesture).first
        else { return nil }
        return "\(gesture.quoted)\(gesture.contains(exact: " with ") ? "," : " with") fingers = \(count)"
    }
}

extension String {
    fileprivate var quoted: String {
        contains(exact: " with ") ? "\"" + replacing(exact: " with ", with: "\" with ") : "\"\(self)\""
    }
}
