internal import ArgumentParser
internal import CommandLineTool
internal import GestureClient
internal import GestureProtocol

extension DaemonConnection {
    /// Sends a request of the id 1, and prints `ok` when it has been carried out.
    ///
    /// - Throws: `ExitCode.failure` where the daemon refused; what it said is printed.
    func perform(_ request: Request) throws {
        try send(request)
        while let line = try nextLine() {
            switch try ServerMessage(line: line) {
            case .ok(id: 1, _): return Output.line("ok")
            case .error(let error):
                StandardError.line("gesturectl: \(error.summary)")
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
