import Foundation
import FuzzTargets
import Testing

/// What fuzzing starts from, and what it once found, given to the same targets.
@Suite struct CorpusTests {
    private static let fuzzing = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fuzzing").standardizedFileURL

    /// Tests/Fuzzing/seed writes them, from the documents and recordings of now.
    private static let seeds: Result<URL, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gestured-seeds-\(getpid())")
        let seed = Process()
        seed.executableURL = URL(filePath: "/usr/bin/env")
        seed.arguments = ["python3", "-B", fuzzing.appending(path: "seed").path, folder.path]
        seed.environment = ProcessInfo.processInfo.environment.merging(
            ["PYTHONPATH": fuzzing.appending(path: "../Python").standardizedFileURL.path]) { $1 }
        try seed.run()
        seed.waitUntilExit()
        #expect(seed.terminationStatus == 0, "Tests/Fuzzing/seed failed")
        return folder
    }

    private static func inputs(_ target: String) throws -> [URL] {
        try [fuzzing.appending(path: "Corpus"), seeds.get()].flatMap { folder in
            let folder = folder.appending(path: target)
            guard FileManager.default.fileExists(atPath: folder.path) else { return [URL]() }
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .sorted { $0.path < $1.path }
        }
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
        let folders = try [Self.fuzzing.appending(path: "Corpus"), Self.seeds.get()]
            .flatMap { try FileManager.default.contentsOfDirectory(atPath: $0.path) }
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
    }

    @Test func `the corpus is small enough to be run each time`() throws {
        let sizes = try FuzzTarget.all.flatMap { try Self.inputs($0.name) }.map { try Data(contentsOf: $0).count }
        #expect(sizes.reduce(0, +) < 300_000)
    }
}
