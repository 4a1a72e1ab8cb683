internal import ArgumentParser
internal import GestureClient
internal import GestureModel
internal import GestureProtocol

struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show gestures as they happen.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var subscription: SubscriptionOptions

    @Option(
        help: ArgumentHelp(
            "focused: only while this program's window has the focus; session: whichever window has it. (default: session)",
            valueName: "scope"), completion: .list(SubscriptionScope.allCases.map(\.rawValue)),
        transform: SubscriptionScope.init(argument:))
    var scope = SubscriptionScope.session

    @Flag(help: "Also print why each gesture was or was not recognised.")
    var explain = false

    @Flag(help: "Print each message as a line of JSON.")
    var json = false

    func validate() throws { _ = try subscription.requests() }

    func run() throws {
        let requests = try subscription.requests()
        let daemon = try DaemonConnection(path: connection.socket)
        for request in requests { try send(request, to: daemon) }
        let printer = MessagePrinter(json: json, units: try subscription.valueUnits)
        var known: [String] = []
        while let line = try daemon.nextLine() {
            try printer.print(line)
            if subscription.waitsForDevices { try subscribe(daemon, line, &known) }
        }
        // Stopped or crashed: the socket does not show which.
        throw ConnectionFailure.ended
    }

    /// Subscribes to the line's devices, each once: the subscription of a device that is plugged in again still exists.
    private func subscribe(_ daemon: DaemonConnection, _ line: [UInt8], _ known: inout [String]) throws {
        let devices: [TouchDevice]
        switch try DaemonLine.message(line) {
        case .hello(let hello): devices = hello.devices
        case .deviceAdded(let device): devices = [device]
        default: return
        }
        for device in devices where !known.contains(device.id) {
            guard let request = try subscription.request(known.count + 1, for: device) else { continue }
            known.append(device.id)
            try send(request, to: daemon)
        }
    }

    private func send(_ request: SubscribeRequest, to daemon: DaemonConnection) throws {
        var request = request
        (request.explains, request.scope) = (explain, scope)
        try daemon.send(.subscribe(request))
    }
}
