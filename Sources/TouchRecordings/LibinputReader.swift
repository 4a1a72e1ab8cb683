internal import GestureModel
internal import TouchInput

/// Reads the output of `libinput record`.
///
///     version: 1
///     devices:
///     - node: /dev/input/event2
///       evdev:
///         name: "Some Touchpad"
///         id: [24, 4660, 22136, 256]
///         codes:
///           3: [0, 1, 47, 53, 54, 57] # EV_ABS
///         absinfo:
///           53: [0, 3150, 0, 0, 30]
///         properties: [0, 2]
///       events:
///       - evdev:
///         - [  4, 911540,   3,  57,      41] # EV_ABS / ABS_MT_TRACKING_ID       41
///
/// The format is YAML. This reader accepts only the output of that tool, with one key or list per line. Swift's YAML
/// library (Yams) is not used: it needs all of Foundation, which has four times the size of the daemon, and builds a
/// tree from a file that is one long list. Unknown keys are ignored, as libinput-record(1) requires of readers.
struct LibinputReader {
    private enum Section {
        case other
        case description
        case codes
        case axes
        case events
        /// The list below an event's `- evdev:`. Its siblings are `- libinput:` and `- hid:`.
        case evdevEvents
    }

    private var devices: [RecordedDevice] = []
    private var section = Section.other

    static func read(_ bytes: [UInt8]) throws(RecordingError) -> [RecordedDevice] {
        var reader = LibinputReader()
        var lines = RecordingLines(bytes)
        while var line = lines.nextLine() { try reader.read(&line) }
        guard !reader.devices.isEmpty else {
            throw RecordingError(.noDevice, reason: "no device: the recording has no `- node:`")
        }
        for index in reader.devices.indices { reader.devices[index].description.normalise() }
        return reader.devices
    }

    private mutating func read(_ line: inout RecordingLine) throws(RecordingError) {
        let indent = line.skipBlanks()
        guard let first = line.first, first != UInt8(ascii: "#") else { return }
        if section == .evdevEvents, line.skip("- [") { return try readEvent(&line) }
        if indent == 0, line.skip("version:") { return try checkVersion(&line) }
        if line.skip("- node:") { return startDevice(&line) }
        guard !devices.isEmpty else { return }
        if enterSection(line) { return }
        switch section {
        case .description: try readDescription(&line)
        case .codes: try readCodes(&line)
        case .axes: try readAxis(&line)
        case .evdevEvents: try leaveEvents(line)
        case .other, .events: break
        }
    }

    private func checkVersion(_ line: inout RecordingLine) throws(RecordingError) {
        let version = line.field()
        guard version.elementsEqual("1".utf8) else {
            throw line.malformed("version \(version.quoted) of libinput's recordings is unknown; expected 1")
        }
    }

    private mutating func startDevice(_ line: inout RecordingLine) {
        let node = String(decoding: line.field(), as: UTF8.self)
        devices.append(RecordedDevice(node: node, description: DeviceDescription(name: "")))
        section = .other
    }

    /// Handles keys without a value, some of which have another meaning within `events:`. Returns false for other
    /// lines.
    private mutating func enterSection(_ line: RecordingLine) -> Bool {
        let inEvents = section == .events || section == .evdevEvents
        switch true {
        case line.isKey("- evdev:"): section = .evdevEvents
        case line.isKey("events:"): section = .events
        case line.isKey("evdev:"): section = inEvents ? .evdevEvents : .description
        case line.isKey("codes:"): section = .codes
        case line.isKey("absinfo:"): section = .axes
        case line.isKey("- libinput:"), line.isKey("- hid:"), line.isKey("libinput:"), line.isKey("hid:"):
            section = inEvents ? .events : .other
        case line.isKey("udev:"), line.isKey("quirks:"): section = .other
        default: return false
        }
        return true
    }

    private mutating func readDescription(_ line: inout RecordingLine) throws(RecordingError) {
        let device = devices.count - 1
        if line.skip("name:") {
            devices[device].description.name = line.unquotedText
        } else if line.skip("id:") {
            let numbers: [UInt16] = try line.numbers()
            guard numbers.count == 4 else { throw line.broken("id is not [bus, vendor, product, version]") }
            devices[device].description.setIdentity(numbers)
        } else if line.skip("properties:") {
            devices[device].description.addProperties(try line.numbers())
        }
    }

    private mutating func readCodes(_ line: inout RecordingLine) throws(RecordingError) {
        guard let type = line.numberedKey() else { return try leaveMap(&line) }
        let codes: [UInt16] = try line.numbers()
        for code in codes { devices[devices.count - 1].description.addCode(code, ofType: type) }
    }

    private mutating func readAxis(_ line: inout RecordingLine) throws(RecordingError) {
        guard let code = line.numberedKey() else { return try leaveMap(&line) }
        let numbers: [Int32] = try line.numbers()
        guard numbers.count == 5 else { throw line.broken("axis \(code) is not [min, max, fuzz, flat, resolution]") }
        devices[devices.count - 1].description.axes.append(
            DeviceDescription.Axis(
                code: code, minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
                resolution: numbers[4]))
    }

    /// Ends a map of codes or axes: a key of the description follows, such as `properties:`.
    private mutating func leaveMap(_ line: inout RecordingLine) throws(RecordingError) {
        section = .description
        try readDescription(&line)
    }

    /// Ends the list of events. Any key ends it, even an unknown one.
    private mutating func leaveEvents(_ line: RecordingLine) throws(RecordingError) {
        guard line.rest.contains(UInt8(ascii: ":")) else {
            throw line.broken("\(line.rest.quoted) is not an event, - [sec, µsec, type, code, value]")
        }
        section = .events
    }

    private mutating func readEvent(_ line: inout RecordingLine) throws(RecordingError) {
        guard let seconds = line.element(), let microseconds = line.element(), let type = line.element(),
            let code = line.element(), let value = line.element()
        else { throw line.broken("an event is not [sec, µsec, type, code, value]") }
        guard let whole = UInt64(decimal: seconds), let fraction = UInt32(decimal: microseconds), fraction < 1_000_000,
            let time = Timestamp(seconds: whole, microseconds: fraction)
        else {
            let stamp = "[\(seconds.quoted), \(microseconds.quoted)]"
            throw line.malformed("event time \(stamp) is not seconds, microseconds")
        }
        guard let type = UInt16(decimal: type), let code = UInt16(decimal: code) else {
            throw line.malformed("event type and code \(type.quoted), \(code.quoted) are not 16-bit numbers")
        }
        guard let value = Int32(decimal: value) else {
            throw line.malformed("event value \(value.quoted) is not a 32-bit number")
        }
        devices[devices.count - 1].events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
}

extension RecordingLine {
    /// True if the line consists only of this key.
    fileprivate func isKey(_ key: StaticString) -> Bool {
        var copy = self
        guard copy.skip(key) else { return false }
        copy.skipBlanks()
        return copy.isEmpty
    }

    /// Reads the number before a colon: `53:`.
    fileprivate mutating func numberedKey() -> UInt16? {
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let number = UInt16(decimal: rest[..<colon])
        else { return nil }
        _ = field()
        return number
    }

    /// Reads the following list `[a, b, c]`.
    fileprivate mutating func numbers<Number: FixedWidthInteger>() throws(RecordingError) -> [Number] {
        skipBlanks()
        guard skip("[") else { throw broken("\(rest.quoted) is not a list of numbers") }
        guard !skip("]") else { return [] }
        var numbers: [Number] = []
        var isLast = false
        while !isLast {
            guard let element = element() else { throw broken("the list has no end") }
            guard let number = Number(decimal: element) else {
                throw malformed("\(element.quoted) is not a number in range")
            }
            numbers.append(number)
            isLast = endsList
        }
        return numbers
    }
}
