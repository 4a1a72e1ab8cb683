public import GestureModel

/// A file of libinput's quirks: each section matches devices and lists their attributes.
///
///     [Some vendor's touchpad]
///     MatchBus=usb
///     MatchName=*Vendor Touchpad
///     AttrSizeHint=100x60
///
/// Because libinput may extend the format, a section with an unknown `Match` key matches no device, and other unknown
/// keys are ignored.
public struct QuirkFile: Hashable, Sendable {
    /// In the file's order: later sections override earlier ones.
    public var sections: [QuirkSection] = []

    public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        /// Counted from 1.
        public var line: Int
        public var message: String
        public var description: String { "line \(line): \(message)" }
    }

    /// - Throws: An error for the first line with a syntax error or an invalid value.
    public init(_ text: String) throws(SyntaxError) {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let content = Substring(line.prefix { $0 != UInt8(ascii: "#") }).withoutBlanks
            guard !content.isEmpty else { continue }
            do throws(QuirkValueError) {
                try read(content)
            } catch {
                throw SyntaxError(line: index + 1, message: error.message)
            }
        }
    }

    private mutating func read(_ line: Substring) throws(QuirkValueError) {
        if line.utf8.first == UInt8(ascii: "[") {
            guard line.utf8.last == UInt8(ascii: "]") else { throw QuirkValueError("expected a ] at the end") }
            sections.append(QuirkSection())
            return
        }
        guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            throw QuirkValueError("expected [section] or Key=value")
        }
        let key = line[..<equals].withoutBlanks
        let value = line[line.utf8.index(after: equals)...].withoutBlanks
        guard !key.isEmpty, !value.isEmpty else { throw QuirkValueError("expected Key=value") }
        guard !sections.isEmpty else { throw QuirkValueError("\(key) comes before the first [section]") }
        let last = sections.count - 1
        if key.hasExactPrefix("Match") {
            sections[last].matches.append(try QuirkMatch(String(key), String(value)))
        } else if let attribute = try QuirkAttribute(String(key), String(value)) {
            sections[last].attributes.append(attribute)
        }
    }
}

/// The conditions for a device, and its attributes.
public struct QuirkSection: Hashable, Sendable {
    var matches: [QuirkMatch] = []
    var attributes: [QuirkAttribute] = []
}

/// One condition of a quirk section.
enum QuirkMatch: Hashable, Sendable {
    case name(Glob)
    case bus(UInt16)
    case vendor([UInt16])
    case product([UInt16])
    case version([UInt16])
    case kind(TouchDeviceKind)
    case dmi(Glob)
    case deviceTree(Glob)
    /// An unknown key, or a value that no touch device has.
    case never

    init(_ key: String, _ value: String) throws(QuirkValueError) {
        switch key.exact {
        case "MatchName": self = .name(Glob(value, syntax: .fnmatch))
        case "MatchDMIModalias": self = .dmi(Glob(value, syntax: .fnmatch))
        case "MatchDeviceTree": self = .deviceTree(Glob(value, syntax: .fnmatch))
        case "MatchVendor": self = .vendor(try Self.numbers(key, value))
        case "MatchProduct": self = .product(try Self.numbers(key, value))
        case "MatchVersion": self = .version(try Self.numbers(key, value))
        case "MatchBus": self = Self.bus(named: value)
        case "MatchUdevType": self = TouchDeviceKind(exactly: value).map(Self.kind) ?? .never
        default: self = .never
        }
    }

    func matches(_ device: DeviceIdentity, on machine: MachineIdentity) -> Bool {
        switch self {
        case .name(let glob): glob.matches(device.name)
        case .bus(let bus): bus == device.bus
        case .vendor(let vendors): vendors.contains(device.vendor)
        case .product(let products): products.contains(device.product)
        case .version(let versions): versions.contains(device.version)
        case .kind(let kind): kind == device.kind
        case .dmi(let glob): machine.dmi.map(glob.matches) ?? false
        case .deviceTree(let glob): machine.deviceTree.map(glob.matches) ?? false
        case .never: false
        }
    }

    /// Returns the condition for the bus to which libinput gives this name. The numbers are BUS_* of linux/input.h.
    private static func bus(named name: String) -> QuirkMatch {
        switch name.exact {
        case "usb": .bus(0x03)
        case "bluetooth": .bus(0x05)
        case "ps2": .bus(0x11)
        case "i2c": .bus(0x18)
        case "spi": .bus(0x1C)
        case "rmi": .bus(0x1D)
        default: .never
        }
    }

    /// Reads numbers such as `0x06CB`. Newer versions of libinput allow several, separated by semicolons.
    private static func numbers(_ key: String, _ value: String) throws(QuirkValueError) -> [UInt16] {
        var numbers: [UInt16] = []
        for word in value.exactParts(separatedBy: ";", omittingEmpty: true) {
            guard word.hasExactPrefix("0x"), let number = UInt16(Substring(word.utf8.dropFirst(2)), radix: 16) else {
                throw QuirkValueError("\(key): expected a number such as 0x06CB, found \(value)")
            }
            numbers.append(number)
        }
        return numbers
    }
}

/// One attribute of a quirk section.
enum QuirkAttribute: Hashable, Sendable {
    case size(Vector)
    case resolution(Vector)
    /// Nil removes the range of an earlier section.
    case pressureRange(DeviceQuirks.TouchRange?)
    case touchSizeRange(DeviceQuirks.TouchRange?)
    case palmPressure(Int32)
    case palmSize(Int32)
    case thumbPressure(Int32)
    case thumbSize(Int32)

    /// Returns nil for an attribute that is not used here.
    init?(_ key: String, _ value: String) throws(QuirkValueError) {
        switch key.exact {
        case "AttrSizeHint": self = .size(try Self.vector(key, value))
        case "AttrResolutionHint": self = .resolution(try Self.vector(key, value))
        case "AttrPressureRange": self = .pressureRange(try Self.limits(key, value))
        case "AttrTouchSizeRange": self = .touchSizeRange(try Self.limits(key, value))
        case "AttrPalmPressureThreshold": self = .palmPressure(try Self.threshold(key, value))
        case "AttrPalmSizeThreshold": self = .palmSize(try Self.threshold(key, value))
        case "AttrThumbPressureThreshold": self = .thumbPressure(try Self.threshold(key, value))
        case "AttrThumbSizeThreshold": self = .thumbSize(try Self.threshold(key, value))
        default: return nil
        }
    }

    func apply(to quirks: inout DeviceQuirks) {
        switch self {
        case .size(let size): quirks.size = size
        case .resolution(let resolution): quirks.resolution = resolution
        case .pressureRange(let limits): quirks.pressureRange = limits
        case .touchSizeRange(let limits): quirks.touchSizeRange = limits
        case .palmPressure(let threshold): quirks.palmPressure = threshold
        case .palmSize(let threshold): quirks.palmSize = threshold
        case .thumbPressure(let threshold): quirks.thumbPressure = threshold
        case .thumbSize(let threshold): quirks.thumbSize = threshold
        }
    }

    /// Reads two numbers such as `100x60`.
    private static func vector(_ key: String, _ value: String) throws(QuirkValueError) -> Vector {
        let sides = value.exactParts(separatedBy: "x").map { Int32($0) ?? 0 }
        guard sides.count == 2, sides[0] > 0, sides[1] > 0 else {
            throw QuirkValueError("\(key): expected two numbers such as 100x60, found \(value)")
        }
        return Vector(dx: Double(sides[0]), dy: Double(sides[1]))
    }

    /// Reads a range such as `10:8`: down at 10, up below 8. `none` and `0:0` remove the range.
    private static func limits(_ key: String, _ value: String) throws(QuirkValueError) -> DeviceQuirks.TouchRange? {
        if value.exact == "none" || value.exact == "0:0" { return nil }
        let ends = value.exactParts(separatedBy: ":").compactMap { Int32($0) }
        guard ends.count == 2, ends[0] > ends[1] else {
            throw QuirkValueError("\(key): expected two numbers such as 10:8, the greater one first, found \(value)")
        }
        return DeviceQuirks.TouchRange(down: ends[0], up: ends[1])
    }

    private static func threshold(_ key: String, _ value: String) throws(QuirkValueError) -> Int32 {
        guard let threshold = Int32(value), threshold >= 0 else {
            throw QuirkValueError("\(key): expected a whole number, found \(value)")
        }
        return DeviceQuirks.threshold(threshold)
    }
}

/// Why a line of a quirk file is invalid, without the line's number.
struct QuirkValueError: Error {
    var message: String

    init(_ message: String) { self.message = message }
}

extension Substring {
    /// The text without blanks at its ends. A carriage return counts as a blank, because it is part of the line's end.
    fileprivate var withoutBlanks: Substring {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return self[first...last]
    }
}

/// Known properties that a device does not report, from the configuration or from libinput's quirk files. An unknown
/// property is nil.
public struct DeviceQuirks: Hashable, Sendable {
    /// In millimetres: width and height (libinput's AttrSizeHint).
    public var size: Vector?
    /// In units per millimetre: x and y (AttrResolutionHint).
    public var resolution: Vector?
    /// The pressure at which a contact begins to touch, and below which it stops (AttrPressureRange). In device units.
    public var pressureRange: TouchRange?
    /// The ABS_MT_TOUCH_MAJOR at which a contact begins to touch, and below which it stops (AttrTouchSizeRange).
    public var touchSizeRange: TouchRange?
    /// A contact with this pressure or more is a palm (AttrPalmPressureThreshold). In device units.
    public var palmPressure: Int32?
    /// A contact of this size or more is a palm (AttrPalmSizeThreshold). In device units.
    public var palmSize: Int32?
    /// A contact with this pressure or more is a thumb (AttrThumbPressureThreshold). In device units.
    public var thumbPressure: Int32?
    /// A contact of this size or more is a thumb (AttrThumbSizeThreshold). In device units.
    public var thumbSize: Int32?

    /// The values at which a contact begins to touch, and below which it stops.
    public struct TouchRange: Hashable, Sendable {
        public var down: Int32
        public var up: Int32

        public init(down: Int32, up: Int32) {
            self.down = down
            self.up = up
        }
    }

    public init() {}

    /// Collects the attributes of all sections that match a device.
    ///
    /// - Parameter files: In reading order: later files override earlier ones.
    public init(of device: DeviceIdentity, on machine: MachineIdentity, in files: [QuirkFile]) {
        for section in files.lazy.flatMap(\.sections) {
            // A section without a match would apply to every device, which libinput treats as a mistake.
            guard !section.matches.isEmpty, section.matches.allSatisfy({ $0.matches(device, on: machine) }) else {
                continue
            }
            for attribute in section.attributes { attribute.apply(to: &self) }
        }
    }

    /// Returns a threshold from libinput's spelling, in which 0 is a threshold that no contact reaches.
    public static func threshold(_ value: Int32) -> Int32 { value == 0 ? .max : value }
}
