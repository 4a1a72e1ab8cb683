internal import ArgumentParser
internal import GestureClient
internal import GestureProtocol

struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the daemon's touch devices.")

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Print the daemon's greeting, a line of JSON.")
    var json = false

    func run() throws {
        let daemon = try DaemonConnection(path: connection.socket)
        guard let line = try daemon.nextLine() else { throw DaemonConnection.Failure.ended }
        guard !json else {
            Output.write(line + [UInt8(ascii: "\n")])
            return
        }
        switch try ServerMessage(line: line) {
        case .hello(let hello) where hello.devices.isEmpty: Output.line("no touch device")
        case .hello(let hello): hello.devices.forEach { Output.line(DeviceLine.long($0)) }
        default: try MessagePrinter(json: false).print(line)
        }
    }
}
