/// An input that is consumed from the front and determines all events. After its end all bytes are zero.
struct FuzzedBytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func index(below count: Int) -> Int { Int(byte()) % count }

    mutating func word() -> UInt16 { UInt16(byte()) << 8 | UInt16(byte()) }

    mutating func number() -> Int32 { Int32(bitPattern: UInt32(word()) << 16 | UInt32(word())) }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
