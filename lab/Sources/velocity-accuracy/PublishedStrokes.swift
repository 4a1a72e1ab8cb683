internal import FoundationEssentials
internal import GestureModel
internal import VelocityAccuracy

/// The strokes that Flutter and Android recorded for their own tests of velocity; pixels, here as points.
enum PublishedStrokes {
    private struct File: Decodable {
        var traces: [Stroke]
    }

    private struct Stroke: Decodable {
        var kind: String
        var points: [Row]
    }

    private struct Row: Decodable {
        var t_us: Double
        var x: Double?
        var y: Double?
        var pointer: Int?
        var phase: String?
        var resampled: Bool?
    }

    /// None where the files are not at hand.
    static func read(from folder: String) throws -> [Trace] {
        try ["flutter", "android"].flatMap { name -> [Trace] in
            guard let bytes = try? Data(contentsOf: URL(filePath: "\(folder)/\(name).json")) else { return [] }
            let strokes = try JSONDecoder().decode(File.self, from: bytes).traces
            return strokes.filter { $0.kind == "recorded" }.flatMap(traces)
        }
    }

    /// One for each pointer. Neither where Android moved a point to a frame's time nor where a finger left is a sample.
    private static func traces(of stroke: Stroke) -> [Trace] {
        let rows = stroke.points.filter { $0.resampled != true && $0.phase != "up" && $0.x != nil && $0.y != nil }
        let pointers = Set(rows.map { $0.pointer ?? 0 }).sorted()
        return pointers.map { pointer in
            var trace = Trace()
            for row in rows where (row.pointer ?? 0) == pointer {
                guard let x = row.x, let y = row.y else { continue }
                let time = Timestamp(microseconds: 1_000_000 + Int64(row.t_us.rounded()))
                trace.append(Trace.Sample(time: time, position: Point(x: x, y: y)))
            }
            return trace
        }
    }
}
