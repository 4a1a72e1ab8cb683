public import GestureModel

/// What is known of a device beyond what it says of itself: from the configuration, or from libinput's quirk files. Nil is
/// not known.
public struct DeviceQuirks: Hashable, Sendable {
    /// Millimetres, width and height (libinput's AttrSizeHint).
    public var size: Vector?
    /// Units per millimetre, x and y (AttrResolutionHint).
    public var resolution: Vector?
    /// Pressure at which a contact touches, and below which it touches no more (AttrPressureRange). Device units.
    public var pressureRange: Limits?
    /// The same of ABS_MT_TOUCH_MAJOR (AttrTouchSizeRange).
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
}
