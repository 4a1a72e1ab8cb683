internal import EvdevInput
internal import TouchInput
internal import TouchRecordings

/// A recording to play in a device's place.
public struct PlayedRecording: Sendable {
    let path: String
    let recording: Recording

    /// - Throws: where the file cannot be read, is no recording, or is one of a device that has no fingers.
    public init(path: String) throws {
        self.path = path
        recording = try RecordingFile.read(path)
        do {
            _ = try FrameAssembler(recording.description, kind: recording.kind)
        } catch {
            throw RecordingFile.Failure(path: path, reason: "\(error)")
        }
    }
}
