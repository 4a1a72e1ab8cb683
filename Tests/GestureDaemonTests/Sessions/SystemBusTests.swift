import PrivateBus
import CSystemd
import GestureModel
import Glibc
import LinuxSupport
import SystemdSupport
import Testing

@testable import GestureDaemon

@Suite("The system bus") final class SystemBusTests {
    private let loop = try! EventLoop()
    private let folder: String
    private let listener: UnixSocket
    private var log: [String] = []

    init() throws {
        var template = Array("/tmp/gestured-bus-XXXXXX".utf8CString)
        folder = String(cString: mkdtemp(&template))
        listener = try UnixSocket(listeningAt: folder + "/socket", mode: 0o600)
    }

    deinit {
        unlink(folder + "/socket")
        rmdir(folder)
    }

    /// The listener ends every connection. The third attempt is made 0.3 s after the first.
    @Test(arguments: ["", "REJECTED\r\n", "OK nonsense\r\nAGREE_UNIX_FD\r\nl\u{4}garbage garbage garbage"])
    func `is reported lost once if it sends nonsense, and connected to again`(_ words: String) throws {
        let bus = SystemBus(on: loop, at: "unix:path=\(folder)/socket") { [unowned self] in log.append("\($0): \($1)") }
        var losses = 0
        bus.onLoss = { losses += 1 }
        bus.open()
        for connection in 1...3 {
            try answer(words)
            while losses < connection { try #require(sd_event_run(loop.event, 60_000_000) > 0) }
            if connection < 3 { try #require(sd_event_run(loop.event, 60_000_000) > 0) }
        }
        #expect(
            log == ["warning: system bus: disconnected; screen locks and sleep are not followed until it is back"])
    }

    /// Any program may send signals. sd-bus handles one at a time, and would come before every device until none is left.
    @Test func `lets others be served during a flood of signals, and misses none`() throws {
        let fixture = SessionsFixture()
        fixture.bus.start()
        fixture.startLogind()
        let bus = SystemBus(on: fixture.loop, at: fixture.bus.address) { [unowned self] in log.append("\($0): \($1)") }
        bus.open()
        var count = 0
        let rule = "type='signal',interface='org.freedesktop.DBus.Properties'"
        let slot = bus.match(rule, onRefusal: { _ in }) { _ in count += 1 }
        // Until the bus has the match.
        while count == 0 {
            fixture.logind.setLocked(true, "c1")
            try #require(sd_event_run(fixture.loop.event, 60_000_000) > 0)
        }
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0 && write(ends[1], "x", 1) == 1)
        let before = count
        for number in 1...200 { fixture.logind.setLocked(number % 2 == 1, "c1") }
        var served: Set<Int> = []
        // Always ready, and last in order: whatever comes before it was served as well.
        var turns = 0
        let client = try fixture.loop.watch(ends[0], for: .readable, priority: .client) { _ in
            served.insert(count)
            turns += 1
        }
        while count < before + 200, turns < 100_000 {
            try #require(sd_event_run(fixture.loop.event, 60_000_000) > 0)
        }
        #expect(count >= before + 200 && served.count > 4, "served after \(served.sorted()) messages")
        #expect(log == [])
        withExtendedLifetime((slot, client)) {}
        for end in ends { close(end) }
    }

    @Test func `comes before devices again after one message of a burst has waited`() {
        var burst = MessageBurst()
        let now = Timestamp(microseconds: 1_000_000)
        for _ in 1..<MessageBurst.limit { #expect(burst.count(at: now, handled: 7) == nil) }
        #expect(burst.count(at: now, handled: 7) == .client)
        #expect(burst.count(at: now, handled: 7) == .access)
        // Another handler ran, or time has passed: no burst.
        for number in 0..<100 { #expect(burst.count(at: now, handled: UInt64(8 + number)) == nil) }
        for number in 1...100 { #expect(burst.count(at: now + .milliseconds(Int64(11 * number)), handled: 107) == nil) }
    }

    @Test func `is reported unreachable if its address is invalid`() {
        let bus = SystemBus(on: loop, at: "nonsense") { [unowned self] in log.append("\($0): \($1)") }
        bus.open()
        #expect(
            log == [
                "warning: system bus: cannot connect: Connection refused (ECONNREFUSED); "
                    + "screen locks and sleep are not followed until it is back"
            ])
    }

    /// Accepts a connection, sends it the words and ends it.
    private func answer(_ words: String) throws {
        guard let peer = try listener.accept() else {
            Issue.record("there is no connection")
            return
        }
        _ = try peer.send(Array(words.utf8)[...])
    }
}
