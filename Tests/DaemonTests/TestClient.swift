import Foundation
import Glibc

/// A client that waits for each line up to ``timeout``.
final class TestClient {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32
    private var unread: [UInt8] = []
    private var seen: [String] = []
    private var lastID = 0

    /// Connects, and waits for a daemon that is starting.
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
        if !isConnected { throw Failure(description: "no daemon listens on \(path)") }
    }

    /// - Parameter descriptor: A connected socket, which the client then owns.
    init(connected descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// How many received bytes are in the kernel's buffer.
    var waiting: Int {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    // MARK: - Sending

    func send(_ line: String) throws {
        guard write(Array((line + "\n").utf8)) else { throw Failure(description: "cannot send \(line)") }
    }

    /// False if the connection was closed before all bytes were written.
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

    /// Sends a request and returns its answer.
    @discardableResult func request(_ type: String, _ members: String? = nil) throws -> Message {
        lastID += 1
        let id = Double(lastID)
        try send(#"{"type":"\#(type)","id":\#(lastID)\#(members.map { "," + $0 } ?? "")}"#)
        return try next { ["ok", "error", "status"].contains($0.type) && $0.number("id") == id }
    }

    /// - Returns: The subscription's number.
    @discardableResult func subscribe(_ gesture: String, _ more: String? = nil) throws -> Int {
        let answer = try request("subscribe", #""gesture":\#(gesture)"# + (more.map { "," + $0 } ?? ""))
        guard let number = answer.number("subscription") else { throw Failure(description: "refused: \(answer)") }
        return Int(number)
    }

    /// Shuts down the sending side; the other stays open.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    // MARK: - Reading

    /// The next message; nil at the end of the stream.
    func next() throws -> Message? {
        guard let line = try nextLine() else { return nil }
        seen.append(line)
        guard let message = Message(line) else { throw Failure(description: "no JSON: \(line)") }
        return message
    }

    /// The next message that matches; others are skipped.
    func next(where matches: (Message) -> Bool) throws -> Message {
        while let message = try next() { if matches(message) { return message } }
        throw Failure(description: "the stream ended after\n\(seen.suffix(20).joined(separator: "\n"))")
    }

    func next(_ type: String) throws -> Message { try next { $0.type == type } }

    /// The gesture messages up to the first end or cancel, which is included.
    func gesture() throws -> [Message] {
        var messages: [Message] = []
        repeat { messages.append(try next("gesture")) } while !["ended", "cancelled"].contains(messages.last?.phase)
        return messages
    }

    /// All messages up to the end of the stream.
    func readToEnd() throws -> [Message] {
        var messages: [Message] = []
        while let message = try next() { messages.append(message) }
        return messages
    }

    /// The messages that precede the answer to a request sent now.
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
            // A daemon that stops with unread requests resets the connection.
            guard count > 0 else { return nil }
            unread += buffer[..<count]
        }
    }

    private func wait(_ events: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&polled, 1, Int32(timeout * 1000)) > 0
    }
}
