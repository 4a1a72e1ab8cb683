internal import GestureModel
internal import TouchInput

/// One setting of a `[[device]]`: how it is spelled, what it means, what it may be, and where in ``DeviceSection`` it goes.
struct DeviceSetting: Sendable {
    var name: String
    /// A value as the file spells it, for the installed file and the documentation.
    var example: String
    /// A sentence, for the same.
    var meaning: String
    var kind: Kind

    typealias Path<Value> = any WritableKeyPath<DeviceSection, Value?> & Sendable

    enum Kind: Sendable {
        case pattern(Path<Glob>)
        /// A USB or Bluetooth number.
        case identifier(Path<Int>)
        case deviceKind(Path<TouchDeviceKind>)
        case boolean(Path<Bool>)
        case size(Path<Vector>)
        case matrix(Path<SurfaceTransform>)
        case rotation(Path<SurfaceTransform.Rotation>)
        /// In the device's own units.
        case threshold(Path<Int32>)
        case limits(Path<DeviceQuirks.Limits>)
    }

    init(_ name: String, _ kind: Kind, _ example: String, _ meaning: String) {
        self.name = name
        self.kind = kind
        self.example = example
        self.meaning = meaning
    }

    /// Whether it says which devices are meant.
    var isMatch: Bool {
        switch kind {
        case .pattern, .identifier, .deviceKind: true
        case .boolean, .size, .matrix, .rotation, .threshold, .limits: false
        }
    }

    /// Whether users of a device are told that it was set: a size tells of itself, and who ignores a device has none.
    var isRemarkable: Bool {
        switch kind {
        case .matrix, .rotation, .threshold, .limits: true
        case .pattern, .identifier, .deviceKind, .boolean, .size: false
        }
    }
}

extension DeviceSetting {
    private static let identifiers = 0...65_535
    private static let thresholds = 0...1_000_000

    /// Sets it in `section`; false, and nothing set, where `value` is of another type or out of range.
    func assign(_ value: ConfigurationValue, to section: inout DeviceSection) -> Bool {
        switch kind {
        case .pattern(let path): set(path, in: &section, to: value.text.map { Glob($0, syntax: .wildcards) })
        case .identifier(let path): set(path, in: &section, to: value.integer(in: Self.identifiers))
        case .deviceKind(let path): set(path, in: &section, to: value.text.flatMap(TouchDeviceKind.init))
        case .boolean(let path): set(path, in: &section, to: value.boolean)
        case .size(let path): set(path, in: &section, to: Self.size(value))
        case .matrix(let path): set(path, in: &section, to: value.numbers.flatMap { SurfaceTransform($0) })
        case .rotation(let path): set(path, in: &section, to: value.integer.flatMap(SurfaceTransform.Rotation.init))
        case .threshold(let path):
            set(
                path, in: &section,
                to: value.integer(in: Self.thresholds).map { DeviceQuirks.threshold(Int32($0)) })
        case .limits(let path): set(path, in: &section, to: Self.limits(value))
        }
    }

    private func set<Value>(_ path: Path<Value>, in section: inout DeviceSection, to value: Value?) -> Bool {
        guard let value else { return false }
        section[keyPath: path] = value
        return true
    }

    private static func size(_ value: ConfigurationValue) -> Vector? {
        guard let sides = value.numbers, sides.count == 2,
            sides.allSatisfy(SurfaceSettings.plausibleSide.contains)
        else { return nil }
        return Vector(dx: sides[0], dy: sides[1])
    }

    private static func limits(_ value: ConfigurationValue) -> DeviceQuirks.Limits? {
        guard case .array(let ends) = value, ends.count == 2, let down = ends[0].integer(in: thresholds),
            let up = ends[1].integer(in: thresholds), down > up
        else { return nil }
        return DeviceQuirks.Limits(down: Int32(down), up: Int32(up))
    }

    /// What an error expects, and the documentation says.
    var domain: String {
        switch kind {
        case .pattern: "a string, in which * is any text and ? any character"
        case .identifier: "a whole number from 0 to 65535, such as 0x04F3"
        case .deviceKind: "\"touchscreen\" or \"touchpad\""
        case .boolean: "true or false"
        case .size:
            "[width, height] in millimetres from \(Int(SurfaceSettings.plausibleSide.lowerBound)) to "
                + "\(Int(SurfaceSettings.plausibleSide.upperBound)), on one line"
        case .matrix: "six numbers [a, b, c, d, e, f] on one line, of a matrix that can be inverted"
        case .rotation: "0, 90, 180 or 270"
        case .threshold: "a whole number of device units from 0 to 1000000"
        case .limits: "[down, up] in whole device units from 0 to 1000000, down above up, on one line"
        }
    }
}

extension ConfigurationValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
    fileprivate var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }

    fileprivate func integer(in range: ClosedRange<Int>) -> Int? {
        guard let integer, range.contains(integer) else { return nil }
        return integer
    }

    fileprivate var numbers: [Double]? {
        guard case .array(let elements) = self else { return nil }
        let numbers = elements.compactMap(\.number)
        return numbers.count == elements.count ? numbers : nil
    }
}
