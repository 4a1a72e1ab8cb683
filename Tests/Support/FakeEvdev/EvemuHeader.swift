internal import TouchInput

extension DeviceDescription {
    /// The description as the head of an evemu file: bit masks are hexadecimal bytes, eight a line, lowest first.
    var evemuHeader: String {
        let id = [bus, vendor, product, version].map { hex($0, 4) }.joined(separator: " ")
        let masks = capabilities.flatMap { capability in
            mask(capability.codes).map { "B: \(hex(capability.type, 2)) \($0)" }
        }
        let ranges = axes.map { axis in
            "A: \(hex(axis.code, 2)) \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) \(axis.resolution)"
        }
        let lines = ["# EVEMU 1.3", "N: \(name)", "I: \(id)"] + mask(properties).map { "P: \($0)" } + masks + ranges
        return lines.joined(separator: "\n") + "\n"
    }

    private func mask(_ codes: [UInt16]) -> [String] {
        var bytes = [UInt16](repeating: 0, count: (Int(codes.max() ?? 0) / 64 + 1) * 8)
        for code in codes { bytes[Int(code) / 8] |= 1 << (code % 8) }
        return stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].map { hex($0, 2) }.joined(separator: " ")
        }
    }

    private func hex(_ number: UInt16, _ width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
