import FoundationEssentials
import Glibc

/// A program of this package's build, started with pipes for its input and output.
final class ChildProcess {
    /// Where the build put this test's executable, and so the others.
    static let buildDirectory = URL(
        fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "."
    ).deletingLastPathComponent().path

    private var process: pid_t = 0
    private let input: Int32
    private let output: Int32
    private var unread: [UInt8] = []

    init(_ arguments: [String], environment: [String: String] = [:]) {
        let toChild = Self.pipeEnds()
        let fromChild = Self.pipeEnds()
        (input, output) = (toChild.writing, fromChild.reading)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, toChild.reading, 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild.writing, 1)
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        let code = Self.withCStrings(arguments) { arguments in
            Self.withCStrings(variables) { posix_spawnp(&process, arguments[0]!, &actions, nil, arguments, $0) }
        }
        posix_spawn_file_actions_destroy(&actions)
        close(toChild.reading)
        close(fromChild.writing)
        precondition(code == 0, "cannot start \(arguments[0])")
    }

    deinit {
        close(input)
        waitpid(process, nil, 0)
        close(output)
    }

    /// The lines up to and including the first that matches; all lines where the output ends, or 10 s pass, before.
    func lines(upTo matches: (String) -> Bool) -> [String] {
        var lines: [String] = []
        while let line = nextLine() {
            lines.append(line)
            if matches(line) { break }
        }
        return lines
    }

    private func nextLine() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 10_000) > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { return nil }
            unread += buffer[..<count]
        }
    }

    private static func pipeEnds() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func withCStrings<R>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
    ) -> R {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
