import Foundation
import Testing

/// The published vectors for springs, samplers, projection and rubber bands. They are next to the repository, in
/// `../shared/velocity`.
struct PublishedVectors: Decodable {
    struct Springs: Decodable {
        struct Numbers: Decodable {
            var duration: Double?
            var bounce: Double?
            var mass: Double?
            var stiffness: Double?
            var damping: Double?
        }
        struct Case: Decodable {
            var `in`: Numbers
            var out: Numbers
            var abs_tol: Double
        }
        var cases: [Case]
    }
    struct Sampler: Decodable {
        struct Case: Decodable {
            var samples: [[Double]]
            var v: Double
        }
        var cases: [Case]
    }
    struct Projection: Decodable {
        struct Case: Decodable {
            var v: Double
            var d: Double
            var distance: Double
        }
        var cases: [Case]
    }
    struct Band: Decodable {
        var c: Double
        var d: Double
        var cases: [[Double]]
    }

    var spring: Springs
    var velocity_sampler_3: Sampler
    var projection: Projection
    var rubber_band: Band

    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/velocity/spec_vectors.json")

    /// The condition of the tests that need the vectors; they are reported as skipped without them.
    static var areAvailable: Bool { FileManager.default.isReadableFile(atPath: file.path()) }
    static var missing: Comment { "there are no published vectors at \(file.path())" }

    static func read() throws -> PublishedVectors {
        try JSONDecoder().decode(PublishedVectors.self, from: Data(contentsOf: file))
    }
}
