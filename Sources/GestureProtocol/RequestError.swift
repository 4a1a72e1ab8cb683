internal import GestureModel

/// Why a line cannot be read, why a request is refused, or why a connection is closed. The daemon sends it as an
/// ``ErrorMessage``.
public struct RequestError: Error, Hashable, Sendable {
    /// The request's own id, if it could be read.
    public var id: Int64?
    /// The cause, as a word on which a program may act.
    public var code: ErrorCode
    /// The cause, if the code has several causes; only with ``ErrorCode/unsupported`` and ``ErrorCode/notPermitted``.
    public var reason: String?
    /// One line for people: `gesture.drag.minimumDistance: expected a number of 0 or more, found -3`.
    public var message: String

    public init(id: Int64? = nil, code: ErrorCode, reason: String? = nil, message: String) {
        self.id = id
        self.code = code
        self.reason = reason
        self.message = message
    }
}

extension RequestError: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(message)" }
}

/// The codes of an `error` message, on which a program may act; its `message` is for people.
public enum ErrorCode: String, Hashable, Sendable, CaseIterable {
    /// The line is not one JSON value in UTF-8, or is nested too deeply.
    case notJSON
    /// The daemon does not know the request's `type`.
    case unknownType
    /// A required key is missing.
    case missingField
    /// The object has a key that is not allowed, or several keys of which only one is allowed. A misspelt option must
    /// not be read as its default.
    case unknownField
    /// A value has the wrong type, for example a string where a number is required.
    case wrongType
    /// A value has the right type but is not accepted, such as a number outside its range, an unknown word, or a text
    /// that is too long.
    case outOfRange
    /// The connection has no subscription with that number, or `move` names a subscription to contacts.
    case unknownSubscription
    /// The region lies outside the surface of every device that matches the subscription.
    case regionOutsideSurface
    /// The connection, all connections of the user, or those of all users have as many subscriptions as the
    /// configuration allows.
    case tooManySubscriptions
    /// The subscriptions of the connection, of the user's connections, or of all users contain too many gestures.
    case tooManyRecognisers
    /// The requests of the connection, of the user's connections, or of all users would need too much of the daemon's
    /// memory.
    case tooMuchMemory
    /// The daemon's configuration or the machine does not support the request. The `reason` names what is missing.
    case unsupported
    /// The client's user may not make the request. The `reason` names the missing right.
    case notPermitted
    /// The connection has sent as many `haptic` requests within a second as the configuration allows.
    case tooManyHaptics
    /// The user's focus sources have changed the outputs 20 times within the last second.
    case tooManyOutputs
    /// The configuration has errors; the previous one stays in force.
    case badConfiguration
    /// A request's line is longer than the configuration allows, newline included.
    case lineTooLong
    /// The daemon or this user has as many connections as the configuration allows, too many users are connected, or
    /// the only free descriptors are reserved for root.
    case tooManyClients
    /// The client reads too slowly for its subscriptions: too many bytes are queued for it, for its user, or for all
    /// users.
    case overrun
    /// A newer focus source of the same user has taken over.
    case replaced

    /// Whether the daemon always closes the connection after this error. It also closes the connection of a focus
    /// source that it refuses with ``notPermitted``. After any other error the connection continues.
    public var closesConnection: Bool {
        switch self {
        case .lineTooLong, .tooManyClients, .overrun, .replaced: true
        case .notJSON, .unknownType, .missingField, .unknownField, .wrongType, .outOfRange, .unknownSubscription,
            .regionOutsideSurface, .tooManySubscriptions, .tooManyRecognisers, .tooMuchMemory, .unsupported,
            .notPermitted, .tooManyHaptics, .tooManyOutputs, .badConfiguration:
            false
        }
    }
}

extension ErrorCode {
    /// Those after which the daemon always closes the connection.
    static var closing: JSONValue {
        .words(allCases.filter(\.closesConnection).map(\.rawValue))
            .described("After an error with one of these codes the daemon closes the connection.")
    }
}

// MARK: - The message

/// A request was rejected, a subscription could not be extended to an added device, or the connection is about to be
/// closed.
public struct ErrorMessage: Error, Hashable, Sendable {
    /// The request's id; nil if it could not be read, or if the error is not about a request.
    public var id: Int64?
    /// The code as the daemon sent it, which may be unknown to this client; see ``errorCode``.
    public var code: String
    /// The cause, if the code has several causes.
    public var reason: String?
    /// One line for people, which may change from version to version.
    public var message: String

    public init(id: Int64?, code: String, reason: String? = nil, message: String) {
        self.id = id
        self.code = code
        self.reason = reason
        self.message = message
    }

    /// Creates the message that reports `error`.
    public init(_ error: RequestError) {
        self.init(id: error.id, code: error.code.rawValue, reason: error.reason, message: error.message)
    }

    /// The code; nil if only a newer daemon knows it.
    public var errorCode: ErrorCode? { ErrorCode(exactly: code) }
}

extension ErrorMessage: ProtocolObject {
    static let blank = ErrorMessage(id: nil, code: "", message: "")

    mutating func visit(_ visitor: inout some ObjectVisitor) {
        visitor.type("error", "A request was refused, or the connection is about to be closed.")
        visitor.optional("id", &id, .requestID, "The request's id; absent if it could not be read.")
        visitor.key("code", &code, Text(known: ErrorCode.allCases.map(\.rawValue)), "For programs.")
        visitor.optional("reason", &reason, Text(), "Which of several causes the code has.")
        visitor.key("message", &message, Text(), "For people: the place, what was found, what would be right.")
    }
}
