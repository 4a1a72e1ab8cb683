internal import ArgumentParser
internal import GestureActions
internal import GestureClient
internal import GestureConfiguration
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

struct ActionsAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Perform a gesture and type its command; the rule is written to the file.",
        discussion: """
            The shell runs the command, as sh -c does. A file keeps its comments, and is not changed if it would not be \
            valid with the rule.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var file: Actions.FileOption

    @Option(help: ArgumentHelp("Draw a shape with one finger, which gets this name.", valueName: "name"))
    var stroke: String?

    func run() throws {
        let path = file.candidates[0]
        if access(path, F_OK) == 0 {
            _ = try file.load()
        } else if let other = file.candidates.dropFirst().first(where: { access($0, F_OK) == 0 }) {
            StandardOutput.line("\(path) will be new, and read in place of \(other)")
        }
        let daemon = try connection.connect()
        let text = try stroke.map { try record(stroke: $0, daemon) } ?? recordGesture(daemon)
        try ActionFile.append(text, to: path)
        StandardOutput.line("\(path): added")
        for line in text.exactParts(separatedBy: "\n", omittingEmpty: true) { StandardOutput.line(line) }
    }

    /// Reads a command line. Asks again after one that is empty or that the shell cannot read. At the end of the input,
    /// throws the last mistake.
    private func command() throws -> String {
        var mistake = "expected a command, found nothing"
        while true {
            StandardOutput.write(Array("Command: ".utf8))
            guard let line = readLine() else { throw ActionFailure(mistake) }
            let isEmpty = line.allSatisfy(\.isWhitespace) || line.utf8.contains(0)
            guard let problem = isEmpty ? "expected a command, found nothing" : ShellSyntax.problem(in: line) else {
                return line
            }
            StandardError.writeLine("gesturectl: \(problem)")
            mistake = problem
        }
    }

    private func recordGesture(_ daemon: DaemonConnection) throws -> String {
        for (index, (gesture, device)) in ActionGesture.recordable.enumerated() {
            let request = SubscribeRequest(id: Int64(index + 1), gesture: gesture, device: device, scope: .session)
            try daemon.send(.subscribe(request))
        }
        StandardOutput.line("Perform the gesture.")
        while true {
            let message = try nextGesture(daemon)
            guard message.phase == .ended, let action = RecordedAction(message.value) else { continue }
            StandardOutput.line("\(Wording.fingers(action.fingers)), \(action.gesture)")
            let command = try command()
            let program = command.split(separator: " ").first.map(String.init) ?? ""
            let isApp = DesktopApps(environment: ProcessEnvironment.variables).start(program)
            return action.toml(name: command, command: command, isApp: isApp)
        }
    }

    private func record(stroke name: String, _ daemon: DaemonConnection) throws -> String {
        let drag = GestureExpression.drag(.init(minimumDistance: 0))
        try daemon.send(.subscribe(SubscribeRequest(id: 1, gesture: drag, scope: .session)))
        StandardOutput.line("Draw the shape with one finger.")
        var points: [Point] = []
        while true {
            let message = try nextGesture(daemon)
            guard case .drag(let drag) = message.value else { continue }
            points = (message.phase == .began ? [] : points) + [.zero + drag.translation]
            guard message.phase == .ended else { continue }
            let shape = RecordedAction.thinned(points)
            guard shape.count >= 8 else {
                StandardOutput.line("Too short: draw a larger shape.")
                continue
            }
            return RecordedAction.toml(stroke: name, points: shape, command: try command())
        }
    }

    private func nextGesture(_ daemon: DaemonConnection) throws -> GestureMessage {
        while let line = try daemon.nextLine() {
            switch try ServerMessage(line: line) {
            case .error(let error):
                StandardError.writeLine("gesturectl: \(error.code): \(error.message)")
                throw ExitCode.failure
            case .gesture(let message): return message
            default: continue
            }
        }
        throw ConnectionFailure.ended
    }
}
