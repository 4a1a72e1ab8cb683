public import GestureModel
public import TouchInput

/// What is known of one device, or wished for it, when it is taken in.
public struct DeviceSettings: Hashable, Sendable {
    public var quirks = DeviceQuirks()
    public var surface = SurfaceSettings()
    /// What recognition uses on this device where an expression is silent; nil for the pipeline's own.
    public var thresholds: Thresholds?
    /// What users of the device are told of it beside its size: a phrase each, such as `turned by 90°`.
    public var remarks: [String] = []

    public init() {}

    /// The assumption about the size, where there is one, and the remarks.
    func sentence(_ assumption: String?) -> String? {
        let phrases = (assumption.map { [$0] } ?? []) + remarks
        return phrases.isEmpty ? nil : phrases.joined(separator: "; ")
    }
}
