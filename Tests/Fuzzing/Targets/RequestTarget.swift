internal import GestureProtocol

extension FuzzTarget {
    /// The bytes of a client: split into lines, read, written, and read again.
    static let request = FuzzTarget("request") { bytes in
        let lines = cut(bytes, inPiecesOf: bytes.count)
        var findings: [String] = []
        if lines != cut(bytes, inPiecesOf: 3) { findings.append("small pieces produce different lines") }
        for line in lines {
            guard let line, let request = try? Request(line: line) else { continue }
            let encoded = request.encoded
            guard let again = try? Request(line: encoded.dropLast()) else {
                findings.append("does not read what it writes: \(String(decoding: encoded, as: UTF8.self))")
                continue
            }
            if again != request { findings.append("\(request) is \(again) when it was written and read") }
        }
        return findings
    }

    /// Nil for a line that is too long.
    private static func cut(_ bytes: [UInt8], inPiecesOf size: Int) -> [[UInt8]?] {
        var framer = LineFramer(limit: 1024)
        var lines: [[UInt8]?] = []
        for start in stride(from: 0, to: bytes.count, by: max(size, 1)) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { framer.append($0) }
            while let line = framer.next() {
                if case .line(let line) = line { lines.append(Array(line)) } else { lines.append(nil) }
            }
        }
        return lines
    }
}
