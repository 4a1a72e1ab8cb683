public import GestureModel
public import TouchInput

/// Configuration of one device that is not part of its description.
public struct DeviceSettings: Hashable, Sendable {
    public var quirks = DeviceQuirks()
    public var surface = SurfaceSettings()
    /// For the parameters that an expression leaves out; nil for the pipeline's thresholds.
    public var thresholds: Thresholds?
    /// The output that a touchscreen belongs to if the desktop does not report one.
    public var output: String?
    /// True if the touchscreen is turned with its output. False if the configuration states how it is turned.
    public var followsOutput = true
    /// Phrases about the device that clients show to users in addition to its size, such as `turned by 90°`.
    public var remarks: [String] = []

    public init() {}

    /// The assumption about the size, if there is one, and the remarks.
    func sentence(_ assumption: String?) -> String? {
        let phrases = (assumption.map { [$0] } ?? []) + remarks
        return phrases.isEmpty ? nil : phrases.joined(separator: "; ")
    }
}
