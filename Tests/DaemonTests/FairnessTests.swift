import FakeEvdev
import Foundation
import Glibc
import Testing

/// What honest clients receive next to clients that flood, hold or leave. How long it takes is measured by `make bench`.
@Suite("Next to hostile clients") struct FairnessTests {
    let daemon: DaemonProcess
    let steady: TestClient

    init() throws {
        daemon = try .withTouchscreen()
        steady = try daemon.client(#"{"longPress":{"minimumDuration":0.05}}"#)
    }

    /// Sends requests without effect and reads the answers, as fast as the daemon takes them, until the stream ends or `stop`.
    private final class Flood: @unchecked Sendable {
        private let lock = NSLock()
        private var isOver = false
        private var threads: [DispatchGroup] = []

        func start(_ client: TestClient) {
            let group = DispatchGroup()
            threads.append(group)
            nonisolated(unsafe) let client = client
            let request = #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n"
            let requests = Array(String(repeating: request, count: 500).utf8)
            group.enter()
            Thread.detachNewThread {
                while !self.lock.withLock({ self.isOver }), client.write(requests) {
                    for _ in 0..<500 { _ = try? client.next() }
                }
                group.leave()
            }
        }

        func stop() {
            lock.withLock { isOver = true }
            for group in threads { group.wait() }
        }
    }

    /// The timer ranked below clients: the press completed only when the flood ended.
    @Test func `a deadline is served while clients flood the daemon`() throws {
        let flood = Flood()
        defer { flood.stop() }
        for _ in 0..<4 { flood.start(try daemon.client()) }
        for id in Int32(1)...5 {
            try press(id)
            _ = try steady.next { $0.phase == "changed" }
            try daemon.devices.lift("event5")
            #expect(try steady.gesture().last?.phase == "ended")
        }
        #expect(try daemon.client().request("reload").type == "ok")
    }

    @Test func `a user who connects and leaves 10,000 times leaves nothing behind`() throws {
        for _ in 0..<500 { _ = try daemon.connect() }
        #expect(othersHaveLeft())
        let (memory, descriptors) = (daemon.program.anonymousMemory, daemon.program.descriptors)
        for _ in 0..<10_000 { _ = try daemon.connect() }
        #expect(othersHaveLeft())
        #expect(eventually { daemon.program.descriptors == descriptors })
        #expect(daemon.program.anonymousMemory < memory + 2048)
        #expect(try daemon.client().subscribe(#"{"tap":{}}"#) == 1)
    }

    private func press(_ id: Int32) throws {
        let now = monotonicMicroseconds()
        try daemon.devices.emit("event5", at: now, .slot(0), .trackingID(id), .x(1000), .y(800))
    }

    /// Waits until the daemon has accepted and closed all connections except the steady client's.
    private func othersHaveLeft() -> Bool {
        // This one is accepted after all others. It is refused while too many of them have not been closed.
        eventually { (try? daemon.client()) != nil }
            && eventually {
                let users = try? steady.request("status").objects("users")
                return users?.map { $0.number("clients", "used") } == [1]
            }
    }

    @Test func `requests that precede the end of a connection are carried out`() throws {
        try press(1)
        #expect(try steady.next("gesture").phase == "began")
        do {
            let leaving = try daemon.client()
            let requests = (1...500).map { #"{"type":"unsubscribe","id":\#($0),"subscription":1}"# }
            #expect(
                leaving.write(Array((requests + [#"{"type":"cancel","id":501}"#, ""]).joined(separator: "\n").utf8)))
        }
        #expect(try steady.next { $0.phase == "cancelled" }.text("reason") == "requested")
    }

    @Test func `a reload that lowers limits below what is used keeps what is there, and refuses more`() throws {
        let clients = try (0..<3).map { _ in try daemon.client(#"{"tap":{}}"#, #"{"drag":{}}"#) }
        try daemon.reload("[limits]\nclients = 1\nsubscriptions = 1\noutbox = 16384\nline = 1024\n")
        #expect(try daemon.connect().next("error").text("code") == "tooManyClients")
        let answer = try clients[0].request("subscribe", #""gesture":{"tap":{}}"#)
        #expect(answer.text("code") == "tooManySubscriptions")
        try daemon.devices.tap("event5")
        for client in clients { #expect(try client.gesture().phases == ["began", "ended"]) }
        #expect(try clients[0].request("unsubscribe", #""subscription":1"#).type == "ok")
        #expect(try clients[0].request("subscribe", #""gesture":{"tap":{}}"#).text("code") == "tooManySubscriptions")
        #expect(try clients[0].request("unsubscribe", #""subscription":2"#).type == "ok")
        #expect(try clients[0].subscribe(#"{"tap":{}}"#) == 3)
    }

    @Test(arguments: ["clients = 0", "subscriptions = -1", "line = 18446744073709551616", "clientsPerUser = 5000"])
    func `a limit out of its range is refused, and the previous limits stay`(_ line: String) throws {
        try daemon.configure("[limits]\n\(line)\n")
        let answer = try daemon.client().request("reload")
        #expect(answer.text("code") == "badConfiguration")
        #expect(answer.text("message")?.contains("limits.\(line.prefix { $0 != " " })") == true, "\(answer)")
        #expect(try daemon.client().subscribe(#"{"tap":{}}"#) == 1)
    }

    @Test func `limits at their maximum are served`() throws {
        try daemon.reload(
            """
            [limits]
            clients = 4096
            clientsPerUser = 4096
            subscriptions = 4096
            subscriptionsPerUser = 65536
            recognisers = 65536
            recognisersPerUser = 1048576
            memory = 16777216
            memoryPerUser = 268435456
            outbox = 16777216
            outboxPerUser = 268435456
            line = 1048576
            haptics = 100

            """)
        let client = try daemon.client()
        for number in 1...100 { #expect(try client.subscribe(#"{"tap":{}}"#) == number) }
        try press(1)
        #expect(try steady.next("gesture").phase == "began")
    }

    /// One user may have more than all together; what is less applies.
    @Test func `limits that contradict each other apply together`() throws {
        try daemon.reload(
            "[limits]\nclients = 2\nclientsPerUser = 4096\nsubscriptions = 4096\nsubscriptionsPerUser = 1\n")
        var second: TestClient?
        // The connection that asked for the reload may still be counted.
        #expect(
            eventually {
                second = try? daemon.client()
                return second != nil
            })
        #expect(try second?.subscribe(#"{"tap":{}}"#) == 1)
        #expect(try daemon.connect().next("error").text("code") == "tooManyClients")
    }
}
