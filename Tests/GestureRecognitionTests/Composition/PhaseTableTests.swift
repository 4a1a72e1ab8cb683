import GestureModel
import GestureRecognition
import Testing

/// SwiftUI's phase tables, every pair of phases. p: possible, a: active, e: ended, f: failed; rows are the first
/// gesture's phase, columns the second's.
@Suite struct PhaseTableTests {
    private static let phases: [PartPhase] = [.possible, .active, .ended, .failed(.failed(.didNotMove))]

    private func expect(
        _ kind: GestureExpression.Composition.Kind, _ table: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (first, row) in zip(Self.phases, table) {
            for (second, expected) in zip(Self.phases, row.split(separator: " ")) {
                let phase = kind.phase(first, second)
                #expect(phase.letter == expected, "\(kind)(\(first), \(second))", sourceLocation: sourceLocation)
            }
        }
        #expect(table.count == 4)
    }

    @Test func `simultaneous is active while either is, and over when both are`() {
        expect(
            .simultaneous,
            [
                "p a p p",
                "a a a a",
                "p a e e",
                "p a e f",
            ])
    }

    @Test func `a sequence is its first part, then its second, and active in between`() {
        expect(
            .sequence,
            [
                "p p p p",
                "a a a a",
                "a a e f",
                "f f f f",
            ])
    }

    @Test func `of exclusive parts the second may begin before the first, but end only after it failed`() {
        expect(
            .exclusive,
            [
                "p a p p",
                "a a a a",
                "e e e e",
                "p a e f",
            ])
    }

    @Test func `a race has the phase of its winner`() {
        expect(
            .race,
            [
                "p a e p",
                "a a e a",
                "e e e e",
                "p a e f",
            ])
    }

    @Test(arguments: [GestureExpression.Composition.Kind.simultaneous, .exclusive, .race])
    func `of two failures the one that describes what the contacts did is kept`(
        _ kind: GestureExpression.Composition.Kind
    ) {
        let failure = PartPhase.failed(.failed(.didNotMove))
        #expect(kind.phase(failure, .failed(.outcompeted)) == failure)
        #expect(kind.phase(failure, .failed(nil)) == failure)
        #expect(kind.phase(.failed(nil), failure) == failure)
    }
}

extension PartPhase {
    fileprivate var letter: String {
        switch self {
        case .possible: "p"
        case .active: "a"
        case .ended: "e"
        case .failed: "f"
        }
    }
}
