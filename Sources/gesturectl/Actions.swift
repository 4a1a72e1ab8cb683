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
            The rules are in ~/.config/gestured/actions.toml, or else in /etc/xdg/gestured/actions.toml. gestured-actions(5) \
            describes them, with examples.
            """,
        subcommands: [
            Run.self, Check.self, List.self, ActionsTry.self, Initialise.self, ActionsAdd.self, GuardKeys.self,
        ])

    struct FileOption: ParsableArguments {
        @Option(help: ArgumentHelp("Another file of actions.", valueName: "file"))
        var file: String?

        /// Possible paths of the file, in order of preference.
        var candidates: [String] {
            file.map { [$0] } ?? ActionFile.candidates(environment: ProcessEnvironment.variables)
        }

        /// The path of the user's own file, to be written.
        ///
        /// - Throws: If the user has no folder for it.
        var ownPath: String {
            get throws {
                let variables = ProcessEnvironment.variables
                guard file != nil || variables["HOME"] != nil || variables["XDG_CONFIG_HOME"] != nil else {
                    throw ActionFailure(
                        "this user has no home: neither HOME nor XDG_CONFIG_HOME is set; --file names a file")
                }
                return candidates[0]
            }
        }

        /// - Throws: `ExitCode`, after printing why the file cannot be used.
        func load() throws -> ActionFile {
            do throws(ActionFileError) { return try read() } catch {
                StandardError.writeLines("\(error)")
                throw ExitCode(error.status)
            }
        }

        func read() throws(ActionFileError) -> ActionFile {
            guard let path = candidates.first(where: { access($0, F_OK) == 0 }) else {
                let advice = file == nil ? "; gesturectl actions init writes the first" : ""
                let others = candidates.dropFirst().joined(separator: " or ")
                let text = "does not exist\(others.isEmpty ? "" : ", nor does \(others)")\(advice)"
                throw ActionFileError(file: candidates[0], problems: [ActionFileProblem(.file, text)])
            }
            return try ActionFile.load(path, environment: ProcessEnvironment.variables)
        }
    }

    /// Started by the service while it holds keys of an X server.
    struct GuardKeys: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "guard-keys", shouldDisplay: false)

        @Option var display: String
        @Argument var codes: [UInt8]

        func run() throws { try HeldKeys.guardKeys(codes, display: display) }
    }

    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Perform the actions, as gestured-actions.service does.")

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var file: FileOption
        @OptionGroup var displays: DisplayOption

        func run() throws {
            let environment = ProcessEnvironment.variables
            var end: ActionService.End
            repeat {
                let service = try ActionService(
                    socket: connection.socket, paths: file.candidates, environment: environment,
                    display: displays.wait ? display(environment) : .given,
                    log: { StandardError.writeLine("gesturectl: \($0)") })
                end = try service.run()
                // Programs that outlive a service have no one else to wait for them.
                while waitpid(-1, nil, WNOHANG) > 0 {}
            } while end == .displayChanged
        }

        private func display(_ environment: [String: String]) throws -> ActionService.Display {
            let watch = try DisplayWatch(SessionDisplays(environment: environment))
            let found = watch.search()
            guard let first = found.first else { return .awaited(watch) }
            first.adopt()
            StandardError.writeLine("gesturectl: \(first.text)")
            if let choice = found.choice { StandardError.writeLine("gesturectl: \(choice)") }
            return .found(first)
        }
    }

    struct DisplayOption: ParsableArguments {
        @Flag(help: "Wait for a display of this user, and for the next when it has ended, as the services do.")
        var wait = false
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Report mistakes in the file, missing programs, and keys that cannot be pressed.",
            discussion: """
                Each problem is a line: file:line: kind: place: text. The exit status is 3 if the file cannot be read, 4 if it \
                is no TOML, 5 for a mistake, 6 for a key that cannot be pressed, 7 for a command that cannot run as it is \
                written, and 0 for warnings alone.
                """)

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var file: FileOption

        func run() throws {
            let keyboard = ActionKeyboard(environment: SessionDisplay.environment(ProcessEnvironment.variables))
            let actions: ActionFile
            do throws(ActionFileError) {
                actions = try file.read()
            } catch {
                StandardError.writeLines("\(error)")
                // What else is wrong with the rules need not wait until these mistakes are corrected.
                for problem in error.readable.unreadableCommands + keyboard.problems(in: error.readable) {
                    StandardError.writeLine(problem.text(in: error.file))
                }
                throw ExitCode(error.status)
            }
            let problems =
                actions.warnings + actions.actions.unreadableCommands + keyboard.problems(in: actions.actions)
                + unknownDevices(of: actions) + unknownWindows(of: actions) + actions.untaken
            for problem in problems { StandardError.writeLine(problem.text(in: actions.path)) }
            if let note = keyboard.note { StandardOutput.line(note) }
            StandardOutput.line("\(actions.path): \(actions.countText)")
            let status = [ActionFileProblem].status(problems)
            if status != 0 { throw ExitCode(status) }
        }

        /// Returns a warning for each rule with `app`, if the desktop does not report windows.
        private func unknownWindows(of actions: ActionFile) -> [ActionFileProblem] {
            let rules = actions.actions.filter { $0.filter.app != nil }
            guard !rules.isEmpty else { return [] }
            let environment = SessionDisplay.environment(ProcessEnvironment.variables)
            do throws(DesktopFailure) {
                _ = try DesktopChoice(environment: environment).connect(environment: environment)
                    .focus(timeout: .milliseconds(2000))
                return []
            } catch {
                return rules.map {
                    ActionFileProblem(
                        .warning, line: $0.line, place: "action.app", "“\($0.name)”: does not happen: \(error)")
                }
            }
        }

        /// Returns a warning for each rule that names a device, if the daemon has no such device. Without a daemon that
        /// answers, the names are not checked.
        private func unknownDevices(of actions: ActionFile) -> [ActionFileProblem] {
            guard actions.namesDevices, let daemon = try? DaemonConnection(path: connection.socket),
                daemon.answers(within: 1000),
                let (hello, _) = try? DaemonLine.hello(of: daemon)
            else { return [] }
            return actions.unknownDevices(among: hello.devices)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the actions with their lines in the file.")

        @OptionGroup var file: FileOption

        func run() throws {
            for action in try file.load().actions { StandardOutput.line(ActionText.line(action)) }
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
        var presets = ActionPresets.defaultFolder

        @OptionGroup var file: FileOption

        func run() throws {
            let path = try file.ownPath
            let presets = try ActionPresets(folder: presets)
            let name = try presets.choose(preset, environment: SessionDisplay.environment(ProcessEnvironment.variables))
            let text = try presets.text(of: name)
            try ActionFile.create(path, text: text)
            StandardOutput.line("\(path): written for \(name)")
            // The first lines of a preset list its requirements, such as a `[[grant]]` in gestured.toml.
            for line in String(decoding: text, as: UTF8.self).split(separator: "\n").prefix(while: { $0.hasPrefix("#") }
            ) {
                StandardOutput.line(String(line))
            }
            StandardOutput.line("systemctl --user enable --now gestured-actions.service starts the actions")
            StandardOutput.line(
                "gesturectl actions try shows what each gesture does; man gestured-actions describes the file")
        }
    }
}

extension ActionFile {
    /// A warning for each exclusive rule whose fingers reach the app or the desktop all the same.
    var untaken: [ActionFileProblem] {
        ExclusiveCheck.problems(
            in: actions, environment: SessionDisplay.environment(ProcessEnvironment.variables))
    }
}
