public import GestureProtocol

/// Why the daemon does not recognise what was asked of it. The connection and all else that is attached go on.
public enum SubscriptionFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The daemon's `hello` lacks the word for it.
    case unsupported(String, server: String)
    /// The daemon's answer, with the place of what it does not take.
    case refused(ErrorMessage)
    /// Events were read too slowly; see ``GestureEvents``.
    case overrun

    public var description: String {
        switch self {
        case .unsupported(let capability, let server): "\(server) cannot do \(capability)"
        case .refused(let error): error.message
        case .overrun: "more than \(GestureEvents.capacity) events waited to be read"
        }
    }
}
