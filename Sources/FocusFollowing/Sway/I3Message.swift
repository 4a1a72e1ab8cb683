/// A message of the i3 IPC protocol, which sway speaks too: `i3-ipc`, the payload's length and type as 32-bit numbers in the
/// machine's byte order, and the payload (i3's ipc.html; sway-ipc(7)).
struct I3Message: Hashable {
    enum Kind {
        static let subscribe: UInt32 = 2
        static let tree: UInt32 = 4
        /// Events have the highest bit set, replies do not.
        static let workspaceEvent: UInt32 = 0x8000_0000
        static let windowEvent: UInt32 = 0x8000_0003
    }

    static let magic = Array("i3-ipc".utf8)
    static let headerLength = magic.count + 8

    var kind: UInt32
    var payload: [UInt8]

    var encoded: [UInt8] {
        let numbers = [UInt32(payload.count), kind]
        return I3Message.magic + numbers.withUnsafeBytes(Array.init) + payload
    }
}

/// Splits a byte stream into messages.
struct I3Framer {
    /// In bytes. A tree with a thousand windows has about 2 MB.
    static let longestPayload = 64 << 20

    private var buffer: [UInt8] = []

    mutating func append(_ bytes: [UInt8]) { buffer += bytes }

    /// Returns the next whole message; nil until all its bytes have arrived.
    mutating func next() throws(FocusFailure) -> I3Message? {
        guard buffer.count >= I3Message.headerLength else { return nil }
        guard buffer.starts(with: I3Message.magic) else { throw FocusFailure("message does not start with i3-ipc") }
        let (length, kind) = (Int(number(at: I3Message.magic.count)), number(at: I3Message.magic.count + 4))
        guard length <= I3Framer.longestPayload else {
            throw FocusFailure("message of \(length) bytes is too long")
        }
        let end = I3Message.headerLength + length
        guard buffer.count >= end else { return nil }
        defer { buffer.removeSubrange(..<end) }
        return I3Message(kind: kind, payload: Array(buffer[I3Message.headerLength..<end]))
    }

    private func number(at index: Int) -> UInt32 {
        buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: UInt32.self) }
    }
}
