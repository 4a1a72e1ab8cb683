/// The head of a request in HTTP/1.0 or HTTP/1.1: its method, its address, and the fields that the page's server needs.
struct RequestHead: Hashable {
    let method: String
    let path: String
    private(set) var host: String?
    private(set) var origin: String?
    private(set) var authorization: String?
    /// True if a body follows. The server reads none.
    private(set) var hasBody = false

    /// - Parameter bytes: All lines of the head, without the empty one at its end.
    /// - Returns: nil if it is not a head of these versions, or gives one of the fields twice.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let lines = Self.lines(bytes), let first = lines.first else { return nil }
        let words = first.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0", !words[0].isEmpty, !words[1].isEmpty
        else { return nil }
        (method, path) = (String(words[0]), String(words[1]))
        var names: Set<String> = []
        for line in lines.dropFirst() {
            guard let (name, value) = Self.field(line) else { return nil }
            switch name {
            case "host": host = value
            case "origin": origin = value
            case "authorization": authorization = value
            case "transfer-encoding": hasBody = true
            case "content-length": hasBody = hasBody || value != "0"
            default: continue
            }
            guard names.insert(name).inserted else { return nil }
        }
    }

    /// Returns the lines; nil if one has a control character or ends without a carriage return.
    private static func lines(_ bytes: ArraySlice<UInt8>) -> [Substring]? {
        var text = String(decoding: bytes, as: UTF8.self)[...]
        var lines: [Substring] = []
        while !text.isEmpty {
            let end = text.utf8.firstIndex { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F } ?? text.endIndex
            lines.append(text[..<end])
            guard end < text.endIndex else { break }
            guard text.utf8[end...].starts(with: "\r\n".utf8) else { return nil }
            text = text[text.utf8.index(end, offsetBy: 2)...]
        }
        return lines
    }

    /// Returns the field's name in lower case, and its value without the blanks around it.
    private static func field(_ line: Substring) -> (name: String, value: String)? {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
        let name = line.utf8[..<colon].map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        guard name.allSatisfy({ $0 > 0x20 }) else { return nil }
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var value = line.utf8[line.utf8.index(after: colon)...].drop(while: isBlank)
        while let last = value.last, isBlank(last) { value = value.dropLast() }
        return (String(decoding: name, as: UTF8.self), String(decoding: Array(value), as: UTF8.self))
    }
}

/// Collects the bytes of a request's head, of which it keeps a bounded number.
struct RequestReader {
    enum Result: Hashable {
        case incomplete
        case head(RequestHead)
        /// What has arrived is not the head of a request.
        case invalid
        case tooLong
    }

    /// In bytes. Browsers send about 700, and the cookies of every other server on this machine.
    static let limit = 16 * 1024
    /// The most lines of a head.
    static let lineLimit = 100

    private static let end: [UInt8] = Array("\r\n\r\n".utf8)

    private var bytes: [UInt8] = []
    /// The bytes before this index have no end of the head, so none is looked for again.
    private var scanned = 0

    mutating func append(_ more: ArraySlice<UInt8>) -> Result {
        bytes += more.prefix(Self.limit + 1 - bytes.count)
        while scanned + Self.end.count <= min(bytes.count, Self.limit) {
            guard bytes[scanned...].starts(with: Self.end) else {
                scanned += 1
                continue
            }
            let head = bytes[..<scanned]
            guard head.count(where: { $0 == UInt8(ascii: "\n") }) < Self.lineLimit else { return .tooLong }
            return RequestHead(head).map(Result.head) ?? .invalid
        }
        return bytes.count > Self.limit ? .tooLong : .incomplete
    }
}
