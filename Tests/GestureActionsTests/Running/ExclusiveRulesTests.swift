import Foundation
import Glibc
import GestureModel
import Testing

@testable import GestureActions

/// What the service does, and what its log says, while the desktop changes under its exclusive rules.
@Suite final class ExclusiveRulesTests {
    private static let edge = "[[action]]\ngesture = \"edge right\"\nrun = \"true\"\nexclusive = true\n"
    private let compositor = CompositorStandIn()
    private var log: [String] = []
    private lazy var rules = makeRules()

    /// A descriptor that the service watches, until it releases this.
    private final class Watched {
        let descriptor: Int32
        let handler: () -> Void

        init(_ descriptor: Int32, _ handler: @escaping () -> Void) {
            (self.descriptor, self.handler) = (descriptor, handler)
        }
    }

    private struct Weak { weak var watched: Watched? }
    private var weak: [Weak] = []

    private func makeRules() -> ExclusiveRules {
        let rules = ExclusiveRules(environment: compositor.environment) { [unowned self] in log.append($0) }
        rules.watch = { [unowned self] descriptor, handler in
            let watched = Watched(descriptor, handler)
            weak.append(Weak(watched: watched))
            return watched
        }
        return rules
    }

    private func use(_ text: String) throws {
        rules.use(try ActionFile(Array(text.utf8), file: "f").actions)
        rules.update()
    }

    /// Handles what the compositor sends until there is a line with these words.
    private func awaitLine(_ words: String) -> Bool {
        while !log.contains(where: { $0.contains(words) }) { guard handleEvents() else { return false } }
        return true
    }

    /// Handles what the compositor sends until the service watches it no more.
    private func awaitEnd() -> Bool {
        while weak.contains(where: { $0.watched != nil }) { guard handleEvents() else { return false } }
        return true
    }

    /// False if the service watches nothing, or nothing comes.
    private func handleEvents() -> Bool {
        let watched = weak.compactMap(\.watched)
        var polled = watched.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        guard !polled.isEmpty, poll(&polled, nfds_t(polled.count), 120_000) > 0 else { return false }
        for (entry, source) in zip(polled, watched) where entry.revents != 0 { source.handler() }
        return true
    }

    @Test func `strips go while the session is locked, the daemon is gone, or no rule needs them`() throws {
        rules.devices = [Hand.screen]
        try use(Self.edge)
        #expect(compositor.has(1))
        rules.devices = []
        rules.update()
        #expect(compositor.has(0))
        rules.devices = [Hand.screen]
        rules.update()
        #expect(compositor.has(1))
        try use(Self.edge.replacing("exclusive = true", with: ""))
        #expect(compositor.has(0))
        #expect(log == [] && weak.allSatisfy { $0.watched == nil })
    }

    @Test func `strips that the compositor closes are a line in the log, and come back with new rules`() throws {
        rules.devices = [Hand.screen]
        compositor.setConduct(.closes)
        try use(Self.edge)
        #expect(awaitLine("DP-1: the compositor closed the strips; apps receive what begins there"), "\(log)")
        #expect(compositor.has(0))
        compositor.setConduct(.shows)
        rules.update()
        try use(Self.edge + "strip = \"4 mm\"\n")
        #expect(compositor.has(1))
        #expect(compositor.state.connections == 1)
    }

    @Test(arguments: [CompositorStandIn.Conduct.refuses, .hangsUp])
    func `a compositor that refuses or ends is one line in the log, and new rules connect again`(
        _ conduct: CompositorStandIn.Conduct
    ) throws {
        rules.devices = [Hand.screen]
        compositor.setConduct(conduct)
        try use(Self.edge)
        #expect(awaitLine("; apps also receive the fingers of rules with exclusive = true"), "\(log)")
        #expect(conduct != .refuses || log[0].contains("no surfaces today"))
        // Nothing is tried, or said, again and again.
        for device in [[], [Hand.screen]] {
            rules.devices = device
            rules.update()
        }
        #expect(log.count == 1 && weak.allSatisfy { $0.watched == nil })
        compositor.setConduct(.shows)
        try use(Self.edge)
        #expect(log.count == 1, "\(log)")
        #expect(compositor.has(1))
    }

    @Test func `a compositor that refuses is asked again, with one line in the log, until it shows strips`() throws {
        rules.devices = [Hand.screen]
        compositor.setConduct(.refuses)
        try use(Self.edge)
        for attempt in 1...4 {
            #expect(awaitEnd())
            #expect(compositor.state.connections == attempt)
            let deadline = try #require(rules.deadline)
            // Not before its time.
            rules.expire(at: deadline - .milliseconds(1))
            rules.update()
            #expect(rules.deadline == deadline)
            if attempt == 4 { compositor.setConduct(.shows) }
            rules.expire(at: deadline)
            rules.update()
        }
        #expect(compositor.has(1))
        #expect(log.count == 1 && rules.deadline == nil, "\(log)")
        // Without rules there is nothing to try.
        compositor.setConduct(.refuses)
        try use(Self.edge + "strip = \"4 mm\"\n")
        #expect(awaitEnd())
        #expect(rules.deadline != nil)
        try use(Self.edge.replacing("exclusive = true", with: ""))
        #expect(rules.deadline == nil)
    }

    @Test func `a compositor that restarts takes its strips along, and the log says what follows`() throws {
        rules.devices = [Hand.screen]
        try use(Self.edge)
        #expect(compositor.has(1))
        compositor.hangUp()
        #expect(awaitLine("; apps also receive the fingers of rules with exclusive = true"), "\(log)")
        try use(Self.edge)
        #expect(compositor.has(1))
        #expect(compositor.state.connections == 2)
    }

    @Test func `without a compositor that is a line in the log`() throws {
        let rules = ExclusiveRules(environment: ["WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": compositor.folder])
        {
            [unowned self] in log.append($0)
        }
        rules.devices = [Hand.screen]
        rules.use(try ActionFile(Array(Self.edge.utf8), file: "f").actions)
        rules.update()
        #expect(log.count == 1 && log[0].contains("wayland-7"), "\(log)")
        #expect(log[0].hasSuffix("; apps also receive the fingers of rules with exclusive = true"), "\(log)")
    }

    @Test func `a second service says whose rules also happen`() throws {
        let script =
            "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.lockf(f, fcntl.LOCK_EX); print(flush=True); sys.stdin.read()"
        let other = Process()
        other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        other.arguments = ["python3", "-c", script, "\(compositor.folder)/gestured-exclusive"]
        let (output, input) = (Pipe(), Pipe())
        (other.standardOutput, other.standardInput) = (output, input)
        try other.run()
        _ = output.fileHandleForReading.availableData
        rules.devices = [Hand.screen]
        try use(Self.edge)
        #expect(compositor.has(1))
        #expect(log.count == 1 && log[0].contains("process \(other.processIdentifier) already takes touches"), "\(log)")
        #expect(log[0].hasSuffix("; the rules of both happen"), "\(log)")
        try input.fileHandleForWriting.close()
        other.waitUntilExit()
    }
}
