/// A shell pattern that matches whole names.
public struct Glob: Hashable, Sendable {
    /// Which characters have a special meaning.
    public enum Syntax: Hashable, Sendable {
        /// `*` matches any text, `?` any character, and all other characters match themselves.
        case wildcards
        /// As ``wildcards``, and also `[a-z]`, `[!a-z]`, and `\` before a literal character: fnmatch(3) without flags,
        /// as in libinput's quirk files. Inside brackets, `\`, `[:alpha:]` and `^` have no special meaning.
        case fnmatch
    }

    private enum Piece: Hashable, Sendable {
        case anything
        case anyOne
        case one(Unicode.Scalar)
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)

        func matches(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .anything: false
            case .anyOne: true
            case .one(let own): own == scalar
            case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
            }
        }
    }

    /// The pattern as written.
    public let text: String
    /// nil for a pattern that matches only its own text. A piece takes 16 bytes, and a file of actions may list a
    /// thousand apps, so these patterns store no pieces.
    private let pieces: [Piece]?

    /// Equal if the texts have the same bytes and the same meaning: the two syntaxes may give one text different
    /// meanings.
    public static func == (one: Glob, other: Glob) -> Bool {
        one.text.exact == other.text.exact && one.pieces == other.pieces
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(text.exact) }

    /// True for a pattern that matches only its own text.
    package var isLiteral: Bool { pieces == nil }
    /// True for a pattern such as `*`, which matches every text.
    package var isEveryText: Bool { pieces.map { $0.allSatisfy { $0 == .anything } && !$0.isEmpty } ?? false }

    /// Creates a pattern. A bracket without an end is a character.
    public init(_ text: String, syntax: Syntax) {
        self.text = text
        var rest = Array(text.unicodeScalars)[...]
        var pieces: [Piece] = []
        // If no `]` closes one bracket, no `]` closes a later one. Searching again would take quadratic time.
        var mayClose = true
        while let scalar = rest.popFirst() {
            switch (scalar, syntax) {
            case ("*", _): pieces.append(.anything)
            case ("?", _): pieces.append(.anyOne)
            case ("\\", .fnmatch): pieces.append(.one(rest.popFirst() ?? "\\"))
            case ("[", .fnmatch) where mayClose:
                let bracket = Glob.bracket(&rest)
                mayClose = bracket != nil
                pieces.append(bracket ?? .one("["))
            default: pieces.append(.one(scalar))
            }
        }
        let isLiteral = pieces.elementsEqual(text.unicodeScalars.map(Piece.one))
        self.pieces = isLiteral ? nil : pieces
    }

    /// Parses the text after a `[`. Returns nil and consumes nothing if no `]` closes the bracket.
    private static func bracket(_ rest: inout ArraySlice<Unicode.Scalar>) -> Piece? {
        var inside = rest
        let isNegated = inside.first == "!"
        if isNegated { inside.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let first = inside.popFirst() {
            // A leading `]` is a literal character.
            if first == "]", !ranges.isEmpty {
                rest = inside
                return .oneOf(ranges, isNegated: isNegated)
            }
            var last = first
            if inside.first == "-", let end = inside.dropFirst().first, end != "]" {
                last = end
                inside.removeFirst(2)
            }
            // A backward range, which would trap, matches only its first character.
            ranges.append(first...max(first, last))
        }
        return nil
    }

    /// True if the pattern matches all of `name`. The time grows at most with the product of both lengths.
    public func matches(_ name: String) -> Bool {
        guard let pieces else { return name.exact == text.exact }
        let scalars = Array(name.unicodeScalars)
        var (piece, at) = (0, 0)
        // The latest `*`, and the position in the name at which the pattern after it was last tried. An earlier `*`
        // need not be retried.
        var retry: (piece: Int, at: Int)?
        while at < scalars.count {
            if piece < pieces.count, pieces[piece] == .anything {
                retry = (piece, at)
                piece += 1
            } else if piece < pieces.count, pieces[piece].matches(scalars[at]) {
                (piece, at) = (piece + 1, at + 1)
            } else if let last = retry {
                retry = (last.piece, last.at + 1)
                (piece, at) = (last.piece + 1, last.at + 1)
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { $0 == .anything }
    }
}
