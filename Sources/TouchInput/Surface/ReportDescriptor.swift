public import GestureModel

/// The report descriptor of a HID device (HID 1.11, section 6.2.2), from which only the size of a touch surface is read.
///
/// The kernel computes a resolution only if an axis has centimetres or inches as its unit. Many panels claim cubic inches,
/// and mean inches.
public struct ReportDescriptor: Sendable {
    /// In millimetres, x and y; nil if the descriptor does not state the size of a touch surface.
    public private(set) var surfaceSize: Vector?

    /// The largest descriptor of the kernel (HID_MAX_DESCRIPTOR_SIZE). Bytes beyond are ignored.
    public static let maximumLength = 16_384
    /// Limits the memory for a hostile descriptor. The kernel's stack has four places.
    private static let maximumDepth = 32

    /// Reads a descriptor, up to the first item that is incomplete.
    public init(_ bytes: some Collection<UInt8>) {
        var reader = Reader()
        var rest = bytes.prefix(Self.maximumLength)
        while let item = Item(&rest) { reader.apply(item, depth: Self.maximumDepth) }
        guard let width = reader.lengths.x, let height = reader.lengths.y else { return }
        surfaceSize = Vector(dx: width, dy: height)
    }

    /// One item: a type and a tag in `prefix`, and up to four bytes of data.
    private struct Item {
        /// The bits of the first byte without the length of the data.
        let prefix: UInt8
        let unsigned: UInt32
        let signed: Int32

        private static let long: UInt8 = 0xFE

        /// Removes the next item. Returns nil if none is left, or if it is incomplete.
        init?<Bytes: Collection<UInt8>>(_ rest: inout Bytes) where Bytes.SubSequence == Bytes {
            guard let first = rest.popFirst() else { return nil }
            // A long item has its length in the next byte. No such item is defined.
            guard first != Item.long else {
                guard let length = rest.popFirst(), rest.popFirst() != nil, rest.count >= Int(length) else {
                    return nil
                }
                rest.removeFirst(Int(length))
                (prefix, unsigned, signed) = (Item.long, 0, 0)
                return
            }
            let length = first & 3 == 3 ? 4 : Int(first & 3)
            guard rest.count >= length else { return nil }
            var value: UInt32 = 0
            for (index, byte) in rest.prefix(length).enumerated() { value |= UInt32(byte) << (8 * UInt32(index)) }
            rest.removeFirst(length)
            prefix = first & 0xFC
            unsigned = value
            signed =
                switch length {
                case 1: Int32(Int8(truncatingIfNeeded: value))
                case 2: Int32(Int16(truncatingIfNeeded: value))
                default: Int32(bitPattern: value)
                }
        }
    }

    /// The values that apply to the following main items.
    private struct Globals {
        var page: UInt32 = 0
        var minimum: Int32 = 0
        var maximum: Int32 = 0
        var unit: UInt32 = 0
        var exponent = 0

        /// The length of an axis in millimetres; nil if its unit is no length.
        var length: Double? {
            let unitLength: Double
            switch unit & 0xF {
            case 1: unitLength = 10
            case 3: unitLength = 25.4
            default: return nil
            }
            // The second digit is the exponent of the length. A panel that claims its cube means the length.
            guard unit >> 4 & 0xF != 0, maximum > minimum else { return nil }
            var length = (Double(maximum) - Double(minimum)) * unitLength
            for _ in 0..<abs(exponent) { length *= exponent < 0 ? 0.1 : 10 }
            return length
        }
    }

    private struct Reader {
        private var globals = Globals()
        private var stack: [Globals] = []
        /// For each open collection, whether it is, or is in, the application collection of a touch surface.
        private var collections: [Bool] = []
        /// The number of open collections beyond the limit of ``collections``.
        private var excess = 0
        /// The last usage, and which axes the usages of the next main item include.
        private var usage: UInt32 = 0
        private var range: (minimum: UInt32, maximum: UInt32) = (0, 0)
        private var names = (x: false, y: false)
        private(set) var lengths: (x: Double?, y: Double?)

        private static let x: UInt32 = 0x0001_0030
        private static let y: UInt32 = 0x0001_0031
        /// The usages of a touchscreen, a touchpad, and a multiple-point digitizer.
        private static let surfaces: [UInt32] = [0x000D_0004, 0x000D_0005, 0x000D_000C]

        mutating func apply(_ item: Item, depth: Int) {
            switch item.prefix {
            case 0x04: globals.page = item.unsigned
            case 0x34: globals.minimum = item.signed
            case 0x44: globals.maximum = item.signed
            case 0x54: globals.exponent = Reader.exponent(item)
            case 0x64: globals.unit = item.unsigned
            case 0xA4: if stack.count < depth { stack.append(globals) }
            case 0xB4: if let last = stack.popLast() { globals = last }
            case 0x08: addUsage(item)
            case 0x18: range.minimum = fullUsage(item)
            case 0x28:
                range.maximum = fullUsage(item)
                names.x = names.x || range.minimum <= Reader.x && Reader.x <= range.maximum
                names.y = names.y || range.minimum <= Reader.y && Reader.y <= range.maximum
            case 0x80: addAxes()
            case 0xA0: open(isApplication: item.unsigned == 1, depth)
            case 0xC0: close()
            default: break
            }
            // Bits 2 and 3 are 0 for a main item, which ends the validity of usages.
            if item.prefix & 0x0C == 0 { (usage, range, names) = (0, (0, 0), (false, false)) }
        }

        /// The exponent is four bits with a sign. Some devices send the sign in all bits of the byte.
        private static func exponent(_ item: Item) -> Int {
            guard item.unsigned > 0xF else { return item.unsigned < 8 ? Int(item.unsigned) : Int(item.unsigned) - 16 }
            return (-8...7).contains(item.signed) ? Int(item.signed) : 0
        }

        /// A usage of four bytes contains its page.
        private func fullUsage(_ item: Item) -> UInt32 {
            item.unsigned > 0xFFFF ? item.unsigned : (globals.page & 0xFFFF) << 16 | item.unsigned
        }

        private mutating func addUsage(_ item: Item) {
            usage = fullUsage(item)
            names.x = names.x || usage == Reader.x
            names.y = names.y || usage == Reader.y
        }

        private mutating func addAxes() {
            guard collections.last == true, excess == 0 else { return }
            if names.x { lengths.x = lengths.x ?? globals.length }
            if names.y { lengths.y = lengths.y ?? globals.length }
        }

        private mutating func open(isApplication: Bool, _ depth: Int) {
            guard collections.count < depth else { return excess += 1 }
            let isSurface = isApplication && Reader.surfaces.contains(usage)
            collections.append(isSurface || !isApplication && collections.last == true)
        }

        private mutating func close() {
            if excess > 0 { excess -= 1 } else { _ = collections.popLast() }
        }
    }
}
