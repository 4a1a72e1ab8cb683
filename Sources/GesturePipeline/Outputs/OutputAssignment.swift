internal import GestureModel
internal import GestureProtocol

/// The output of a touchscreen. The first of these rules that yields an output in use decides:
///
/// 1. the desktop's own assignment,
/// 2. the `output` of the configuration,
/// 3. the only built-in output,
/// 4. the only output.
///
/// If no rule does, the touchscreen stays turned as it was, unless the last assignment was for another user.
struct OutputAssignment: Hashable {
    /// The user whose focus source reported the outputs; nil without a report.
    let user: UInt32?
    /// The touchscreen's output; nil if it is not known.
    let output: Output?
    let rule: TouchOutput.Rule
    /// How the device's frames are turned.
    let transform: OutputTransform
    /// The names of the outputs with the same picture: the output and its mirrors.
    private let shown: [ExactText]
    private let followsOutput: Bool

    /// The assignment of a touchpad, and of a touchscreen without a report of its user's outputs.
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
        shown = report.outputs.filter { $0.place == place }.map(\.name.exact)
    }

    private static func find(
        _ device: TouchDevice, configured: String?, in report: OutputReport
    ) -> (Output?, TouchOutput.Rule) {
        func output(named name: String) -> Output? { report.outputs.first { $0.name.exact == name.exact } }
        for assigned in report.devices where assigned.device.matches(device) {
            if let output = output(named: assigned.output) { return (output, .desktop) }
        }
        if let output = configured.flatMap(output(named:)) { return (output, .configuration) }
        let builtIn = report.outputs.filter(\.isBuiltIn)
        if builtIn.count == 1 { return (builtIn[0], .onlyBuiltIn) }
        return report.outputs.count == 1 ? (report.outputs[0], .onlyOutput) : (nil, .unknown)
    }

    /// The output that clients see; nil for a touchpad, and if no outputs were reported.
    var touchOutput: TouchOutput? {
        user == nil ? nil : TouchOutput(name: output?.name, transform: followsOutput ? transform : nil, rule: rule)
    }

    /// True if gestures cannot continue, because directions have changed, or the output was moved, scaled, removed or
    /// replaced by another.
    func interrupts(_ last: OutputAssignment) -> Bool {
        transform != last.transform || last.output != nil && last.user == user && last.output != output
    }

    /// True if touches of the device are on the picture of the output with this name. Also true without a report,
    /// because the touches may then be on any output.
    func shows(_ name: String) -> Bool { user == nil || shown.contains(name.exact) }
}

/// The last report of one user's outputs.
struct OutputReport: Hashable {
    let user: UInt32
    var outputs: [Output]
    var devices: [DeviceOutput]
}

/// The reports of all users. A report affects a device only while the report's user receives the device's gestures.
///
/// A report is charged to the connection that sent it. It may outlive the connection
/// (``AccessControl/outlivesConnection(_:)``), so that the screens stay turned while a focus source restarts.
struct OutputReports {
    private struct Entry {
        var report: OutputReport
        let peer: Peer?
        /// The source that sent the report; nil if it has left.
        var source: ClientSession?
        /// The times of its changes within the last second.
        var changes: [Timestamp] = []
    }

    /// In the order in which the users first reported.
    private var entries: [Entry] = []

    var count: Int { entries.count }

    /// The most changes within a second. A person turns a screen once; while a desktop starts, it reports a few times.
    static let mostChanges = 20
    /// The most reports that are kept after their sources have left, not counting root's.
    static let mostOrphans = 32

    /// Replaces the report of a user.
    ///
    /// - Returns: True if it has changed.
    /// - Throws: `tooManyOutputs` if the report changes too often, because every change is sent to clients;
    ///   `tooMuchMemory` if the report exceeds a limit of memory.
    mutating func set(
        _ report: OutputReport, from source: ClientSession, at time: Timestamp
    ) throws(RequestError) -> Bool {
        let index = entries.firstIndex { $0.report.user == report.user }
        guard index.map({ entries[$0].report }) != report else { return false }
        var entry = Entry(report: report, peer: source.peer, source: source)
        entry.changes = index.map { entries[$0].changes.filter { $0 + .seconds(1) > time } } ?? []
        guard entry.changes.count < Self.mostChanges else {
            throw RequestError(
                code: .tooManyOutputs,
                message: "outputs: they change at most \(Self.mostChanges) times a second; the last ones stay")
        }
        entry.changes.append(time)
        try source.report.chargeOutputs(report.memory)
        if let index {
            let other = entries[index].source
            if other !== source { try other?.report.chargeOutputs(0) }
            entries[index] = entry
        } else {
            entries.append(entry)
        }
        return true
    }

    /// Keeps or removes the report of a source that has left, and limits the number of reports that are kept. Called
    /// when the source's account is closed.
    ///
    /// - Parameters:
    ///   - keepsReport: True if its report is kept.
    ///   - isOfMany: True if the reports of several users may be kept, each for the seats where its user is active. If
    ///     active users are not known, only one report is in effect, and only one is kept.
    /// - Returns: True if the source had a report.
    mutating func remove(_ source: ClientSession, keepingReport keepsReport: Bool, isOfMany: Bool) -> Bool {
        guard let index = entries.firstIndex(where: { $0.source === source }) else { return false }
        entries[index].source = nil
        if !keepsReport { entries.remove(at: index) }
        var rest = isOfMany ? Self.mostOrphans : 1
        // Of the reports whose sources have left, keeps only the last `rest` in the list, and root's report.
        for index in entries.indices.reversed() where entries[index].source == nil && entries[index].report.user != 0 {
            rest -= 1
            if rest < 0 { entries.remove(at: index) }
        }
        return true
    }

    /// Removes the reports of peers for which `isGone` returns true, even if the source is still connected. Called for
    /// users whose last session has ended.
    mutating func remove(where isGone: (Peer?) -> Bool) {
        for entry in entries where isGone(entry.peer) { try? entry.source?.report.chargeOutputs(0) }
        entries.removeAll { isGone($0.peer) }
    }

    /// Returns the report of the user who is active on a seat, or else root's; nil if no user is active, or if neither
    /// has reported. If sessions are not known, returns the first report whose user receives gestures, preferably one
    /// whose source is connected. While that source is connected, no other user can replace the report.
    func report(onSeat seat: String, _ access: AccessControl) -> OutputReport? {
        guard let seats = access.seats else {
            let received = entries.lazy.filter { access.receives($0.peer) }
            return (received.first { $0.source?.outbox.isClosed == false } ?? received.first)?.report
        }
        guard let user = seats.first(where: { $0.name == seat })?.user else { return nil }
        let entry = entries.first { $0.report.user == user } ?? entries.first { $0.report.user == 0 }
        return entry?.report
    }
}

extension OutputReport {
    /// Its approximate size in bytes.
    fileprivate var memory: Int {
        let names =
            outputs.reduce(0) { $0 + $1.name.utf8.count }
            + devices.reduce(0) { sum, device in
                switch device.device {
                case .any, .kind: sum + device.output.utf8.count
                case .id(let text), .name(let text), .path(let text): sum + device.output.utf8.count + text.utf8.count
                }
            }
        // The storage of a text of more than 15 bytes has a header of 32 bytes.
        return 256 + names + outputs.count * (MemoryLayout<Output>.stride + 32)
            + devices.count * (MemoryLayout<DeviceOutput>.stride + 64)
    }
}
