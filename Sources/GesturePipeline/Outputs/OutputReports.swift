internal import GestureModel
internal import GestureProtocol

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
