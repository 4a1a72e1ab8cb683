internal import ArgumentParser
internal import DesktopAccess
internal import EvdevInput
internal import FocusFollowing
internal import GestureActions
internal import GestureClient
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
            the rules that were near and what they lack. With a recording it needs no daemon.
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
        var touches = TrialTouches()
        for request in trial.requests { replay.send(.subscribe(request)) }
        trial.handle(.deviceAdded(replay.device))
        try replay.run(onFrame: { touches.add($0) }, onSettled: { touches.add(trial.settle(at: $0)) }) { line in
            let message = try DaemonLine.message(line)
            if case .explanation(let message) = message { touches.add(message) }
            if case .error = message { try MessagePrinter(json: false).print(line) }
            trial.handle(message)
        }
        touches.add(trial.finish())
        for (number, touch) in touches.all.enumerated() {
            let text = TrialText(touch, number: number + 1, kind: replay.device.kind)
            json ? StandardOutput.line(json: text.json.dropLast()) : text.lines.forEach(StandardOutput.line)
        }
        if !json, touches.all.isEmpty { StandardOutput.line("no touches") }
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
        var touches = TrialTouches()
        var number = 0
        while true {
            var polled = pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0)
            let deadline = [trial.deadline, touches.deadline].compactMap(\.self).min()
            let timeout = deadline.map { max(0, ($0 - MonotonicClock.now).count / 1000 + 1) }
            _ = poll(&polled, 1, timeout.map { Int32(clamping: $0) } ?? -1)
            read { try desktop?.process() }
            if polled.revents != 0 {
                guard let lines = try daemon.nextLines() else { throw ConnectionFailure.ended }
                for line in lines { try handle(line, &trial, &touches) }
            }
            touches.add(trial.settle(at: MonotonicClock.now))
            for touch in touches.takeOver(at: MonotonicClock.now) {
                number += 1
                let text = TrialText(touch, number: number, kind: nil)
                json ? StandardOutput.line(json: text.json.dropLast()) : text.lines.forEach(StandardOutput.line)
            }
        }
    }

    private func handle(_ line: [UInt8], _ trial: inout ActionTrial, _ touches: inout TrialTouches) throws {
        let message = try DaemonLine.message(line)
        switch message {
        case .hello(let hello):
            if !json { for device in hello.devices { StandardOutput.line("device   \(DeviceText.line(device))") } }
            if let reason = StatusText.silence(hello) { StandardError.writeLine("gesturectl: \(reason)") }
        case .explanation(let message): touches.add(message, isLive: true)
        case .gesture: break
        case .accessChanged, .deviceAdded, .deviceChanged, .deviceRemoved, .error:
            if !json { try MessagePrinter(json: false).print(line) }
        case .ok, .contacts, .status, .subscriptionChanged, .unknown: break
        }
        trial.handle(message)
    }
}
