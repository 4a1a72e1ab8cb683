internal import GestureProtocol

/// Sends `hello`. The last line is kept, because most clients receive the same: encoding it was half the work of a
/// connection.
struct Greetings {
    private var last: (hello: Hello, line: [UInt8])?

    mutating func send(_ hello: Hello, to session: ClientSession) {
        if let last, last.hello == hello {
            session.outbox.append { $0 += last.line }
            return
        }
        var line: [UInt8] = []
        ServerMessage.hello(hello).append(to: &line)
        last = (hello, line)
        session.outbox.append { $0 += line }
    }
}
