/// Writes JSON into reserved memory, so that a line allocates nothing once its buffer has grown.
struct LineWriter {
    private let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private(set) var count: Int

    fileprivate init(_ start: UnsafeMutablePointer<UInt8>, capacity: Int, count: Int) {
        self.start = start
        self.capacity = capacity
        self.count = count
    }

    /// Inlined, because the compiler turns a copy of constant length into a store.
    @inline(__always)
    mutating func write(_ literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        require(length)
        (start + count).initialize(from: literal.utf8Start, count: length)
        count &+= length
    }

    mutating func write(_ bytes: [UInt8]) {
        require(bytes.count)
        bytes.withUnsafeBufferPointer { put($0) }
    }

    /// Writes `"name":`.
    @inline(__always)
    mutating func write(key name: StaticString) {
        let length = name.utf8CodeUnitCount
        require(length &+ 3)
        put(UInt8(ascii: "\""))
        (start + count).initialize(from: name.utf8Start, count: length)
        count &+= length
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
    }

    /// Writes a word of the protocol in quotes. It needs no escapes.
    mutating func write(word: String) {
        require(word.utf8.count &+ 2)
        put(UInt8(ascii: "\""))
        // Copied together, because copying bytes one by one costs four times as much.
        if word.utf8.withContiguousStorageIfAvailable({ put($0) }) == nil { for byte in word.utf8 { put(byte) } }
        put(UInt8(ascii: "\""))
    }

    /// Writes a text in quotes, with its own quotes, backslashes and control characters escaped.
    mutating func write(quoted text: String) {
        require(LineWriter.room(for: text))
        put(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(UInt8(ascii: "\\"), byte)
            case UInt8(ascii: "\n"): put(UInt8(ascii: "\\"), UInt8(ascii: "n"))
            case UInt8(ascii: "\t"): put(UInt8(ascii: "\\"), UInt8(ascii: "t"))
            case ..<0x20, 0x7F:
                write("\\u00")
                for nibble in [byte >> 4, byte & 0xF] { put(nibble < 10 ? nibble + 0x30 : nibble + 0x57) }
            default: put(byte)
            }
        }
        put(UInt8(ascii: "\""))
    }

    /// Returns the most bytes that ``write(quoted:)`` writes.
    static func room(for text: String) -> Int { text.utf8.count * 6 + 2 }

    mutating func write(_ flag: Bool) { write(flag ? "true" : "false") }

    @inline(__always)
    mutating func write(_ value: some FixedWidthInteger) {
        // Most numbers of subscriptions, gestures and fingers have one digit.
        guard value < 0 || value > 9 else {
            require(1)
            return put(UInt8(ascii: "0") | UInt8(truncatingIfNeeded: value))
        }
        writeDigits(of: value)
    }

    private mutating func writeDigits(of value: some FixedWidthInteger) {
        let digits = UInt64(value.magnitude)
        let length = digits.digits
        require(length &+ 1)
        if value < 0 { put(UInt8(ascii: "-")) }
        put(digits: digits, length: length)
    }

    /// Replaces the comma after the last member with a brace.
    mutating func endObject() { start[count &- 1] = UInt8(ascii: "}") }

    // MARK: Numbers

    /// The most bytes that ``write(_:_:)`` writes: a sign, 13 digits, a point, 6 digits.
    static let numberCapacity = 21

    /// Writes a number, rounded to three or six decimals: no exponent, no `-0`, no trailing zeros.
    ///
    /// A number that is not finite is written as 0, and one beyond ±9·10¹² as that limit. No finger causes such
    /// numbers, but they must neither stop the daemon nor produce invalid JSON.
    mutating func write(_ value: Double, _ decimals: Decimals) {
        let largest = 9e12
        let clamped = value.isFinite ? min(max(value, -largest), largest) : 0
        require(LineWriter.numberCapacity)
        // One case per power, because a division by a constant compiles to a multiplication.
        switch decimals {
        case .three:
            let value = Int64(nearest: clamped * 1000)
            put(value < 0, value.magnitude / 1000, fraction: value.magnitude % 1000, digits: 3)
        case .six:
            let value = Int64(nearest: clamped * 1_000_000)
            put(value < 0, value.magnitude / 1_000_000, fraction: value.magnitude % 1_000_000, digits: 6)
        }
    }

    @inline(__always)
    private mutating func put(_ isNegative: Bool, _ whole: UInt64, fraction: UInt64, digits: Int) {
        if isNegative { put(UInt8(ascii: "-")) }
        put(digits: whole, length: whole.digits)
        guard fraction > 0 else { return }
        put(UInt8(ascii: "."))
        put(digits: fraction, length: digits)
        while start[count &- 1] == UInt8(ascii: "0") { count &-= 1 }
    }

    // MARK: Bytes for which there is room

    @inline(__always)
    private func require(_ room: Int) { precondition(capacity &- count >= room, "no room in a line") }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        start[count] = byte
        count &+= 1
    }

    @inline(__always)
    private mutating func put(_ first: UInt8, _ second: UInt8) {
        put(first)
        put(second)
    }

    @inline(__always)
    private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        (start + count).initialize(from: source, count: bytes.count)
        count &+= bytes.count
    }

    /// The numbers from 00 to 99.
    private static let pairs: StaticString = """
        00010203040506070809101112131415161718192021222324\
        25262728293031323334353637383940414243444546474849\
        50515253545556575859606162636465666768697071727374\
        75767778798081828384858687888990919293949596979899
        """

    /// Writes `length` digits, padded with zeros at the front.
    @inline(__always)
    private mutating func put(digits value: UInt64, length: Int) {
        var rest = value
        var index = count &+ length
        count = index
        var left = length
        // Two digits at a time need half as many divisions.
        while left > 1 {
            left &-= 2
            index &-= 2
            let pair = LineWriter.pairs.utf8Start + Int(truncatingIfNeeded: rest % 100) &* 2
            rest /= 100
            start[index] = pair[0]
            start[index &+ 1] = pair[1]
        }
        if left > 0 { start[index &- 1] = UInt8(ascii: "0") | UInt8(truncatingIfNeeded: rest % 10) }
    }
}

extension Int64 {
    /// Creates the nearest integer; of two that are equally near, the one farther from zero. `rounded()` has the same
    /// result, but calls the C library. The fraction is exact, because numbers beyond 2⁵² have none.
    @inline(__always)
    fileprivate init(nearest value: Double) {
        self.init(value)
        let fraction = value - Double(self)
        if fraction.magnitude >= 0.5 { self &+= fraction < 0 ? -1 : 1 }
    }
}

extension UInt64 {
    /// The number of decimal digits.
    @inline(__always)
    fileprivate var digits: Int {
        var length = 0
        var rest = self
        while rest >= 10_000 {
            rest /= 10_000
            length &+= 4
        }
        return length &+ (rest < 100 ? rest < 10 ? 1 : 2 : rest < 1000 ? 3 : 4)
    }
}

/// The number of decimals in a `gesture` line.
enum Decimals: Hashable, Sendable {
    /// A thousandth of a point is 0.16 µm of surface.
    case three
    /// A millionth of a surface of 1 m is 1 µm. Any movement of a finger changes a scale or an angle by more than a
    /// millionth.
    case six
}

extension [UInt8] {
    /// - Parameter room: The most bytes that `write` writes.
    @inline(__always)
    mutating func append(room: Int, _ write: (inout LineWriter) -> Void) {
        #if compiler(>=6.3)
            append(addingCapacity: room) { (output: inout OutputSpan<UInt8>) in
                output.withUnsafeMutableBufferPointer { buffer, count in
                    LineWriter.write(to: buffer, &count, write)
                }
            }
        #else
            // Swift 6.2 writes to an array of its own first: one allocation a line.
            append(
                contentsOf: [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                    LineWriter.write(to: buffer, &count, write)
                })
        #endif
    }
}

extension LineWriter {
    @inline(__always)
    fileprivate static func write(
        to buffer: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int, _ write: (inout LineWriter) -> Void
    ) {
        guard let start = buffer.baseAddress else { return }
        var writer = LineWriter(start, capacity: buffer.count, count: count)
        write(&writer)
        count = writer.count
    }
}
