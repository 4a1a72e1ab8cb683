public import GestureModel
// Exported, because recordings consist of types of TouchInput, which is not a separate product.
@_exported public import TouchInput

/// A device and its events: everything needed to reproduce the gestures.
public struct Recording: Hashable, Sendable {
    /// What the device can report.
    public var description: DeviceDescription
    /// Touchscreen or touchpad.
    public var kind: TouchDeviceKind
    /// The recorded events. Their times are those of the file: they may start anywhere, and in a file that was edited
    /// by hand they may go back.
    public var events: [InputEvent]

    public init(description: DeviceDescription, kind: TouchDeviceKind, events: [InputEvent]) {
        self.description = description
        self.kind = kind
        self.events = events
    }

    /// Reads an evemu, `libinput record`, `evtest` or Android `getevent` file. The first line that is neither empty nor
    /// a comment determines the format.
    ///
    /// If there are several devices, the first touch device that sent events is read. An incomplete last line is an
    /// error; a file that was cut between two lines is a shorter recording.
    public init(parsing bytes: [UInt8]) throws(RecordingError) {
        guard let first = try Recording.devices(parsing: bytes).first(where: { !$0.events.isEmpty }) else {
            throw RecordingError(.noEvents, reason: "no events")
        }
        self = first
    }

    /// Reads all touch devices of a file, in its order; see ``init(parsing:)`` for the formats. Only recordings of libinput
    /// and getevent can have several.
    ///
    /// - Parameter kind: Returns the kind of a device: the property `kind` of its identity, which is nil for a device that
    ///   is neither a touchscreen nor a touchpad, or what a configuration has in its place.
    /// - Returns: At least one device. It has no events if no finger has touched it.
    public static func devices(
        parsing bytes: [UInt8], kind: (DeviceIdentity) -> TouchDeviceKind? = \.kind
    ) throws(RecordingError) -> [Recording] {
        let devices =
            switch try RecordingFormat(of: bytes) {
            case .evemu: [try EvemuReader.read(bytes)]
            case .libinput: try LibinputReader.read(bytes)
            case .getevent: try GeteventReader.read(bytes)
            case .evtest: [try EvtestReader.read(bytes)]
            }
        return try touchDevices(of: devices, kind: kind)
    }

    static func touchDevices(
        of devices: [RecordedDevice], kind rule: (DeviceIdentity) -> TouchDeviceKind? = \.kind
    ) throws(RecordingError) -> [Recording] {
        var found: [Recording] = []
        var refusals: [String] = []
        for device in devices {
            let description = device.description
            do {
                let reported = try? description.touchKind()
                let isSurface = reported != nil || description.mayBeTouchSurface
                let identity = DeviceIdentity(id: "recording-1", kind: reported, description)
                guard isSurface, let kind = rule(identity) ?? reported else {
                    _ = try description.touchKind()
                    continue
                }
                found.append(Recording(description: description, kind: kind, events: device.events))
            } catch {
                // In a file, a device's name may have any length, so it is cut. uinput limits a name to 80 bytes.
                let name = String(String.UnicodeScalarView(device.description.name.unicodeScalars.prefix(80)))
                refusals.append("\"\(name)\" \(error.reason)")
            }
        }
        guard found.isEmpty else { return found }
        guard refusals.count > 1 else {
            throw RecordingError(.notATouchDevice, reason: "not a touch device: \(refusals.first ?? "there is none")")
        }
        throw RecordingError(.notATouchDevice, reason: "no touch device: \(refusals.joined(separator: "; "))")
    }
}

/// Why a file cannot be replayed: the mistake, its line, and the correct form.
public struct RecordingError: Error, CustomStringConvertible, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: Hashable, Sendable {
        /// The file is empty, or not in a known format.
        case notARecording
        /// A line violates its format.
        case malformed
        /// The file ends in the middle of a line.
        case truncated
        /// The file describes no device, or not the device whose events it has.
        case noDevice
        /// No device of the file is a touch device; the reason states what each lacks.
        case notATouchDevice
        /// No touch device of the file sent events, or the file holds only comments.
        case noEvents
    }

    /// The kind of the error.
    public var code: Code
    /// Counted from 1; nil if the error concerns the whole file.
    public var line: Int?
    /// The mistake and the correct form, for people.
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
    case evtest

    init(of bytes: [UInt8]) throws(RecordingError) {
        var lines = RecordingLines(bytes)
        while var line = lines.nextLine() {
            line.skipBlanks()
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            guard let format = RecordingFormat(firstLine: line) else {
                throw RecordingError(.notARecording, line: line.number, reason: Self.unknown(line))
            }
            self = format
            return
        }
        let reason = bytes.isEmpty ? "not a recording: the file is empty" : "no events: the file holds only comments"
        throw RecordingError(bytes.isEmpty ? .notARecording : .noEvents, reason: reason)
    }

    /// Returns the kind of an unsupported file, if it is known, and how to make a recording.
    private static func unknown(_ line: RecordingLine) -> String {
        let remedy = "record with: gesturectl record event5 > a.evemu"
        var copy = line
        // `libinput debug-events` marks the first event of a device with a dash.
        _ = copy.skip("-")
        guard !copy.skip("event") else {
            return "the output of libinput debug-events, which has no touches: \(remedy)"
        }
        return "not a recording of evemu, libinput, evtest or getevent: it starts with \(line.rest.quoted); \(remedy)"
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
        } else if starts(with: ["Input d", "Event: time", "No device specified", "Available devices:", "Testing ..."]) {
            self = .evtest
        } else if starts(with: ["add device", "could not", "[", "/dev/input/"]) {
            self = .getevent
        } else {
            return nil
        }
    }
}

extension Recording {
    /// Returns the recorded fingers as frames, to test an app's gestures with real touches.
    ///
    ///     let recording = try Recording(parsing: bytes)
    ///     for frame in try recording.touchFrames() { recogniser.update(frame) }
    ///
    /// Positions are in points. If the recording reports lost events, fingers that are missing afterwards have lifted.
    ///
    /// - Parameter isFiltered: True for the frames that the daemon uses, without palms, ghost touches and faulty
    ///   reports, which toolkits do not remove. A contact that the filter holds back begins later than it was recorded.
    public func touchFrames(filtered isFiltered: Bool = false) throws(DeviceDescriptionError) -> [TouchFrame] {
        var assembler = try FrameAssembler(description, kind: kind)
        var filter = ContactFilter(for: assembler, description, kind: kind, isEnabled: isFiltered)
        var frames: [TouchFrame] = []
        for event in events {
            switch assembler.handle(event) {
            case .frame:
                if !isFiltered {
                    frames.append(assembler.frame)
                    continue
                }
                frames += filter.releasedFrames(before: assembler.frame.time)
                filter.filterFrame(of: &assembler)
                if let confirmed = filter.confirmed { frames.append(confirmed) }
                if !filter.frame.contacts.isEmpty { frames.append(filter.frame) }
            case .lost: filter.handleLoss()
            case .none: break
            }
        }
        return frames + filter.releasedFrames(before: nil)
    }

    /// Returns the surface on which the fingers are, in points.
    public func surface() throws(DeviceDescriptionError) -> Surface {
        try FrameAssembler(description, kind: kind).surface
    }
}

extension ContactFilter {
    /// Returns the frames of the deadlines before `time`, or of all deadlines if `time` is nil. These frames contain
    /// the contacts and lifts that the filter held back.
    fileprivate mutating func releasedFrames(before time: Timestamp?) -> [TouchFrame] {
        var frames: [TouchFrame] = []
        while let deadline, time.map({ deadline < $0 }) ?? true {
            expire(at: deadline)
            if !frame.contacts.isEmpty { frames.append(frame) }
        }
        return frames
    }
}

/// One device of a recording, not necessarily a touch device.
struct RecordedDevice {
    /// The device node; empty if the format has none.
    var node = ""
    var description: DeviceDescription
    var events: [InputEvent] = []
}

/// For readers, which build a description piece by piece.
extension DeviceDescription {
    /// - Parameter numbers: Bus, vendor, product and version.
    mutating func setIdentity(_ numbers: [UInt16]) {
        (bus, vendor, product, version) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Adds a code. Ignores EV_SYN, because headers list the event types as its codes. Also ignores types beyond EV_MAX
    /// and codes beyond KEY_MAX: no kernel has them, and evemu's format cannot represent them.
    mutating func addCode(_ code: UInt16, ofType type: UInt16) {
        guard type != EventType.synchronization, type < 0x20, code < 0x300 else { return }
        guard let index = capabilities.firstIndex(where: { $0.type == type }) else {
            capabilities.append(Capability(type: type, codes: [code]))
            return
        }
        capabilities[index].codes.append(code)
    }

    /// Adds properties. Ignores numbers of 2 × INPUT_PROP_CNT or more.
    mutating func addProperties(_ numbers: [UInt16]) { properties += numbers.filter { $0 < 0x40 } }

    /// Establishes the documented order of the fields, and removes duplicates.
    mutating func normalise() {
        properties = properties.sortedUnique()
        capabilities.sort { $0.type < $1.type }
        for index in capabilities.indices { capabilities[index].codes = capabilities[index].codes.sortedUnique() }
        axes.sort { $0.code < $1.code }
    }
}

extension [UInt16] {
    fileprivate func sortedUnique() -> [UInt16] {
        var result: [UInt16] = []
        result.reserveCapacity(count)
        for element in sorted() where element != result.last { result.append(element) }
        return result
    }
}
