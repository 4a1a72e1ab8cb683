public import GestureProtocol

/// Why the daemon did not do what it was asked to do once, such as to play feedback. Nothing else is harmed by it.
public enum RequestFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no connection to the daemon, it was lost before the answer, or the client is closed.
    case notConnected
    /// The daemon's `hello` lacks the word for it. It was not asked.
    case unsupported(String, server: String)
    /// The daemon's answer, with its code and reason.
    case refused(ErrorMessage)

    public var description: String {
        switch self {
        case .notConnected: "there is no connection to the daemon"
        case .unsupported(let capability, let server): "\(server) cannot do \(capability)"
        case .refused(let error): error.message
        }
    }
}

/// A request without an answer, and who is told of a refusal.
struct PendingRequest {
    let id: Int64
    let onFailure: ((RequestFailure) -> Void)?
}

extension GestureClient {
    /// Sends a request now, or says at once why it cannot.
    ///
    /// - Parameter capability: The word that the daemon's `hello` must have for it.
    func send(
        needing capability: String, onFailure: ((RequestFailure) -> Void)?, _ request: (Int64) -> Request
    ) {
        guard let hello else {
            onFailure?(.notConnected)
            return
        }
        guard hello.capabilities.contains(capability) else {
            onFailure?(.unsupported(capability, server: hello.server))
            return
        }
        let id = nextRequest()
        requests.append(PendingRequest(id: id, onFailure: onFailure))
        send(request(id))
    }

    /// - Parameter error: nil where it was carried out.
    func answerRequest(_ id: Int64, _ error: ErrorMessage?) {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return }
        let request = requests.remove(at: index)
        if let error { request.onFailure?(.refused(error)) }
    }

    /// The connection is gone, and with it the answers.
    func failRequests() {
        let unanswered = requests
        requests = []
        for request in unanswered { request.onFailure?(.notConnected) }
    }
}
