internal import DesktopAccess
internal import ArgumentParser
internal import FocusFollowing
internal import GestureActions
internal import GestureClient
internal import GestureConfiguration
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

struct Actions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run commands and press keys when gestures happen.",
        discussion: """
            The rules are in ~/.config/gestured/actions.toml, or else in /etc/xdg/gestured/actions.toml. docs/ACTIONS.md \
            describes them.
            """,
        subcommands: [Run.self, Check.self, List.self, Try.self, Initialise.self, Add.self])

    struct FileOption: ParsableArguments {
        @Option(help: ArgumentHelp("Another file of actions.", valueName: "file"))
        var file: String?

        /// Possible paths of the file, the first choice first.
        var candidates: [String] {
            file.map { [$0] } ?? ActionFile.candidates(environment: ProcessEnvironment.variables)
        }

        func load() throws -> ActionFile {
            guard let path = candidates.first(where: { access($0, F_OK) == 0 }) else {
                let advice = file == nil ? "; gesturectl actions init writes the first" : ""
                throw ValidationError("no file \(candidates.joined(separator: " or "))\(advice)")
            }
            return try ActionFile.load(path, programPath: ProcessEnvironment.variables["PATH"] ?? "")
        }
    }

    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Perform the actions, as gestured-actions.service does.")

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var file: FileOption

        func run() throws {
            ActionService(
                socket: connection.socket, paths: file.candidates, environment: ProcessEnvironment.variables,
                log: { StandardError.writeLine("gesturectl: \($0)") }
            ).run()
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Report mistakes in the file, missing programs, and keys that cannot be pressed.")

        @OptionGroup var file: FileOption

        func run() throws {
            let actions = try file.load()
            for warning in actions.warnings {
                StandardError.writeLine(
                    "\(actions.path):\(warning.line ?? 0): warning: \(warning.key ?? ""): \(warning.message)")
            }
            let keyboard = ActionKeyboard(environment: ProcessEnvironment.variables)
            let keys = keyboard.problems(in: actions)
            for problem in keys { StandardError.writeLine("\(actions.path): \(problem)") }
            if let note = keyboard.note { Output.line(note) }
            Output.line("\(actions.path): \(actions.countText)")
            if !keys.isEmpty { throw ExitCode.failure }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the actions with their lines in the file.")

        @OptionGroup var file: FileOption

        func run() throws {
            for action in try file.load().actions { Output.line(action.summary) }
        }
    }

    struct Try: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Perform gestures, and see what would run and why.",
            discussion:
                "It runs nothing. For a gesture without an action it names the closest rule and what was missing.")

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var file: FileOption

        func run() throws {
            let actions = try file.load()
            var trial = ActionTrial(actions)
            let needsApp = actions.actions.contains { $0.app != nil }
            let environment = ProcessEnvironment.variables
            var desktop: (any Desktop)?
            /// A desktop that does not report its focus keeps only the rules with `app` from being tried.
            func read(_ focus: () throws -> Focus?) {
                do {
                    if let focus = try focus() { trial.setFocus(focus) }
                } catch {
                    if needsApp { StandardError.writeLine("gesturectl: \(error); actions with app do not match") }
                    desktop = nil
                }
            }
            read {
                desktop = try DesktopChoice(environment: environment).connect(environment: environment)
                return try desktop?.focus(timeout: .milliseconds(2000))
            }
            let daemon = try DaemonConnection(path: connection.socket)
            for request in trial.requests { try daemon.send(request) }
            let printer = MessagePrinter(json: false)
            while let line = try daemon.nextLine() {
                read { try desktop?.process() }
                let message = try ServerMessage(line: line)
                if case .gesture(let gesture) = message, gesture.phase == .changed {} else { try printer.print(line) }
                for line in trial.handle(message) { Output.line("  \(line)") }
            }
            throw ConnectionFailure.ended
        }
    }

    struct Initialise: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init", abstract: "Write a file of actions for this desktop.",
            discussion:
                "Without a preset, the variable XDG_CURRENT_DESKTOP selects one. An existing file is not changed.")

        @Argument(
            help: ArgumentHelp("The name of a preset.", valueName: "preset"), completion: .presets)
        var preset: String?

        @Option(help: ArgumentHelp("The folder of the presets.", valueName: "folder"))
        var presets = ActionPresets.installedFolder

        @OptionGroup var file: FileOption

        func run() throws {
            let path = file.candidates[0]
            let presets = try ActionPresets(folder: presets)
            let name = try presets.choose(preset, environment: ProcessEnvironment.variables)
            let text = try presets.text(of: name)
            try ActionFile.create(path, text: text)
            Output.line("\(path): written for \(name)")
            // The first lines of a preset list what it needs, such as a grant.
            for line in String(decoding: text, as: UTF8.self).split(separator: "\n").prefix(while: { $0.hasPrefix("#") }
            ) {
                Output.line(String(line))
            }
            Output.line("systemctl --user enable --now gestured-actions.service starts the actions")
        }
    }
}
