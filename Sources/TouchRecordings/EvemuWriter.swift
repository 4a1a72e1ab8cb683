internal import GestureModel
public import TouchInput

/// Writes recordings event by event, for evemu-device, evemu-play and `Recording`.
public enum EvemuWriter {
    /// Appends the description of the device, which starts the file.
    ///
    /// Control characters in the device's name become blanks. Codes of EV_SYN are omitted, because evemu's line of that
    /// type lists the event types. Codes must be below 768, and properties below 64; the kernel has no others.
    public static func header(_ device: DeviceDescription, into bytes: inout [UInt8]) {
        bytes.append("# EVEMU 1.3\nN: ")
        bytes.append(contentsOf: device.name.utf8.lazy.map { $0 < 0x20 || $0 == 0x7f ? UInt8(ascii: " ") : $0 })
        bytes.append("\nI:")
        for number in [device.bus, device.vendor, device.product, device.version] {
            bytes.append(" ")
            bytes.append(hexadecimal: number, digits: 4)
        }
        bytes.append("\n")
        bits(of: device.properties, labelled: "P:", into: &bytes)
        let types = device.capabilities.map(\.type)
        bits(of: [EventType.synchronization] + types, labelled: "B: 00", into: &bytes)
        for capability in device.capabilities where capability.type != EventType.synchronization {
            bits(of: capability.codes, labelled: "B: ", type: capability.type, into: &bytes)
        }
        for axis in device.axes { self.axis(axis, into: &bytes) }
    }

    /// Appends one `E:` line of about 32 bytes. Allocates nothing if `bytes` has room.
    ///
    /// A negative time, which no kernel sends, is written as zero.
    public static func event(_ event: InputEvent, into bytes: inout [UInt8]) {
        let (seconds, microseconds) = max(event.time.microseconds, 0).quotientAndRemainder(dividingBy: 1_000_000)
        bytes.append("E: ")
        bytes.append(decimal: seconds, digits: 1)
        bytes.append(".")
        bytes.append(decimal: microseconds, digits: 6)
        bytes.append(" ")
        bytes.append(hexadecimal: event.type, digits: 4)
        bytes.append(" ")
        bytes.append(hexadecimal: event.code, digits: 4)
        bytes.append(" ")
        bytes.append(decimal: Int64(event.value), digits: 4)
        bytes.append("\n")
    }

    private static func bits(
        of codes: [UInt16], labelled label: StaticString, type: UInt16? = nil, into bytes: inout [UInt8]
    ) {
        var set = [UInt8](repeating: 0, count: (Int(codes.max() ?? 0) / 64 + 1) * 8)
        for code in codes { set[Int(code) / 8] |= 1 << (code % 8) }
        for group in stride(from: 0, to: set.count, by: 8) {
            bytes.append(label)
            if let type { bytes.append(hexadecimal: type, digits: 2) }
            for byte in set[group..<(group + 8)] {
                bytes.append(" ")
                bytes.append(hexadecimal: UInt16(byte), digits: 2)
            }
            bytes.append("\n")
        }
    }

    private static func axis(_ axis: DeviceDescription.Axis, into bytes: inout [UInt8]) {
        bytes.append("A: ")
        bytes.append(hexadecimal: axis.code, digits: 2)
        for number in [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution] {
            bytes.append(" ")
            bytes.append(decimal: Int64(number), digits: 1)
        }
        bytes.append("\n")
    }
}

extension Recording {
    /// The contents of an evemu file.
    public var evemu: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2048 + events.count * 36)
        EvemuWriter.header(description, into: &bytes)
        for event in events { EvemuWriter.event(event, into: &bytes) }
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number, with leading zeros up to `digits` characters including the sign, as C's `%04d` does.
    fileprivate mutating func append(decimal number: Int64, digits: Int) {
        var magnitude = number.magnitude
        var scale: UInt64 = 1
        var width = 1
        while magnitude / scale >= 10 {
            scale *= 10
            width += 1
        }
        if number < 0 { append(UInt8(ascii: "-")) }
        for _ in 0..<Swift.max(0, digits - width - (number < 0 ? 1 : 0)) { append(UInt8(ascii: "0")) }
        while scale > 0 {
            append(UInt8(ascii: "0") + UInt8(magnitude / scale))
            magnitude %= scale
            scale /= 10
        }
    }

    fileprivate mutating func append(hexadecimal number: UInt16, digits: Int) {
        let width = Swift.max(digits, (19 - number.leadingZeroBitCount) / 4)
        for index in (0..<width).reversed() {
            let digit = UInt8(truncatingIfNeeded: number >> (index * 4)) & 0xf
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
