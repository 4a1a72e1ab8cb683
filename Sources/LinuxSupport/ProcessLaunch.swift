internal import Glibc

/// A program that is started as a child, without a shell.
public struct ProcessLaunch: Sendable {
    /// The program, searched in `PATH` unless it contains a slash, and its arguments. Not empty.
    public var words: [String]
    /// As `NAME=value`; nil for the environment of this process.
    public var environment: [String]?
    /// True if the child leads a new process group, reads only ``input``, and writes only to its standard error (``errors``).
    /// Otherwise it runs in the foreground, as in a shell.
    public var isInBackground = false
    /// The descriptor that becomes the standard error of a child in the background; nil if the child inherits standard
    /// error.
    public var errors: Int32?
    /// The descriptor that becomes the child's standard input. nil if a child in the foreground inherits standard input,
    /// and one in the background reads nothing.
    public var input: Int32?

    public init(_ words: [String]) { self.words = words }

    /// Starts the child, with the default actions for the signals that this process may catch or ignore.
    ///
    /// - Returns: The process id, for waitpid(2).
    public func start() throws(Errno) -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (defaults, mask) = (sigset_t(), sigset_t())
        sigemptyset(&mask)
        sigemptyset(&defaults)
        for number in [SIGINT, SIGQUIT, SIGPIPE, SIGHUP, SIGTERM] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &mask)
        let group = isInBackground ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))

        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        if isInBackground {
            if input == nil { posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0) }
            posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
            if let errors { posix_spawn_file_actions_adddup2(&files, errors, 2) }
        }
        if let input { posix_spawn_file_actions_adddup2(&files, input, 0) }

        let arguments = words.map { strdup($0) }
        let variables = environment?.map { strdup($0) }
        defer { for text in arguments + (variables ?? []) { free(text) } }
        var process: pid_t = 0
        let code =
            if let variables {
                posix_spawnp(&process, words[0], &files, &attributes, arguments + [nil], variables + [nil])
            } else {
                posix_spawnp(&process, words[0], &files, &attributes, arguments + [nil], environ)
            }
        guard code == 0 else { throw Errno(code) }
        return process
    }

    /// Runs the program in the background, and waits for its end.
    ///
    /// - Parameter limit: The most bytes that it may write to its standard error.
    /// - Returns: What it wrote there, empty beyond the limit, and its status as waitpid(2) has it; nil if it cannot run.
    public func errorOutput(limit: Int = .max) -> (bytes: [UInt8], status: Int32)? {
        guard let pipe = try? PipeEnds() else { return nil }
        var launch = self
        (launch.isInBackground, launch.errors) = (true, pipe.writer)
        let process = try? launch.start()
        close(pipe.writer)
        let bytes = process == nil ? [] : (try? FileContents.read(from: pipe.reader, limit: limit)) ?? []
        close(pipe.reader)
        var status: Int32 = 0
        guard let process, waitpid(process, &status, 0) == process else { return nil }
        return (bytes, status)
    }
}

/// The two ends of a pipe. Programs that this process starts inherit neither.
public struct PipeEnds: Sendable {
    public let reader: Int32
    public let writer: Int32

    public init() throws(Errno) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .current }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }
}

/// The environment of this process.
public enum ProcessEnvironment {
    public static var variables: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return variables
    }
}

extension [String: String] {
    /// Returns the folders of the XDG Base Directory Specification, the user's first. It has none without a home.
    ///
    /// - Parameters:
    ///   - kind: `CONFIG` for `XDG_CONFIG_HOME` and `XDG_CONFIG_DIRS`.
    ///   - home: The folder in the home if the first variable names no absolute path.
    ///   - system: The folders if the second variable names none.
    public func xdgFolders(_ kind: String, home: String, system: [String] = []) -> [String] {
        let named = self["XDG_\(kind)_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let user = named ?? self["HOME"].map { "\($0)/\(home)" }
        let others = (self["XDG_\(kind)_DIRS"] ?? "").split(separator: ":").map(String.init)
        return (user.map { [$0] } ?? []) + (others.isEmpty ? system : others)
    }
}

/// Makes signals readable through a descriptor. A process can have only one `SignalPipe`. (signalfd(2) is not declared
/// to Swift.)
public struct SignalPipe {
    /// Becomes readable when a signal has arrived.
    public let descriptor: Int32

    /// The write end of the pipe, for the handler. Static, because a signal handler receives only the signal's number.
    nonisolated(unsafe) private static var writer: Int32 = -1

    public init(_ numbers: [Int32]) {
        let pipe: PipeEnds
        do throws(Errno) { pipe = try PipeEnds() } catch { preconditionFailure("pipe failed: \(error)") }
        for end in [pipe.reader, pipe.writer] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        descriptor = pipe.reader
        Self.writer = pipe.writer
        for number in numbers {
            signal(number) { number in
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalPipe.writer, &byte, 1)
                errno = code
            }
        }
    }

    /// Returns the numbers of the signals that have arrived since the last call.
    public func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(count, 0)).map { Int32($0) }
    }
}
