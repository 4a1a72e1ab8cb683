internal import ArgumentParser
internal import CommandLineTool
internal import FocusFollowing
internal import FoundationEssentials
internal import Glibc

struct FocusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus", abstract: "Show which window has the focus, or keep gestured told of it.",
        discussion: """
            With --follow, the source that a user's session runs: gestured learns which of its clients belong to the window \
            with the focus, until the desktop ends, or another source of the same user takes over. Ends with status 69 where \
            the desktop tells nobody who has the focus.
            """)

    @Flag(help: "Keep gestured told.")
    var follow = false

    @Option(
        help: ArgumentHelp(
            "\(DesktopChoice.allCases.map(\.rawValue).joined(separator: ", ")); else the environment tells.",
            valueName: "desktop"), transform: DesktopChoice.init(option:))
    var desktop: DesktopChoice?

    @Option(help: ArgumentHelp("gestured's socket for focus sources.", valueName: "path"))
    var socket = FocusFollower.defaultPath

    @Flag(help: "Print a line of JSON: who has the focus; with --follow, another at each change.")
    var json = false

    func validate() throws {
        // A socket's path has at most 107 bytes; waiting for one that cannot be would never end.
        guard (1...107).contains(socket.utf8.count) else {
            throw ValidationError("--socket \(socket): expected a path of 1 to 107 bytes")
        }
    }

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let desktop = try chosen(environment).make(environment: environment)
        guard follow else { return try show(desktop) }
        let follower = FocusFollower(
            desktop, path: socket, note: { StandardError.line("gesturectl: \($0)") },
            moved: { if json { Output.write($0.line) } })
        StandardError.line("gesturectl: following \(desktop.name)")
        StandardError.line("gesturectl: \(try follower.run())")
    }

    private func chosen(_ environment: [String: String]) throws -> DesktopChoice {
        if let desktop { return desktop }
        do {
            return try DesktopChoice(environment: environment)
        } catch {
            // Trying again helps nothing: the service is not restarted.
            StandardError.line("gesturectl: \(error)")
            throw ExitCode(EX_UNAVAILABLE)
        }
    }

    private func show(_ desktop: any Desktop) throws {
        let focus = try desktop.focus(within: .seconds(2))
        json ? Output.write(focus.line) : Output.line(focus.sentence)
    }
}

extension DesktopChoice {
    fileprivate init(option: String) throws {
        guard let choice = DesktopChoice(rawValue: option) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\(option) is none of \(names)")
        }
        self = choice
    }
}
