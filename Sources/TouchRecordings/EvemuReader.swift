internal import GestureModel
internal import TouchInput

/// Reads the output of `evemu-record`: the device in lines that start with a letter, then `E:` lines.
///
///     N: Some Touchpad
///     I: 0018 06cb 7a13 0100
///     P: 05 00 00 00 00 00 00 00
///     B: 03 03 00 00 00 00 80 60 02
///     A: 35 0 4200 0 0 40
///     E: 12.000345 0003 0035 1613
///
/// Files of old kernels and of evemu before 1.1 have no `P:` and no resolution in `A:`.
struct EvemuReader {
    private var device: RecordedDevice?
    /// The number of codes of each event type in the `B:` lines so far.
    private var codesRead = [UInt16](repeating: 0, count: eventTypes)
    private var propertiesRead: UInt16 = 0

    static func read(_ bytes: [UInt8]) throws(RecordingError) -> RecordedDevice {
        var reader = EvemuReader()
        var lines = RecordingLines(bytes)
        while var line = lines.nextLine() { try reader.read(&line) }
        guard var device = reader.device else { throw RecordingError(.noDevice, reason: noDeviceReason) }
        device.description.normalise()
        return device
    }

    private static let noDeviceReason =
        "no device: an evemu recording starts with the output of evemu-describe (N:, I:, P:, B:, A:)"

    private mutating func read(_ line: inout RecordingLine) throws(RecordingError) {
        if line.skip("E:") { return try readEvent(&line) }
        if line.skip("N:") { return try readName(&line) }
        if line.skip("I:") { return try readIdentity(&line) }
        if line.skip("P:") { return try readProperties(&line) }
        if line.skip("B:") { return try readCodes(&line) }
        if line.skip("A:") { return try readAxis(&line) }
        // Comments, and the states of LEDs and switches, which no finger changes.
        if line.skip("L:") || line.skip("S:") || line.skip("#") { return }
        line.skipBlanks()
        guard line.isEmpty else { throw line.broken("\(line.rest.quoted) is not a line of an evemu recording") }
    }

    private mutating func readEvent(_ line: inout RecordingLine) throws(RecordingError) {
        guard device != nil else { throw RecordingError(.noDevice, line: line.number, reason: Self.noDeviceReason) }
        let time = line.field()
        let type = line.field()
        let code = line.field()
        let value = line.field()
        // evemu pads values to four digits, so a shorter value at the end of the file is incomplete.
        guard line.isTerminated || value.count >= 4 else { throw line.broken("event value \(value.quoted)") }
        guard let time = Timestamp(secondsAndMicroseconds: time) else {
            throw line.broken("event time \(time.quoted) is not seconds.microseconds")
        }
        guard let type = UInt16(hexadecimal: type), let code = UInt16(hexadecimal: code) else {
            let fields = "event type and code \(type.quoted) \(code.quoted)"
            throw line.broken("\(fields) are not hexadecimal numbers below 10000")
        }
        guard let value = Int32(decimal: value) else {
            throw line.broken("event value \(value.quoted) is not a 32-bit number")
        }
        device?.events.append(InputEvent(time: time, type: type, code: code, value: value))
    }

    /// Reads the device's name. A second name before any event restarts the description, because both `evemu-describe`
    /// and `evemu-record` write the name.
    private mutating func readName(_ line: inout RecordingLine) throws(RecordingError) {
        guard device?.events.isEmpty ?? true else {
            throw line.malformed("a second device: an evemu recording holds one")
        }
        _ = line.skip(" ")
        device = RecordedDevice(description: DeviceDescription(name: String(decoding: line.rest, as: UTF8.self)))
        codesRead = Array(repeating: 0, count: Self.eventTypes)
        propertiesRead = 0
    }

    /// EV_CNT.
    private static let eventTypes = 0x20

    private mutating func readIdentity(_ line: inout RecordingLine) throws(RecordingError) {
        let fields = [line.field(), line.field(), line.field(), line.field()]
        let numbers = fields.compactMap { UInt16(hexadecimal: $0) }
        guard numbers.count == 4 else {
            throw line.broken("\(fields[0].quoted)… is not bus, vendor, product and version in hexadecimal")
        }
        try describe(line) { $0.setIdentity(numbers) }
    }

    private mutating func readProperties(_ line: inout RecordingLine) throws(RecordingError) {
        // Twice INPUT_PROP_CNT.
        guard propertiesRead < 0x40 else { throw line.malformed("more than 64 properties") }
        let properties = try readBits(&line, from: propertiesRead)
        try describe(line) { $0.addProperties(properties) }
        propertiesRead += 64
    }

    private mutating func readCodes(_ line: inout RecordingLine) throws(RecordingError) {
        let field = line.field()
        guard let type = UInt16(hexadecimal: field), type < Self.eventTypes else {
            throw line.broken("\(field.quoted) is not an event type, 00 to 1f")
        }
        // KEY_CNT, the most codes of any type.
        guard codesRead[Int(type)] < 0x300 else {
            throw line.malformed("more than 768 codes of event type \(field.quoted)")
        }
        let codes = try readBits(&line, from: codesRead[Int(type)])
        try describe(line) { description in
            for code in codes { description.addCode(code, ofType: type) }
        }
        codesRead[Int(type)] += 64
    }

    /// Reads eight bytes, and returns the number of each bit that is set. The lowest bit of the first byte has the
    /// number `first`.
    private func readBits(_ line: inout RecordingLine, from first: UInt16) throws(RecordingError) -> [UInt16] {
        var numbers: [UInt16] = []
        for index in 0..<UInt16(8) {
            let field = line.field()
            guard let byte = UInt8(hexadecimal: field) else {
                throw line.broken("\(field.quoted) is not the hexadecimal byte \(index + 1) of 8")
            }
            for bit in 0..<UInt16(8) where byte >> bit & 1 == 1 { numbers.append(first + index * 8 + bit) }
        }
        return numbers
    }

    private mutating func readAxis(_ line: inout RecordingLine) throws(RecordingError) {
        let code = line.field()
        let fields = [line.field(), line.field(), line.field(), line.field(), line.field()]
        let numbers = fields.prefix { !$0.isEmpty }.compactMap { Int32(decimal: $0) }
        guard let code = UInt16(hexadecimal: code), numbers.count == fields.count(where: { !$0.isEmpty }),
            numbers.count >= 4
        else {
            throw line.broken("axis \(code.quoted) is not: code minimum maximum fuzz flat [resolution]")
        }
        let axis = DeviceDescription.Axis(
            code: code, minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
            resolution: numbers.count > 4 ? numbers[4] : 0)
        try describe(line) { $0.axes.append(axis) }
    }

    private mutating func describe(
        _ line: RecordingLine, _ change: (inout DeviceDescription) -> Void
    ) throws(RecordingError) {
        guard var changed = device else {
            throw RecordingError(.noDevice, line: line.number, reason: Self.noDeviceReason)
        }
        guard changed.events.isEmpty else { throw line.malformed("the device is described after its first event") }
        device = nil
        change(&changed.description)
        device = changed
    }
}
