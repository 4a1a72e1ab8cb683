package import GestureModel

/// The values that distinguish palms and thumbs from fingers on one device, in device units.
package struct PalmThresholds: Hashable, Sendable {
    /// A contact with this pressure or more is a palm.
    package let palmPressure: Int32?
    /// A contact of this size or more is a palm.
    package let palmSize: Int32?
    /// A contact at the bottom with this pressure or more is a thumb.
    package let thumbPressure: Int32?
    /// A contact at the bottom of this size or more is a thumb.
    package let thumbSize: Int32?
    /// A contact below this pressure is perhaps not a finger.
    let light: Int32
    /// Next to a palm, a contact below this pressure is perhaps not a finger.
    let lightNearPalm: Int32
    /// Near a palm, a contact with this pressure or more is part of the palm.
    package let heavyNearPalm: Int32

    /// - Parameter axis: The axis of pressure; nil if the device has no such axis.
    init(kind: TouchDeviceKind, pressure axis: DeviceDescription.Axis?, quirks: DeviceQuirks) {
        let range = kind == .touchpad ? axis.map { max($0.range, 0) } ?? 0 : 0
        func share(_ share: Double) -> Int32 { Int32(clamping: Int64(range * share)) }
        // libinput's default: 130 of the 255 steps that touchpads with pressure have.
        palmPressure = quirks.palmPressure ?? (range > 0 ? share(130.0 / 255) : nil)
        palmSize = quirks.palmSize
        thumbPressure = quirks.thumbPressure
        thumbSize = quirks.thumbSize
        // Of 30 recorded taps on pads with 255 steps, 29 peak at 40 to 46 and one at 36; the edges of palms brush these
        // pads at 28 to 39.
        light = share(34.5 / 255)
        lightNearPalm = share(39.5 / 255)
        // Fingers that are held down for seconds press up to 78 of 255, a resting arm 80 or more.
        heavyNearPalm = range > 0 ? share(80.0 / 255) : .max
    }

    package init(of description: DeviceDescription, kind: TouchDeviceKind, _ quirks: DeviceQuirks) {
        self.init(kind: kind, pressure: Self.axis(of: description), quirks: quirks)
    }

    /// The axis of pressure; nil if the device has none.
    static func axis(of description: DeviceDescription) -> DeviceDescription.Axis? {
        description.axis(AbsoluteCode.contactPressure) ?? description.axis(AbsoluteCode.pressure)
    }

    func isPalm(_ detail: ContactDetail) -> Bool {
        detail.isPalm || PalmThresholds.reaches(detail.pressure, palmPressure)
            || PalmThresholds.reaches(detail.major, palmSize)
    }

    /// What made a palm of a contact; nil if the device reports it as one.
    func palm(_ detail: ContactDetail) -> ContactReport.Measure? {
        detail.isPalm ? nil : Self.measure(detail, pressure: palmPressure, size: palmSize)
    }

    func thumb(_ detail: ContactDetail) -> ContactReport.Measure? {
        Self.measure(detail, pressure: thumbPressure, size: thumbSize)
    }

    private static func measure(_ detail: ContactDetail, pressure: Int32?, size: Int32?) -> ContactReport.Measure? {
        if reaches(detail.pressure, pressure), let number = detail.pressure, let pressure {
            return .pressure(number, limit: pressure)
        }
        guard reaches(detail.major, size), let number = detail.major, let size else { return nil }
        return .size(number, limit: size)
    }

    func isThumb(_ detail: ContactDetail) -> Bool {
        PalmThresholds.reaches(detail.pressure, thumbPressure) || PalmThresholds.reaches(detail.major, thumbSize)
    }

    private static func reaches(_ value: Int32?, _ threshold: Int32?) -> Bool {
        guard let value, let threshold else { return false }
        return value >= threshold
    }
}
