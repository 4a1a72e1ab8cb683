internal import GestureModel

/// One thing a quirk section says that is of use here.
enum QuirkAttribute: Hashable, Sendable {
    case size(Vector)
    case resolution(Vector)
    /// Nil takes back what an earlier section said.
    case pressureRange(DeviceQuirks.Limits?)
    case touchSizeRange(DeviceQuirks.Limits?)
    case palmPressure(Int32)
    case palmSize(Int32)
    case thumbPressure(Int32)
    case thumbSize(Int32)

    /// Nil for what is of no use here.
    init?(_ key: String, _ value: String) throws(QuirkValueError) {
        switch key {
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

    /// `100x60`
    private static func vector(_ key: String, _ value: String) throws(QuirkValueError) -> Vector {
        let sides = value.split(separator: "x", omittingEmptySubsequences: false).map { Int32($0) ?? 0 }
        guard sides.count == 2, sides[0] > 0, sides[1] > 0 else {
            throw QuirkValueError("\(key): expected two numbers such as 100x60, found \(value)")
        }
        return Vector(dx: Double(sides[0]), dy: Double(sides[1]))
    }

    /// `10:8`; down at 10, up below 8. `none`, or `0:0`, is no range.
    private static func limits(_ key: String, _ value: String) throws(QuirkValueError) -> DeviceQuirks.Limits? {
        if value == "none" || value == "0:0" { return nil }
        let ends = value.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int32($0) }
        guard ends.count == 2, ends[0] > ends[1] else {
            throw QuirkValueError("\(key): expected two numbers such as 10:8, the greater one first, found \(value)")
        }
        return DeviceQuirks.Limits(down: ends[0], up: ends[1])
    }

    private static func threshold(_ key: String, _ value: String) throws(QuirkValueError) -> Int32 {
        guard let threshold = Int32(value), threshold >= 0 else {
            throw QuirkValueError("\(key): expected a whole number, found \(value)")
        }
        return DeviceQuirks.threshold(threshold)
    }
}

extension DeviceQuirks {
    /// As libinput spells it: 0 is a threshold that nothing reaches.
    public static func threshold(_ value: Int32) -> Int32 { value == 0 ? .max : value }
}
