internal import GestureModel
internal import GestureProtocol

/// The output that a touchscreen belongs to. The first of these rules that names an output in use decides:
///
/// 1. the desktop's own assignment,
/// 2. the `output` of the configuration,
/// 3. the only built-in output,
/// 4. the only output.
///
/// If no rule does, the touchscreen stays turned as it was, unless the report is another user's.
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

/// The outputs of one user, as that user's focus source reported them last.
struct OutputReport: Hashable {
    let user: UInt32
    var outputs: [Output]
    var devices: [DeviceOutput]
}

/// The reports of all users. A report applies only to the devices of a seat on which its user is active.
struct OutputReports {
    /// In the order in which the users first reported.
    private var reports: [OutputReport] = []
    /// When each user's report changed within the last second.
    private var changes: [(user: UInt32, time: Timestamp)] = []

    /// Changes within a second. A person turns a screen once; a desktop that starts reports a few times.
    static let mostChanges = 20

    /// Replaces the report of a user. It stays until the user has no session, also without its source.
    ///
    /// - Returns: True if it has changed.
    /// - Throws: `tooManyOutputs`: every change is sent to clients.
    mutating func set(_ report: OutputReport, _ id: Int64, at time: Timestamp) throws(RequestError) -> Bool {
        let index = reports.firstIndex { $0.user == report.user }
        guard index.map({ reports[$0] }) != report else { return false }
        changes.removeAll { $0.time + .seconds(1) <= time }
        guard changes.count(where: { $0.user == report.user }) < Self.mostChanges else {
            throw RequestError(
                id: id, code: .tooManyOutputs,
                message: "outputs: they change at most \(Self.mostChanges) times a second; the last ones stay")
        }
        changes.append((report.user, time))
        if let index { reports[index] = report } else { reports.append(report) }
        return true
    }

    /// Removes the reports of users without a session. Root's stays.
    mutating func remove(exceptOf users: [UInt32]) { reports.removeAll { !users.contains($0.user) && $0.user != 0 } }

    /// The report of the user who is active on a seat, or else root's. If sessions are not known, the report of the first
    /// user whose source is connected: no other user can replace it.
    ///
    /// - Parameter sources: The users with a focus source.
    func report(onSeat seat: String, of seats: [Seat]?, sources: [UInt32]) -> OutputReport? {
        guard let seats else { return reports.first { sources.contains($0.user) } ?? reports.first }
        guard let user = seats.first(where: { $0.name == seat })?.user else { return nil }
        return reports.first { $0.user == user } ?? reports.first { $0.user == 0 }
    }
}
