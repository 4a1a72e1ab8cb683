import GestureModel
import Testing

@testable import GestureRecognition

/// The truth tables of arbitration, in letters. Parts: `p` possible, `P` possible but reported active, `a` active, `A` active
/// and reported before, `e` ended, `E` ended and reported before, `f` failed. Outcomes: `r` reported, `w` withheld, `x`
/// outcompeted.
@Suite struct ArbitrationTests {
    private func outcomes(_ kind: GestureExpression.Composition.Kind, _ parts: String) -> String {
        var rivals: Arbitration.Rivals = []
        for letter in parts { rivals.append(Arbitration.Rival(letter)) }
        let arbitration = Arbitration(kind, rivals)
        return String(
            (0..<rivals.count).map { index in
                switch arbitration.outcome(of: index) {
                case .reported: "r"
                case .withheld: "w"
                case .outcompeted: "x"
                }
            })
    }

    @Test(arguments: [
        // Undecided: rivals are withheld, failures are not.
        ("pp", "ww"), ("ppp", "www"), ("fpp", "rww"), ("pfp", "wrw"),
        // The last part that has not failed.
        ("fp", "rr"), ("pf", "rr"), ("ff", "rr"), ("ffp", "rrr"),
        // The first that begins wins.
        ("ap", "rx"), ("pa", "xr"), ("ppa", "xxr"), ("fa", "rr"), ("af", "rr"),
        // Of several in one frame: the first that has ended, else the first.
        ("aa", "rx"), ("ae", "xr"), ("ea", "rx"), ("ee", "rx"), ("pae", "xxr"),
    ])
    func `a race withholds its open parts until one of them wins`(parts: String, expected: String) {
        #expect(outcomes(.race, parts) == expected)
    }

    @Test(arguments: [
        // The first part that has not failed leads.
        ("pp", "rw"), ("fp", "rr"), ("pf", "rr"), ("fpp", "rrw"), ("ff", "rr"),
        // A later part that is active is reported, a later end is withheld.
        ("pa", "rr"), ("pe", "rw"), ("pP", "rr"), ("ppa", "rwr"), ("ppe", "rww"), ("fe", "rr"), ("pae", "rrw"),
        // A leader that ends wins.
        ("ep", "rx"), ("ea", "rx"), ("ee", "rx"), ("Epf", "rxr"), ("fep", "rrx"),
        // A leader that begins displaces a later part that was reported, and only withholds one that was not.
        ("aA", "rx"), ("aE", "rx"), ("aa", "rw"), ("ap", "rw"), ("ae", "rw"), ("paA", "rrx"), ("PA", "rx"),
    ])
    func `in an exclusive composition the first part that has not failed leads`(parts: String, expected: String) {
        #expect(outcomes(.exclusive, parts) == expected)
    }

    @Test(arguments: GestureExpression.Composition.Kind.allCases)
    func `a failed part is always reported`(_ kind: GestureExpression.Composition.Kind) {
        for parts in ["f", "fp", "pf", "ef", "fe", "af", "fa"] {
            for (part, outcome) in zip(parts, outcomes(kind, parts)) where part == "f" {
                #expect(outcome == "r", "\(kind) \(parts)")
            }
        }
    }

    @Test func `parts that do not compete are all reported`() {
        for kind in [GestureExpression.Composition.Kind.simultaneous, .sequence] {
            #expect(outcomes(kind, "paef") == "rrrr")
        }
    }
}

extension Arbitration.Rival {
    fileprivate init(_ letter: Character) {
        switch letter {
        case "p": self.init(phase: .possible)
        case "P": self.init(phase: .possible, isReportedActive: true, hasReported: true)
        case "a": self.init(phase: .active)
        case "A": self.init(phase: .active, isReportedActive: true, hasReported: true)
        case "e": self.init(phase: .ended)
        case "E": self.init(phase: .ended, hasReported: true)
        default: self.init(phase: .failed)
        }
    }
}
