internal import ArgumentParser
internal import GestureClient
internal import GestureProtocol

struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show gestures as they happen.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var subscription: SubscriptionOptions

    @Flag(help: "Print the messages as they come, a line of JSON each.")
    var json = false

    func validate() throws { _ = try subscription.requests() }

    func run() throws {
        let requests = try subscription.requests()
        let daemon = try DaemonConnection(path: connection.socket)
        for request in requests { try daemon.send(request) }
        let printer = MessagePrinter(json: json, units: try subscription.valueUnits)
        while let line = try daemon.nextLine() { try printer.print(line) }
    }
}
