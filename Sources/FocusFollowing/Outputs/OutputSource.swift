public import GestureModel

/// A connection that reports the user's outputs.
public protocol OutputSource: AnyObject {
    /// For people: `Wayland`, `X11`.
    var name: String { get }
    /// Becomes readable when ``process()`` has work.
    var descriptor: Int32 { get }
    /// Reads and handles what has arrived, without blocking.
    ///
    /// - Returns: The outputs if they may have changed since the last call; otherwise nil.
    /// - Throws: If the connection has ended.
    func process() throws(FocusFailure) -> ReportedOutputs?
}

/// What a source reports, before it is checked.
public struct ReportedOutputs: Hashable, Sendable {
    /// All outputs that are in use.
    public var outputs: [ReportedOutput]
    /// The devices whose output the source knows.
    public var devices: [ReportedDevice]

    public init(outputs: [ReportedOutput], devices: [ReportedDevice] = []) {
        self.outputs = outputs
        self.devices = devices
    }
}

/// An output as a source reports it. Its numbers may be nonsense.
public struct ReportedOutput: Hashable, Sendable {
    /// The connector.
    public var name: String
    /// The monitor's maker and model; empty if the source does not report them.
    public var maker = ""
    /// See ``maker``.
    public var model = ""
    /// In the desktop's logical pixels.
    public var place: Region
    /// Pixels of the output in a logical pixel.
    public var scale: Double
    /// wl_output's number: 0 to 3 are quarter turns counter-clockwise, 4 to 7 are the same after mirroring.
    public var transform: Int

    public init(name: String, place: Region, scale: Double = 1, transform: Int = 0) {
        self.name = name
        self.place = place
        self.scale = scale
        self.transform = transform
    }
}

/// The desktop's own assignment of a device to an output.
public struct ReportedDevice: Hashable, Sendable {
    /// The devices that it applies to.
    public var device: DeviceFilter
    /// The output that they belong to.
    public var output: OutputReference

    public init(device: DeviceFilter, output: OutputReference) {
        self.device = device
        self.output = output
    }
}

/// How a desktop refers to an output.
public enum OutputReference: Hashable, Sendable {
    /// The output with this name.
    case name(String)
    /// The output that covers most of a rectangle, in the desktop's logical pixels.
    case place(Region)
    /// The only monitor of this maker and model.
    case monitor(maker: String, model: String)
}
