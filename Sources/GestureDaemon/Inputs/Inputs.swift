internal import EvdevInput
internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import TouchInput

/// A source of frames: devices, or recordings that replace them.
protocol Inputs: AnyObject {
    /// When ``drain(at:)`` has work that no descriptor reports; nil if there is none.
    var nextTime: Timestamp? { get }
    /// Feeds the pipeline all input up to `time`.
    ///
    /// - Returns: False if some input is left.
    func drain(at time: Timestamp) -> Bool
    /// Queries the devices for their current contacts after the machine has slept, because lifts during sleep are not
    /// reported.
    func reread(at time: Timestamp)
    /// Stops reading the devices whose touches no client may receive, and reads the others again. Called after
    /// ``/GesturePipeline/Pipeline/onReceiversChanged``.
    func updateReading(at time: Timestamp)
    /// Tries again to open devices for which there was no free descriptor.
    func retryAfterEMFILE()
    /// Finds devices that another process has grabbed or released since the previous search. Does nothing within a
    /// second after that search.
    func findGrabs(at time: Timestamp)
    /// Applies a configuration that has already been applied to the pipeline.
    func reload(_ configuration: Configuration)
}

/// The settings of the machine's devices, from the configuration, libinput's quirk files and udev.
struct DeviceCatalogue {
    private let configuration: Configuration
    private let quirks: QuirkFiles

    /// Reads the quirk files, and logs which of them cannot be read.
    init(_ configuration: Configuration) {
        self.configuration = configuration
        quirks = .load()
        quirks.warnings.forEach(Log.warning)
    }

    /// Returns the location in the configuration that makes the daemon ignore the device; nil if there is none.
    func ignoring(_ node: TouchNode) -> String? { configuration.ignoring(node.identity) }

    func settings(for node: TouchNode) -> DeviceSettings {
        let calibration = node.calibration.flatMap { SurfaceTransform(property: $0) }
        if let property = node.calibration, calibration == nil {
            Log.warning(
                "\(node.sysname): udev's LIBINPUT_CALIBRATION_MATRIX ignored: expected six numbers of an invertible "
                    + "matrix, found \"\(property)\"")
        }
        var settings = configuration.settings(
            for: node.identity, quirks: quirks.quirks(of: node.identity),
            calibration: calibration == .identity ? nil : calibration)
        settings.surface.descriptorSize = node.descriptorSize
        return settings
    }
}

extension EvdevError {
    /// True if there was no free descriptor.
    var isEMFILE: Bool { [EMFILE, ENFILE].contains(code) }
}

/// Returns the earlier of two times, where nil means never.
func earlier(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
}
