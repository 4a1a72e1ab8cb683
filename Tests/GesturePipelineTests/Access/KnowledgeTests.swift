import Foundation
import GestureModel
import GesturePipeline
import GestureProtocol
import Strokes
import Testing

/// How many bits of 500 words that glide over a keyboard an app without the focus learns, by kind of gesture, from
/// the content of its lines. docs/SECURITY.md has the numbers.
@Suite struct KnowledgeTests {
    private static let words = 500

    /// The rows of the document, with what is subscribed for each.
    static let rows: [(name: String, request: String)] = [
        ("`tap`", #""gesture":{"tap":{}}"#), ("`longPress`", #""gesture":{"longPress":{}}"#),
        ("`drag`", #""gesture":{"drag":{"minimumDistance":0}}"#), ("`swipe`", #""gesture":{"swipe":{}}"#),
        ("a standard set", #""gesture":{"standard":"touchscreen"}"#),
        ("`drag` with `edges`", #""gesture":{"drag":{"edges":["left","right","top","bottom"]}}"#),
        (
            "a composition of `drag`, `swipe`, `tap` and `longPress`",
            #""gesture":{"simultaneous":[{"drag":{}},{"swipe":{}},{"tap":{}},{"longPress":{}}]}"#
        ),
        ("`stroke`, a region, or a distance of its own", #""gesture":{"drag":{"minimumDistance":20}}"#),
        (
            "explanations of a `drag`, a `swipe`, a `tap` and a `longPress`",
            #""gesture":{"simultaneous":[{"drag":{}},{"swipe":{}},{"tap":{}},{"longPress":{}}]},"explain":true"#
        ),
        ("`touch`", #""gesture":{"touch":{}}"#),
    ]

    /// The entropy of what is received for each row.
    private static let bits: [Double] = {
        var writing = Writing.onKeyboard()
        var reader = Reader(nil, requests: rows.map(\.request))
        var counts = [[String: Int]](repeating: [:], count: rows.count)
        for word in writing.someWords(words) {
            let lines = reader.text(of: writing.path(of: writing.words[word])).split(separator: "\n")
            for row in rows.indices {
                let own = lines.filter { $0.contains(#""subscription":\#(row + 1),"#) }
                let isExplained = rows[row].request.contains("explain")
                let content = own.filter { $0.contains("explanation") == isExplained }.map(withoutTimes)
                counts[row][content.joined(separator: "\n"), default: 0] += 1
            }
        }
        return counts.map { entropy($0.values.map { Double($0) / Double(words) }) }
    }()

    private static func withoutTimes(_ line: Substring) -> String {
        String(line).replacing(/"(time|deadline|gesture|elapsed|for|after)":\d+/, with: "")
            .replacing(/\d+ ms/, with: "")
    }

    private static func entropy(_ shares: [Double]) -> Double { shares.reduce(0) { $0 - $1 * log2($1) } }

    private static let document = (try? RecordedFiles.text(of: "docs/SECURITY.md")) ?? ""

    @Test(arguments: rows.indices)
    func `the document states how many bits a subscription tells`(_ row: Int) throws {
        let measured = Self.bits[row]
        let line = Self.document.split(separator: "\n").first { $0.hasPrefix("| \(Self.rows[row].name) | ") }
        let cell = try #require(line, "no row for \(Self.rows[row].name), which tells \(measured) bits")
            .split(separator: "|")[1]
        let stated = try #require(
            Double(cell.trimmingCharacters(in: .whitespaces)),
            "\(Self.rows[row].name): \(cell), measured \(measured) bits")
        #expect(abs(stated - measured) < 0.06, "\(Self.rows[row].name): \(measured) bits")
    }

    @Test func `the path itself would tell every word`() {
        var writing = Writing.onKeyboard()
        var reader = Reader(nil, positions: true, requests: [Self.rows[2].request])
        let texts = writing.someWords(100).map { word in
            reader.text(of: writing.path(of: writing.words[word])).split(separator: "\n").map(Self.withoutTimes)
        }
        #expect(Set(texts).count == 100)
    }
}
