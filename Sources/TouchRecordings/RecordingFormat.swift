internal import TouchInput

/// The formats a recording can have, told apart by their first line that is neither empty nor a comment.
enum RecordingFormat {
    case evemu
    case libinput
    case getevent

    init(detecting bytes: [UInt8]) throws(RecordingError) {
        var lines = RecordingLines(bytes)
        while var line = lines.nextLine() {
            line.skipBlanks()
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            guard let format = RecordingFormat(firstLine: line) else {
                let reason = "not an evemu, libinput or getevent recording: it starts with \(line.rest.quoted)"
                throw RecordingError(.notARecording, line: line.number, reason: reason)
            }
            self = format
            return
        }
        let reason = bytes.isEmpty ? "not a recording: the file is empty" : "no events: the file holds only comments"
        throw RecordingError(bytes.isEmpty ? .notARecording : .noEvents, reason: reason)
    }

    private init?(firstLine line: RecordingLine) {
        func starts(with prefixes: [StaticString]) -> Bool {
            prefixes.contains { prefix in
                var copy = line
                return copy.skip(prefix)
            }
        }
        if starts(with: ["N:", "I:", "P:", "B:", "A:", "L:", "S:", "E:"]) {
            self = .evemu
        } else if starts(with: ["version:", "ndevices:", "libinput:", "system:", "devices:", "---"]) {
            self = .libinput
        } else if starts(with: ["add device", "could not", "[", "/dev/input/"]) {
            self = .getevent
        } else {
            return nil
        }
    }
}
