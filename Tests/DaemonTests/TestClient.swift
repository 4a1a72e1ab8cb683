import Foundation
import Glibc

/// A client that waits for lines, and for no line longer than ``patience``.
final class TestClient {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private var unread: [UInt8] = []
    private var seen: [String] = []
    private var lastID = 0

    /// Connects, waiting for a daemon that is just starting.
    init(_ path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isConnected = eventually {
            withUnsafeBytes(of: address) { bytes in
                Glibc.connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, 110) == 0
            }
        }
        self.descriptor = descriptor
        if !isConnected { throw Failure(description: "nobody listens on \(path)") }
    }

    deinit { close(descriptor) }

    /// Bytes that the kernel holds for it.
    var waiting: Int {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    // MARK: - Sending

    func send(_ line: String) throws {
        guard write(Array((line + "\n").utf8)) else { throw Failure(description: "cannot send \(line)") }
    }

    /// Whether the daemon, or the kernel for it, took all of the bytes.
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard wait(POLLOUT) else { return false }
            let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 || errno == EAGAIN else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }

    /// Sends a request and returns what answers it.
    @discardableResult func request(_ type: String, _ members: String? = nil) throws -> Message {
        lastID += 1
        let id = Double(lastID)
        try send(#"{"type":"\#(type)","id":\#(lastID)\#(members.map { "," + $0 } ?? "")}"#)
        return try next { ["ok", "error"].contains($0.type) && $0.number("id") == id }
    }

    /// - Returns: The subscription's number.
    @discardableResult func subscribe(_ gesture: String, _ more: String? = nil) throws -> Int {
        let answer = try request("subscribe", #""gesture":\#(gesture)"# + (more.map { "," + $0 } ?? ""))
        guard let number = answer.number("subscription") else { throw Failure(description: "refused: \(answer)") }
        return Int(number)
    }

    /// Nothing more will be sent; the other direction stays open.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    // MARK: - Reading

    /// The next message; nil at the end of the stream.
    func next() throws -> Message? {
        guard let line = try nextLine() else { return nil }
        seen.append(line)
        guard let message = Message(line) else { throw Failure(description: "no JSON: \(line)") }
        return message
    }

    /// The next message that is meant; others are passed over.
    func next(where isMeant: (Message) -> Bool) throws -> Message {
        while let message = try next() { if isMeant(message) { return message } }
        throw Failure(description: "the stream ended after\n\(seen.suffix(20).joined(separator: "\n"))")
    }

    func next(_ type: String) throws -> Message { try next { $0.type == type } }

    /// Gesture messages up to and including the one that ends or cancels one.
    func gesture() throws -> [Message] {
        var messages: [Message] = []
        repeat { messages.append(try next("gesture")) } while !["ended", "cancelled"].contains(messages.last?.phase)
        return messages
    }

    /// Everything up to the end of the stream.
    func rest() throws -> [Message] {
        var messages: [Message] = []
        while let message = try next() { messages.append(message) }
        return messages
    }

    /// Messages that came before the answer to a request sent now: all there is, without waiting for more.
    func queued() throws -> [Message] {
        try send(#"{"type":"unsubscribe","id":-1,"subscription":1000000}"#)
        var messages: [Message] = []
        while let message = try next(), message.number("id") != -1 { messages.append(message) }
        return messages
    }

    private func nextLine() throws -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard wait(POLLIN) else {
                throw Failure(description: "nothing came after\n\(seen.suffix(20).joined(separator: "\n"))")
            }
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            let count = read(descriptor, &buffer, buffer.count)
            // A daemon that left requests unread resets the connection: that is its end, too.
            guard count > 0 else { return nil }
            unread += buffer[..<count]
        }
    }

    private func wait(_ events: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&polled, 1, Int32(patience * 1000)) > 0
    }
}
