/// The words of an `error` message that a program may act on; its `message` is for people.
public enum ErrorCode: String, Hashable, Sendable, CaseIterable {
    /// The line is not one JSON value in UTF-8, or is nested too deeply.
    case notJSON
    /// The request's `type` is none this daemon takes.
    case unknownType
    case missingField
    /// A key that the object does not take: a misspelt option must not pass for its default.
    case unknownField
    case wrongType
    case outOfRange
    /// The connection has no subscription of that number.
    case unknownSubscription
    /// Devices match the subscription, and its region touches the surface of none of them.
    case regionOutsideSurface
    case tooManySubscriptions
    /// This daemon, as it is set up, or this machine cannot do it; the `reason` says which.
    case unsupported
    /// This client's user may not; the `reason` says why.
    case notPermitted
    case tooManyHaptics
    /// The configuration has mistakes; the one before it stays in force.
    case badConfiguration
    case lineTooLong
    case tooManyClients
    /// The client read too slowly for what it subscribed to.
    case overrun
    /// A newer focus source of the same user has taken over.
    case replaced

    /// Whether the daemon closes the connection after this error. After any other the connection goes on as before.
    public var closesConnection: Bool {
        switch self {
        case .lineTooLong, .tooManyClients, .overrun, .replaced: true
        case .notJSON, .unknownType, .missingField, .unknownField, .wrongType, .outOfRange, .unknownSubscription,
            .regionOutsideSurface, .tooManySubscriptions, .unsupported, .notPermitted, .tooManyHaptics,
            .badConfiguration:
            false
        }
    }
}
