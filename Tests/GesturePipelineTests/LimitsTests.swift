import FoundationEssentials
import GestureModel
import GesturePipeline
import GestureProtocol
import GestureRecognition
import Testing

@Suite struct LimitsTests {
    private func limits(_ change: (inout Limits) -> Void) -> Limits {
        var limits = Limits()
        change(&limits)
        return limits
    }

    @Test func `a subscription beyond the limit is refused, and the connection stays open`() {
        var bench = Bench(limits: limits { $0.subscriptions = 2 })
        let client = bench.client(#"{"tap":{}}"#)
        bench.subscribe(client, #"{"drag":{}}"#)
        bench.send(client, #"{"type":"subscribe","id":3,"gesture":{"longPress":{}}}"# + "\n")
        #expect(bench.read(client) == ["error 3 tooManySubscriptions"])
        bench.send(client, #"{"type":"unsubscribe","id":4,"subscription":1}"# + "\n")
        bench.send(client, #"{"type":"subscribe","id":5,"gesture":{"longPress":{}}}"# + "\n")
        #expect(bench.read(client) == ["ok 4", "ok 5 is 3"])
    }

    @Test func `a client beyond the limit is refused, until another disconnects`() throws {
        var bench = Bench(limits: limits { $0.clients = 2 })
        let first = bench.connect()
        _ = bench.connect()
        let error = #expect(throws: RequestError.self) { try bench.pipeline.connect() }
        #expect(error?.code == .tooManyClients)
        #expect(error?.message == "limits.clients: all users have at most 2 connections")
        bench.pipeline.disconnect(first)
        _ = try bench.pipeline.connect()
    }

    @Test func `a line as long as the limit is handled, and a longer one closes the connection`() {
        var bench = Bench(limits: limits { $0.line = 60 })
        let client = bench.connect()
        let request = #"{"type":"subscribe","id":1,"gesture":{"tap":{}}}"#
        let padding = String(repeating: " ", count: 59 - request.utf8.count)
        bench.send(client, request + padding + "\n")
        #expect(bench.read(client) == ["ok 1 is 1"])
        bench.send(client, request + padding + " \n" + request + "\n")
        #expect(bench.read(client) == ["error lineTooLong"])
        #expect(client.outbox.isClosed)
    }

    @Test func `a line without an end closes the connection`() {
        var bench = Bench(limits: limits { $0.line = 100 })
        let client = bench.connect()
        for _ in 0..<10 { bench.send(client, String(repeating: "x", count: 20)) }
        #expect(bench.read(client) == ["error lineTooLong"])
    }

    @Test func `a client that is closed for a long line receives the cancels of its gestures`() {
        var bench = Bench(limits: limits { $0.line = 100 })
        bench.add("screen")
        let client = bench.client(#"{"drag":{"minimumDistance":0}}"#)
        bench.at(0, .down(0, 10, 10))
        bench.send(client, String(repeating: "x", count: 200))
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 disconnected", "error lineTooLong"])
    }

    @Test func `a client that connects after one was closed is served`() {
        var bench = Bench(
            limits: limits {
                $0.line = 100
                $0.outbox = 600
            })
        let first = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        #expect(!first.outbox.isClosed)
        bench.send(first, String(repeating: "x", count: 200))
        bench.pipeline.disconnect(first)
        let second = bench.client(#"{"tap":{}}"#)
        bench.at(50, .lift(0))
        bench.tap(at: 100)
        #expect(bench.read(second) == ["1 began 1", "1 ended 1"])
        #expect(!second.outbox.isClosed)
    }

    // MARK: - The document

    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    private static let document = (try? String(contentsOfFile: root + "/docs/PROTOCOL.md", encoding: .utf8)) ?? ""

    private func rows(_ start: String) -> [Substring] {
        LimitsTests.document.split(separator: "\n").filter { $0.hasPrefix("| \(start)") }
    }

    @Test func `docs/PROTOCOL.md names the limits`() {
        let limits = Limits()
        #expect(rows("a request's line").contains { $0.contains("| \(limits.line / 1024) KiB, ") })
        let subscriptions = "| \(limits.subscriptions); \(limits.subscriptionsPerUser) |"
        #expect(rows("subscriptions of a connection").contains { $0.contains(subscriptions) })
        #expect(rows("connections").contains { $0.contains("| \(limits.clients); \(limits.clientsPerUser) |") })
        let queued = "| \(limits.outbox / 1024) KiB; \(limits.outboxPerUser >> 20) MiB |"
        #expect(rows("what is queued for one client").contains { $0.contains(queued) })
        #expect(rows("`tooManySubscriptions`").contains { $0.contains(" \(limits.subscriptions) already") })
        #expect(rows("`tooManyClients`").contains { $0.contains(" \(limits.clients) connections") })
        #expect(rows("`lineTooLong`").contains { $0.contains(" \(limits.line / 1024) KiB") })
    }

    @Test func `docs/PROTOCOL.md names the default thresholds`() {
        let thresholds = Thresholds()
        func ends(_ rows: [Substring], _ value: Double) -> Bool {
            let number = value == value.rounded() ? "\(Int(value))" : "\(value)"
            return rows.contains { $0.hasSuffix("| \(number) |") }
        }
        #expect(ends(rows("| `maximumDistance` | points a finger may move, "), thresholds.tap.maximumDistance))
        #expect(ends(rows("| `maximumDuration`"), thresholds.tap.maximumDuration.seconds))
        #expect(ends(rows("| `maximumDelay`"), thresholds.tap.maximumDelay.seconds))
        #expect(ends(rows("`longPress` | `minimumDuration`"), thresholds.longPress.minimumDuration.seconds))
        #expect(
            ends(rows("| `maximumDistance` | points a finger may move before"), thresholds.longPress.maximumDistance))
        #expect(ends(rows("`drag` | `minimumDistance`"), thresholds.drag.minimumDistance))
        #expect(ends(rows("| `minimumDistance` | points from where"), thresholds.swipe.minimumDistance))
        #expect(ends(rows("| `minimumVelocity`"), thresholds.swipe.minimumVelocity))
        #expect(ends(rows("| `edgeDistance`"), thresholds.edges.distance))
        #expect(ends(rows("`magnify` | `minimumScaleDelta`"), thresholds.magnify.minimumScaleDelta))
        #expect(rows("`rotate` | `minimumAngleDelta`").contains { $0.hasSuffix("| 1 degree |") })
        #expect(thresholds.rotate.minimumAngleDelta == .pi / 180)
        #expect(
            LimitsTests.document.contains(
                "where the fingers had stopped for \(thresholds.velocity.stopTime.count / 1000) ms"))
        #expect(
            LimitsTests.document.contains(
                "Fingers that lift within \(thresholds.fingers.liftWindow.count / 1000) ms of each other"))
    }
}
