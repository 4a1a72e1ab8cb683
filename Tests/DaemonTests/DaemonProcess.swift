import FakeEvdev
import Foundation
import GestureModel
import Glibc
import TouchInput

/// A running `gestured` with fake devices and a private socket.
final class DaemonProcess {
    let directory = try! TemporaryDirectory()
    let devices: FakeDeviceTree
    let program: Program
    let socket: String

    /// - Parameters:
    ///   - configuration: The text of its configuration file.
    ///   - prepare: Adds the devices that exist when the daemon starts.
    init(
        configuration: String = "", _ arguments: [String] = [], environment: [String: String] = [:],
        socket: String? = nil, inherited: Int32? = nil, shell: String = "",
        prepare: (FakeDeviceTree) throws -> Void = { _ in }
    ) throws {
        devices = try FakeDeviceTree()
        try prepare(devices)
        self.socket = socket ?? directory.path("socket")
        let listen = inherited == nil ? ["--socket", self.socket] : []
        program = Program(
            "gestured", ["--config", try directory.file("gestured.toml", configuration)] + listen + arguments,
            // Not the machine's own quirks.
            environment: ["LIBINPUT_QUIRKS_DIR": directory.path].merging(environment) { $1 }
                .merging(devices.environment) { $1 },
            inherited: inherited, shell: shell)
    }

    /// A daemon with one touchscreen, `event5`.
    static func withTouchscreen(configuration: String = "", shell: String = "") throws -> DaemonProcess {
        try DaemonProcess(configuration: configuration, shell: shell) {
            try $0.add(.touchscreen, as: "event5", .touchscreen)
        }
    }

    var configurationFile: String { directory.path("gestured.toml") }

    /// Replaces its configuration file.
    func configure(_ text: String) throws { _ = try directory.file("gestured.toml", text) }

    /// Makes the daemon reload its configuration, and waits for the answer.
    ///
    /// - Parameter text: The file's new text; nil for the present one.
    func reload(_ text: String? = nil) throws {
        if let text { try configure(text) }
        let answer = try client().request("reload")
        if answer.type != "ok" { throw TestClient.Failure(description: "\(answer)") }
    }

    /// A connection that has not read its `hello`.
    func connect() throws -> TestClient { try TestClient(socket) }

    /// A connection that has read its `hello` and has subscribed.
    func client(_ gestures: String..., units: String? = nil) throws -> TestClient {
        let client = try connect()
        _ = try client.next("hello")
        for gesture in gestures {
            try client.subscribe(gesture, units.map { #""units":\#($0)"# })
        }
        return client
    }

    /// Waits until the log contains `text`; false if that does not happen in time.
    func logs(_ text: String) -> Bool { eventually { program.errors.contains(text) } }

    func logLines(_ text: String) -> [String] { program.errorLines.filter { $0.contains(text) } }
}
