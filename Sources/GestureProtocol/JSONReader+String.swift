extension JSONReader {
    mutating func string() throws(RequestError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                text.append(contentsOf: try escape().utf8)
            case ..<0x20: throw unexpected("a control character's escape")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw unexpected("a closing quote")
    }

    private mutating func escape() throws(RequestError) -> Unicode.Scalar {
        let scalar: Unicode.Scalar
        switch current {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw unexpected(#"one of "\/bfnrtu after a backslash"#)
        }
        position += 1
        return scalar
    }

    /// Characters outside the first plane are two escapes, a surrogate each; half a pair is no character.
    private mutating func unicodeEscape() throws(RequestError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if UTF16.isLeadSurrogate(first), current == UInt8(ascii: "\\") {
            position += 1
            guard current == UInt8(ascii: "u") else { throw unexpected("the other half of a surrogate pair") }
            let second = try hexadecimal()
            if UTF16.isTrailSurrogate(second) {
                return UTF16.decode(UTF16.EncodedScalar([first, second]))
            }
        }
        throw error("half a surrogate pair")
    }

    private mutating func hexadecimal() throws(RequestError) -> UInt16 {
        position += 1
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw unexpected("four hexadecimal digits")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}
