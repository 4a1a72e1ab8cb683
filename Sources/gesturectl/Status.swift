internal import ArgumentParser
internal import GestureClient
internal import GestureProtocol

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what this user and this program get from the daemon, and why.")

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Print the daemon's first line as it is, a line of JSON.")
    var json = false

    func run() throws {
        let daemon = try DaemonConnection(path: connection.socket)
        guard let line = try daemon.nextLine() else { throw ConnectionFailure.ended }
        guard case .hello(let hello) = try ServerMessage(line: line) else {
            return try MessagePrinter(json: false).print(line)
        }
        json ? Output.write(line + [UInt8(ascii: "\n")]) : StatusText.lines(hello).forEach(Output.line)
    }
}
