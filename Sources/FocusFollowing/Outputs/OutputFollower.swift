public import DesktopAccess
public import GestureModel
internal import SystemdSupport

/// Follows the outputs of a desktop. If the source of the outputs fails, the last outputs stay in effect, and the focus
/// is still reported.
final class OutputFollower {
    /// Called when ``process()`` has work.
    var onReadable: () -> Void = {}
    /// nil until the source has reported outputs.
    private(set) var layout: OutputLayout?

    private let environment: [String: String]?
    private let loop: EventLoop
    private let log: (String) -> Void
    private var source: (any OutputSource)?
    private var watch: EventLoop.Source?
    private var devices: [ReportedDevice] = []
    /// The problems that were logged. A repeated problem is not logged again.
    private var logged: Set<ExactText> = []

    /// The maximum number of logged problems. A source with more distinct problems is broken, and would fill the log.
    private static let mostProblems = 32

    /// - Parameter environment: Used to find the source; nil if outputs are not followed.
    init(environment: [String: String]?, on loop: EventLoop, log: @escaping (String) -> Void) {
        (self.environment, self.loop, self.log) = (environment, loop, log)
    }

    deinit { disconnect() }

    /// Connects to the source if there is no connection, even if the source has failed before. Called at the start, and
    /// whenever the desktop has sent something.
    ///
    /// - Returns: True if there is a new source.
    func connectIfNeeded(to desktop: any Desktop) -> Bool {
        guard source == nil, let environment else { return false }
        do {
            let source = try desktop.outputs(environment: environment)
            watch = try loop.watch(source.descriptor, for: .readable) { [unowned self] _ in onReadable() }
            self.source = source
        } catch {
            report("\(error); touchscreens do not turn with their outputs")
        }
        return source != nil
    }

    /// Replaces the devices that the desktop itself reports.
    ///
    /// - Returns: True if the devices have changed.
    func update(_ devices: [ReportedDevice]) -> Bool {
        guard devices != self.devices else { return false }
        self.devices = devices
        layout?.setDevices(devices)
        return true
    }

    /// Handles the source's messages.
    func process() {
        do throws(DesktopFailure) {
            guard var reported = try source?.process() else { return }
            reported.devices += devices
            var next = layout ?? OutputLayout()
            next.update(reported).forEach { report($0) }
            layout = next
        } catch {
            disconnect()
            report("\(error); touchscreens keep the last transform")
        }
    }

    /// Closes the connection. The loop stops watching first, because another descriptor may get the same number.
    private func disconnect() {
        watch = nil
        source = nil
    }

    private func report(_ problem: String) {
        guard logged.count < Self.mostProblems, logged.insert(problem.exact).inserted else { return }
        log("outputs: \(problem)")
    }
}

/// A connection that reports the user's outputs.
public protocol OutputSource: AnyObject {
    /// For people: `Wayland`, `X11`.
    var name: String { get }
    /// Becomes readable when ``process()`` has work.
    var descriptor: Int32 { get }
    /// Reads and handles what has arrived. Does not wait for events, but may wait for answers of the peer.
    ///
    /// - Returns: The outputs if they may have changed since the last call; otherwise nil.
    /// - Throws: If the connection has ended, or the peer violates the protocol or floods.
    func process() throws(DesktopFailure) -> ReportedOutputs?
}

/// Outputs and devices in a source's report, unchecked.
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

/// An output in a source's report. Its numbers may be impossible.
public struct ReportedOutput: Hashable, Sendable {
    /// The name of the connector, such as `DP-1`.
    public var name: String
    /// The monitor's maker; empty if the source does not report it.
    public var maker = ""
    /// The monitor's model; empty if the source does not report it.
    public var model = ""
    /// In the desktop's logical pixels.
    public var place: Region
    /// Physical pixels per logical pixel.
    public var scale: Double
    /// wl_output's number: 0 to 3 are quarter turns counter-clockwise, and 4 to 7 are the same turns after mirroring.
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
    /// The devices to which the assignment applies.
    public var device: DeviceFilter
    /// The output of these devices.
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
    /// The output that covers the largest part of a rectangle in the desktop's logical pixels.
    case place(Region)
    /// The output whose monitor has this maker and model, if no other output's monitor has them.
    case monitor(maker: String, model: String)

    /// Compares the texts by their bytes, because desktops and monitors choose them and Swift's `==` would normalise
    /// them.
    public static func == (one: OutputReference, other: OutputReference) -> Bool {
        switch (one, other) {
        case (.name(let one), .name(let other)): one.exact == other.exact
        case (.place(let one), .place(let other)): one == other
        case (.monitor(let maker, let model), .monitor(let otherMaker, let otherModel)):
            maker.exact == otherMaker.exact && model.exact == otherModel.exact
        case (.name, _), (.place, _), (.monitor, _): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .name(let name): hasher.combine(name.exact)
        case .place(let place): hasher.combine(place)
        case .monitor(let maker, let model):
            hasher.combine(maker.exact)
            hasher.combine(model.exact)
        }
    }
}
