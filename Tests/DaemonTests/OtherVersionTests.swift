import Foundation
import Glibc
import Testing

/// After an upgrade, the daemon that runs may be another version than gesturectl.
@Suite("A daemon of another version")
struct OtherVersionTests {
    private let directory: TemporaryDirectory
    private let listener: Int32
    private static let notRestarted = "gestured 0.0.9 runs, but this is gesturectl 0.2.0: it was not restarted"

    init() throws {
        directory = try TemporaryDirectory()
        listener = unixSocket(SOCK_STREAM.rawValue, boundTo: directory.path("socket"))
        listen(listener, 1)
    }

    /// What gesturectl prints as error when the daemon sends these lines and ends.
    private func errors(_ command: String, _ lines: String...) -> String {
        defer { close(listener) }
        let program = Program("gesturectl", [command, "--socket", directory.path("socket")])
        let client = accept(listener, nil, nil)
        let text = lines.map { $0 + "\n" }.joined()
        _ = write(client, text, text.utf8.count)
        shutdown(client, Int32(SHUT_WR))
        #expect(program.exit() == .exited(1))
        close(client)
        return program.errors
    }

    private func hello(_ number: Int, _ server: String) -> String {
        #"{"type":"hello","protocol":\#(number),"server":"\#(server)","capabilities":[],"devices":[]}"#
    }

    private let unknown = #"{"type":"error","id":1,"code":"unknownType","message":"type: unknown request"}"#

    @Test(arguments: ["cancel", "reload"])
    func `is named when it does not know a request`(_ command: String) {
        let errors = errors(command, hello(1, "gestured 0.0.9"), unknown)
        #expect(errors == "gesturectl: unknownType: type: unknown request; \(Self.notRestarted)\n")
    }

    @Test func `is named before its gestures`() {
        let errors = errors("monitor", hello(1, "gestured 0.0.9"), unknown)
        #expect(errors.hasPrefix("gesturectl: \(Self.notRestarted)\n"), "\(errors)")
    }

    @Test(arguments: ["status", "devices", "cancel", "monitor"])
    func `is rejected with a later protocol, and the outdated client is named`(_ command: String) {
        let errors = errors(command, hello(2, "gestured 9.0.0"))
        #expect(
            errors == "gesturectl: gestured 9.0.0 speaks protocol 2; this client supports protocol 1: update it\n")
    }

    @Test func `is not named if it is another program that speaks the protocol`() {
        let errors = errors("cancel", hello(1, "another 1.0"), unknown)
        #expect(errors == "gesturectl: unknownType: type: unknown request\n")
    }
}
