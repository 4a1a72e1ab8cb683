public import GestureModel
// Its types are those of a recording, and it is no product of its own.
@_exported public import TouchInput

/// A device and its events: everything needed to reproduce the gestures.
public struct Recording: Hashable, Sendable {
    /// What the device can report.
    public var description: DeviceDescription
    /// Touchscreen or touchpad.
    public var kind: TouchDeviceKind
    /// As recorded. Times are those of the file: they may start anywhere and, in a file edited by hand, go back.
    public var events: [InputEvent]

    public init(description: DeviceDescription, kind: TouchDeviceKind, events: [InputEvent]) {
        self.description = description
        self.kind = kind
        self.events = events
    }

    /// Reads an evemu, `libinput record` or Android `getevent` file. The first line shows which of them it is.
    ///
    /// Of several devices it reads the first touch device that sent events. An incomplete last line is an error; a file that
    /// was cut between two lines is a shorter recording.
    public init(parsing bytes: [UInt8]) throws(RecordingError) {
        let devices =
            switch try RecordingFormat(of: bytes) {
            case .evemu: [try EvemuReader.read(bytes)]
            case .libinput: try LibinputReader.read(bytes)
            case .getevent: try GeteventReader.read(bytes)
            }
        try self.init(firstTouchDeviceOf: devices)
    }

    init(firstTouchDeviceOf devices: [RecordedDevice]) throws(RecordingError) {
        var refusals: [String] = []
        var hasTouchDevice = false
        for device in devices {
            do {
                let kind = try device.description.touchKind()
                hasTouchDevice = true
                guard device.events.isEmpty else {
                    self.init(description: device.description, kind: kind, events: device.events)
                    return
                }
            } catch {
                refusals.append("\"\(device.description.name)\" \(error.reason)")
            }
        }
        guard !hasTouchDevice else { throw RecordingError(.noEvents, reason: "no events") }
        guard refusals.count > 1 else {
            throw RecordingError(.notATouchDevice, reason: "not a touch device: \(refusals.first ?? "there is none")")
        }
        throw RecordingError(.notATouchDevice, reason: "no touch device: \(refusals.joined(separator: "; "))")
    }
}

/// Why a file cannot be replayed: what is wrong, in which line, and what would be right.
public struct RecordingError: Error, CustomStringConvertible, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: Hashable, Sendable {
        /// Not in a known format.
        case notARecording
        /// A line violates its format.
        case malformed
        /// The file ends in the middle of a line.
        case truncated
        /// Events of a device that the file does not describe.
        case noDevice
        /// No device of the file is a touch device; the reason names what each lacks.
        case notATouchDevice
        /// No touch device of the file sent events.
        case noEvents
    }

    /// The kind of the error.
    public var code: Code
    /// From 1; nil if the error concerns the whole file.
    public var line: Int?
    /// What is wrong, and what would be right, for people.
    public var reason: String

    init(_ code: Code, line: Int? = nil, reason: String) {
        self.code = code
        self.line = line
        self.reason = reason
    }

    public var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}

/// The formats of recordings, detected by the first line that is neither empty nor a comment.
enum RecordingFormat {
    case evemu
    case libinput
    case getevent

    init(of bytes: [UInt8]) throws(RecordingError) {
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
