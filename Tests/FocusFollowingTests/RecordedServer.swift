import Foundation
import Glibc
import Synchronization

/// Plays the server's part of recorded conversations, one for each client.
final class RecordedServer: Sendable {
    private let listener: Int32
    /// Contains a byte when `doneTurns` has changed.
    private let wakeUp: (read: Int32, write: Int32)
    private let sentTurns = Atomic(0)
    /// How many turns the server had sent when the client became idle.
    private let doneTurns = Atomic(-1)
    /// The path of a Unix socket; otherwise empty.
    let path: String

    /// Listens on a Unix socket.
    init() {
        wakeUp = RecordedServer.pipe()
        path = "/tmp/desktop-\(UUID().uuidString.prefix(8))"
        listener = RecordedServer.socket(listeningAt: path)
    }

    static func socket(listeningAt path: String) -> Int32 {
        let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        listen(listener, at: address)
        return listener
    }

    /// Listens on an unused TCP port from 6000 on, like a remote X11 display.
    init(display: Void) {
        wakeUp = RecordedServer.pipe()
        path = ""
        listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        RecordedServer.listen(listener, at: address)
    }

    deinit {
        close(listener)
        close(wakeUp.read)
        close(wakeUp.write)
        if !path.isEmpty { unlink(path) }
    }

    /// The value for `DISPLAY`.
    var display: String {
        var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        withUnsafeMutableBytes(of: &address) {
            _ = getsockname(listener, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
        }
        return "127.0.0.1:\(Int(address.sin_port.byteSwapped) - 6000)"
    }

    private static func listen<Address>(_ listener: Int32, at address: Address) {
        let bound = withUnsafeBytes(of: address) { bytes in
            bind(listener, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        precondition(bound == 0 && Glibc.listen(listener, 4) == 0)
    }

    /// How many turns the server has sent.
    var sent: Int { sentTurns.load(ordering: .sequentiallyConsistent) }

    /// Called when the client is idle after the first `sent` turns: the server may send its next events.
    func clientIsIdle(after sent: Int) {
        doneTurns.store(sent, ordering: .sequentiallyConsistent)
        write(wakeUp.write, [0], 1)
    }

    private static func pipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        precondition(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    /// Accepts one client and plays the server's part: answers after the client has sent as many bytes as in the recording,
    /// and events when the client is idle. Then closes the connection.
    func play(_ conversation: RecordedConversation) {
        Thread.detachNewThread { [self] in
            let client = accept(listener, nil, nil)
            defer { close(client) }
            var (isNoDelay, timeout) = (Int32(1), timeval(tv_sec: 5, tv_usec: 0))
            setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &isNoDelay, 4)
            setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
            var isAnswer = false
            for turn in conversation.turns {
                switch turn {
                case .client(let bytes):
                    guard RecordedServer.receive(bytes.count, from: client) else { return }
                    isAnswer = true
                case .server(let bytes):
                    if !isAnswer { wait(for: client) }
                    Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                    sentTurns.add(1, ordering: .sequentiallyConsistent)
                    isAnswer = false
                }
            }
            if conversation.isWhole { wait(for: client) }
            shutdown(client, Int32(SHUT_WR))
            // Closing a socket with unread input would discard sent data.
            _ = RecordedServer.receive(.max, from: client)
        }
    }

    /// Waits until the client is idle or sends a request, as it may have when the recorded server sent this.
    private func wait(for client: Int32) {
        var byte: UInt8 = 0
        while doneTurns.load(ordering: .sequentiallyConsistent) != sent {
            var polled = [client, wakeUp.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, 2, 5000) > 0, polled[0].revents == 0 else { return }
            read(wakeUp.read, &byte, 1)
        }
    }

    private static func receive(_ count: Int, from client: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var left = count
        while left > 0 {
            let read = recv(client, &buffer, min(left, buffer.count), 0)
            guard read > 0 else { return false }
            left -= read
        }
        return true
    }
}

extension RecordedServer {
    /// Accepts one client, and sends it a byte with a descriptor.
    func send(descriptor: Int32, with byte: UInt8) {
        let client = accept(listener, nil, nil)
        defer { close(client) }
        var byte = byte
        let size = MemoryLayout<cmsghdr>.size
        withUnsafeMutablePointer(to: &byte) { byte in
            var part = iovec(iov_base: byte, iov_len: 1)
            withUnsafeMutablePointer(to: &part) { part in
                withUnsafeTemporaryAllocation(byteCount: size + 8, alignment: 8) { control in
                    var header = cmsghdr()
                    (header.cmsg_len, header.cmsg_level, header.cmsg_type) = (size + 4, SOL_SOCKET, Int32(SCM_RIGHTS))
                    control.storeBytes(of: header, as: cmsghdr.self)
                    control.storeBytes(of: descriptor, toByteOffset: size, as: Int32.self)
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (part, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, size + 8)
                    precondition(sendmsg(client, &message, 0) == 1)
                }
            }
        }
    }
}
