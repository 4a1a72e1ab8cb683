internal import GestureModel
internal import TouchInput

/// Reads the output of `evtest`: the device as an indented list, then a line for each event.
///
///     Input device ID: bus 0x18 vendor 0x4f3 product 0x3187 version 0x100
///     Input device name: "Some Touchpad"
///     Supported events:
///       Event type 3 (EV_ABS)
///         Event code 53 (ABS_MT_POSITION_X)
///           Value      0
///           Min        0
///           Max     3200
///           Resolution     31
///     Properties:
///       Property type 0 (INPUT_PROP_POINTER)
///     Testing ... (interrupt to exit)
///     Event: time 1697531620.958962, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 9
///     Event: time 1697531620.958962, -------------- SYN_REPORT ------------
///
/// Other lines, such as the list of devices to choose from, are skipped.
struct EvtestReader {
    private var device = RecordedDevice(description: DeviceDescription(name: ""))
    /// The event type whose codes are listed.
    private var type: UInt16?
    /// True while the lines list the limits of the description's last axis.
    private var hasOpenAxis = false

    static func read(_ bytes: [UInt8]) throws(RecordingError) -> RecordedDevice {
        var reader = EvtestReader()
        var lines = RecordingLines(bytes)
        while var line = lines.nextLine() { try reader.read(&line) }
        reader.device.description.normalise()
        return reader.device
    }

    /// EV_MSC.
    private static let miscellaneous: UInt16 = 0x04

    /// The error for events of a device that is not described.
    private static let noDeviceReason =
        "no device: the output of evtest starts with \"Input device ID\" and \"Supported events\"; copy all of it, "
        + "or record with: gesturectl record event5 > a.evemu"

    private mutating func read(_ line: inout RecordingLine) throws(RecordingError) {
        line.skipBlanks()
        if line.skip("Event: time ") { return try readEvent(&line) }
        if line.skip("Input device ID:") { return try readIdentity(&line) }
        if line.skip("Input device name:") {
            device.description.name = line.unquotedText
        } else if line.skip("Event type ") {
            type = try line.number(of: "an event type")
            hasOpenAxis = false
        } else if line.skip("Event code ") {
            try addCode(line.number(of: "an event code"))
        } else if line.skip("Property type ") {
            device.description.addProperties([try line.number(of: "a property")])
        } else if hasOpenAxis {
            try readLimit(&line)
        }
    }

    private mutating func addCode(_ code: UInt16) throws(RecordingError) {
        guard let type else { return }
        device.description.addCode(code, ofType: type)
        hasOpenAxis = type == EventType.absolute
        guard hasOpenAxis else { return }
        device.description.axes.append(
            DeviceDescription.Axis(code: code, minimum: 0, maximum: 0, fuzz: 0, flat: 0, resolution: 0))
    }

    /// Reads a limit of the last axis. evtest omits fuzz, flat and resolution if they are 0. `Value` is ignored: it is
    /// the axis's value at the start of evtest.
    private mutating func readLimit(_ line: inout RecordingLine) throws(RecordingError) {
        let last = device.description.axes.count - 1
        if line.skip("Min ") {
            device.description.axes[last].minimum = try line.number(of: "a limit")
        } else if line.skip("Max ") {
            device.description.axes[last].maximum = try line.number(of: "a limit")
        } else if line.skip("Fuzz ") {
            device.description.axes[last].fuzz = try line.number(of: "a fuzz")
        } else if line.skip("Flat ") {
            device.description.axes[last].flat = try line.number(of: "a flat")
        } else if line.skip("Resolution ") {
            device.description.axes[last].resolution = try line.number(of: "a resolution")
        } else if !line.skip("Value ") {
            hasOpenAxis = false
        }
    }

    private mutating func readIdentity(_ line: inout RecordingLine) throws(RecordingError) {
        var numbers: [UInt16] = []
        for key in ["bus 0x", "vendor 0x", "product 0x", "version 0x"] as [StaticString] {
            guard line.skip(past: key), let number = UInt16(hexadecimal: line.field()) else {
                throw line.broken("the device's ID is not: bus 0x… vendor 0x… product 0x… version 0x…")
            }
            numbers.append(number)
        }
        device.description.setIdentity(numbers)
    }

    private mutating func readEvent(_ line: inout RecordingLine) throws(RecordingError) {
        guard !device.description.capabilities.isEmpty else {
            throw RecordingError(.noDevice, line: line.number, reason: Self.noDeviceReason)
        }
        var stamp = line.field()
        guard stamp.popLast() == UInt8(ascii: ","), let time = Timestamp(secondsAndMicroseconds: stamp) else {
            throw line.broken("event time \(stamp.quoted) is not seconds.microseconds")
        }
        line.skipBlanks()
        if let code = try line.synchronization() {
            device.events.append(InputEvent(time: time, type: EventType.synchronization, code: code, value: 0))
            return
        }
        guard line.skip("type ") else { throw line.broken("\(line.rest.quoted) is not: type …, code …, value …") }
        let type: UInt16 = try line.number(of: "an event type")
        guard line.skip(past: "code ") else { throw line.broken("an event has no code") }
        let code: UInt16 = try line.number(of: "an event code")
        guard line.skip(past: "value ") else { throw line.broken("an event has no value") }
        let text = line.field()
        // MSC_RAW and MSC_SCAN are printed in hexadecimal digits.
        let isHexadecimal = type == Self.miscellaneous && (3...4).contains(code)
        let value = isHexadecimal ? UInt32(hexadecimal: text).map(Int32.init(bitPattern:)) : Int32(decimal: text)
        guard let value, line.isTerminated else {
            throw line.broken("event value \(text.quoted) is not a 32-bit number")
        }
        device.events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
}

extension RecordingLine {
    /// Reads a decimal number, but not the name in brackets after it.
    fileprivate mutating func number<Number: FixedWidthInteger>(
        of meaning: String
    ) throws(RecordingError) -> Number {
        let text = field()
        guard let number = Number(decimal: text) else { throw broken("\(text.quoted) is not \(meaning)") }
        return number
    }

    /// Reads the code of an EV_SYN event, which is printed by name between dashes, plus signs or angle brackets.
    /// Returns nil for any other event.
    fileprivate mutating func synchronization() throws(RecordingError) -> UInt16? {
        guard let mark = first, "-+>".utf8.contains(mark) else { return nil }
        _ = field()
        let name = field()
        switch true {
        case name.elementsEqual("SYN_REPORT".utf8): return SynchronizationCode.report
        case name.elementsEqual("SYN_MT_REPORT".utf8): return SynchronizationCode.multitouchReport
        case name.elementsEqual("SYN_DROPPED".utf8): return SynchronizationCode.dropped
        case name.elementsEqual("SYN_CONFIG".utf8): return 1
        default: throw broken("\(name.quoted) is not SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED or SYN_CONFIG")
        }
    }
}
