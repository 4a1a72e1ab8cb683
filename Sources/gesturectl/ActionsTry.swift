internal import ArgumentParser
internal import DesktopAccess
internal import EvdevInput
internal import FocusFollowing
internal import GestureActions
internal import GestureClient
internal import GestureConfiguration
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport
internal import TouchInput

struct ActionsTry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "See what gestures would run and why, live or in a recording.",
        discussion: """
            It runs nothing. For each touch it prints what the hand did, and the rule that would run; if there is none, \
            the rules that were near and what they lack. Settings are those of gestured.toml. Seconds count \
            from the first touch. With a recording it needs no daemon, and --config tries other settings.
            """)

    @Argument(
        help: ArgumentHelp(
            "A recording to try; - is standard input. Otherwise you perform gestures.", valueName: "recording"),
        completion: .recordings)
    var recording: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var file: Actions.FileOption
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("With a recording: the app that has the focus.", valueName: "app"))
    var app: String?

    @Option(help: ArgumentHelp("With a recording of several devices: the number of one.", valueName: "number"))
    var device: Int?

    @Flag(help: "Print each touch as a line of JSON.")
    var json = false

    func validate() throws {
        guard recording == nil else { return }
        if app != nil { throw ValidationError("--app: only with a recording") }
        if device != nil { throw ValidationError("--device: only with a recording") }
    }

    func run() throws {
        let actions = try file.load()
        // Of a recording, no desktop takes anything.
        let warnings = actions.warnings + (recording == nil ? actions.untaken : [])
        for warning in warnings { StandardError.writeLine(warning.text(in: actions.path)) }
        try recording.map { try runOffline($0, actions) } ?? runLive(actions)
    }

    // MARK: A recording

    private func runOffline(_ path: String, _ actions: ActionFile) throws {
        var replay = try Replay(path, device: device, configuration.load())
        var trial = ActionTrial(actions)
        if let app { trial.setWindow(ActionWindow(app: app)) }
        var printer = TrialPrinter(json: json, replay.thresholds)
        for request in trial.requests { replay.send(.subscribe(request)) }
        replay.send(.subscribeToContacts(trial.contactsRequest))
        trial.thresholds = replay.thresholds
        printer.add(.deviceAdded(replay.device), &trial)
        try replay.run { line in
            let message = try DaemonLine.message(line)
            if case .error = message { try MessagePrinter(json: false).print(line) }
            printer.add(message, &trial)
        }
        printer.finish(&trial)
        if !json {
            if printer.count == 0 { StandardOutput.line("no touches") }
            RecordedFaults.lines(replay.recordedFaults.sightings).forEach(StandardOutput.line)
        }
    }

    // MARK: Live

    private func runLive(_ actions: ActionFile) throws {
        var trial = ActionTrial(actions)
        let needsApp = actions.actions.contains { $0.filter.namesApps }
        let environment = SessionDisplay.environment(ProcessEnvironment.variables)
        var desktop: (any Desktop)?
        /// Reads the focused window. If the desktop does not report it, rules without `app` can still be tried.
        func read(_ focus: () throws -> DesktopFocus?) {
            do {
                if let focus = try focus() { trial.setWindow(ActionWindow(focus)) }
            } catch {
                if needsApp { StandardError.writeLine("gesturectl: \(error); actions with app do not match") }
                desktop = nil
                trial.setWindow(ActionWindow())
            }
        }
        read {
            desktop = try DesktopChoice(environment: environment).connect(environment: environment)
            return try desktop?.focus(timeout: .milliseconds(2000))
        }
        let daemon = try connection.connect()
        for request in trial.requests { try daemon.send(.subscribe(request)) }
        // Whether fingers are down is otherwise known from the first of them alone.
        try daemon.send(.subscribeToContacts(trial.contactsRequest))
        // The daemon's settings are not known to its clients.
        trial.thresholds = try configuration.load().thresholds
        var printer = TrialPrinter(json: json, trial.thresholds)
        var query = StatusQuery(id: trial.contactsRequest.id + 1)
        while true {
            let deadline = query.isPending ? nil : printer.deadline(trial)
            let ready = ReadyDescriptors.wait(for: [daemon.descriptor], until: deadline)
            read { try desktop?.process() }
            if ready.contains(daemon.descriptor) {
                guard let lines = try daemon.nextLines() else {
                    printer.finish(&trial)
                    throw ConnectionFailure.ended
                }
                for line in lines { try handle(line, &trial, &printer, &query) }
            }
            let now = MonotonicClock.now
            if !query.isPending, trial.isDecidable || printer.deadline(trial).map({ $0 <= now }) ?? false {
                try daemon.send(query.begin(at: now))
            }
        }
    }

    private func handle(
        _ line: [UInt8], _ trial: inout ActionTrial, _ printer: inout TrialPrinter, _ query: inout StatusQuery
    ) throws {
        let message = try DaemonLine.message(line)
        if let time = query.end(message) { return printer.settle(&trial, at: time) }
        switch message {
        case .hello(let hello):
            if !json { for device in hello.devices { StandardOutput.line("device   \(DeviceText.line(device))") } }
            if let reason = StatusText.silence(hello) { StandardError.writeLine("gesturectl: \(reason)") }
        case .explanation, .gesture: break
        case .accessChanged, .deviceAdded, .deviceChanged, .deviceRemoved, .error:
            if !json { try MessagePrinter(json: false).print(line) }
        case .ok, .contacts, .status, .subscriptionChanged, .unknown: break
        }
        printer.add(message, &trial)
    }
}

/// A request that shows what has been received: the daemon answers it after it has sent all that happened before.
///
/// The clock alone does not show that. The lines of one frame arrive in several parts, and on a busy machine they arrive
/// late.
private struct StatusQuery {
    private let id: Int64
    /// When the pending request was sent.
    private var time: Timestamp?

    init(id: Int64) { self.id = id }

    var isPending: Bool { time != nil }

    mutating func begin(at time: Timestamp) -> Request {
        self.time = time
        return .status(id: id)
    }

    /// Returns the time up to which everything has been received, if the message is the answer; otherwise nil.
    mutating func end(_ message: ServerMessage) -> Timestamp? {
        switch message {
        case .status(let answer) where answer.id == id: break
        // A daemon that refuses the request refuses it in the same order.
        case .error(let answer) where answer.id == id: break
        default: return nil
        }
        defer { time = nil }
        return time
    }
}

/// Prints the touches of a trial when they are complete.
private struct TrialPrinter {
    private let json: Bool
    private let thresholds: Thresholds
    private var touches = TrialTouches()
    private(set) var count = 0
    /// The time of each device's latest message. What a frame or a deadline made is decided when the device's next
    /// message comes, or when the daemon's answer shows that no message follows.
    private var last: [String: Timestamp] = [:]

    init(json: Bool, _ thresholds: Thresholds) { (self.json, self.thresholds) = (json, thresholds) }

    func deadline(_ trial: ActionTrial) -> Timestamp? { touches.deadline(trial) }

    mutating func add(_ message: ServerMessage, _ trial: inout ActionTrial) {
        if let (device, time) = message.moment {
            let last = last[device] ?? time
            if time > last { settle(&trial, at: time - Microseconds(1), on: device) }
            self.last[device] = max(last, time)
        }
        touches.add(message, trial)
        if case .contacts(let frame) = message { trial.touches[frame.device] = touches.extent(on: frame.device) }
        trial.handle(message)
    }

    /// Called when all messages have been received up to a time.
    ///
    /// - Parameter device: The only device of which they have been received; nil for all.
    mutating func settle(_ trial: inout ActionTrial, at time: Timestamp, on device: String? = nil) {
        touches.add(trial.settle())
        print(touches.take(at: time, on: device, trial))
    }

    mutating func finish(_ trial: inout ActionTrial) {
        touches.add(trial.finish())
        print(touches.take(at: Timestamp(microseconds: .max), on: nil, trial))
    }

    private mutating func print(_ rows: [TrialTouches.Row]) {
        for row in rows {
            count += 1
            let text = TrialText(row, number: count, since: touches.origin ?? Timestamp(microseconds: 0), thresholds)
            json ? StandardOutput.line(json: text.json.dropLast()) : text.lines.forEach(StandardOutput.line)
        }
    }
}

extension ServerMessage {
    /// The device and the time of a message about fingers; nil for other messages.
    fileprivate var moment: (device: String, time: Timestamp)? {
        switch self {
        case .gesture(let message): (message.device, message.time)
        case .contacts(let message): (message.device, message.time)
        case .explanation(let message): (message.device, message.time)
        default: nil
        }
    }
}
