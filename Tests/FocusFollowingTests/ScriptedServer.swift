import Foundation
import Glibc

/// gestured's or a desktop's end of a socket, controlled by the test. Each wait ends within ten seconds, or
/// the test fails.
final class ScriptedServer: @unchecked Sendable {
    static let hello = #"{"type":"hello","protocol":1,"server":"scripted 1","capabilities":["focus","window"]}"#

    let path: String
    private let folder: Folder
    private let listener: Int32
    private var connection: Int32 = -1
    private var unread: [UInt8] = []

    init(_ name: String = "focus.sock", in folder: Folder = Folder()) {
        self.folder = folder
        path = folder.path + "/" + name
        listener = RecordedServer.socket(listeningAt: path)
        // For a listening socket, SO_RCVTIMEO limits accept.
        ScriptedServer.limitWaiting(listener)
    }

    deinit {
        hangUp()
        close(listener)
    }

    private static func limitWaiting(_ descriptor: Int32) {
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
    }

    func accept() {
        connection = Glibc.accept(listener, nil, nil)
        precondition(connection >= 0, "no client connected")
        ScriptedServer.limitWaiting(connection)
        unread = []
    }

    func hangUp() {
        if connection >= 0 { close(connection) }
        connection = -1
    }

    func send(_ line: String) { send(Array((line + "\n").utf8)) }

    /// Returns the next line; nil at the end, or if none arrives in time.
    func line() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            if let newline = unread.firstIndex(of: 10) {
                defer { unread.removeSubrange(...newline) }
                return String(decoding: unread[..<newline], as: UTF8.self)
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            unread += buffer[..<count]
        }
    }

    /// Returns as many bytes, or all up to the end.
    func bytes(_ count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = recv(connection, &buffer, count, Int32(MSG_WAITALL))
        return Array(buffer[..<max(0, read)])
    }

    func send(_ bytes: [UInt8]) {
        precondition(Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }
}
