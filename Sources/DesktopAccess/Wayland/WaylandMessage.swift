/// A message in the Wayland wire format: an object, the opcode of an event or request, and arguments.
package struct WaylandMessage: Equatable {
    package let object: UInt32
    package let opcode: UInt16
    /// 32-bit words in the machine's byte order, like the whole format.
    package let arguments: [UInt8]

    package init(object: UInt32, opcode: UInt16, arguments: [UInt8]) {
        (self.object, self.opcode, self.arguments) = (object, opcode, arguments)
    }

    /// In bytes. The header is the object's id and a second word. That word has the length of the whole message in
    /// bytes (upper half) and the opcode (lower half).
    static let headerSize = 8
}

/// Splits a compositor's bytes into messages.
///
/// The length in a header is at most 65,535 bytes. So the framer stores at most 65,535 bytes of an incomplete message.
package struct WaylandFramer {
    private var bytes: [UInt8] = []
    private var start = 0

    package init() {}

    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeSubrange(..<start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// Returns the next whole message; nil until all its bytes have arrived.
    ///
    /// - Throws: If a message's length is not a multiple of 4, or is less than ``WaylandMessage/headerSize``.
    package mutating func next() throws(DesktopFailure) -> WaylandMessage? {
        let held = bytes[start...]
        guard held.count >= WaylandMessage.headerSize else { return nil }
        let object = held.word(at: 0)
        let second = held.word(at: 4)
        let length = Int(second >> 16)
        guard length >= WaylandMessage.headerSize, length.isMultiple(of: 4) else {
            throw DesktopFailure("message to object \(object) has the invalid length \(length)")
        }
        guard held.count >= length else { return nil }
        start += length
        return WaylandMessage(
            object: object, opcode: UInt16(truncatingIfNeeded: second),
            arguments: Array(held.prefix(length).dropFirst(WaylandMessage.headerSize)))
    }
}

/// Reads a message's arguments in order, and never beyond the message's end.
package struct WaylandArguments {
    private let message: WaylandMessage
    private var rest: ArraySlice<UInt8>

    package init(of message: WaylandMessage) {
        self.message = message
        rest = message.arguments[...]
    }

    package mutating func word() throws(DesktopFailure) -> UInt32 {
        guard rest.count >= 4 else { throw tooShort }
        defer { rest = rest.dropFirst(4) }
        return rest.word(at: 0)
    }

    /// Reads a length, and that many bytes, which are padded to a multiple of 4.
    package mutating func bytes() throws(DesktopFailure) -> ArraySlice<UInt8> {
        let length = Int(try word())
        let padded = (length + 3) / 4 * 4
        guard padded <= rest.count else { throw tooShort }
        defer { rest = rest.dropFirst(padded) }
        return rest.prefix(length)
    }

    /// Reads a string, which ends with a zero. Replaces invalid UTF-8.
    package mutating func string() throws(DesktopFailure) -> String {
        let bytes = try bytes()
        guard bytes.last == 0 else {
            throw DesktopFailure("unterminated string in \(event)")
        }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    package mutating func words() throws(DesktopFailure) -> [UInt32] {
        let bytes = try bytes()
        guard bytes.count.isMultiple(of: 4) else {
            throw DesktopFailure("array of \(bytes.count) bytes in \(event) does not consist of words")
        }
        return stride(from: 0, to: bytes.count, by: 4).map { bytes.word(at: $0) }
    }

    private var tooShort: DesktopFailure {
        DesktopFailure("\(event) is too short for its arguments")
    }

    private var event: String { "event \(message.opcode) of object \(message.object)" }
}

/// A request in the Wayland wire format.
package struct WaylandRequest {
    private var words: [UInt32]

    package init(to object: UInt32, _ opcode: UInt16, _ arguments: UInt32...) {
        words = [object, UInt32(opcode)] + arguments
    }

    /// Makes a request whose last argument is a text.
    package init(to object: UInt32, _ opcode: UInt16, _ arguments: UInt32..., text: StaticString) {
        words = [object, UInt32(opcode)] + arguments
        append(text)
    }

    /// Makes a `wl_registry.bind`. The new object may have any interface, so the request contains the interface's name
    /// and version.
    init(bind name: UInt32, of registry: UInt32, interface: StaticString, version: UInt32, to object: UInt32) {
        self.init(to: registry, WaylandGlobals.RegistryRequest.bind, name)
        append(interface)
        words += [version, object]
    }

    private mutating func append(_ string: StaticString) {
        string.withUTF8Buffer { utf8 in
            words.append(UInt32(utf8.count + 1))
            for start in stride(from: 0, through: utf8.count, by: 4) {
                var word: UInt32 = 0
                withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: utf8[start..<min(start + 4, utf8.count)]) }
                words.append(word)
            }
        }
    }

    package var bytes: [UInt8] {
        var words = words
        words[1] |= UInt32(4 * words.count) << 16
        return words.withUnsafeBytes { Array($0) }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the 32-bit word at `offset` bytes from the start. Traps if the word is not within the slice.
    package func word(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && offset + 4 <= count, "reading a word beyond the end of a message")
        return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
