internal import ArgumentParser
internal import GestureClient
internal import GestureModel
internal import GestureProtocol

struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the daemon's touch devices.")

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Print each device as the protocol spells it, a line of JSON.")
    var json = false

    func run() throws {
        let daemon = try DaemonConnection(path: connection.socket)
        guard let line = try daemon.nextLine() else { throw ConnectionFailure.ended }
        switch try ServerMessage(line: line) {
        case .hello(let hello) where json: hello.devices.forEach { Output.write(jsonLine($0)) }
        case .hello(let hello) where hello.devices.isEmpty: Output.line("no touch device")
        case .hello(let hello): hello.devices.forEach { Output.line(DeviceLine.long($0)) }
        default: try MessagePrinter(json: false).print(line)
        }
    }

    private func jsonLine(_ device: TouchDevice) -> [UInt8] {
        var line: [UInt8] = []
        ServerText.append(device, to: &line)
        return line
    }
}
