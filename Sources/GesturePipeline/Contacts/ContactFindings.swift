internal import GestureModel

/// Derives the filter's decisions from the reports on a device's contacts: which contacts were held back and then
/// accepted or dropped, which were rejected, and why.
struct ContactFindings {
    private struct Track {
        let id: Int
        let start: Timestamp
        let position: Point
        /// Why the contact is held back at present; nil if it is not held back.
        var hold: Hold?
        var isRejected = false
    }

    private struct Hold {
        let cause: ContactReport.Cause?
        let measure: ContactReport.Measure?
    }

    /// The findings of the latest frame. Their order has no meaning.
    private(set) var latest: [ContactFinding] = []
    /// The contacts that are down and came down while findings were requested.
    private var tracks: [Track] = []
    /// The highest number of a contact that came down.
    private(set) var lastContact = 0

    mutating func update(_ reports: [ContactReport], at time: Timestamp) {
        latest.removeAll(keepingCapacity: true)
        let fingers = reports.count { $0.state == .finger && $0.isDown }
        for report in reports { update(report, fingers, at: time) }
        tracks.removeAll { track in !reports.contains { $0.id == track.id && $0.isDown } }
    }

    private mutating func update(_ report: ContactReport, _ fingers: Int, at time: Timestamp) {
        if report.phase == .began {
            lastContact = max(lastContact, report.id)
            tracks.append(Track(id: report.id, start: time, position: report.position))
        }
        guard let index = tracks.lastIndex(where: { $0.id == report.id }) else { return }
        let track = tracks[index]
        func decide(_ outcome: ContactFinding.Outcome, _ cause: ContactReport.Cause?) {
            var finding = ContactFinding(
                contact: report.id, at: track.position, start: track.start, outcome, report.state, cause,
                outcome == .accepted ? track.hold?.measure : report.measure, fingers: fingers, at: time)
            finding.acceptance = report.acceptance
            latest.append(finding)
        }
        switch report.state {
        case .held: tracks[index].hold = Hold(cause: report.cause, measure: report.measure)
        case .finger:
            if let hold = track.hold { decide(.accepted, hold.cause) }
            tracks[index].hold = nil
        default:
            if !track.isRejected {
                decide(track.hold != nil && !report.isDown ? .dropped : .rejected, report.cause)
            }
            tracks[index].isRejected = true
            tracks[index].hold = nil
        }
    }
}
