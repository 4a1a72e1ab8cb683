public import GesturePipeline
internal import GestureModel
public import TouchInput

extension Configuration {
    /// Where the file says that a device is to be left alone: `/etc/gestured/gestured.toml, line 12`; nil where it is not.
    public func ignoring(_ device: DeviceIdentity) -> String? {
        let last = sections(about: device).last { $0.isIgnored != nil }
        return last?.isIgnored == true ? last?.place : nil
    }

    /// What holds for a device: each `[[device]]` that is about it, a later one overriding an earlier one.
    ///
    /// - Parameters:
    ///   - quirks: What libinput's quirk files say of it; the configuration overrides them one by one.
    ///   - calibration: What udev says of it; it holds where the configuration has none.
    public func settings(
        for device: DeviceIdentity, quirks: DeviceQuirks = DeviceQuirks(), calibration: SurfaceTransform? = nil
    ) -> DeviceSettings {
        var settings = DeviceSettings()
        settings.quirks = quirks
        settings.remarks = Self.remarks(quirks, calibration)
        let sections = sections(about: device)
        for section in sections {
            settings.surface.size = section.size ?? settings.surface.size
            settings.quirks.override(by: section.quirks)
            if !section.names.isEmpty {
                settings.remarks.append("\(section.names.joined(separator: ", ")) by \(section.place)")
            }
        }
        let calibration = sections.last { $0.calibration != nil }?.calibration ?? calibration ?? .identity
        let rotation = sections.last { $0.rotation != nil }?.rotation ?? .none
        settings.surface.transform = calibration.then(SurfaceTransform(rotation))
        settings.thresholds = thresholds(overriddenBy: sections.flatMap(\.thresholds))
        return settings
    }

    private func sections(about device: DeviceIdentity) -> [DeviceSection] { devices.filter { $0.matches(device) } }

    private static func remarks(_ quirks: DeviceQuirks, _ calibration: SurfaceTransform?) -> [String] {
        let named = quirks.named
        return (named.isEmpty ? [] : ["\(named.joined(separator: ", ")) by libinput's quirks"])
            + (calibration == nil ? [] : ["calibration by udev's LIBINPUT_CALIBRATION_MATRIX"])
    }

    /// Nil where no section has any.
    private func thresholds(overriddenBy values: [DeviceSection.ThresholdValue]) -> Thresholds? {
        guard !values.isEmpty else { return nil }
        var changed = self
        for value in values {
            let section = Configuration.sections.first { $0.name == value.section }
            let setting = section?.settings.first { $0.name == value.name }
            _ = setting?.assign(value.value, to: &changed)
        }
        return changed.thresholds
    }
}

extension DeviceQuirks {
    fileprivate mutating func override(by other: DeviceQuirks) {
        palmPressure = other.palmPressure ?? palmPressure
        palmSize = other.palmSize ?? palmSize
        thumbPressure = other.thumbPressure ?? thumbPressure
        thumbSize = other.thumbSize ?? thumbSize
        pressureRange = other.pressureRange ?? pressureRange
        touchSizeRange = other.touchSizeRange ?? touchSizeRange
    }

    /// What is known, under the configuration's names; the size tells of itself.
    fileprivate var named: [String] {
        [
            palmPressure == nil ? nil : "palmPressure", palmSize == nil ? nil : "palmSize",
            thumbPressure == nil ? nil : "thumbPressure", thumbSize == nil ? nil : "thumbSize",
            pressureRange == nil ? nil : "pressureRange", touchSizeRange == nil ? nil : "touchSizeRange",
        ].compactMap(\.self)
    }
}
