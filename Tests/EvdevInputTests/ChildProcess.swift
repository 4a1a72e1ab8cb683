import FoundationEssentials
import Glibc

/// A program of this package's build, started with one socket for its input and output.
final class ChildProcess {
    private var process: pid_t = 0
    private let socket: Int32
    private var unread: [UInt8] = []

    init(_ arguments: [String], environment: [String: String] = [:]) {
        var ends: [Int32] = [-1, -1]
        precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        socket = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for standard in [STDIN_FILENO, STDOUT_FILENO] {
            posix_spawn_file_actions_adddup2(&actions, ends[1], standard)
        }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        let code = Self.withCStrings(arguments) { arguments in
            Self.withCStrings(variables) { posix_spawnp(&process, arguments[0]!, &actions, nil, arguments, $0) }
        }
        posix_spawn_file_actions_destroy(&actions)
        close(ends[1])
        precondition(code == 0, "cannot start \(arguments[0])")
    }

    deinit {
        // The child exits at the end of its input.
        shutdown(socket, Int32(SHUT_WR))
        waitpid(process, nil, 0)
        close(socket)
    }

    /// Returns the lines up to and including the first that matches. Returns all lines if the output ends, or pauses for
    /// 10 s, before that.
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
            var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 10_000) > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(socket, &buffer, buffer.count)
            guard count > 0 else { return nil }
            unread += buffer[..<count]
        }
    }

    private static func withCStrings<R>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
    ) -> R {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
