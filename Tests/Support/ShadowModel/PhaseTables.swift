/// What the parts of a composition may be at once, and what it then is: written down from the protocol and from what
/// SwiftUI does, one letter for a phase.
enum PhaseTables {
    /// The phases that parts may have together, in their order.
    static func allows(_ phases: String, for kind: GestureKind) -> Bool {
        switch kind {
        case .sequence: allowsInSequence(phases)
        // One may be early; an end waits until those before it have failed, and then the others have too.
        case .exclusive: only("pf", but: "a", in: phases) || only("f", but: "e", in: phases)
        case .race: only("pf", but: "", in: phases) || only("f", but: "ae", in: phases)
        default: true
        }
    }

    /// Nothing starts before what comes before it has ended, and nothing comes after what failed. Not by an expression,
    /// which is read anew each time: that was a third of a long run.
    private static func allowsInSequence(_ phases: String) -> Bool {
        var rest = phases.drop { $0 == "e" }
        guard let next = rest.popFirst() else { return true }
        return rest.allSatisfy { $0 == (next == "f" ? "f" : "p") }
    }

    /// Whether one at most is another letter than those, and of the others.
    private static func only(_ letters: String, but others: String, in phases: String) -> Bool {
        var found = 0
        for phase in phases where !letters.contains(phase) {
            guard others.contains(phase) else { return false }
            found += 1
        }
        return found <= 1
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
