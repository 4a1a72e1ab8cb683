import Foundation
import Glibc

/// A daemon that sends the messages of a test, for services that are its clients.
final class FakeDaemon {
    let path: String
    private let listener: Int32
    private var client: Int32 = -1
    private var unread: [UInt8] = []
    /// By the name of the standard set or the gesture: the subscription's number.
    private(set) var subscriptions: [String: Int] = [:]
    private var gesture = 0

    private static let device = """
        {"id":"event1","name":"Screen","node":"/dev/input/event1","kind":"touchscreen","seat":"seat0","size":[300,200],\
        "slots":10,"availability":"open"}
        """

    init(_ path: String) {
        self.path = path
        listener = unixSocket(SOCK_STREAM.rawValue, boundTo: path)
        precondition(listen(listener, 8) == 0)
    }

    deinit {
        disconnect()
        close(listener)
    }

    /// Waits for a client, and answers its subscriptions until the standard set of touchscreens is one of them.
    ///
    /// - Returns: False if none comes in time.
    func accept(session: String = "active") -> Bool {
        disconnect()
        guard Self.wait(listener) else { return false }
        client = Glibc.accept(listener, nil, nil)
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        subscriptions = [:]
        send(
            """
            {"type":"hello","protocol":1,"server":"fake","capabilities":["scope","standard","edges","drag","longPress"],\
            "devices":[\(Self.device)],"access":{"session":"\(session)","seats":["seat0"],"focus":"unknown","positions":"withheld"}}
            """)
        while subscriptions["touchscreen"] == nil {
            guard let request = nextLine().flatMap(Message.init) else { return false }
            answer(request)
        }
        return true
    }

    /// Answers the requests that have arrived.
    func answerRequests() {
        while Self.wait(client, milliseconds: 0) || unread.contains(UInt8(ascii: "\n")) {
            guard let request = nextLine().flatMap(Message.init) else { return }
            answer(request)
        }
    }

    private func answer(_ request: Message) {
        guard let id = request.number("id").map({ Int($0) }) else { return }
        guard request.type == "subscribe" else { return send(#"{"type":"ok","id":\#(id)}"#) }
        let name =
            request.text("gesture", "standard") ?? (request.description.contains("longPress") ? "touch" : "other")
        subscriptions[name] = id
        send(#"{"type":"ok","id":\#(id),"subscription":\#(id)}"#)
    }

    func disconnect() {
        if client >= 0 { close(client) }
        client = -1
        unread = []
    }

    // MARK: Sending

    /// A whole gesture of the standard set.
    func perform(_ value: String) {
        begin(value)
        send("ended", value)
    }

    func tap(_ fingers: Int) { perform(#"{"tap":{"fingers":\#(fingers),"count":1}}"#) }

    func begin(_ value: String) {
        gesture += 1
        send("began", value)
    }

    /// An event of the last gesture.
    func send(_ phase: String, _ value: String, _ more: String = "") {
        send(
            """
            {"type":"gesture","subscription":\(subscriptions["touchscreen"] ?? 0),"gesture":\(gesture),"phase":"\(phase)",\
            "time":\(monotonicMicroseconds()),"device":"event1","value":\(value)\(more)}
            """)
    }

    static func drag(_ fingers: Int, _ dx: Double, _ dy: Double) -> String {
        #"{"drag":{"fingers":\#(fingers),"translation":[\#(dx),\#(dy)],"velocity":[0,0]}}"#
    }

    func send(_ line: String) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    // MARK: Receiving

    private func nextLine() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard Self.wait(client) else { return nil }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(client, &buffer, buffer.count)
            guard count > 0 else { return nil }
            unread += buffer[..<count]
        }
    }

    private static func wait(_ descriptor: Int32, milliseconds: Int32 = Int32(timeout * 1000)) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, milliseconds) > 0
    }
}
