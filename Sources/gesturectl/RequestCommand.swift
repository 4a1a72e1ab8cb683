internal import ArgumentParser
internal import GestureConfiguration
internal import GestureClient
internal import GestureModel
internal import GestureProtocol
internal import LinuxSupport

/// A command that sends one request, and prints `ok` when the daemon has carried it out.
protocol RequestCommand: ParsableCommand {
    var connection: ConnectionOptions { get }
    /// The request, with the id 1.
    var request: Request { get throws }
}

extension RequestCommand {
    func run() throws { try connection.connect().perform(try request) }
}

struct Cancel: RequestCommand {
    static let configuration = CommandConfiguration(
        abstract: "Cancel gestures in progress.",
        discussion: """
            Cancels the gestures of the user's apps; as root, those of all users. Fingers that are down start nothing. The \
            exit status is 1 if the configuration does not permit it to this user.
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("Cancel only on this device, such as event5.", valueName: "id"), completion: .devices())
    var device: String?

    var request: Request { .cancel(id: 1, device: device) }
}

struct Pause: RequestCommand {
    static let configuration = CommandConfiguration(
        abstract: "Pause the gestures of this user.",
        discussion: """
            Cancels the gestures in progress. No app of this user receives gestures until the time is over, until \
            gesturectl resume, or until the user has logged out. Touches still reach the apps below. The exit status is 1 \
            if the configuration does not permit it to this user.
            """)

    @Argument(help: ArgumentHelp("How long, at most 86400; without it, until gesturectl resume.", valueName: "seconds"))
    var seconds: Double?

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if let problem = seconds.flatMap(NumberRange.pause.problem) { throw ValidationError("seconds: \(problem)") }
    }

    var request: Request { .pause(id: 1, duration: seconds.map { .seconds($0) }) }
}

struct Resume: RequestCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a pause of this user's gestures.",
        discussion: "Fingers that are down start nothing. Without a pause it does nothing.")

    @OptionGroup var connection: ConnectionOptions

    var request: Request { .resume(id: 1) }
}

struct Haptic: RequestCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a device vibrate, and print the daemon's answer.",
        discussion: "The exit status is 1 if nothing vibrated.")

    @Argument(
        help: ArgumentHelp(
            "One of \(HapticFeedback.names).", valueName: "feedback"),
        completion: .list(HapticFeedback.allCases.map(\.rawValue)))
    var feedback: String

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("The preferred device, such as event5.", valueName: "id"), completion: .devices())
    var device: String?

    func validate() throws { _ = try request }

    var request: Request {
        get throws { .haptic(HapticRequest(id: 1, feedback: try HapticFeedback(argument: feedback), device: device)) }
    }
}

struct Reload: RequestCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the daemon read its configuration again, and print errors in it.",
        discussion: """
            For root and the daemon's own user. If the configuration has errors, the exit status is 1 and the old \
            configuration remains in force. No client is disconnected and no gesture in progress ends.
            """)

    @OptionGroup var connection: ConnectionOptions

    var request: Request { .reload(id: 1) }

    func run() throws {
        try connection.connect().perform(request)
        // The service reads the default file; which one a daemon of another socket reads is not known.
        guard connection.socket == DaemonConnection.defaultPath,
            let configuration = try? Configuration.load()
        else { return }
        for note in configuration.lookUpAccounts().problems + configuration.unmatched {
            StandardError.writeLine("gesturectl: warning: \(note)")
        }
    }
}

extension DaemonConnection {
    /// Sends a request with the id 1, and prints `ok` when the daemon has carried it out.
    ///
    /// - Throws: `ExitCode.failure`, after printing the error, if the daemon refused.
    fileprivate func perform(_ request: Request) throws {
        try send(request)
        var version: String?
        while let line = try nextLine() {
            switch try DaemonLine.message(line) {
            case .hello(let hello): version = DaemonLine.otherVersion(hello)
            case .ok(id: 1, _): return StandardOutput.line("ok")
            case .error(let error):
                StandardError.writeLine("gesturectl: \(error.summary)\(version.map { "; \($0)" } ?? "")")
                throw ExitCode.failure
            default: continue
            }
        }
        throw ConnectionFailure.ended
    }
}

extension ErrorMessage {
    /// `unsupported (notEnabled): haptic: not enabled`.
    fileprivate var summary: String { "\(code)\(reason.map { " (\($0))" } ?? ""): \(message)" }
}
