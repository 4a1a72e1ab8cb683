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
            "focused: only while this program's window has the focus; session: whoever has it. (default: session)",
            valueName: "scope"), transform: SubscriptionScope.init(option:))
    var scope = SubscriptionScope.session

    @Flag(help: "Say of each gesture that was not recognised why, and of each that was when.")
    var explain = false

    @Flag(help: "Print the messages as they come, a line of JSON each.")
    var json = false

    func validate() throws { _ = try subscription.requests() }

    func run() throws {
        let requests = try subscription.requests(explains: explain, scope: scope)
        let daemon = try DaemonConnection(path: connection.socket)
        for request in requests { try daemon.send(request) }
        let printer = MessagePrinter(json: json, units: try subscription.valueUnits)
        var known: [String] = []
        while let line = try daemon.nextLine() {
            try printer.print(line)
            if subscription.waitsForDevices { try subscribe(daemon, line, &known) }
        }
    }

    /// Subscribes to the devices that the line tells of, each once: its subscription is there when it comes again.
    private func subscribe(_ daemon: DaemonConnection, _ line: [UInt8], _ known: inout [String]) throws {
        let devices: [TouchDevice]
        switch try ServerMessage(line: line) {
        case .hello(let hello): devices = hello.devices
        case .deviceAdded(let device): devices = [device]
        default: return
        }
        for device in devices where !known.contains(device.id) {
            guard
                let request = try subscription.request(
                    known.count + 1, for: device, explains: explain, scope: scope)
            else { continue }
            known.append(device.id)
            try daemon.send(request)
        }
    }
}

extension SubscriptionScope {
    fileprivate init(option: String) throws {
        guard let scope = SubscriptionScope(rawValue: option) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\(option) is none of \(names)")
        }
        self = scope
    }
}
