internal import DaemonSimulation
internal import ArgumentParser
internal import Glibc
internal import TouchInput

struct Simulations: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Random simulations, one for each seed, until there were enough steps.",
        discussion: "A step is a frame, a request, a deadline, or a device or client that arrives or leaves.")

    @Option(help: "The first seed.")
    var seed: UInt64 = 0

    @Option(
        help: ArgumentHelp("The difference between seeds: the number of processes that share them.", valueName: "n"))
    var stride: UInt64 = 1

    @Option(help: ArgumentHelp("The number of steps; the last simulation runs to its end.", valueName: "n"))
    var steps = 1

    @Option(help: ArgumentHelp("A file for the seed of the current simulation.", valueName: "file"))
    var current: String?

    @Flag(help: "Print every broken promise, and what the affected connections received.")
    var received = false

    func run() throws {
        let descriptor = try current.map(Self.open)
        var tally = SimulationTally()
        var next = seed
        while tally.steps < steps, tally.broken < 10 {
            if let descriptor { Self.write(next, to: descriptor) }
            let simulation = Simulation(seed: next)
            let daemon = simulation.run(keepsBytes: received)
            if received { show(daemon) }
            tally.add(simulation, daemon)
            if let first = daemon.violations.first {
                print("seed \(next): \(daemon.violations.count) broken promises, the first: \(first)")
                print("    again: soak simulations --seed \(next)")
                fflush(nil)
            }
            next += stride
        }
        print(tally.text)
        if tally.broken > 0 { throw ExitCode.failure }
    }

    private func show(_ daemon: SimulatedDaemon) {
        for violation in daemon.violations { print(violation) }
        for (client, bytes) in daemon.received {
            guard daemon.violations.contains(where: { $0.hasPrefix("client \(client):") }) else { continue }
            print("client \(client) received:\n\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    private static func open(_ path: String) throws -> Int32 {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw ValidationError("\(path): \(String(cString: strerror(errno)))") }
        return descriptor
    }

    /// Names the seed if this process dies.
    private static func write(_ seed: UInt64, to descriptor: Int32) {
        let text = Array("\(seed)\n".utf8)
        ftruncate(descriptor, 0)
        _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }
}

/// Totals, one name and number in each line, so that those of several processes can be added.
struct SimulationTally {
    private(set) var simulations = 0
    /// Simulations in which a promise was broken.
    private(set) var broken = 0
    private(set) var steps = 0
    private var events = 0
    private var frames = 0
    private var requests = 0
    private var deadlines = 0
    private var connections = 0
    private var devices = 0
    private var changes = 0
    private var sourceMessages = 0
    private var surfaceChanges = 0
    private var lines = 0
    private var begun: [GestureKind: Int] = [:]

    mutating func add(_ simulation: Simulation, _ daemon: SimulatedDaemon) {
        simulations += 1
        if !daemon.violations.isEmpty { broken += 1 }
        for action in simulation.actions { count(action) }
        lines += daemon.lines
        begun.merge(daemon.begun, uniquingKeysWith: +)
    }

    private mutating func count(_ action: Action) {
        if action.canProduceOutput { steps += 1 }
        switch action {
        case .event:
            events += 1
            if action.canProduceOutput { frames += 1 }
        case .send: requests += 1
        case .expire: deadlines += 1
        case .connect, .disconnect: connections += 1
        case .add, .remove: devices += 1
        case .change: changes += 1
        case .source: sourceMessages += 1
        case .pen, .off: surfaceChanges += 1
        }
    }

    var text: String {
        let counts = [
            ("simulations", simulations), ("simulations with a broken promise", broken), ("steps", steps),
            ("device events", events),
            ("frames and resynchronisations", frames), ("pieces of requests", requests), ("deadlines", deadlines),
            ("connections made and left", connections), ("devices added and removed", devices),
            ("changes of access", changes), ("messages of focus sources", sourceMessages),
            ("pens and lids", surfaceChanges),
            ("lines received", lines),
        ]
        let gestures = GestureKind.allCases.map { ("gestures begun, \($0)", begun[$0, default: 0]) }
        return (counts + gestures).map { "\($0.0): \($0.1)" }.joined(separator: "\n")
    }
}
