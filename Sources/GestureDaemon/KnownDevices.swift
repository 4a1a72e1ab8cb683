internal import EvdevInput
internal import GestureConfiguration
internal import GesturePipeline
internal import TouchInput

/// What the configuration, libinput's quirk files and udev say of the machine's devices.
struct KnownDevices {
    private let configuration: Configuration
    private let quirks: QuirkFiles

    /// Reads the quirk files, and says which of them could not be read.
    init(_ configuration: Configuration) {
        self.configuration = configuration
        quirks = .load()
        quirks.warnings.forEach(Log.warning)
    }

    /// Where a device is said to be left alone; nil where it is not.
    func ignoring(_ node: TouchNode) -> String? { configuration.ignoring(node.identity) }

    func settings(for node: TouchNode) -> DeviceSettings {
        let calibration = node.calibration.flatMap { SurfaceTransform(property: $0) }
        if let property = node.calibration, calibration == nil {
            Log.warning(
                "\(node.sysname): udev's LIBINPUT_CALIBRATION_MATRIX is no matrix of six numbers that can be inverted, and "
                    + "is not used: \"\(property)\"")
        }
        return configuration.settings(
            for: node.identity, quirks: quirks.quirks(of: node.identity),
            calibration: calibration == .identity ? nil : calibration)
    }
}
