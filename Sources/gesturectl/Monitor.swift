internal import ArgumentParser
internal import GestureClient
internal import GestureModel
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport

struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show gestures as they happen.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var subscription: SubscriptionOptions
    @OptionGroup var units: UnitsOption

    @Option(
        help: ArgumentHelp(
            "focused: only while this program's window has the focus; session: whichever window has it. (default: session)",
            valueName: "scope"), completion: .list(SubscriptionScope.allCases.map(\.rawValue)),
        transform: SubscriptionScope.init(argument:))
    var scope = SubscriptionScope.session

    @Flag(help: "Also print why gestures were or were not recognised; on a terminal, for touches without a gesture.")
    var explain = false

    @Flag(help: "Print each message as a line of JSON.")
    var json = false

    @Flag(help: "On a terminal: print every message, instead of one line for each gesture.")
    var all = false

    func validate() throws { _ = try subscription.requests(in: units.value) }

    func run() throws {
        subscription.warnOfDirections()
        if !all, !json, units.units == nil, let screen = MonitorScreen(explains: explain) {
            return try show(on: screen)
        }
        let requests = try subscription.requests(in: units.value)
        let daemon = try connection.connect()
        for request in requests { try send(request, to: daemon) }
        let printer = MessagePrinter(json: json, units: try units.value)
        var known: [String] = []
        while let line = try daemon.nextLine() {
            try printer.print(line)
            for request in try subscription.requests(forDevicesIn: line, &known, in: units.value) {
                try send(request, to: daemon)
            }
        }
        // The daemon stopped or crashed; the socket does not show which.
        throw ConnectionFailure.ended
    }

    /// Shows a line for each gesture, until an interrupt or the end of the connection.
    private func show(on screen: MonitorScreen) throws {
        var screen = screen
        let interrupt = SignalPipe([SIGINT, SIGTERM])
        let daemon = try connection.connect()
        for request in try subscription.requests() { try send(request, to: daemon) }
        var known: [String] = []
        while true {
            let ready = ReadyDescriptors.wait(for: [daemon.descriptor, interrupt.descriptor])
            if ready.contains(interrupt.descriptor) { return screen.end() }
            guard ready.contains(daemon.descriptor) else { continue }
            guard let lines = try daemon.nextLines() else {
                screen.end()
                throw ConnectionFailure.ended
            }
            for line in lines {
                switch try DaemonLine.message(line) {
                case .hello(let hello):
                    if let version = DaemonLine.otherVersion(hello) { screen.add(version) }
                    screen.begin(hello.devices)
                case .gesture(let message): screen.add(message)
                case .explanation(let message): screen.add(message)
                case .ok: break
                case .deviceAdded(let device): screen.add("added    \(DeviceText.line(device))")
                case .deviceRemoved(let id): screen.add("removed  \(id)")
                default:
                    screen.fixLines()
                    try MessagePrinter(json: false).print(line)
                }
                for request in try subscription.requests(forDevicesIn: line, &known) { try send(request, to: daemon) }
            }
        }
    }

    private func send(_ request: SubscribeRequest, to daemon: DaemonConnection) throws {
        var request = request
        (request.explains, request.scope) = (explain, scope)
        try daemon.send(.subscribe(request))
    }
}
