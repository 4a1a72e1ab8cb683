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
        try replay.run(onSettled: { printer.settle(&trial, at: $0) }) { line in
            let message = try DaemonLine.message(line)
            if case .error = message { try MessagePrinter(json: false).print(line) }
            printer.add(message, &trial)
        }
        printer.finish(&trial)
        if !json {
            if printer.count == 0 { StandardOutput.line("no touches") }
            replay.printFaults()
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
        while true {
            var polled = pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0)
            let timeout = printer.deadline.map { max(0, ($0 - MonotonicClock.now).count / 1000 + 1) }
            _ = poll(&polled, 1, timeout.map { Int32(clamping: $0) } ?? -1)
            read { try desktop?.process() }
            if polled.revents != 0 {
                guard let lines = try daemon.nextLines() else {
                    printer.finish(&trial)
                    throw ConnectionFailure.ended
                }
                for line in lines { try handle(line, &trial, &printer) }
            }
            printer.settle(&trial, at: MonotonicClock.now)
        }
    }

    private func handle(_ line: [UInt8], _ trial: inout ActionTrial, _ printer: inout TrialPrinter) throws {
        let message = try DaemonLine.message(line)
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

/// Prints the touches of a trial when they are complete.
private struct TrialPrinter {
    private let json: Bool
    private let thresholds: Thresholds
    private var touches = TrialTouches()
    private(set) var count = 0
    /// The time of the latest frame. A frame's gestures are decided when the next frame comes, or when nothing follows.
    private var last: Timestamp?

    init(json: Bool, _ thresholds: Thresholds) { (self.json, self.thresholds) = (json, thresholds) }

    var deadline: Timestamp? { touches.deadline }

    mutating func add(_ message: ServerMessage, _ trial: inout ActionTrial) {
        // Several frames may come at once.
        if let time = message.time, let last, time > last { settle(&trial, at: last) }
        if let time = message.time { last = max(last ?? time, time) }
        touches.add(message, trial)
        if case .contacts(let frame) = message { trial.touches[frame.device] = touches.extent(on: frame.device) }
        trial.handle(message)
    }

    /// Called when the messages of a frame are complete, and when a deadline has passed.
    mutating func settle(_ trial: inout ActionTrial, at time: Timestamp) {
        touches.add(trial.settle())
        print(touches.take(at: time, trial))
    }

    mutating func finish(_ trial: inout ActionTrial) {
        touches.add(trial.finish())
        print(touches.take(at: Timestamp(microseconds: .max), trial))
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
    /// The time of the frame of a message about fingers; nil for other messages.
    fileprivate var time: Timestamp? {
        switch self {
        case .gesture(let message): message.time
        case .contacts(let message): message.time
        default: nil
        }
    }
}
