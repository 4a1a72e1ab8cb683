import Foundation
import Glibc
import Synchronization

/// Speaks a server's part of conversations: to each client that connects the next one.
final class RecordedServer: Sendable {
    private let listener: Int32
    /// Has a byte when `doneTurns` has changed.
    private let wakeUp: (read: Int32, write: Int32)
    private let sentTurns = Atomic(0)
    /// What the client had been sent when it had nothing more to do.
    private let doneTurns = Atomic(-1)
    /// Of a Unix socket; empty otherwise.
    let path: String

    /// On a Unix socket.
    init() {
        wakeUp = RecordedServer.pipe()
        path = "/tmp/desktop-\(UUID().uuidString.prefix(8))"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        RecordedServer.listen(listener, at: address)
    }

    /// On a port of its own from 6000 on, as X11 displays on other machines are.
    init(display: Void) {
        wakeUp = RecordedServer.pipe()
        path = ""
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
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

    /// What `DISPLAY` is to be.
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

    /// How often it has spoken.
    var sent: Int { sentTurns.load(ordering: .sequentiallyConsistent) }

    /// The client has nothing to do after the first `sent` turns: the server may say what it says by itself.
    func clientIsIdle(after sent: Int) {
        doneTurns.store(sent, ordering: .sequentiallyConsistent)
        write(wakeUp.write, [0], 1)
    }

    private static func pipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        precondition(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    /// Takes one client, and says what the server said: answers after as many bytes as the client had sent, the rest when
    /// the client waits. Then ends.
    func play(_ conversation: RecordedConversation) {
        Thread.detachNewThread { [self] in
            let client = accept(listener, nil, nil)
            defer { close(client) }
            var (isNoDelay, patience) = (Int32(1), timeval(tv_sec: 5, tv_usec: 0))
            setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &isNoDelay, 4)
            setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
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
            // Closing with something unread would take back what was sent.
            _ = RecordedServer.receive(.max, from: client)
        }
    }

    /// Until the client is idle, or asks: it may have when the recorded server spoke.
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
    /// Takes one client, and sends it a byte that has a descriptor with it.
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
