import GestureModel
import GestureProtocol
import Testing
import TouchInput

@testable import GesturePipeline

/// Explanations of a gesture are sent to the subscriptions that request them, and to no others.
@Suite struct ExplanationTests {
    @Test func `a subscription with explain receives why a gesture was not recognised`() {
        var bench = Bench()
        let client = bench.client(#"{"tap":{"maximumDistance":10}}"#, #""explain":true"#)
        bench.drag(from: 0)
        #expect(bench.read(client) == ["1 tap: moved 63 pt > 10 pt at 8 ms"])
    }

    @Test func `the message contains the recogniser's failure reason`() throws {
        var bench = Bench()
        let client = bench.client(#"{"longPress":{}}"#, #""explain":true,"units":"millimetres""#)
        bench.tap(at: 100)
        let messages = bench.messages(client)
        guard case .explanation(let message) = try #require(messages.last) else { return #expect(Bool(false)) }
        let failure = FailureReason.liftedEarly(after: .milliseconds(50), limit: .milliseconds(500))
        #expect(message.recogniser == .known(.longPress) && message.outcome == .known(.lost))
        #expect(message.reason == .known(.failed(failure)))
        #expect(message.time == Timestamp(150) && message.elapsed == .milliseconds(50) && message.fingers == 1)
        #expect(message.device == "event1" && message.part == 0 && message.missed == 0)
    }

    // MARK: - Cost

    /// Each subscription's explanation was encoded: a frame took 40 ms with 960 of them.
    @Test func `an explanation is encoded once for all subscriptions that receive the same text`() {
        func work(_ subscriptions: Int) -> Work {
            var bench = Bench()
            bench.grantPositions()
            let client = bench.connect(Person.alice.peer())
            for _ in 0..<subscriptions {
                bench.subscribe(client, #"{"tap":{"maximumDistance":10}}"#, #""explain":true"#)
            }
            let before = bench.pipeline.lineWork
            bench.drag(from: 0)
            #expect(bench.read(client) == (1...subscriptions).map { "\($0) tap: moved 63 pt > 10 pt at 8 ms" })
            return bench.pipeline.lineWork - before
        }
        #expect(work(64) - work(1) < 64 * .line + 64 * .scan)
    }

    @Test func `what the explanations of a frame cost is limited, and those that are dropped are counted`() {
        var bench = Bench.with(nil)
        bench.pipeline.setSeats(nil, at: Timestamp(0))
        bench.grantPositions()
        let clients = (0..<3 as Range<Int32>).map { process in
            let client = bench.connect(Person.alice.peer(process + 1))
            for index in 0..<30 {
                let distance = Int(process) * 100 + index + 1
                bench.subscribe(client, #"{"tap":{"maximumDistance":\#(distance)}}"#, #""explain":true"#)
            }
            return client
        }
        _ = clients.map { bench.read($0) }
        let before = bench.pipeline.lineWork
        bench.at(0, .down(0, 10, 10))
        bench.at(100, .move(0, 60, 10))
        #expect(bench.pipeline.lineWork - before < Work(50_000))
        let sent = clients.map { bench.read($0).count }
        #expect(sent.first == 30 && sent.last == 0)
        bench.at(500, .lift(0))
        bench.at(1000, .down(0, 10, 10))
        bench.send(clients[0], (1...30).map { #"{"type":"unsubscribe","id":1,"subscription":\#($0)}"# + "\n" }.joined())
        bench.at(1100, .move(0, 60, 10))
        let missed = bench.messages(clients[2]).compactMap { message -> Int? in
            if case .explanation(let explanation) = message { explanation.missed } else { nil }
        }
        #expect(missed.contains(1))
    }

    // MARK: - Contacts

    /// A pad on which a contact at the side is held back: a palm could lie there.
    private func padWithClient(_ request: String = #""explain":true"#) -> (bench: Bench, client: Bench.Client) {
        var bench = Bench()
        bench.add("pad", kind: .touchpad)
        let client = bench.client(#"{"tap":{}}"#, #"\#(request),"device":{"kind":"touchpad"}"#)
        return (bench, client)
    }

    @Test func `a contact that is held back until it lifts is explained, with its number, place and cause`() throws {
        var (bench, client) = padWithClient(#""explain":true,"units":"normalized""#)
        bench.at(100, on: 1, .down(0, 0.5, 20))
        bench.at(160, on: 1, .lift(0))
        guard case .explanation(let message) = try #require(bench.messages(client).last) else {
            return #expect(Bool(false))
        }
        let why = "held back until it lifted at 60 ms: came down at the edge, where hands rest: 0.5 mm ≤ 1 mm"
        #expect(message.sentence == "contact 1 at 3.1, 126 pt: \(why)")
        #expect(message.outcome == .known(.dropped) && message.elapsed == .milliseconds(60) && message.fingers == 0)
        let contact = try #require(message.contact)
        #expect(contact.id == 1 && contact.state == .known(.palm) && contact.cause == .known(.edge))
        #expect(contact.position == Point(x: 0.005, y: 0.25))
        #expect(message.recogniser == .unknown("contact") && message.reason == nil)
    }

    @Test func `a contact that is held back and turns out to be a finger is explained, and then the finger's gesture`()
    {
        var (bench, client) = padWithClient()
        bench.at(100, on: 1, .down(0, 0.5, 20))
        bench.at(116, on: 1, .move(0, 6, 20))
        bench.at(160, on: 1, .lift(0))
        let sentences = bench.read(client)
        #expect(sentences.first?.contains("held back until it was accepted as a finger at 16 ms") == true)
        #expect(sentences.dropFirst().contains { $0.hasPrefix("1 tap: recognised") })
    }

    @Test func `next to a pen, contacts are explained as a hand's`() {
        var bench = Bench()
        let client = bench.client(#"{"tap":{}}"#, #""explain":true"#)
        bench.penArrives(at: 5)
        bench.at(8, .down(0, 10, 10))
        bench.at(16, .lift(0))
        #expect(bench.read(client) == ["1 contact 1 at 63, 63 pt: rejected as a hand next to a pen at 0 ms"])
    }

    @Test func `a subscription that is added while a contact is held back receives no explanation of it`() {
        var (bench, _) = padWithClient()
        bench.at(100, on: 1, .down(0, 0.5, 20))
        let late = bench.client(#"{"tap":{}}"#, #""explain":true"#)
        bench.at(160, on: 1, .lift(0))
        #expect(bench.read(late) == [])
    }

    @Test func `a subscription to a region receives explanations of the contacts that came down in it`() {
        var bench = Bench()
        bench.add("pad", kind: .touchpad)
        let request =
            #""explain":true,"device":{"kind":"touchpad"},"units":"normalized","region":{"x":0.5,"y":0,"width":0.5,"height":1}"#
        let client = bench.client(#"{"tap":{}}"#, request)
        bench.at(100, on: 1, .down(0, 0.5, 20))
        bench.at(160, on: 1, .lift(0))
        #expect(bench.read(client) == [])
        bench.at(1100, on: 1, .down(0, 99.5, 20))
        bench.at(1160, on: 1, .lift(0))
        #expect(bench.read(client).count == 1)
    }

    @Test func `while positions are withheld, the explanation of a contact has no place`() {
        let finding = ContactFinding(
            contact: 3, at: Point(x: 12.34, y: 50), start: Timestamp(100), .rejected, .palm, nil, at: Timestamp(160))
        let message = ExplanationMessage(finding, device: "event5", subscription: 2, positions: .withheld)
        #expect(message.contact?.position == nil)
        #expect(message.sentence == "contact 3: rejected as a palm at 60 ms: the device reports a palm")
    }

    @Test func `a subscription without explain receives gestures only`() {
        var bench = Bench()
        let asking = bench.client(#"{"drag":{}}"#, #""explain":true"#)
        let silent = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        bench.at(16, .lift(0))
        #expect(bench.read(asking) == ["1 began 1", "1 drag: recognised: 1 finger moved 63 pt at 8 ms", "1 ended 1"])
        #expect(bench.read(silent) == ["1 began 1", "1 ended 1"])
    }

    @Test func `a subscription that is added during a touch receives no explanation of it`() {
        var bench = Bench()
        let early = bench.client(#"{"tap":{}}"#, #""explain":true"#)
        bench.at(0, .down(0, 10, 10))
        let late = bench.client(#"{"tap":{}}"#, #""explain":true"#)
        bench.at(8, .move(0, 20, 10))
        bench.at(16, .lift(0))
        #expect(bench.read(early).count == 1)
        #expect(bench.read(late) == [])
        bench.drag(from: 100)
        #expect(bench.read(late).count == 1)
    }

    @Test func `explanations that do not fit a slow client's outbox are dropped and counted`() throws {
        var limits = Limits()
        limits.outbox = 2000
        var bench = Bench(limits: limits)
        let client = bench.client(#"{"drag":{}}"#, #""explain":true"#)
        for index in 0..<20 { bench.tap(at: Double(index) * 1000) }
        let before = bench.messages(client)
        #expect(!before.isEmpty && before.count < 20)
        bench.tap(at: 30_000)
        guard case .explanation(let message) = try #require(bench.messages(client).first) else {
            return #expect(Bool(false))
        }
        #expect(message.missed == 20 - before.count)
        #expect(!client.outbox.isClosed)
    }

    @Test(arguments: [#"{"standard":"touchpad"}"#, #"{"standard":"touchscreen"}"#])
    func `a standard set explains each of its gestures`(_ gesture: String) {
        var bench = Bench()
        let client = bench.client(gesture, #""explain":true"#)
        bench.tap(at: 0)
        bench.wait(until: 1000)
        let names = bench.read(client).filter { $0.contains(" ms") }.compactMap { line in
            line.split(separator: ":").first?.split(separator: " ").dropFirst().joined(separator: " ")
        }
        #expect(names.sorted() == ["drag", "long press", "pinch", "tap", "turn"])
    }

    @Test(arguments: ["1", "null", #""yes""#])
    func `explain is true or false`(_ value: String) {
        var bench = Bench()
        let client = bench.connect()
        bench.send(client, #"{"type":"subscribe","id":4,"gesture":{"tap":{}},"explain":\#(value)}"# + "\n")
        #expect(bench.read(client) == ["error 4 wrongType"])
    }

    @Test func `hello lists the capability to explain`() {
        #expect(Hello.allCapabilities.contains("explain"))
    }
}

extension Bench {
    /// Distances are withheld from clients without positions.
    fileprivate func grantPositions() {
        var rules = AccessRules()
        rules.positions = .session
        pipeline.setRules(rules, at: Timestamp(0))
    }
}
