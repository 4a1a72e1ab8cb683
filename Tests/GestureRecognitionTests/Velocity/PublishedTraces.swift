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

    static func flutter() throws -> [FlutterTrace] { try RecordedFiles.published("flutter.json", as: File.self).traces }
    static func android() throws -> [AndroidTrace] { try RecordedFiles.published("android.json", as: File.self).traces }
}
