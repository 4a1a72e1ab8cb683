internal import GestureModel
internal import TouchInput

/// Reads the output of Android's `getevent`, with names (`-l`) or hexadecimal numbers: `getevent -lp` for the devices,
/// then `getevent -lt` for the events.
///
///     add device 1: /dev/input/event2
///       name:     "some_touchscreen"
///       events:
///         KEY (0001): BTN_TOUCH
///         ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
///                     ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
///       input props:
///         INPUT_PROP_DIRECT
///     [   12.345678] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   0000002a
struct GeteventReader {
    private enum Section: Equatable {
        case other
        case codes(type: UInt16?)
        case properties
    }

    private var devices: [RecordedDevice] = []
    private var section = Section.other
    /// The device of the last header or event line. It is kept because event lines of `getevent DEVICE` do not name the
    /// device.
    private var current: Int?

    static func read(_ bytes: [UInt8]) throws(RecordingError) -> [RecordedDevice] {
        var reader = GeteventReader()
        var lines = RecordingLines(bytes)
        while var line = lines.nextLine() { try reader.read(&line) }
        guard reader.devices.contains(where: { !$0.description.capabilities.isEmpty }) else {
            throw RecordingError(.noDevice, reason: noDeviceReason)
        }
        for index in reader.devices.indices { reader.devices[index].description.normalise() }
        return reader.devices
    }

    private static let noDeviceReason =
        "the ranges of the axes are missing: record with `getevent -lp` first, then `getevent -lt`, into one file"

    private mutating func read(_ line: inout RecordingLine) throws(RecordingError) {
        let indent = line.skipBlanks()
        guard let first = line.first else { return }
        if first == UInt8(ascii: "[") { return try readEvent(&line) }
        if line.skip("add device ") { return try startDevice(&line) }
        if indent > 0 { return try readHeader(&line, indent: indent) }
        // Printed for devices that getevent cannot open, and for devices that are removed while it runs.
        if line.skip("could not ") || line.skip("remove device ") || line.skip("#") { return }
        guard !line.skip("/dev/input/") else { throw line.malformed("no time: record with `getevent -lt`") }
        throw line.broken("\(line.rest.quoted) is not a line of getevent")
    }

    /// Begins a device, or returns to it: `getevent -lp` announces a device, and `getevent -lt` repeats it without
    /// details.
    private mutating func startDevice(_ line: inout RecordingLine) throws(RecordingError) {
        _ = line.field()
        let node = String(decoding: line.field(), as: UTF8.self)
        section = .other
        current = devices.firstIndex { $0.node == node }
        guard current == nil else { return }
        current = devices.count
        devices.append(RecordedDevice(node: node, description: DeviceDescription(name: "")))
    }

    /// Reads a line of a device's header. Keys are indented by two blanks, their contents by four or more.
    private mutating func readHeader(_ line: inout RecordingLine, indent: Int) throws(RecordingError) {
        guard let current else { return }
        guard indent >= 4 else { return readKey(&line, of: current) }
        switch section {
        case .other: break
        case .codes: try readCodes(&line, of: current)
        case .properties:
            if let property = GeteventNames.property(line.field()) {
                devices[current].description.addProperties([property])
            }
        }
    }

    private mutating func readKey(_ line: inout RecordingLine, of device: Int) {
        let key = line.field()
        section = .other
        if key.elementsEqual("name:".utf8) {
            let quote = UInt8(ascii: "\"")
            let name = line.rest.drop { $0 != quote }.dropFirst().prefix { $0 != quote }
            devices[device].description.name = String(decoding: name, as: UTF8.self)
        } else if key.elementsEqual("events:".utf8) {
            section = .codes(type: nil)
        } else if key.elementsEqual("input".utf8) {
            section = .properties
        } else if let number = UInt16(hexadecimal: line.field()) {
            setIdentity(of: device, key, number)
        }
    }

    /// Stores a number of the device's identity. Only `getevent -i` prints these numbers. The driver's version
    /// is another line, `version:` with a colon, whose value contains dots.
    private mutating func setIdentity(of device: Int, _ key: ArraySlice<UInt8>, _ number: UInt16) {
        if key.elementsEqual("bus:".utf8) {
            devices[device].description.bus = number
        } else if key.elementsEqual("vendor".utf8) {
            devices[device].description.vendor = number
        } else if key.elementsEqual("product".utf8) {
            devices[device].description.product = number
        } else if key.elementsEqual("version".utf8) {
            devices[device].description.version = number
        }
    }

    /// Reads `KEY (0001): NAME NAME…` or `ABS (0003): NAME : value 0, min 0…`, and its continuation lines.
    private mutating func readCodes(_ line: inout RecordingLine, of device: Int) throws(RecordingError) {
        if let opening = line.rest.firstIndex(of: UInt8(ascii: "(")) {
            guard let type = UInt16(hexadecimal: line.rest[opening...].dropFirst().prefix(4)) else {
                throw line.broken("\(line.rest.quoted) names no event type")
            }
            section = .codes(type: type)
            line.skip(past: "):")
        }
        guard case .codes(let type?) = section else { return }
        if type == EventType.absolute { return try readAxis(&line, of: device) }
        while case let name = line.field(), !name.isEmpty {
            // A pressed key is marked with an asterisk.
            let isDown = name.last == UInt8(ascii: "*")
            guard let code = GeteventNames.code(isDown ? name.dropLast() : name, ofType: type) else { continue }
            devices[device].description.addCode(code, ofType: type)
        }
    }

    private mutating func readAxis(_ line: inout RecordingLine, of device: Int) throws(RecordingError) {
        let name = line.field()
        guard let code = GeteventNames.code(name, ofType: EventType.absolute) else {
            throw line.broken("\(name.quoted) is not an axis")
        }
        _ = line.field()
        var axis = DeviceDescription.Axis(code: code, minimum: 0, maximum: 0)
        var hasMaximum = false
        while case let word = line.field(), !word.isEmpty {
            let field = line.field()
            guard let number = Int32(decimal: field.last == UInt8(ascii: ",") ? field.dropLast() : field) else {
                throw line.broken("\(word.quoted) of axis \(name.quoted) is \(field.quoted), not a number")
            }
            if word.elementsEqual("min".utf8) { axis.minimum = number }
            if word.elementsEqual("max".utf8) { axis.maximum = number; hasMaximum = true }
            if word.elementsEqual("fuzz".utf8) { axis.fuzz = number }
            if word.elementsEqual("flat".utf8) { axis.flat = number }
            if word.elementsEqual("resolution".utf8) { axis.resolution = number }
        }
        guard hasMaximum else { throw line.broken("axis \(name.quoted) has no max") }
        devices[device].description.addCode(code, ofType: EventType.absolute)
        guard devices[device].description.axis(code) == nil else { return }
        devices[device].description.axes.append(axis)
    }

    private mutating func readEvent(_ line: inout RecordingLine) throws(RecordingError) {
        _ = line.skip("[")
        guard let stamp = line.element() else { throw line.broken("the time has no ]") }
        guard let time = Timestamp(secondsAndMicroseconds: stamp) else {
            throw line.broken("event time \(stamp.quoted) is not seconds.microseconds")
        }
        line.skipBlanks()
        if line.first == UInt8(ascii: "/") { current = try device(named: line.field().dropLast(), in: line) }
        guard let current else { throw RecordingError(.noDevice, line: line.number, reason: Self.noDeviceReason) }
        let typeName = line.field()
        let codeName = line.field()
        let valueName = line.field()
        guard let value = GeteventNames.value(valueName), line.isTerminated || valueName.count == 8 else {
            throw line.broken("event value \(valueName.quoted) is neither eight hexadecimal digits nor a known word")
        }
        guard let type = GeteventNames.type(typeName) else {
            throw line.broken("\(typeName.quoted) is not an event type")
        }
        guard let code = GeteventNames.code(codeName, ofType: type) else {
            guard type != EventType.absolute else { throw line.broken("\(codeName.quoted) is not an axis") }
            return
        }
        devices[current].events.append(InputEvent(time: time, type: type, code: code, value: value))
    }

    private func device(named node: ArraySlice<UInt8>, in line: RecordingLine) throws(RecordingError) -> Int {
        if let current, devices[current].node.utf8.elementsEqual(node) { return current }
        guard let index = devices.firstIndex(where: { $0.node.utf8.elementsEqual(node) }) else {
            let reason = "device \(node.quoted) is not described: \(Self.noDeviceReason)"
            throw RecordingError(.noDevice, line: line.number, reason: reason)
        }
        return index
    }
}

/// The names that `getevent -l` prints for the numbers of linux/input-event-codes.h. Of the key codes, only those of
/// touch devices, pens and mouse buttons are listed.
///
/// `getevent` cuts names at 20 characters. If a number has several names, it prints the first (BTN_MOUSE for BTN_LEFT,
/// BTN_DIGI for BTN_TOOL_PEN). A number without a name is printed as four hexadecimal digits.
private enum GeteventNames {
    static func type(_ text: ArraySlice<UInt8>) -> UInt16? { number(text, in: types) }

    static func property(_ text: ArraySlice<UInt8>) -> UInt16? { number(text, in: properties) }

    /// Returns nil for names that touch devices do not need, such as a keyboard's keys.
    static func code(_ text: ArraySlice<UInt8>, ofType type: UInt16) -> UInt16? {
        switch type {
        case EventType.synchronization: number(text, in: synchronizations)
        case EventType.key: number(text, in: keys)
        case EventType.absolute: number(text, in: axes)
        default: number(text, in: [:])
        }
    }

    /// Parses eight hexadecimal digits in two's complement, or a word.
    static func value(_ text: ArraySlice<UInt8>) -> Int32? {
        if text.count == 8, let bits = UInt32(hexadecimal: text) { return Int32(bitPattern: bits) }
        return text.count <= longest ? values[String(decoding: text, as: UTF8.self)] : nil
    }

    private static func number(_ text: ArraySlice<UInt8>, in names: [String: UInt16]) -> UInt16? {
        if text.count == 4, let number = UInt16(hexadecimal: text) { return number }
        return text.count <= longest ? names[String(decoding: text, as: UTF8.self)] : nil
    }

    /// In bytes: no name is this long. A longer text is not looked up, because hashing thousands of combining marks
    /// takes quadratic time.
    private static let longest = 40

    private static let types: [String: UInt16] = [
        "EV_SYN": 0x00, "EV_KEY": 0x01, "EV_REL": 0x02, "EV_ABS": 0x03, "EV_MSC": 0x04, "EV_SW": 0x05, "EV_LED": 0x11,
        "EV_SND": 0x12, "EV_REP": 0x14, "EV_FF": 0x15, "EV_PWR": 0x16, "EV_FF_STATUS": 0x17,
    ]

    private static let properties: [String: UInt16] = [
        "INPUT_PROP_POINTER": 0x00, "INPUT_PROP_DIRECT": 0x01, "INPUT_PROP_BUTTONPAD": 0x02, "INPUT_PROP_SEMI_MT": 0x03,
        "INPUT_PROP_TOPBUTTONPAD": 0x04, "INPUT_PROP_POINTING_STICK": 0x05, "INPUT_PROP_ACCELEROMETER": 0x06,
        "INPUT_PROP_PRESSUREPAD": 0x07,
    ]

    private static let synchronizations: [String: UInt16] = [
        "SYN_REPORT": 0, "SYN_CONFIG": 1, "SYN_MT_REPORT": 2, "SYN_DROPPED": 3,
    ]

    private static let keys: [String: UInt16] = [
        "BTN_LEFT": 0x110, "BTN_MOUSE": 0x110, "BTN_RIGHT": 0x111, "BTN_MIDDLE": 0x112,
        "BTN_TOOL_PEN": 0x140, "BTN_DIGI": 0x140, "BTN_TOOL_RUBBER": 0x141, "BTN_TOOL_BRUSH": 0x142,
        "BTN_TOOL_PENCIL": 0x143, "BTN_TOOL_AIRBRUSH": 0x144, "BTN_TOOL_FINGER": 0x145, "BTN_TOOL_MOUSE": 0x146,
        "BTN_TOOL_LENS": 0x147, "BTN_TOOL_QUINTTAP": 0x148, "BTN_STYLUS3": 0x149, "BTN_TOUCH": 0x14a,
        "BTN_STYLUS": 0x14b, "BTN_STYLUS2": 0x14c, "BTN_TOOL_DOUBLETAP": 0x14d, "BTN_TOOL_TRIPLETAP": 0x14e,
        "BTN_TOOL_QUADTAP": 0x14f,
    ]

    private static let axes: [String: UInt16] = [
        "ABS_X": 0x00, "ABS_Y": 0x01, "ABS_Z": 0x02, "ABS_RX": 0x03, "ABS_RY": 0x04, "ABS_RZ": 0x05,
        "ABS_THROTTLE": 0x06, "ABS_RUDDER": 0x07, "ABS_WHEEL": 0x08, "ABS_GAS": 0x09, "ABS_BRAKE": 0x0a,
        "ABS_HAT0X": 0x10, "ABS_HAT0Y": 0x11, "ABS_HAT1X": 0x12, "ABS_HAT1Y": 0x13, "ABS_HAT2X": 0x14,
        "ABS_HAT2Y": 0x15, "ABS_HAT3X": 0x16, "ABS_HAT3Y": 0x17, "ABS_PRESSURE": 0x18, "ABS_DISTANCE": 0x19,
        "ABS_TILT_X": 0x1a, "ABS_TILT_Y": 0x1b, "ABS_TOOL_WIDTH": 0x1c, "ABS_VOLUME": 0x20, "ABS_PROFILE": 0x21,
        "ABS_MISC": 0x28, "ABS_RESERVED": 0x2e, "ABS_MT_SLOT": 0x2f, "ABS_MT_TOUCH_MAJOR": 0x30,
        "ABS_MT_TOUCH_MINOR": 0x31, "ABS_MT_WIDTH_MAJOR": 0x32, "ABS_MT_WIDTH_MINOR": 0x33, "ABS_MT_ORIENTATION": 0x34,
        "ABS_MT_POSITION_X": 0x35, "ABS_MT_POSITION_Y": 0x36, "ABS_MT_TOOL_TYPE": 0x37, "ABS_MT_BLOB_ID": 0x38,
        "ABS_MT_TRACKING_ID": 0x39, "ABS_MT_PRESSURE": 0x3a, "ABS_MT_DISTANCE": 0x3b, "ABS_MT_TOOL_X": 0x3c,
        "ABS_MT_TOOL_Y": 0x3d,
    ]

    private static let values: [String: Int32] = [
        "UP": 0, "DOWN": 1, "REPEAT": 2, "MT_TOOL_FINGER": 0, "MT_TOOL_PEN": 1, "MT_TOOL_PALM": 2, "MT_TOOL_DIAL": 10,
    ]
}
