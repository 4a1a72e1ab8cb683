public import GestureModel

/// Known properties of a device that it does not report: from the configuration, or from libinput's quirk files. Nil is
/// unknown.
public struct DeviceQuirks: Hashable, Sendable {
    /// Millimetres, width and height (libinput's AttrSizeHint).
    public var size: Vector?
    /// Units per millimetre, x and y (AttrResolutionHint).
    public var resolution: Vector?
    /// The pressure at which a contact begins to touch, and below which it stops (AttrPressureRange). Device units.
    public var pressureRange: Limits?
    /// The same for ABS_MT_TOUCH_MAJOR (AttrTouchSizeRange).
    public var touchSizeRange: Limits?
    /// At or above, a contact is a palm (AttrPalmPressureThreshold, AttrPalmSizeThreshold). Device units.
    public var palmPressure: Int32?
    public var palmSize: Int32?
    /// At or above, a contact is a thumb (AttrThumbPressureThreshold, AttrThumbSizeThreshold). Device units.
    public var thumbPressure: Int32?
    public var thumbSize: Int32?

    public struct Limits: Hashable, Sendable {
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
    /// - Parameter files: In reading order: later ones override earlier ones.
    public init(of device: DeviceIdentity, on machine: MachineIdentity, in files: [QuirkFile]) {
        for section in files.lazy.flatMap(\.sections) {
            // A section without a match would apply to every device; libinput treats it as a mistake.
            guard !section.matches.isEmpty, section.matches.allSatisfy({ $0.matches(device, on: machine) }) else {
                continue
            }
            for attribute in section.attributes { attribute.apply(to: &self) }
        }
    }

    /// In libinput's spelling, 0 is a threshold that no contact reaches.
    public static func threshold(_ value: Int32) -> Int32 { value == 0 ? .max : value }
}
