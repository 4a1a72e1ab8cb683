internal import LinuxSupport
@_exported public import TouchRecordings

/// Reads recordings from files and from standard input.
public enum RecordingFile {
    public typealias Failure = RecordingFileError

    /// Returns the touch devices of a file, in its order; see ``Recording/devices(parsing:kind:)``.
    ///
    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - kind: What a configuration makes of the devices' kinds.
    public static func devices(_ path: String, kind: KindRule = \.kind) throws(Failure) -> [Recording] {
        do {
            let bytes =
                try path == "-"
                ? FileContents.read(from: 0, limit: Recording.sizeLimit)
                : FileContents.read(path, limit: Recording.sizeLimit, mayBePipe: true)
            return try Recording.devices(parsing: bytes, kind: kind)
        } catch {
            throw Failure(path: path, reason: "\(error)")
        }
    }

    /// Returns the first touch device of a file that sent events.
    ///
    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - kind: What a configuration makes of the devices' kinds.
    public static func read(_ path: String, kind: KindRule = \.kind) throws(Failure) -> Recording {
        guard let recording = try devices(path, kind: kind).first(where: { !$0.events.isEmpty }) else {
            throw Failure(path: path, reason: "no events")
        }
        return recording
    }
}
