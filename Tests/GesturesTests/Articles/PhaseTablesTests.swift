import Foundation
import GestureModel
import GestureRecognition
import Strokes
import Testing

/// The phase tables in ComposingGestures.md equal the recogniser's.
@Suite struct PhaseTablesTests {
    private static let phases: [(name: String, phase: PartPhase)] = [
        ("possible", .possible), ("active", .active), ("ended", .ended), ("failed", .failed(.failed(.didNotMove))),
    ]

    @Test(arguments: GestureExpression.Composition.Kind.allCases)
    func `the documented table equals the recogniser's`(
        _ kind: GestureExpression.Composition.Kind
    ) throws {
        let article = try RecordedFiles.text(of: "Sources/Gestures/Gestures.docc/ComposingGestures.md")
        let lines = article.split(separator: "\n")
        let header = try #require(lines.firstIndex { $0.hasPrefix("| \(kind.rawValue) | possible |") })
        for (row, first) in zip(lines[(header + 2)...], Self.phases) {
            let results = Self.phases.map { Self.name(of: kind.phase(first.phase, $0.phase)) }
            #expect(row == "| **\(first.name)** | \(results.joined(separator: " | ")) |")
        }
    }

    private static func name(of phase: PartPhase) -> String {
        switch phase {
        case .possible: "possible"
        case .active: "active"
        case .ended: "ended"
        case .failed: "failed"
        }
    }
}
