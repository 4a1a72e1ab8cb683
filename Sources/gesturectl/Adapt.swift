internal import ArgumentParser
internal import GestureClient
internal import GestureModel
internal import GestureProtocol
internal import LinuxSupport

struct Adapt: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Propose settings for unsteady hands from ten touches.",
        discussion: """
            Asks for five taps and five presses, prints how far and how long each finger was on the surface, and then an \
            [accessibility] section for gestured.toml. It changes nothing. It needs the right to positions: root has it, and \
            users to whom a [[grant]] gives it.
            """)

    @OptionGroup var connection: ConnectionOptions

    private static let touches = 10

    func run() throws {
        let daemon = try connection.connect()
        let (hello, _) = try DaemonLine.hello(of: daemon)
        guard hello.access.positions == .granted else {
            StandardError.writeLine(
                "gesturectl: the daemon withholds positions from this program; start it as root, or let a [[grant]] with "
                    + "positions = true in /etc/gestured/gestured.toml name this user")
            throw ExitCode.failure
        }
        try daemon.send(.subscribeToContacts(ContactsRequest(id: 1, units: .millimetres, scope: .session)))
        StandardOutput.line("Tap five times, as you usually do. Then press five times and hold for a second.")
        var study = TouchStudy()
        while study.touches.count < Self.touches, let line = try daemon.nextLine() {
            switch try DaemonLine.message(line) {
            case .contacts(let frame):
                guard let touch = study.add(frame) else { continue }
                StandardOutput.line("\(study.touches.count) of \(Self.touches): \(touch)")
            case .error(let error):
                StandardError.writeLine("gesturectl: \(error.message)")
                throw ExitCode.failure
            default: continue
            }
        }
        guard study.touches.count == Self.touches else { throw ConnectionFailure.ended }
        study.proposal.forEach(StandardOutput.line)
    }
}

/// What fingers did in a few touches, one after the other.
private struct TouchStudy {
    struct Touch: CustomStringConvertible {
        let start: Timestamp
        let origin: Point
        var end: Timestamp
        /// In millimetres from the origin.
        var farthest = 0.0

        var seconds: Double { (end - start).seconds }
        var description: String { "\(seconds.hundredths) s, within \(farthest.tenths) mm" }
    }

    /// The touches that are over.
    private(set) var touches: [Touch] = []
    private var down: [Int: Touch] = [:]
    /// The shortest pauses between two touches, of which the second was not meant.
    private var bounces: [Double] = []

    /// A touch that follows so soon was not meant: a hand that taps twice on purpose takes longer.
    private static let shortestPause = 0.12

    /// - Returns: The touch that has ended in the frame; nil if none has.
    mutating func add(_ frame: ContactsMessage) -> Touch? {
        var ended: Touch?
        for contact in frame.contacts {
            if contact.phase == .known(.began) {
                down[contact.id] = Touch(start: frame.time, origin: contact.position, end: frame.time)
            }
            guard var touch = down[contact.id] else { continue }
            touch.end = frame.time
            touch.farthest = max(touch.farthest, (contact.position - touch.origin).length)
            down[contact.id] = contact.isDown ? touch : nil
            // A palm is no touch, and neither is a finger that came down before the last one lifted.
            guard !contact.isDown, contact.state == .known(.finger), touches.last.map({ touch.start >= $0.end }) ?? true
            else { continue }
            if let last = touches.last, (touch.start - last.end).seconds < Self.shortestPause {
                bounces.append((touch.start - last.end).seconds)
            } else {
                touches.append(touch)
                ended = touch
            }
        }
        return ended
    }

    /// The lines of a section for gestured.toml. What steady hands need not have is left out.
    var proposal: [String] {
        let wander = touches.map(\.farthest).max() ?? 0
        var lines: [String] = []
        // A press of a steady hand stays within 10 points, 1.6 mm.
        if wander >= 1.6 { lines.append("stillness = \(min((wander * 1.25).rounded(.up), 40).tenths)") }
        if let pause = bounces.max() {
            lines.append("ignoreRepeat = \((pause + 0.05).hundredths)")
        }
        if lines.isEmpty { return ["Your touches are steady: nothing needs to be set."] }
        return ["", "# For /etc/gestured/gestured.toml; then systemctl reload gestured", "[accessibility]"] + lines
    }
}
