import Foundation
import GestureModel
import Testing
import TouchInput
import TouchRecordings

/// The horizontal movement over the last 100 points of a recorded stroke, mirrored if it went right. The
/// recordings are next to the repository, in `../shared/recordings`.
struct RecordedStroke: Sendable, CustomTestStringConvertible {
    let file: String
    /// The time of touch-down, in milliseconds from the beginning of the recording.
    let begin: Int64
    var testDescription: String { "\(file) at \(begin) ms" }

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/recordings").standardizedFileURL

    /// The condition of the tests that need the recordings; they are reported as skipped without them.
    static var areAvailable: Bool { FileManager.default.fileExists(atPath: directory.path) }
    static var missing: Comment { "there are no recordings in \(directory.path)" }

    func frames() throws -> [TouchFrame] {
        let bytes = try Data(contentsOf: Self.directory.appending(path: file))
        return try cut(episode(of: Recording(parsing: [UInt8](bytes))))
    }

    private func episode(of recording: Recording) throws -> [TouchFrame] {
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        let start = try #require(recording.events.first?.time) + .milliseconds(begin)
        var frames: [TouchFrame] = []
        for event in recording.events where assembler.handle(event) == .frame {
            guard assembler.frame.time >= start else { continue }
            frames.append(assembler.frame)
            if assembler.frame.contacts.allSatisfy({ $0.phase == .ended }) { break }
        }
        return frames
    }

    private func cut(_ frames: [TouchFrame]) throws -> [TouchFrame] {
        let end = try #require(frames.last?.contacts.first).position
        let first = try #require(frames.lastIndex { abs($0.contacts[0].position.x - end.x) >= 100 })
        let isLeftward = frames[first].contacts[0].position.x > end.x
        var cut = Array(frames[first...])
        for index in cut.indices {
            #expect(cut[index].contacts.count == 1)
            let distance = (cut[index].contacts[0].position.x - end.x) * (isLeftward ? 1 : -1)
            cut[index].contacts[0].position.x = 1000 + distance
        }
        cut[0].contacts[0].phase = .began
        return cut
    }
}
