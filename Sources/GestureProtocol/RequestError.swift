/// Why a request was refused: what was wrong, where, and what would be right.
public struct RequestError: Error, Hashable, Sendable {
    /// The request's own id, where it could be read.
    public var id: Int64?
    public var code: ErrorCode
    /// Which of several causes a code has; with ``ErrorCode/unsupported`` and ``ErrorCode/notPermitted`` alone.
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
