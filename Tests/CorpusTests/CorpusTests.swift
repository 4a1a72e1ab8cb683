import Foundation
import FuzzTargets
import Testing

/// What fuzzing starts from, and what it once found, given to the same targets.
@Suite struct CorpusTests {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fuzzing/Corpus").standardizedFileURL

    private static func inputs(_ target: String) throws -> [URL] {
        let folder = corpus.appending(path: target)
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `the corpus has no findings`(of name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let inputs = try Self.inputs(name)
        #expect(!inputs.isEmpty)
        for input in inputs {
            #expect(target.findings([UInt8](try Data(contentsOf: input))) == [], "\(input.lastPathComponent)")
        }
    }

    @Test func `every folder of the corpus is a target's`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(folders.sorted() == FuzzTarget.all.map(\.name).sorted())
    }

    @Test func `the corpus is small enough to be run each time`() throws {
        let sizes = try FuzzTarget.all.flatMap { try Self.inputs($0.name) }.map { try Data(contentsOf: $0).count }
        #expect(sizes.reduce(0, +) < 300_000)
    }
}
