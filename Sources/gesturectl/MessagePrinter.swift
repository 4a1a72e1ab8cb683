internal import ArgumentParser
internal import GestureClient
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

/// Reads the daemon's lines. They may come from another server that listens on the socket.
enum DaemonLine {
    /// - Throws: ``ConnectionFailure/notUnderstood(_:)`` with the start of the line, if the line is not a message;
    ///   ``ConnectionFailure/unknownProtocol(_:server:)`` if the line is a `hello` of another protocol version.
    static func message(_ line: [UInt8]) throws(ConnectionFailure) -> ServerMessage {
        guard let message = try? ServerMessage(line: line) else { throw notUnderstood(line) }
        if case .hello(let hello) = message, hello.protocol != Hello.currentProtocol {
            throw .unknownProtocol(hello.protocol, server: hello.server)
        }
        return message
    }

    /// Returns the first message of a connection, and its line.
    ///
    /// - Throws: A ``ConnectionFailure`` if the connection ends or the line is no `hello` of this protocol;
    ///   `ExitCode.failure`, after printing the error, if the daemon refused the connection.
    static func hello(of daemon: DaemonConnection) throws -> (Hello, [UInt8]) {
        guard let line = try daemon.nextLine() else { throw ConnectionFailure.ended }
        guard case .hello(let hello) = try message(line) else {
            try MessagePrinter(json: false).print(line)
            throw notUnderstood(line)
        }
        return (hello, line)
    }

    /// Returns a warning if the daemon has another version than this program; nil if the versions are equal or the
    /// server is not gestured.
    static func otherVersion(_ hello: Hello) -> String? {
        guard hello.server.hasPrefix("gestured "), hello.server != "gestured \(Release.version)" else { return nil }
        return "\(hello.server) runs, but this is gesturectl \(Release.version): it was not restarted"
    }

    private static func notUnderstood(_ line: [UInt8]) -> ConnectionFailure {
        .notUnderstood("\(String(decoding: line.prefix(60), as: UTF8.self)); is --socket the socket of gestured?")
    }
}

/// Prints the daemon's messages, as text or unchanged.
struct MessagePrinter {
    let json: Bool
    /// The units of the values.
    var units = ValueUnits.points

    /// - Throws: `ExitCode.failure`, after printing the line, if it is an error of the daemon; a ``ConnectionFailure``
    ///   if this printer prints text and cannot understand the line.
    func print(_ line: [UInt8]) throws {
        json ? try printJSON(line) : try printText(line)
    }

    private func printJSON(_ line: [UInt8]) throws {
        StandardOutput.line(json: line)
        // The daemon's lines begin with the type, so gestures need not be decoded.
        if line.starts(with: #"{"type":"error""#.utf8) { throw ExitCode.failure }
    }

    private func printText(_ line: [UInt8]) throws {
        switch try DaemonLine.message(line) {
        case .hello(let hello):
            for device in hello.devices { StandardOutput.line("device   \(DeviceText.line(device))") }
            if let version = DaemonLine.otherVersion(hello) { StandardError.writeLine("gesturectl: \(version)") }
            if let reason = StatusText.silence(hello) { StandardError.writeLine("gesturectl: \(reason)") }
        case .gesture(let message): StandardOutput.line(GestureLine(units: units).text(message))
        case .explanation(let message): StandardOutput.line(text(message))
        case .accessChanged(let access):
            StandardOutput.line(
                "access   session \(access.session), focus \(access.focus), positions \(access.positions)")
        case .subscriptionChanged(let number, let positions):
            StandardOutput.line("access   subscription \(number): positions \(positions)")
        case .deviceAdded(let device): StandardOutput.line("added    \(DeviceText.line(device))")
        case .deviceChanged(let device): StandardOutput.line("changed  \(DeviceText.line(device))")
        case .deviceRemoved(let id): StandardOutput.line("removed  \(id)")
        case .error(let error):
            StandardError.writeLine("gesturectl: \(error.code): \(error.message)")
            throw ExitCode.failure
        // Contacts are for programs that draw them, and of no use in a terminal.
        case .contacts: break
        case .ok, .status, .unknown: break
        }
    }

    /// Returns a line such as `81.233 event3 why       tap: moved 14.2 pt > 10 pt at 92 ms (1 finger)`.
    private func text(_ message: ExplanationMessage) -> String {
        let fingers = Wording.fingers(message.fingers)
        let missed = message.missed > 0 ? "; \(message.missed) earlier explanations dropped" : ""
        let head = "\(GestureLine.seconds(message.time)) \(message.device) why"
        return "\(head)       \(message.sentence) (\(fingers)\(missed))"
    }
}

/// Standard output. Each call writes at once, so that a reader of a pipe receives each gesture when it happens.
enum StandardOutput {
    static let isTerminal = isatty(1) == 1

    /// Writes a line. Escapes control characters, because the text may come from the daemon, a device or a recording.
    static func line(_ text: String) { write(Array("\(text.escapingControls)\n".utf8)) }

    /// Writes a line of JSON. Control characters in its texts are written as JSON's escapes, so that a terminal does not
    /// obey them; the message is the same.
    static func line(json: some Collection<UInt8>) { write(Array(json).escapingControlsInJSON + [UInt8(ascii: "\n")]) }

    /// Writes bytes. If that fails, ends the process: silently if the reader has closed the pipe, as `head` does, and
    /// otherwise with an error.
    static func write(_ bytes: [UInt8]) {
        do throws(Errno) {
            try bytes.span.bytes.withUnsafeBytes { (bytes) throws(Errno) in try writeAll(bytes, to: 1) }
        } catch {
            if error.rawValue == EPIPE { exit(0) }
            StandardError.writeLine("gesturectl: cannot write to standard output: \(error)")
            exit(1)
        }
    }
}
