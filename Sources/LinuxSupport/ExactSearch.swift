/// Texts inside texts, as bytes. `contains` and `replacing` of the standard library are made for regular expressions: a
/// program that calls one of them is 1.3 MB larger.
extension StringProtocol {
    /// True if the bytes of `part` are somewhere in the text. An empty part is.
    package func contains(exact part: String) -> Bool {
        Array(utf8).firstRange(of: Array(part.utf8)[...], from: 0) != nil
    }

    /// The text with `replacement` for each `part`, from the start on. An empty part replaces nothing.
    package func replacing(exact part: String, with replacement: String) -> String {
        let (bytes, part) = (Array(utf8), Array(part.utf8)[...])
        guard !part.isEmpty else { return String(self) }
        var (result, next): ([UInt8], Int) = ([], 0)
        while let range = bytes.firstRange(of: part, from: next) {
            result += bytes[next..<range.lowerBound] + Array(replacement.utf8)
            next = range.upperBound
        }
        return String(decoding: result + bytes[next...], as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate func firstRange(of part: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
        guard start + part.count <= count else { return nil }
        return (start...count - part.count).lazy.map { $0..<$0 + part.count }.first { self[$0] == part }
    }
}
