import Foundation
import Gestures
import Strokes
import Testing
import TouchRecordings

/// The samples of GettingStarted.md, whose program is in Examples/getting-started.
@Suite struct GettingStartedSamples {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ file: String) throws -> String {
        try String(contentsOf: root.appending(path: file), encoding: .utf8)
    }

    @Test func `a recorded finger prints its velocity`() throws {
        var printed: [String] = []
        func print(_ line: String) { printed.append(line) }
        let bytes = [UInt8](try Data(contentsOf: Self.root.appending(path: "Examples/recordings/flick.evemu")))
        let recording = try Recording(parsing: bytes)

        let drag = DragGesture()
            .onChanged { value in print("moved by \(Int(value.translation.width)) pt") }
            .onEnded { value in
                let rest = value.predictedEndTranslation.width
                print("lifted at \(Int(value.velocity.width)) pt/s, comes to rest at \(Int(rest)) pt")
            }
        let recogniser = GestureRecogniser(drag)
        for frame in try recording.touchFrames() { recogniser.update(frame) }

        let article = try Self.text("Sources/Gestures/Gestures.docc/GettingStarted.md")
        #expect(printed.first.map { article.contains($0) } == true, "\(printed)")
        #expect(printed.last.map { article.contains($0) } == true, "\(printed)")
        #expect(try recording.surface().size.dx > 2000)
    }

    @Test func `the example contains the article's program and products`() throws {
        let program = try Self.text("Examples/getting-started/main.swift")
        let package = try Self.text("Examples/getting-started/Package.swift")
        let article = try Self.text("Sources/Gestures/Gestures.docc/GettingStarted.md")
        let sample = try #require(article.split(separator: "```swift\n").last?.split(separator: "\n```").first)
        #expect(program.contains(sample))
        for product in ["Gestures", "TouchRecordings"] {
            let line = ".product(name: \"\(product)\", package: \"gestured\"),"
            #expect(package.contains(line) && article.contains(line))
        }
    }
}
