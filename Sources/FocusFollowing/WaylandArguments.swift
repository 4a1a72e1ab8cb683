/// Reads a message's arguments in their order. Nothing is read beyond the message's end.
struct WaylandArguments {
    private let message: WaylandMessage
    private var rest: ArraySlice<UInt8>

    init(of message: WaylandMessage) {
        self.message = message
        rest = message.arguments[...]
    }

    mutating func word() throws(WaylandFailure) -> UInt32 {
        guard rest.count >= 4 else { throw tooShort }
        defer { rest = rest.dropFirst(4) }
        return rest.word(at: 0)
    }

    /// A length in bytes, and that many bytes, filled up to a multiple of 4.
    mutating func bytes() throws(WaylandFailure) -> ArraySlice<UInt8> {
        let length = Int(try word())
        let padded = (length + 3) / 4 * 4
        guard padded <= rest.count else { throw tooShort }
        defer { rest = rest.dropFirst(padded) }
        return rest.prefix(length)
    }

    /// A string, which is sent with a zero at its end. Bytes that are no UTF-8 are replaced.
    mutating func string() throws(WaylandFailure) -> String {
        let bytes = try bytes()
        guard bytes.last == 0 else {
            throw WaylandFailure("a string in event \(message.opcode) of object \(message.object) has no end")
        }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    mutating func words() throws(WaylandFailure) -> [UInt32] {
        let bytes = try bytes()
        guard bytes.count.isMultiple(of: 4) else {
            let event = "event \(message.opcode) of object \(message.object)"
            throw WaylandFailure("an array of \(bytes.count) bytes in \(event) is not of words")
        }
        return stride(from: 0, to: bytes.count, by: 4).map { bytes.word(at: $0) }
    }

    private var tooShort: WaylandFailure {
        WaylandFailure("event \(message.opcode) of object \(message.object) ends before its arguments do")
    }
}
