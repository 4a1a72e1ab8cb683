internal import FoundationEssentials
internal import GestureModel
internal import Strokes
internal import TouchInput
internal import TouchRecordings
internal import VelocityAccuracy

/// Where recorded strokes come from.
enum RecordedTraces {
    /// The shortest episode that counts: a touch that is over sooner has hardly an instant with 30 ms to either side.
    static let shortest = Microseconds.milliseconds(100)

    /// The single-finger episodes of every recording below the folder, in the order of the files' names.
    static func episodes(below folder: String) -> [Trace] {
        let names = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).sorted()
        return names.filter { $0.hasSuffix(".evemu") }.flatMap { episodes(in: folder + "/" + $0) }
    }

    /// Strokes of the project's own: drags and flicks of one finger, sent through a device's driver.
    static func generated(on device: ModelDevice, seed: UInt64) -> [Trace] {
        var random = SplitMix64(seed: seed)
        var script = StrokeScript(on: device, seed: seed, frameInterval: .milliseconds(device == .touchpad ? 12 : 8))
        func position() -> Point {
            Point(
                x: random.fraction(in: 0.1...0.9) * device.size.dx, y: random.fraction(in: 0.1...0.9) * device.size.dy)
        }
        for stroke in 0..<100 {
            if stroke.isMultiple(of: 3) {
                script.flick(from: position(), to: position())
            } else {
                script.drag(from: position(), to: position())
            }
            script.pause(.milliseconds(400))
        }
        return (try? episodes(of: script.recording)) ?? []
    }

    private static func episodes(in file: String) -> [Trace] {
        do {
            return try episodes(of: Recording(parsing: Array(try Data(contentsOf: URL(filePath: file)))))
        } catch {
            print("skipped: \(file): \(error)")
            return []
        }
    }

    private static func episodes(of recording: Recording) throws(DeviceDescriptionError) -> [Trace] {
        try Trace.episodes(of: recording).filter { $0.duration >= shortest }
    }
}
