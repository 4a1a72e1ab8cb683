internal import GestureProtocol

/// The daemon's first line to a client.
struct Greeting {
    /// The daemon's name and version, such as `gestured 0.1.0`.
    let server: String
    // Most clients receive the same line, and encoding it was half the work of a connection.
    private var lastHello: Hello?
    private var lastLine: [UInt8] = []

    init(server: String) { self.server = server }

    /// The line of a `hello`.
    mutating func line(of hello: Hello) -> [UInt8] {
        if hello != lastHello {
            lastHello = hello
            lastLine = []
            ServerMessage.hello(hello).append(to: &lastLine)
        }
        return lastLine
    }
}
