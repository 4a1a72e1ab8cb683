internal import GestureModel

/// A mistake in a line: the place, what was found there and what would be right. The daemon answers a request with it.
public struct RequestError: Error, Hashable, Sendable {
    /// The request's own id, if it could be read.
    public var id: Int64?
    /// The cause, as a word that a program may act on.
    public var code: ErrorCode
    /// The cause, where a code has several; only with ``ErrorCode/unsupported`` and ``ErrorCode/notPermitted``.
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

/// The words of an `error` message that a program may act on; its `message` is for people.
public enum ErrorCode: String, Hashable, Sendable, CaseIterable {
    /// The line is not one JSON value in UTF-8, or is nested too deeply.
    case notJSON
    /// The request's `type` is not one of this daemon's.
    case unknownType
    /// A required key is missing.
    case missingField
    /// A key that the object does not take: a misspelt option must not be read as its default.
    case unknownField
    /// For example a string where a number is required.
    case wrongType
    /// A number outside its range, or a word that is not accepted.
    case outOfRange
    /// The connection has no subscription of that number.
    case unknownSubscription
    /// Devices match the subscription, and its region touches the surface of none of them.
    case regionOutsideSurface
    /// The connection, or the user's connections together, have as many subscriptions as the configuration allows.
    case tooManySubscriptions
    /// The subscriptions of the connection, or of the user's connections, are made of too many gestures.
    case tooManyRecognisers
    /// The requests of the connection, or of the user's connections, would need too much of the daemon's memory.
    case tooMuchMemory
    /// This daemon as configured, or this machine, cannot do it. The `reason` is what is missing.
    case unsupported
    /// This client's user may not. The `reason` is the right that is missing.
    case notPermitted
    /// The connection has sent as many `haptic` requests within a second as the configuration allows.
    case tooManyHaptics
    /// The user's focus sources have changed the outputs 20 times within the last second.
    case tooManyOutputs
    /// The configuration has errors; the one before it stays in force.
    case badConfiguration
    /// A request's line is longer than the configuration allows, newline included.
    case lineTooLong
    /// The daemon or this user has as many connections as the configuration allows, or too many users are connected.
    case tooManyClients
    /// The client read too slowly for what it subscribed to.
    case overrun
    /// A newer focus source of the same user has taken over.
    case replaced

    /// Whether the daemon closes the connection after this error. After any other the connection continues.
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

// MARK: - The message

/// A request was rejected, or the connection is about to be closed.
public struct ErrorMessage: Error, Hashable, Sendable {
    /// The request's id; nil if it could not be read, or if the error is not about a request.
    public var id: Int64?
    /// As the daemon sent it: a newer daemon may have more codes. ``errorCode`` is one that this client knows.
    public var code: String
    /// The cause, where the code has several; only with some codes.
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

    /// The code, if this client knows it; nil if only a newer daemon has it.
    public var errorCode: ErrorCode? { ErrorCode(exactly: code) }
}

extension ErrorMessage {
    init(_ line: JSONField) throws(RequestError) {
        id = try line["id"].ifPresent?.whole()
        code = try line["code"].string()
        reason = try line["reason"].ifPresent?.string()
        message = try line["message"].string()
    }

    var json: JSONValue {
        [
            "type": "error", "id": id.map { .integer($0) }, "code": .string(code),
            "reason": reason.map { .string($0) }, "message": .string(message),
        ]
    }
}
