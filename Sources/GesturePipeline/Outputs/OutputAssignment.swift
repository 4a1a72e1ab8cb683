internal import GestureModel
internal import GestureProtocol

/// The output that a touchscreen belongs to. The first of these rules that names an output in use decides:
///
/// 1. the desktop's own assignment,
/// 2. the `output` of the configuration,
/// 3. the only built-in output,
/// 4. the only output.
///
/// If none does, the touchscreen stays turned as it was. Another user's report starts again.
struct OutputAssignment: Hashable {
    /// The user whose focus source reported the outputs; nil if none did.
    let user: UInt32?
    /// nil if it is not known.
    let output: Output?
    let rule: TouchOutput.Rule
    /// How the device's frames are turned.
    let transform: OutputTransform
    /// The names of the outputs that show the same: the output and its mirrors.
    private let shown: [String]
    private let followsOutput: Bool

    /// The assignment of a device whose user's outputs are not known.
    static let none = OutputAssignment()

    private init() {
        (user, output, rule, transform, shown, followsOutput) = (nil, nil, .unknown, .normal, [], true)
    }

    /// - Parameters:
    ///   - report: nil if the device's user reported no outputs.
    ///   - last: The assignment until now.
    init(of device: TouchDevice, _ settings: DeviceSettings, in report: OutputReport?, after last: OutputAssignment) {
        guard device.kind == .touchscreen, let report else {
            self = .none
            return
        }
        user = report.user
        (output, rule) = Self.find(device, configured: settings.output, in: report)
        followsOutput = settings.followsOutput
        let lastKnown = last.user == report.user ? last.transform : .normal
        transform = settings.followsOutput ? output?.transform ?? lastKnown : .normal
        let place = output?.place
        shown = report.outputs.filter { $0.place == place }.map(\.name)
    }

    private static func find(
        _ device: TouchDevice, configured: String?, in report: OutputReport
    ) -> (Output?, TouchOutput.Rule) {
        func output(named name: String) -> Output? { report.outputs.first { $0.name == name } }
        for assigned in report.devices where assigned.device.matches(device) {
            if let output = output(named: assigned.output) { return (output, .desktop) }
        }
        if let output = configured.flatMap(output(named:)) { return (output, .configuration) }
        let builtIn = report.outputs.filter(\.isBuiltIn)
        if builtIn.count == 1 { return (builtIn[0], .onlyBuiltIn) }
        return report.outputs.count == 1 ? (report.outputs[0], .onlyOutput) : (nil, .unknown)
    }

    /// What clients see; nil if no outputs were reported.
    var touchOutput: TouchOutput? {
        user == nil ? nil : TouchOutput(name: output?.name, transform: followsOutput ? transform : nil, rule: rule)
    }

    /// True if a gesture cannot go on: directions mean something else, or the output was moved, scaled or taken away.
    func interrupts(_ last: OutputAssignment) -> Bool {
        transform != last.transform || last.output != nil && last.user == user && last.output != output
    }

    /// True if the device touches what an output shows. Without a report, every touchscreen may.
    func shows(_ name: String) -> Bool { user == nil || shown.contains(name) }
}
