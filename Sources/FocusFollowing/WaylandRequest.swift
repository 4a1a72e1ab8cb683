/// The bytes of a request.
struct WaylandRequest {
    private var words: [UInt32]

    init(to object: UInt32, _ opcode: UInt16, _ arguments: UInt32...) {
        words = [object, UInt32(opcode)] + arguments
    }

    /// `wl_registry.bind`: its new object is of any interface, so that name and version go along.
    init(bind name: UInt32, of registry: UInt32, interface: StaticString, version: UInt32, to object: UInt32) {
        self.init(to: registry, 0, name)
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

    var bytes: [UInt8] {
        var words = words
        words[1] |= UInt32(4 * words.count) << 16
        return words.withUnsafeBytes { Array($0) }
    }
}
