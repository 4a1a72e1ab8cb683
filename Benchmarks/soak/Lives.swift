internal import ArgumentParser
internal import Glibc
internal import RandomLives

struct Lives: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Random lives, one a seed, until there were enough steps.",
        discussion: "A step is what somebody can hear of: a frame, a request, a deadline, a coming or a going.")

    @Option(help: "The first seed.")
    var seed: UInt64 = 0

    @Option(help: ArgumentHelp("From one seed to the next: the number of processes that share them.", valueName: "n"))
    var stride: UInt64 = 1

    @Option(help: ArgumentHelp("How many steps there are to be; the last life is lived to its end.", valueName: "n"))
    var steps = 1

    @Option(help: ArgumentHelp("A file that holds the seed of the life that is being lived.", valueName: "file"))
    var current: String?

    @Flag(help: "Print every broken promise, and what the connections received that broke one.")
    var heard = false

    func run() throws {
        let descriptor = try current.map(Self.open)
        var tally = LivesTally()
        var next = seed
        while tally.steps < steps, tally.broken < 10 {
            if let descriptor { Self.write(next, to: descriptor) }
            let life = RandomLife(seed: next)
            let world = life.lived(keepsBytes: heard)
            if heard { show(world) }
            tally.add(life, world)
            if let first = world.violations.first {
                print("seed \(next): \(world.violations.count) promises broken, at first: \(first)")
                print("    again: soak lives --seed \(next)")
                fflush(nil)
            }
            next += stride
        }
        print(tally.text)
        if tally.broken > 0 { throw ExitCode.failure }
    }

    private func show(_ world: World) {
        for violation in world.violations { print(violation) }
        for (client, bytes) in world.heard {
            guard world.violations.contains(where: { $0.hasPrefix("client \(client):") }) else { continue }
            print("client \(client) received:\n\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    private static func open(_ path: String) throws -> Int32 {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw ValidationError("\(path): \(String(cString: strerror(errno)))") }
        return descriptor
    }

    /// For whoever finds that this process has died.
    private static func write(_ seed: UInt64, to descriptor: Int32) {
        let text = Array("\(seed)\n".utf8)
        ftruncate(descriptor, 0)
        _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }
}
