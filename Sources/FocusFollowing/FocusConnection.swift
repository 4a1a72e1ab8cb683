internal import Glibc

/// A connection to gestured's focus socket that does not block. What gestured does not read is at most one report: newer
/// ones take the place of what has not been written yet.
final class FocusConnection {
    var conversation: FocusConversation

    private let socket: UnixSocket
    /// The rest of the report that is being written.
    private var unsent: ArraySlice<UInt8> = []

    init(path: String, _ conversation: FocusConversation) throws(IPCFailure) {
        socket = try UnixSocket(path: path, patience: .none)
        self.conversation = conversation
    }

    /// What to wait for.
    var polled: pollfd {
        let events = unsent.isEmpty ? POLLIN : POLLIN | POLLOUT
        return pollfd(fd: socket.descriptor, events: Int16(events), revents: 0)
    }

    func receive() throws(IPCFailure) -> [FocusConversation.Notice] {
        guard let bytes = try socket.receiveSome() else { return [] }
        return try conversation.receive(bytes)
    }

    /// Writes as much as gestured takes now.
    func report() throws(IPCFailure) {
        while true {
            if unsent.isEmpty {
                guard let line = try conversation.takeReport() else { return }
                unsent = line[...]
            }
            let count = try socket.send(Array(unsent))
            if count == 0 { return }
            unsent = unsent.dropFirst(count)
        }
    }
}
