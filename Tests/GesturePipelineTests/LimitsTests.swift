import FoundationEssentials
import GestureModel
import GestureProtocol
import GestureRecognition
import Strokes
import Testing

@testable import GesturePipeline

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

    // MARK: - Recognisers and memory

    private static let composition =
        #"{"race":[\#(Array(repeating: #"{"tap":{}}"#, count: 16).joined(separator: ","))]}"#

    private func status(_ bench: inout Bench, _ client: Bench.Client) throws -> StatusMessage {
        bench.send(client, #"{"type":"status","id":8}"# + "\n")
        for message in bench.messages(client) { if case .status(let status) = message { return status } }
        throw RequestError(code: .unsupported, message: "no status")
    }

    @Test func `compositions on several devices filled the memory: their parts count on each device`() throws {
        var bench = Bench(limits: limits { $0.recognisers = 100 }, screens: ["event1", "event2"])
        let client = bench.connect(Person.alice.peer())
        for _ in 0..<3 { bench.subscribe(client, Self.composition) }
        bench.send(client, #"{"type":"subscribe","id":4,"gesture":\#(Self.composition)}"# + "\n")
        let answer = bench.messages(client)
        let message = "limits.recognisers: a client has at most 100 gestures, counted on each device"
        #expect(answer == [.error(ErrorMessage(id: 4, code: "tooManyRecognisers", message: message))])
        let status = try status(&bench, client)
        #expect(status.used[.recognisers] == 96)
        #expect(status.used[.subscriptions] == 3, "what was refused left nothing")
        bench.send(client, #"{"type":"unsubscribe","id":5,"subscription":1}"# + "\n")
        #expect(bench.read(client) == ["ok 5"])
        bench.subscribe(client, Self.composition)
    }

    @Test func `a device that exceeds the limit is left out, and the client receives the error`() throws {
        var bench = Bench(limits: limits { $0.recognisers = 3 })
        let client = bench.client(#"{"race":[{"tap":{}},{"drag":{}}]}"#, "", Person.alice.peer())
        bench.add("event2")
        let messages = bench.messages(client).compactMap { if case .error(let error) = $0 { error } else { nil } }
        #expect(messages.map(\.code) == ["tooManyRecognisers"])
        #expect(
            messages.map { $0.message.hasPrefix("subscription 1 does not apply to event2: limits.recognisers: ") } == [
                true
            ])
        bench.pipeline.setSeats(nil, at: Timestamp(0))
        _ = bench.read(client)
        bench.drag(from: 0, on: 1)
        #expect(bench.read(client) == [])
        bench.at(20, on: 1, .lift(0))
        bench.drag(from: 100)
        #expect(bench.read(client).last == "1 began 1")
        bench.remove(0, at: 200)
        #expect(try status(&bench, client).used[.recognisers] == 0)
    }

    @Test func `long names filled the memory: what requests leave is counted`() throws {
        var bench = Bench(limits: limits { $0.memory = 3000 })
        let client = bench.connect(Person.alice.peer())
        let name = String(repeating: "n", count: 255)
        for _ in 0..<2 { bench.subscribe(client, #"{"tap":{}}"#, #""device":{"name":"\#(name)"}"#) }
        bench.send(client, #"{"type":"subscribe","id":4,"gesture":{"tap":{}},"device":{"name":"\#(name)"}}"# + "\n")
        #expect(bench.read(client) == ["error 4 tooMuchMemory"])
        let used = try status(&bench, client).used[.memory]
        #expect(used > 510 && used <= 3000)
    }

    @Test func `requests that do not end are counted, and are refused without closing the connection`() throws {
        var bench = Bench(limits: limits { $0.memory = 1000 })
        let client = bench.connect(Person.alice.peer())
        bench.send(client, #"{"type":"subscribe","id":1,"#)
        #expect(bench.pipeline.sessions.users[0].used[.memory] == 27)
        bench.send(client, String(repeating: " ", count: 1000))
        #expect(bench.read(client) == ["error tooMuchMemory"])
        #expect(bench.pipeline.sessions.users[0].used[.memory] == 0)
        bench.send(client, String(repeating: " ", count: 900) + "}\n" + #"{"type":"status","id":2}"# + "\n")
        #expect(bench.read(client) == ["status 2"], "the rest of the line is ignored")
        #expect(!client.outbox.isClosed)
    }

    @Test func `a client sees what its user uses, and root what all users use`() throws {
        var bench = Bench()
        let alice = bench.client(#"{"tap":{}}"#, "", Person.alice.peer(10))
        let sibling = bench.connect(Person.alice.peer(11))
        let root = bench.connect(Person.root.peer(12))
        let own = try status(&bench, sibling)
        #expect(own.users.map(\.user) == [1000])
        #expect(own.users[0].used[.clients] == 2)
        #expect(own.users[0].used[.subscriptions] == 1)
        #expect(own.users[0].used.requests == 2)
        #expect(own.users[0].limits?[.subscriptions] == 1024)
        #expect(own.limits[.recognisers] == 512)
        #expect(own.used[.subscriptions] == 0)
        let all = try status(&bench, root)
        #expect(all.users.map(\.user) == [1000, 0])
        #expect(all.users[1].limits == nil)
        #expect(try status(&bench, alice).used[.subscriptions] == 1)
    }

    @Test func `requests are handled in turns that cost a budget`() {
        var bench = Bench()
        let (busy, quiet) = (bench.connect(Person.alice.peer(10)), bench.connect(Person.bob.peer(11)))
        let flood = Array(
            String(repeating: #"{"type":"unsubscribe","id":1,"subscription":1}"# + "\n", count: 1000).utf8)
        flood.withUnsafeBytes { bench.pipeline.receive($0, from: busy) }
        let line = Array((#"{"type":"cancel","id":1}"# + "\n").utf8)
        line.withUnsafeBytes { bench.pipeline.receive($0, from: quiet) }
        let spent = bench.pipeline.serve(at: Timestamp(0))
        #expect(spent < Work(Work.turn.units + 1000))
        #expect(bench.pipeline.hasRequests, "devices and deadlines are served first")
        #expect(bench.read(quiet) == ["ok 1"], "another user is served in the first turn")
        var (turns, answers) = (1, bench.read(busy).count)
        while bench.pipeline.hasRequests {
            _ = bench.pipeline.serve(at: Timestamp(0))
            answers += bench.read(busy).count
            turns += 1
        }
        #expect(turns > 5)
        #expect(answers == 1000)
    }

    @Test(arguments: [
        #"{"type":"x","a":"\#(String(repeating: "n", count: 60_000))"}"# + "\n",
        #"{"type":"x","a":[\#(repeatElement("1", count: 30_000).joined(separator: ","))]}"# + "\n",
    ])
    func `reading costs by bytes, and more by values`(_ text: String) {
        var bench = Bench()
        let client = bench.connect(Person.alice.peer(10))
        let before = bench.pipeline.work
        bench.send(client, text)
        let cost = (bench.pipeline.work - before).units
        #expect(cost >= 60_000 / 4 + text.utf8.count(where: { $0 == UInt8(ascii: ",") }) * 6)
        #expect(cost < 300_000)
    }

    @Test func `a line costs what is read of it: braces in a text are text, and after 2048 objects nothing is read`() {
        func cost(_ row: String) -> Int {
            var bench = Bench()
            let client = bench.connect(Person.alice.peer(10))
            let before = bench.pipeline.work
            bench.send(client, #"{"type":"cancel","id":1,"device":["# + row + "]}\n")
            return (bench.pipeline.work - before).units
        }
        func rows(_ value: String, _ count: Int) -> String {
            let row = "[" + repeatElement(value, count: 100).joined(separator: ",") + "]"
            return repeatElement(row, count: count).joined(separator: ",")
        }
        // Receiving 16 bytes costs a unit.
        #expect(cost(rows("{}", 200)) - cost(rows("{}", 100)) <= 100 * 302 / 16 + 1)
        let text = ##""\\\""## + String(repeating: "{", count: 4000) + "\","
        #expect(cost(text + rows("1", 200)) >= cost(rows("1", 200)) + 4000 * 6)
    }

    // MARK: - The document

    private static let document = (try? RecordedFiles.text(of: "docs/PROTOCOL.md")) ?? ""

    private func rows(_ start: String) -> [Substring] {
        LimitsTests.document.split(separator: "\n").filter { $0.hasPrefix("| \(start)") }
    }

    @Test func `docs/PROTOCOL.md names the limits`() {
        let limits = Limits()
        func row(_ resource: Resource, _ text: String) {
            #expect(rows("`\(resource.rawValue)`").contains { $0.contains("| \(text) |") }, "\(resource)")
        }
        row(.clients, "\(limits.clientsPerUser); \(limits.clients) of all users")
        row(.subscriptions, "\(limits.subscriptions) | \(limits.subscriptionsPerUser)")
        row(.recognisers, "\(limits.recognisers) | \(limits.recognisersPerUser)")
        row(.memory, "\(limits.memory >> 10) KiB | \(limits.memoryPerUser >> 20) MiB")
        row(.outbox, "\(limits.outbox >> 10) KiB | \(limits.outboxPerUser >> 20) MiB")
        #expect(rows("a request's line").contains { $0.contains("| \(limits.line / 1024) KiB, ") })
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
        #expect(ends(rows("| `minimumLiftVelocity`"), thresholds.swipe.minimumLiftVelocity))
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
