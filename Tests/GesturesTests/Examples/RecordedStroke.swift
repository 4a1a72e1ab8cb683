import Foundation
import GestureModel
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// The last 100 points, sideways, of a stroke that somebody made on a real device; mirrored where it went right. The
/// recordings lie beside the repository, in `../shared/recordings`.
struct RecordedStroke: Sendable, CustomTestStringConvertible {
    let file: String
    /// When the finger came down, in milliseconds from the recording's beginning.
    let begin: Int64
    var testDescription: String { "\(file) at \(begin) ms" }

    func frames() throws -> [TouchFrame] {
        let bytes = try RecordedFiles.bytes(RecordedFiles.shared.appending(path: "recordings/\(file)"))
        return try cut(episode(of: Recording(parsing: bytes)))
    }

    private func episode(of recording: Recording) throws -> [TouchFrame] {
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        let start = try #require(recording.events.first?.time) + .milliseconds(begin)
        var frames: [TouchFrame] = []
        for event in recording.events where assembler.take(event) == .frame {
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
            let way = (cut[index].contacts[0].position.x - end.x) * (isLeftward ? 1 : -1)
            cut[index].contacts[0].position.x = 1000 + way
        }
        cut[0].contacts[0].phase = .began
        return cut
    }
}
