internal import FoundationEssentials
internal import GestureProtocol

/// What the daemon sends to a focus source.
enum FocusMessage: Hashable {
    case hello(protocol: Int, server: String)
    /// The processes of this user's clients.
    case subscribers([Int32])
    case ok(id: Int64)
    case error(ErrorMessage)
    /// A type that only a newer daemon has.
    case unknown(type: String)

    private struct Line: Decodable {
        var type: String
        var id: Int64?
        var `protocol`: Int?
        var server: String?
        var processes: [Int32]?
    }

    init(line: [UInt8]) throws {
        let line = Data(line)
        let decoded = try JSONDecoder().decode(Line.self, from: line)
        switch (decoded.type, decoded.protocol, decoded.server, decoded.processes, decoded.id) {
        case ("hello", let number?, let server?, _, _): self = .hello(protocol: number, server: server)
        case ("subscribers", _, _, let processes?, _): self = .subscribers(processes)
        case ("ok", _, _, _, let id?): self = .ok(id: id)
        case ("hello", _, _, _, _), ("subscribers", _, _, _, _), ("ok", _, _, _, _):
            throw FocusFailure("invalid message")
        case ("error", _, _, _, _): self = .error(try JSONDecoder().decode(ErrorMessage.self, from: line))
        default: self = .unknown(type: decoded.type)
        }
    }
}
