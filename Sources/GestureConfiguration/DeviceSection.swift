public import GestureModel
public import GesturePipeline
public import TouchInput
internal import TOML

/// A `[[device]]` of the file: the devices to which it applies, and their settings.
public struct DeviceSection: Hashable, Sendable {
    /// The location of the section, for logs and errors: `/etc/gestured/gestured.toml, line 12`.
    let place: String

    var match = Match()

    // nil leaves the setting unchanged.
    var isIgnored: Bool?
    var size: Vector?
    var calibration: SurfaceTransform?
    var rotation: SurfaceTransform.Rotation?
    var deadZone: DeadZone?
    var output: String?
    var quirks = DeviceQuirks()
    var thresholds: [ThresholdValue] = []
    /// The settings listed in the device's `assumption`, in the file's order.
    var names: [String] = []

    /// The properties that a device must have for a section to apply; nil for any.
    struct Match: Hashable, Sendable {
        var name: Glob?
        var id: Glob?
        var vendor: Int?
        var product: Int?
        var path: Glob?
        var kind: TouchDeviceKind?

        func includes(_ device: DeviceIdentity) -> Bool {
            includesKinds(of: device) && kind.map { $0 == device.kind } ?? true
        }

        /// True for devices of all kinds that have the other properties.
        private func includesKinds(of device: DeviceIdentity) -> Bool {
            name.map { $0.matches(device.name) } ?? true
                && id.map { $0.matches(device.id) } ?? true
                && path.map { pattern in device.path.map(pattern.matches) ?? false } ?? true
                && vendor.map { $0 == device.vendor } ?? true
                && product.map { $0 == device.product } ?? true
        }

        /// Returns the kind that the section gives the device; nil if it leaves the kind to udev. It gives a kind to a
        /// device that udev takes for neither, if it does not select every device; and to any device that it names in
        /// full.
        func givenKind(of device: DeviceIdentity) -> TouchDeviceKind? {
            guard let kind, includesKinds(of: device) else { return nil }
            let patterns = [name, path, id].compactMap(\.self)
            if patterns.contains(where: \.isLiteral) { return kind }
            let isSelective = vendor != nil || product != nil || patterns.contains { !$0.isEveryText }
            return device.kind == nil && isSelective ? kind : nil
        }
    }

    /// A valid line below a section such as `[device.tap]`.
    struct ThresholdValue: Hashable, Sendable {
        var section: String
        var name: String
        var value: TOMLValue
    }

    init(file: String, line: Int) { place = "\(file), line \(line)" }

    var hasMatch: Bool { match != Match() }

    /// The settings that the section has, as they are written.
    fileprivate var setNames: [String] {
        let own = (Self.surfaceSettings + Self.assumedSettings).filter { $0.isSet(self) }.map(\.name)
        return own + thresholds.map { "\($0.section).\($0.name)" } + (match.kind == nil ? [] : ["kind"])
    }
}

// MARK: - Settings

extension DeviceSection {
    /// All settings of a `[[device]]`, without sections such as `[device.tap]`.
    static let settings = matchSettings + surfaceSettings + assumedSettings

    /// The settings that select devices.
    static let matchSettings: [Setting<DeviceSection>] = [
        .pattern("name", \.match.name, example: "\"ELAN* Touchpad\"", "The device's name for itself."),
        .identifier("vendor", \.match.vendor, example: "0x04F3", "The number of its vendor."),
        .identifier("product", \.match.product, example: "0x31B9", "The number of the product."),
        Setting(
            "kind", \.match.kind, "\"touchscreen\" or \"touchpad\"", example: "\"touchpad\"",
            "The kind that udev reports; of a device that the section names in full, the kind that it is to have.",
            read: { $0.text.flatMap { TouchDeviceKind(exactly: $0) } }),
        .pattern(
            "path", \.match.path, example: "\"pci-0000:00:14.0-usb-0:2:*\"",
            "Where it is plugged in: udev's ID_PATH, which gesturectl devices shows."),
        .pattern("id", \.match.id, example: "\"event*\"", "Its id, which may change with a restart."),
    ]

    private static let surfaceSettings: [Setting<DeviceSection>] = [
        Setting(
            "ignore", \.isIgnored, "true or false", example: "false",
            "Whether the device is ignored: listed, and never opened.", read: { $0.boolean }),
        Setting(
            "size", \.size,
            "[width, height] in millimetres from \(Int(SurfaceSettings.plausibleSide.lowerBound)) to "
                + "\(Int(SurfaceSettings.plausibleSide.upperBound))", example: "[100, 60]",
            "The touch surface, from end to end of the device's axes; overrides the device's own.", read: size),
        Setting(
            "output", \.output, "the name of an output, of 1 to 255 bytes", example: "\"DSI-1\"",
            "The output of a touchscreen, if the desktop does not report it.",
            read: { $0.text.flatMap { 1...255 ~= $0.utf8.count ? $0 : nil } }),
    ]

    /// The settings to list in the `assumption` of a device. The size is not among them, because the `assumption`
    /// contains a configured size in any case.
    static let assumedSettings: [Setting<DeviceSection>] = [
        Setting(
            "calibration", \.calibration,
            "six numbers [a, b, c, d, e, f], of a matrix that can be inverted",
            example: "[1, 0, 0, 0, 1, 0]",
            "In place of udev's LIBINPUT_CALIBRATION_MATRIX: x' = a x + b y + c, y' = d x + e y + f, across the surface 0 to 1.",
            read: { $0.numbers.flatMap { SurfaceTransform($0) } }),
        Setting(
            "rotation", \.rotation, "0, 90, 180 or 270", example: "0",
            "Degrees by which positions are turned clockwise, after the calibration; the device does not turn with its output.",
            read: { $0.integer.flatMap(SurfaceTransform.Rotation.init) }),
        Setting(
            "deadZone", \.deadZone, "[left, top, right, bottom] in millimetres from 0 to \(Int(DeadZone.widest))",
            example: "[0, 0, 0, 0]",
            "Strips along the edges; what comes down there starts nothing until it lifts. They do not turn with the output.",
            read: deadZone),
        .limit(
            "palmPressure", \.quirks.palmPressure, example: "130",
            "At this pressure or above a contact is a palm; 0 is never."),
        .limit(
            "palmSize", \.quirks.palmSize, example: "0", "At this touch size or above a contact is a palm; 0 is never."
        ),
        .limit(
            "thumbPressure", \.quirks.thumbPressure, example: "0",
            "At this pressure or above a contact is a thumb; 0 is never."),
        .limit(
            "thumbSize", \.quirks.thumbSize, example: "0",
            "At this touch size or above a contact is a thumb; 0 is never."),
        .range(
            "pressureRange", \.quirks.pressureRange,
            "A contact touches from the first pressure on, until it is below the second."),
        .range(
            "touchSizeRange", \.quirks.touchSizeRange,
            "A contact touches from the first touch size on, until it is below the second."),
    ]

    @Sendable
    private static func deadZone(_ value: TOMLValue) -> DeadZone? {
        guard let widths = value.numbers, widths.count == 4, widths.allSatisfy((0...DeadZone.widest).contains) else {
            return nil
        }
        return DeadZone(millimetres: widths[0], widths[1], widths[2], widths[3])
    }

    @Sendable
    private static func size(_ value: TOMLValue) -> Vector? {
        guard let sides = value.numbers, sides.count == 2,
            sides.allSatisfy(SurfaceSettings.plausibleSide.contains)
        else { return nil }
        return Vector(dx: sides[0], dy: sides[1])
    }
}

/// The range of limits, in the device's own units.
private let deviceUnits = 0...1_000_000

extension Setting where Owner == DeviceSection {
    fileprivate static func pattern(_ name: String, _ path: Path<Glob?>, example: String, _ meaning: String) -> Setting
    {
        Setting(
            name, path, "a string, in which * is any text and ? any character", example: example, meaning,
            read: { $0.text.map { Glob($0, syntax: .wildcards) } })
    }

    /// Returns a setting for a USB or Bluetooth number.
    fileprivate static func identifier(_ name: String, _ path: Path<Int?>, example: String, _ meaning: String)
        -> Setting
    {
        Setting(
            name, path, "a whole number from 0 to 65535, such as 0x04F3", example: example, meaning,
            read: { $0.integer(in: 0...65_535) })
    }

    fileprivate static func limit(
        _ name: String, _ path: Path<Int32?>, example: String, _ meaning: String
    ) -> Setting {
        Setting(
            name, path, "a whole number of device units from 0 to 1000000", example: example, meaning,
            read: { $0.integer(in: deviceUnits).map { DeviceQuirks.threshold(Int32($0)) } })
    }

    fileprivate static func range(_ name: String, _ path: Path<DeviceQuirks.TouchRange?>, _ meaning: String) -> Setting
    {
        Setting(
            name, path, "[down, up] in whole device units from 0 to 1000000, down above up",
            example: "[10, 8]", meaning,
            read: { value in
                guard case .array(let ends) = value, ends.count == 2, let down = ends[0].integer(in: deviceUnits),
                    let up = ends[1].integer(in: deviceUnits), down > up
                else { return nil }
                return DeviceQuirks.TouchRange(down: Int32(down), up: Int32(up))
            })
    }
}

// MARK: - The settings of one device

extension Configuration {
    /// Returns the location at which the file ignores a device: `/etc/gestured/gestured.toml, line 12`; nil if the file
    /// does not ignore the device.
    public func ignoring(_ device: DeviceIdentity) -> String? {
        let last = sections(for: device).last { $0.isIgnored != nil }
        return last?.isIgnored == true ? last?.place : nil
    }

    /// Returns the settings of a device, from all `[[device]]` sections that match it. Later sections override earlier
    /// sections.
    ///
    /// - Parameters:
    ///   - quirks: The quirks from libinput's files, each of which the configuration may override.
    ///   - calibration: The calibration from udev, used unless the configuration has one.
    public func settings(
        for device: DeviceIdentity, quirks: DeviceQuirks = DeviceQuirks(), calibration: SurfaceTransform? = nil
    ) -> DeviceSettings {
        var settings = DeviceSettings()
        var whole = DeviceSection(file: "", line: 0)
        whole.quirks = quirks
        let names = DeviceSection.assumedSettings.filter { $0.isSet(whole) }.map(\.name)
        if !names.isEmpty { settings.remarks.append("\(names.joined(separator: ", ")) by libinput's quirks") }
        whole.calibration = calibration
        if calibration != nil { settings.remarks.append("calibration by udev's LIBINPUT_CALIBRATION_MATRIX") }
        let sections = sections(for: device)
        for section in sections {
            for setting in DeviceSection.settings { setting.override(&whole, section) }
            if !section.names.isEmpty {
                settings.remarks.append("\(section.names.joined(separator: ", ")) by \(section.place)")
            }
        }
        settings.quirks = whole.quirks
        settings.surface.size = whole.size
        settings.surface.transform =
            (whole.calibration ?? .identity).then(SurfaceTransform(whole.rotation ?? .none))
        settings.surface.deadZone = whole.deadZone
        settings.followsOutput = whole.rotation == nil
        settings.output = whole.output
        let values = sections.flatMap(\.thresholds)
        let own = overridden(by: values)
        settings.thresholds = values.isEmpty ? nil : own.thresholds
        own.accessibility.apply(to: &settings, own.thresholds)
        return settings
    }

    /// Returns the kind of a device, which a `[[device]]` may set in place of udev; the last of them decides. Returns nil
    /// if neither makes it a touchscreen or touchpad.
    public func kind(of device: DeviceIdentity) -> TouchDeviceKind? {
        devices.lazy.reversed().compactMap { $0.match.givenKind(of: device) }.first ?? device.kind
    }

    private func sections(for device: DeviceIdentity) -> [DeviceSection] {
        devices.filter { $0.match.includes(device) }
    }

    /// Returns the configuration, overridden by these values.
    private func overridden(by values: [DeviceSection.ThresholdValue]) -> Configuration {
        var changed = self
        for value in values {
            let section = Configuration.sections.first { $0.name.exact == value.section.exact }
            let setting = section?.settings.first { $0.name.exact == value.name.exact }
            _ = try? setting?.assign(value.value, &changed)
        }
        return changed
    }
}

// MARK: - Sections without effect

extension Configuration {
    /// Returns a line for each `[[device]]` that applies to none of the devices.
    public func unmatchedDevices(among present: [DeviceIdentity]) -> [String] {
        devices.filter { section in !present.contains(where: section.match.includes) }.map { section in
            let names = present.map { "\($0.id) (\($0.name))" }.joined(separator: ", ")
            return "\(section.place): [[device]] matches no device at present; there "
                + (present.isEmpty ? "is none" : "\(present.count == 1 ? "is" : "are") \(names)")
        }
    }

    /// Returns a line for each `[[device]]` of which a later one with the same `path` overrides settings.
    public var overriddenPaths: [String] {
        devices.indices.flatMap { index -> [String] in
            let section = devices[index]
            guard let path = section.match.path else { return [] }
            return devices[..<index].filter { $0.match.path == path }.compactMap { earlier in
                let names = section.setNames.filter(earlier.setNames.contains)
                guard !names.isEmpty else { return nil }
                return
                    "\(section.place): [[device]] has the same path \(path.text.shown) as \(earlier.place), and overrides its "
                    + names.joined(separator: ", ")
            }
        }
    }
}
