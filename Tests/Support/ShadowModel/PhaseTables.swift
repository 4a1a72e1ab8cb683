/// What the parts of a composition may be at once, and what it then is: written down from the protocol and from what
/// SwiftUI does, one letter for a phase.
enum PhaseTables {
    /// The phases that parts may have together, in their order.
    static func allows(_ phases: String, for kind: GestureKind) -> Bool {
        switch kind {
        // Nothing starts before what comes before it has ended, and nothing comes after what failed.
        case .sequence: phases.wholeMatch(of: /e*([pa]p*|f+)?/) != nil
        // One may be early; an end waits until those before it have failed, and then the others have too.
        case .exclusive: phases.wholeMatch(of: /[pf]*a?[pf]*|f*ef*/) != nil
        case .race: phases.wholeMatch(of: /[pf]*|f*[ae]f*/) != nil
        default: true
        }
    }

    /// Of three and more, from the last to the first.
    static func combined(_ phases: String, for kind: GestureKind) -> Character? {
        guard let table = tables[kind], let last = phases.last else { return nil }
        return phases.dropLast().reversed().reduce(last) { rest, first in
            guard let row = table[first], let column = "paef".firstIndex(of: rest) else { return "?" }
            return row[column]
        }
    }

    /// Rows are the first part's phase, columns that of the rest: possible, active, ended, failed.
    private static let tables: [GestureKind: [Character: String]] = [
        .simultaneous: ["p": "papp", "a": "aaaa", "e": "paee", "f": "paef"],
        .sequence: ["p": "pppp", "a": "aaaa", "e": "aaef", "f": "ffff"],
        .exclusive: ["p": "papp", "a": "aaaa", "e": "eeee", "f": "paef"],
        .race: ["p": "paep", "a": "aaea", "e": "eeee", "f": "paef"],
    ]
}
