/// A message of the Wayland wire format: an object, the number of one of its events (or requests), and arguments.
struct WaylandMessage: Equatable {
    let object: UInt32
    let opcode: UInt16
    /// In words of 32 bits, in the machine's byte order, as all of the format is.
    let arguments: [UInt8]

    /// The object's number, then the length of the whole in bytes (upper half) and the opcode (lower half).
    static let headerSize = 8
}

/// Cuts a compositor's bytes into messages.
///
/// No message is longer than the 65,535 bytes its header can say, so no more than that is held of an unfinished one.
struct WaylandFramer {
    private var bytes: [UInt8] = []
    private var start = 0

    mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeSubrange(..<start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The next whole message; nil where more bytes are needed.
    ///
    /// - Throws: where a length is no multiple of 4, or less than the header's.
    mutating func next() throws(WaylandFailure) -> WaylandMessage? {
        let held = bytes[start...]
        guard held.count >= WaylandMessage.headerSize else { return nil }
        let object = held.word(at: 0)
        let second = held.word(at: 4)
        let length = Int(second >> 16)
        guard length >= WaylandMessage.headerSize, length.isMultiple(of: 4) else {
            throw WaylandFailure("a message to object \(object) says that it is \(length) bytes long")
        }
        guard held.count >= length else { return nil }
        start += length
        return WaylandMessage(
            object: object, opcode: UInt16(truncatingIfNeeded: second),
            arguments: Array(held.prefix(length).dropFirst(WaylandMessage.headerSize)))
    }
}

extension ArraySlice<UInt8> {
    /// The 32-bit word `offset` bytes after the start, which must be inside.
    func word(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && offset + 4 <= count, "a word beyond the end of a message was asked for")
        return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
