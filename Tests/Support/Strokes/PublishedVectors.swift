/// The published vectors for springs, samplers, projection and rubber bands. Tests that read them are enabled by ``RecordedFiles/hasVelocity``.
package struct PublishedVectors: Decodable {
    package struct Springs: Decodable {
        package struct Numbers: Decodable {
            package var duration: Double?
            package var bounce: Double?
            package var mass: Double?
            package var stiffness: Double?
            package var damping: Double?
        }
        package struct Case: Decodable {
            package var `in`: Numbers
            package var out: Numbers
            package var abs_tol: Double
        }
        package var cases: [Case]
    }
    package struct Sampler: Decodable {
        package struct Case: Decodable {
            package var samples: [[Double]]
            package var v: Double
        }
        package var cases: [Case]
    }
    package struct Projection: Decodable {
        package struct Case: Decodable {
            package var v: Double
            package var d: Double
            package var distance: Double
        }
        package var cases: [Case]
    }
    /// Android's tests of cancelled pointers; rows are milliseconds, x, y.
    package struct Cancel: Decodable {
        package struct Case: Decodable {
            package var name: String
            package var points: [[Double]]?
            package var pointer0: [[Double]]?
            package var pointer1: [[Double]]?
        }
        package var cases: [Case]
    }
    package struct Band: Decodable {
        package var c: Double
        package var d: Double
        package var cases: [[Double]]
    }

    package var spring: Springs
    package var velocity_sampler_3: Sampler
    package var android_cancel: Cancel
    package var projection: Projection
    package var rubber_band: Band

    package static func read() throws -> PublishedVectors {
        try RecordedFiles.published("spec_vectors.json", as: PublishedVectors.self)
    }
}
