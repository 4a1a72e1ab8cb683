internal import CSystemd
internal import GesturePipeline
internal import Glibc

/// A listening socket in the loop, and what those who connect to it are.
final class Listener {
    let role: Pipeline.Role
    let socket: ListeningSocket
    var source: EventLoop.Source?

    init(_ socket: consuming ListeningSocket, _ role: Pipeline.Role) {
        self.socket = socket
        self.role = role
    }

    /// The loop lets go of the descriptor before the socket closes it.
    deinit { source = nil }

    /// The service manager's name for the focus sources' socket (FileDescriptorName=). Another is for subscribers, whatever
    /// its name.
    private static let focusName = "focus"

    /// The sockets that the service manager handed over; none where it did not. Whoever connected to one that nobody serves
    /// would wait for ever.
    static func inherited() throws(ListeningSocket.Failure) -> [Listener] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &names)
        defer { free(names) }
        var listeners: [Listener] = []
        for index in 0..<max(Int(count), 0) {
            let name = names?[index]
            defer { free(name) }
            let role: Pipeline.Role =
                name.map { String(cString: $0) } == focusName ? .focusSource : .subscriber
            guard !listeners.contains(where: { $0.role == role }) else {
                throw .inheritedSeveral(role == .focusSource ? "focus sources" : "subscribers")
            }
            let descriptor = SD_LISTEN_FDS_START + Int32(index)
            listeners.append(Listener(try ListeningSocket(inherited: descriptor), role))
        }
        return listeners
    }
}
