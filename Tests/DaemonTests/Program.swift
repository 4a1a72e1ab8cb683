import FakeEvdev
import Foundation
import Glibc
import Testing

/// A program of this package's build as a child process. Its output goes to files, so it never blocks on a reader.
final class Program {
    enum End: Hashable {
        case exited(Int32)
        case signalled(Int32)
    }

    let process: pid_t
    private let directory = try! TemporaryDirectory()
    private var end: End?

    /// - Parameters:
    ///   - input: The file for its standard input.
    ///   - inherited: A descriptor passed as number 3, with LISTEN_FDS and LISTEN_PID.
    ///   - shell: Commands for the shell that becomes the program, such as `ulimit -n 20`.
    init(
        _ name: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        inherited: Int32? = nil, shell: String = ""
    ) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        for (number, name) in [(1, "out"), (2, "err")] as [(Int32, String)] {
            posix_spawn_file_actions_addopen(
                &actions, number, directory.path(name), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        if let inherited { posix_spawn_file_actions_adddup2(&actions, inherited, 3) }
        // Descriptors that the tests inherited are not passed on.
        for number in (inherited == nil ? 3 : 4)..<512 { posix_spawn_file_actions_addclose(&actions, Int32(number)) }

        // The shell execs the program, so its limits and variables stay.
        let listen = inherited == nil ? "" : "export LISTEN_FDS=1 LISTEN_PID=$$"
        let preload = environment["LD_PRELOAD"].map { "export LD_PRELOAD=\($0)" } ?? ""
        let script = "\(shell)\n\(listen)\n\(preload)\nexec \"$0\" \"$@\""
        let path = name.hasPrefix("/") ? name : BuildProducts.path(name)
        let variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("LISTEN_") }
            .merging(environment.filter { $0.key != "LD_PRELOAD" }) { $1 }.map { "\($0)=\($1)" }
        process = Self.spawn(["/bin/sh", "-c", script, path] + arguments, variables, &actions)
    }

    deinit {
        guard exit(within: 0) == nil else { return }
        kill(process, SIGTERM)
        if exit(within: 3) == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
    }

    var output: String { text("out") }
    var errors: String { text("err") }
    var outputLines: [String] { Self.lines(output) }
    var errorLines: [String] { Self.lines(errors) }

    func signal(_ number: Int32) { kill(process, number) }

    /// How it ended; nil if it still runs after `seconds`.
    func exit(within seconds: Double = timeout) -> End? {
        eventually(within: seconds) {
            var status: Int32 = 0
            if end == nil, waitpid(process, &status, WNOHANG) == process {
                end = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
            }
            return end
        }
    }

    /// How many descriptors it has open.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? 0
    }

    /// Lets it open at most `count` more descriptors than it has now.
    func allowDescriptors(more count: Int) {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
        let highest = open.compactMap { Int($0) }.max() ?? 0
        let limit = Program(
            "/usr/bin/prlimit", ["--pid", "\(process)", "--nofile=\(highest + 1 + count)"])
        precondition(limit.exit() == .exited(0), "cannot limit descriptors: \(limit.errors)")
    }

    /// Its private memory without file pages, in kilobytes.
    var anonymousMemory: Int { status("RssAnon") }

    /// How often it has waited.
    var wakeups: Int { status("voluntary_ctxt_switches") }

    private func status(_ name: String) -> Int {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }

    private func text(_ name: String) -> String {
        do {
            return String(decoding: try Data(contentsOf: URL(fileURLWithPath: directory.path(name))), as: UTF8.self)
        } catch {
            Issue.record(error, "\(name) of process \(process) cannot be read")
            return ""
        }
    }

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    /// Resets the signals, however the tests were started.
    private static func spawn(
        _ arguments: [String], _ variables: [String], _ actions: inout posix_spawn_file_actions_t
    ) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let copies = (arguments + variables).map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let (first, second) = (copies[..<arguments.count] + [nil], copies[arguments.count...] + [nil])
        var process: pid_t = 0
        let code = posix_spawn(&process, arguments[0], &actions, &attributes, Array(first), Array(second))
        precondition(code == 0, "cannot start \(arguments)")
        return process
    }
}
