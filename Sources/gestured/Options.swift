internal import GestureConfiguration
internal import GestureDaemon
internal import LinuxSupport

/// The daemon's command line.
///
/// Parsed without ArgumentParser, which links 2.9 MB of Foundation that a resident daemon should not load.
struct Options {
    /// The configuration to load; nil for the default one.
    var configurationFile: String?
    var socket: String?
    var focusSocket: String?
    var recordings: [String] = []
    var isCheckOnly = false

    enum Invocation {
        case run(Options)
        case showHelp
        case showVersion
    }

    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter arguments: Without the program's name.
    static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        let flags = arguments.prefix { $0 != "--" }
        if flags.contains("--help") || flags.contains("-h") { return .showHelp }
        if flags.contains("--version") { return .showVersion }
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            // The daemon has only options, so no argument may follow.
            if argument == "--" {
                guard let next = rest.first else { break }
                throw UsageError(description: "Unexpected argument '\(next)'")
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                throw UsageError(description: "Unexpected argument '\(argument)'")
            }
            try options.apply(argument, &rest)
        }
        return .run(options)
    }

    /// - Parameter rest: The arguments after `argument`. The first may be its value.
    private mutating func apply(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var value = parts.count > 1 ? parts[1] : nil
        func path(_ name: String) throws(UsageError) -> String {
            if value == nil, let next = rest.first, next == "-" || !next.hasPrefix("-") { value = rest.popFirst() }
            guard let value else { throw UsageError(description: "Missing value for '\(parts[0]) <\(name)>'") }
            guard !value.isEmpty else { throw UsageError(description: "\(parts[0]): expected a path, found nothing") }
            return value
        }
        switch parts[0] {
        case "--config": configurationFile = try path("file")
        case "--socket": socket = try path("path")
        case "--focus-socket": focusSocket = try path("path")
        case "--play": recordings.append(try path("file"))
        case "--check-config":
            if let value {
                throw UsageError(
                    description: "The option '--check-config' takes no value, but '\(value)' was specified")
            }
            isCheckOnly = true
        case let name: throw UsageError(description: "Unknown option '\(name)'\(Self.suggestion(for: name))")
        }
    }

    private static func suggestion(for name: String) -> String {
        let known = ["--config", "--socket", "--focus-socket", "--play", "--check-config", "--version", "--help"]
        return Spelling.nearest(to: name, of: known).map { ". Did you mean '\($0)'?" } ?? ""
    }

    static let help = """
        OVERVIEW: Recognises touch gestures and streams them to local apps.

        USAGE: gestured [--config <file>] [--socket <path>] [--focus-socket <path>] [--play <file> ...] [--check-config]

        OPTIONS:
          --config <file>         Read this configuration. (default:
                                  \(Configuration.defaultPath))
          --socket <path>         Listen on a socket of this path. (default: the one
                                  systemd passes, or else
                                  \(Daemon.defaultSocket))
          --focus-socket <path>   Listen for focus sources on a socket of this path.
                                  (default: the one systemd passes, or none)
          --play <file>           Play a recording (evemu, libinput, evtest or
                                  getevent) instead of reading devices, starting at
                                  the first subscription, and then exit. Repeatable:
                                  one after the other.
          --check-config          Check the configuration and exit.
          --version               Show the version.
          -h, --help              Show help information.

        """
}
