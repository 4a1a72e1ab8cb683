import Foundation
import GestureProtocol
import Glibc

/// A daemon's end of a socket, controlled by the test.
final class ScriptedServer {
    static let hello =
        #"{"type":"hello","protocol":1,"server":"scripted 1","capabilities":["tap","longPress","drag","region","units","move"],"#
        + #""devices":[{"id":"event5","name":"Screen","node":"/dev/input/event5","kind":"touchscreen","size":[300,170],"#
        + #""slots":10,"resolution":[10,10],"availability":"open"}]}"#

    let path: String
    private let directory: String
    private var listener: Int32 = -1
    private var connection: Int32 = -1
    private var framer = LineFramer(limit: 1 << 20)

    init() {
        directory = "/tmp/client-\(UUID().uuidString.prefix(8))"
        path = directory + "/socket"
        try! FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        listen()
    }

    deinit {
        stopListening()
        hangUp()
        try? FileManager.default.removeItem(atPath: directory)
    }

    func listen() {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let bound = withUnsafeBytes(of: address) { bytes in
            bind(listener, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        precondition(bound == 0 && Glibc.listen(listener, 4) == 0)
    }

    /// Accepts no more connections. Those that exist remain.
    func stopListening() {
        // Closed once: another test's descriptor may get the same number afterwards.
        if listener >= 0 { close(listener) }
        listener = -1
        unlink(path)
    }

    /// Accepts the waiting connection.
    func accept() {
        connection = Glibc.accept(listener, nil, nil)
        precondition(connection >= 0)
        framer = LineFramer(limit: 1 << 20)
    }

    func hangUp() {
        if connection >= 0 { close(connection) }
        connection = -1
    }

    func send(_ line: String) { send(Array((line + "\n").utf8)) }

    func send(_ bytes: [UInt8]) {
        let count = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        precondition(count == bytes.count, "the client received \(count) of \(bytes.count) bytes")
    }

    /// Returns the requests that have arrived, without waiting.
    func requests() -> [Request] {
        lines().map { try! Request(line: $0) }
    }

    private func lines() -> [[UInt8]] {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        var lines: [[UInt8]] = []
        while case .line(let line)? = framer.next() { lines.append(Array(line)) }
        return lines
    }

    /// True if the client has closed its end.
    var isClosed: Bool {
        var byte: UInt8 = 0
        return recv(connection, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) == 0
    }

    static func ok(_ id: Int64, _ subscription: Int) -> String {
        #"{"type":"ok","id":\#(id),"subscription":\#(subscription)}"#
    }

    static func drag(
        _ phase: String, x: Double = 20, subscription: Int = 1, gesture: Int = 1, device: String = "event5",
        time: Int = 1000, reason: String? = nil
    ) -> String {
        #"{"type":"gesture","subscription":\#(subscription),"gesture":\#(gesture),"phase":"\#(phase)","time":\#(time),"#
            + #""device":"\#(device)","value":{"drag":{"fingers":1,"location":[\#(x),5],"startLocation":[0,5],"#
            + #""velocity":[100,0]}}"# + (reason.map { #","reason":"\#($0)""# } ?? "") + "}"
    }

    /// Without the key `deadline`, which these tests do not need.
    static func press(_ phase: String, isCompleted: Bool = false, device: String = "event5", gesture: Int = 1) -> String
    {
        #"{"type":"gesture","subscription":1,"gesture":\#(gesture),"phase":"\#(phase)","time":1,"device":"\#(device)","#
            + #""value":{"longPress":{"fingers":1,"location":[1,1],"startLocation":[1,1],"#
            + #""pressing":\#(phase != "ended"),"completed":\#(isCompleted)}}}"#
    }
}
