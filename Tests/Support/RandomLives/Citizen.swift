public import GesturePipeline

/// Who is behind a client's number, or a focus source's.
public enum Citizen: Int, CaseIterable, Sendable {
    /// Whoever runs the daemon.
    case owner
    /// Two programs of one user.
    case member, colleague
    /// Another user.
    case guest
    case root

    public static func of(_ number: Int) -> Citizen { allCases[number % allCases.count] }

    public var peer: Peer? {
        switch self {
        case .owner: nil
        case .member: Peer(user: 1000, process: 101, groups: [1000])
        case .colleague: Peer(user: 1000, process: 102, groups: [1000, 44])
        case .guest: Peer(user: 1001, process: 201, groups: [1001])
        case .root: Peer(user: 0, process: 1, groups: [0])
        }
    }

    /// Root and whoever runs the daemon need nobody's leave.
    var isTrusted: Bool { self == .owner || self == .root }
}
