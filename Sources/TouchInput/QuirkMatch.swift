internal import GestureModel

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
    /// What is not known here, or about what is no touch device.
    case nothing

    init(_ key: String, _ value: String) throws(QuirkValueError) {
        switch key {
        case "MatchName": self = .name(Glob(value, syntax: .fnmatch))
        case "MatchDMIModalias": self = .dmi(Glob(value, syntax: .fnmatch))
        case "MatchDeviceTree": self = .deviceTree(Glob(value, syntax: .fnmatch))
        case "MatchVendor": self = .vendor(try Self.numbers(key, value))
        case "MatchProduct": self = .product(try Self.numbers(key, value))
        case "MatchVersion": self = .version(try Self.numbers(key, value))
        case "MatchBus": self = Self.bus(named: value)
        case "MatchUdevType": self = TouchDeviceKind(rawValue: value).map(Self.kind) ?? .nothing
        default: self = .nothing
        }
    }

    func holds(for device: DeviceIdentity, on machine: MachineIdentity) -> Bool {
        switch self {
        case .name(let glob): glob.matches(device.name)
        case .bus(let bus): bus == device.bus
        case .vendor(let vendors): vendors.contains(device.vendor)
        case .product(let products): products.contains(device.product)
        case .version(let versions): versions.contains(device.version)
        case .kind(let kind): kind == device.kind
        case .dmi(let glob): machine.dmi.map(glob.matches) ?? false
        case .deviceTree(let glob): machine.deviceTree.map(glob.matches) ?? false
        case .nothing: false
        }
    }

    /// BUS_* of linux/input.h, under libinput's names.
    private static func bus(named name: String) -> QuirkMatch {
        switch name {
        case "usb": .bus(0x03)
        case "bluetooth": .bus(0x05)
        case "ps2": .bus(0x11)
        case "i2c": .bus(0x18)
        case "spi": .bus(0x1C)
        case "rmi": .bus(0x1D)
        default: .nothing
        }
    }

    /// `0x06CB`; later versions of libinput list several with semicolons between them.
    private static func numbers(_ key: String, _ value: String) throws(QuirkValueError) -> [UInt16] {
        var numbers: [UInt16] = []
        for word in value.split(separator: ";") {
            guard word.hasPrefix("0x"), let number = UInt16(word.dropFirst(2), radix: 16) else {
                throw QuirkValueError("\(key): expected a number such as 0x06CB, found \(value)")
            }
            numbers.append(number)
        }
        return numbers
    }
}
