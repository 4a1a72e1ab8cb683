internal import CSystemd
public import GestureConfiguration
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// Keeps the service manager's sockets while the configuration has mistakes, until the file is correct.
///
/// Each client receives the first mistake and is closed. Neither defaults nor an earlier configuration are in force
/// meanwhile: they may grant what the file withholds. A service that failed instead would be started again by every
/// client, until systemd gave its socket up.
public final class ConfigurationWait {
    private let path: String?
    private let loop: EventLoop
    private let watch: PathWatch
    private var sources: [EventLoop.Source] = []
    private var error: ConfigurationError
    private var configuration: Configuration?

    /// - Parameters:
    ///   - path: The file; nil for the default one.
    ///   - error: Its mistakes.
    /// - Throws: `error`, if the service manager passed no sockets.
    public init(path: String?, _ error: ConfigurationError) throws {
        (self.path, self.error) = (path, error)
        // The variables stay for the daemon, which takes the sockets over.
        let count = sd_listen_fds(0)
        guard count > 0 else { throw error }
        loop = try EventLoop()
        watch = try PathWatch([path ?? Configuration.defaultPath], for: .contents)
        sources.append(
            try loop.watch(watch.descriptor, for: .readable) { [unowned self] _ in
                if watch.process() { read() }
            })
        for number in [SIGTERM, SIGINT] {
            sources.append(try loop.watch(signal: number) { [unowned self] in loop.exit(0) })
        }
        sources.append(try loop.watch(signal: SIGHUP) { [unowned self] in read() })
        for descriptor in SD_LISTEN_FDS_START..<SD_LISTEN_FDS_START + count {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            sources.append(
                try loop.watch(copyOf: descriptor, for: .readable) { [unowned self] _ in refuse(on: descriptor) })
        }
    }

    /// Serves until the file is correct.
    ///
    /// - Returns: The configuration; nil after SIGTERM or SIGINT.
    public func run() throws -> Configuration? {
        try loop.startWatchdog()
        log()
        sd_notify(0, "READY=1")
        // The file may have been corrected before it was watched.
        read()
        if configuration == nil { _ = try loop.run() }
        return configuration
    }

    private func read() {
        do throws(ConfigurationError) {
            configuration = try Configuration.load(path: path)
            Log.notice("configuration: correct now")
            loop.exit(0)
        } catch {
            guard error != self.error else { return }
            self.error = error
            log()
        }
    }

    private func log() {
        for line in "\(error)".exactParts(separatedBy: "\n") { Log.error(line) }
        Log.error("configuration: no gestures until it is correct; the file is watched")
        sd_notify(0, "STATUS=No gestures: \(error.summary)")
    }

    private func refuse(on listener: Int32) {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        defer { close(client) }
        var line: [UInt8] = []
        let message = "gestured serves as soon as its configuration is correct: \(error.summary)"
        ServerMessage.error(ErrorMessage(RequestError(code: .badConfiguration, message: message))).append(to: &line)
        // The line fits, because the socket's buffer is empty.
        _ = send(client, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
}
