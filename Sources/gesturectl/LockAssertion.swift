internal import GestureClient
internal import GestureProtocol

/// What gestured is told while a locker runs. It holds while the connection does, so it is told anew to a gestured that was
/// started anew.
final class LockAssertion {
    private let path: String
    private let warn: (String) -> Void
    private var connection: DaemonConnection?
    private var isRefused = false
    private var hasWarned = false

    init(path: String, warn: @escaping (String) -> Void) {
        self.path = path
        self.warn = warn
    }

    /// Becomes readable when ``read()`` has something to do; nil while there is no connection.
    var descriptor: Int32? { connection?.descriptor }

    /// Milliseconds until ``assert()`` may do something; nil where it has nothing to do.
    var patience: Int32? { connection == nil && !isRefused ? 1000 : nil }

    /// Connects and tells, where that is not done and not in vain.
    func assert() {
        guard connection == nil, !isRefused else { return }
        do {
            let connection = try DaemonConnection(path: path)
            try connection.send(FocusRequest.lock(id: 1, locked: true))
            self.connection = connection
        } catch {
            guard !hasWarned else { return }
            hasWarned = true
            warn("\(error)")
            warn("gestures are let through until gestured can be told of the lock")
        }
    }

    /// Takes in what gestured said. Its end is no matter: there will be another.
    func read() {
        guard let connection else { return }
        guard let line = try? connection.nextLine() else { return self.connection = nil }
        guard case .error(let error) = try? ServerMessage(line: line) else { return }
        if !hasWarned { warn("\(error.code): \(error.message); gestures are let through") }
        hasWarned = true
        isRefused = error.errorCode == .notPermitted
        self.connection = nil
    }
}
