/// Who is at the other end of a connection, as the kernel tells (SO_PEERCRED, SO_PEERGROUPS).
public struct Peer: Hashable, Sendable {
    /// The user's number.
    public var user: UInt32
    /// The process that connected.
    public var process: Int32
    /// Its group and its supplementary groups, when it connected.
    public var groups: [UInt32]

    public init(user: UInt32, process: Int32, groups: [UInt32] = []) {
        self.user = user
        self.process = process
        self.groups = groups
    }
}
