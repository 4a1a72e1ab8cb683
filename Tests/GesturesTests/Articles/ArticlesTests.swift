import Foundation
import Strokes
import Testing

/// Keeps articles correct: each of their samples is part of a test, which compiles it and checks the text's statements.
@Suite struct ArticlesTests {
    private static let articles =
        ["README.md"] + files("md", in: "Sources/Gestures/Gestures.docc")
        + files("md", in: "Sources/GestureClient/GestureClient.docc")

    private static let tests =
        (files("swift", in: "Tests/GesturesTests/Articles")
        + files("swift", in: "Tests/GestureClientTests/Articles") + files("swift", in: "Examples/readme")).map {
            normalised(text(of: $0))
        }

    @Test(arguments: articles)
    func `each sample of an article is part of a test`(_ article: String) {
        for sample in samples(in: Self.text(of: article)) {
            #expect(Self.tests.contains { $0.contains(Self.normalised(sample)) }, "\(article):\n\(sample)")
        }
    }

    @Test func `both catalogues exist, and most articles have samples`() {
        let withSamples = Self.articles.filter { !samples(in: Self.text(of: $0)).isEmpty }
        #expect(Self.articles.count >= 13)
        #expect(withSamples.count >= 11)
        #expect(samples(in: "a\n```swift\nlet b = 1\n```\nc\n```\nd\n```\n") == ["let b = 1"])
    }

    private func samples(in article: String) -> [String] {
        var samples: [String] = []
        var sample: [Substring]?
        for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```swift" {
                sample = []
            } else if line == "```", let lines = sample {
                samples.append(lines.joined(separator: "\n"))
                sample = nil
            } else {
                sample?.append(line)
            }
        }
        return samples
    }

    /// Ignores indentation and line breaks, which differ in the test.
    private static func normalised(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func files(_ suffix: String, in folder: String) -> [String] {
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: RecordedFiles.root.appending(path: folder).path))
            ?? []
        return names.filter { $0.hasSuffix("." + suffix) }.sorted().map { "\(folder)/\($0)" }
    }

    private static func text(of file: String) -> String { (try? RecordedFiles.text(of: file)) ?? "" }
}
