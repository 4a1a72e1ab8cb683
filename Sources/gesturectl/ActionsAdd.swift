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
        let path = try file.ownPath
        if access(path, F_OK) == 0 {
            _ = try file.load()
        } else if let other = file.candidates.dropFirst().first(where: { access($0, F_OK) == 0 }) {
            StandardOutput.line("\(path) will be new, and read in place of \(other)")
        }
        try ActionFile.checkWritable(path)
        let daemon = try connection.connect()
        let text = try stroke.map { try record(stroke: $0, daemon, path) } ?? recordGesture(daemon, path)
        try ActionFile.append(text, to: path)
        StandardOutput.line("\(path): added")
        for line in text.exactParts(separatedBy: "\n", omittingEmpty: true) { StandardOutput.line(line) }
    }

    // MARK: Questions

    /// Asks until the answer is accepted. At the end of the input, throws the last mistake.
    ///
    /// - Parameter read: Returns the value of an answer, or throws what would be right.
    private func ask<Value>(_ question: String, _ read: (String) throws(ActionFailure) -> Value) throws -> Value {
        var mistake = ActionFailure("\(question): expected an answer, found nothing")
        while true {
            StandardOutput.write(Array("\(question): ".utf8))
            guard let line = readLine() else { throw mistake }
            do throws(ActionFailure) { return try read(line) } catch {
                StandardError.writeLine("gesturectl: \(error)")
                mistake = error
            }
        }
    }

    /// - Returns: nil for an empty line, if that is allowed.
    private func command(_ question: String = "Command", mayBeEmpty: Bool = false) throws -> String? {
        try ask(question) { (line) throws(ActionFailure) in
            if line.allSatisfy(\.isWhitespace) || line.utf8.contains(0) {
                if mayBeEmpty { return nil }
                throw ActionFailure("expected a command, found nothing")
            }
            if let problem = ShellSyntax.problem(in: line) { throw ActionFailure(problem) }
            return line
        }
    }

    /// Asks how often the gesture is to act, if it can go in steps and a person answers.
    ///
    /// - Throws: If the file already has a rule for the gesture, before anything is asked.
    private func manner(of action: RecordedAction, _ path: String) throws -> RecordedAction.Manner {
        var refusal: ActionFailure?
        let manners = action.manners.filter { manner in
            do throws(ActionFailure) {
                try ActionFile.checkAddition(of: action.toml(name: action.gesture, command: "true", manner), to: path)
                return true
            } catch {
                refusal = refusal ?? error
                return false
            }
        }
        // Steps of a gesture that has a rule would take its fingers first.
        let isTaken = action.manners.contains(.once) && !manners.contains(.once)
        guard let first = manners.first, !isTaken else {
            throw refusal ?? ActionFailure("the gesture cannot be recorded")
        }
        guard manners.count > 1, isatty(STDIN_FILENO) == 1 else { return first }
        return try ask("Each step, or once? [once]") { (line) throws(ActionFailure) in
            let word = line.lowercased().filter { !$0.isWhitespace }
            if "once".hasPrefix(word) { return .once }
            if "eachstep".hasPrefix(word) || word == "step" { return .eachStep }
            throw ActionFailure("expected each or once, found “\(line)”")
        }
    }

    // MARK: Recording

    private func recordGesture(_ daemon: DaemonConnection, _ path: String) throws -> String {
        for (index, (gesture, device)) in ActionGesture.recordable.enumerated() {
            let request = SubscribeRequest(id: Int64(index + 1), gesture: gesture, device: device, scope: .session)
            try daemon.send(.subscribe(request))
        }
        StandardOutput.line("Perform the gesture.")
        let action = try nextAction(daemon)
        StandardOutput.line(action.text)
        let manner = try manner(of: action, path)
        guard let command = try command(manner == .once ? "Command" : "Command for a step") else { return "" }
        let back = manner == .once ? nil : try self.command("Command for a step back [none]", mayBeEmpty: true)
        let program = command.split(separator: " ").first.map(String.init) ?? ""
        let isApp = DesktopApps(environment: ProcessEnvironment.variables).start(program)
        return action.toml(name: command, command: command, manner, back: back, isApp: isApp)
    }

    /// Returns the next gesture that can be recorded. A tap waits for the next of its row.
    private func nextAction(_ daemon: DaemonConnection) throws -> RecordedAction {
        var tap: RecordedAction?
        while true {
            if let tap, !daemon.answers(within: Self.longestPause) { return tap }
            let message = try nextGesture(daemon)
            guard message.phase == .ended, let action = RecordedAction(message.value) else { continue }
            guard case .tap = message.value else {
                // A slower tap before another gesture is a slip.
                return action
            }
            if let tap, action.count <= tap.count || action.fingers != tap.fingers { return tap }
            tap = action
        }
    }

    /// Between two taps of a row, in milliseconds. The daemon counts them, by default up to 350 ms apart; a tap lasts up to
    /// 750 ms.
    private static let longestPause: Int32 = 1200

    private func record(stroke name: String, _ daemon: DaemonConnection, _ path: String) throws -> String {
        // A name that is taken is refused before the shape is drawn.
        let points = (0..<8).map { Point(x: Double($0), y: Double($0 * $0)) }
        try ActionFile.checkAddition(of: RecordedAction.toml(stroke: name, points: points, command: "true"), to: path)
        let drag = GestureExpression.drag(.init(minimumDistance: 0))
        try daemon.send(.subscribe(SubscribeRequest(id: 1, gesture: drag, scope: .session)))
        StandardOutput.line("Draw the shape with one finger.")
        var drawn: [Point] = []
        while true {
            let message = try nextGesture(daemon)
            guard case .drag(let drag) = message.value else { continue }
            if message.phase == .began { drawn = [] }
            drawn.append(.zero + drag.translation)
            guard message.phase == .ended else { continue }
            let shape = RecordedAction.thinned(drawn)
            guard shape.count >= 8 else {
                StandardOutput.line("Too short: draw a larger shape.")
                continue
            }
            return RecordedAction.toml(stroke: name, points: shape, command: try command() ?? "")
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
