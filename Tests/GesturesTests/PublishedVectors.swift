import Foundation
import Strokes

/// The vectors published for springs, samplers, projection and rubber bands; they live beside the repository, in
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

    static func read() throws -> PublishedVectors {
        let file = RecordedFiles.shared.appending(path: "velocity/spec_vectors.json")
        return try JSONDecoder().decode(PublishedVectors.self, from: Data(contentsOf: file))
    }
}
