internal import GestureModel

/// What tells palms and thumbs from fingers on one device.
struct PalmThresholds: Hashable, Sendable {
    /// At or above, a contact is a palm; device units.
    let pressure: Int32?
    let size: Int32?
    /// At or above, a contact at the bottom is a thumb.
    let thumbPressure: Int32?
    let thumbSize: Int32?
    /// Below, a contact may be no finger; below the second, beside a palm.
    let light: Int32
    let lightBesidePalm: Int32
    /// Above, a contact beside a palm is one.
    let heavyBesidePalm: Int32

    /// - Parameter pressure: the axis of pressure; nil where there is none.
    init(kind: TouchDeviceKind, pressure axis: DeviceDescription.Axis?, quirks: DeviceQuirks) {
        let range = kind == .touchpad ? axis.map { max($0.range, 0) } ?? 0 : 0
        func share(_ share: Double) -> Int32 { Int32(clamping: Int64(range * share)) }
        // libinput's default, 130 of the 255 that touchpads with pressure have.
        self.pressure = quirks.palmPressure ?? (range > 0 ? share(130.0 / 255) : nil)
        size = quirks.palmSize
        thumbPressure = quirks.thumbPressure
        thumbSize = quirks.thumbSize
        // Of 30 recorded taps on pads with 255 steps 29 peak at 40 to 46, one at 36; palms' edges brush them at 28 to 39.
        light = share(34.5 / 255)
        lightBesidePalm = share(39.5 / 255)
        // Fingers press up to 78 of 255, held down for seconds; an arm's rest 80 and more.
        heavyBesidePalm = range > 0 ? share(80.0 / 255) : .max
    }

    func isPalm(_ detail: ContactDetail) -> Bool {
        detail.isPalm || PalmThresholds.reaches(detail.pressure, pressure) || PalmThresholds.reaches(detail.major, size)
    }

    func isThumb(_ detail: ContactDetail) -> Bool {
        PalmThresholds.reaches(detail.pressure, thumbPressure) || PalmThresholds.reaches(detail.major, thumbSize)
    }

    private static func reaches(_ value: Int32?, _ threshold: Int32?) -> Bool {
        guard let value, let threshold else { return false }
        return value >= threshold
    }
}
