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
                text.append(contentsOf: try escaped().utf8)
            case ..<0x20: throw unexpected("a control character's escape")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw unexpected("a closing quote")
    }

    private mutating func escaped() throws(RequestError) -> Character {
        let escape = current
        guard escape != UInt8(ascii: "u") else { return Character(try unicodeEscape()) }
        let character: Character? =
            switch escape {
            case UInt8(ascii: "\""): "\""
            case UInt8(ascii: "\\"): "\\"
            case UInt8(ascii: "/"): "/"
            case UInt8(ascii: "b"): "\u{8}"
            case UInt8(ascii: "f"): "\u{C}"
            case UInt8(ascii: "n"): "\n"
            case UInt8(ascii: "r"): "\r"
            case UInt8(ascii: "t"): "\t"
            default: nil
            }
        guard let character else { throw unexpected(#"one of "\/bfnrtu after a backslash"#) }
        position += 1
        return character
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
