import Foundation
import GestureModel
import Strokes

/// The velocity traces that Flutter and Android publish, as numbers; they are next to the repository, in `../shared/velocity`.
enum PublishedTraces {
    struct Row: Decodable {
        var t_us: Double
        var x: Double?
        var y: Double?
        var pointer: Int?
        var phase: String?
        var resampled: Bool?

        var time: Timestamp { Timestamp(microseconds: Int64(t_us.rounded())) }
    }

    struct File<Trace: Decodable>: Decodable {
        var traces: [Trace]
    }

    struct FlutterTrace: Decodable {
        struct Expected: Decodable {
            var vx: Double
            var vy: Double
            var tolerance: Double
        }

        var name: String
        var points: [Row]
        var expected: Expected
    }

    struct AndroidTrace: Decodable {
        struct Expected: Decodable {
            var strategy: String
            var axis: String
            /// nil: Android reports no velocity, which is zero here.
            var v: Double?
            var pointer: Int
            var tolerance: Double
        }

        var name: String
        var points: [Row]
        var expected: [Expected]
        var last_row_is_up: Bool?
    }

    struct SpecVectors: Decodable {
        /// Android's tests of cancelled pointers; rows are milliseconds, x, y.
        struct Cancel: Decodable {
            struct Case: Decodable {
                var name: String
                var points: [[Double]]?
                var pointer0: [[Double]]?
                var pointer1: [[Double]]?
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
        var android_cancel: Cancel
        var velocity_sampler_3: Sampler
    }

    static func flutter() throws -> [FlutterTrace] { try read("flutter.json", as: File.self).traces }
    static func android() throws -> [AndroidTrace] { try read("android.json", as: File.self).traces }
    static func specVectors() throws -> SpecVectors { try read("spec_vectors.json", as: SpecVectors.self) }

    private static func read<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
        let file = RecordedFiles.folder.appending(path: "velocity/\(name)")
        return try JSONDecoder().decode(type, from: Data(contentsOf: file))
    }
}
