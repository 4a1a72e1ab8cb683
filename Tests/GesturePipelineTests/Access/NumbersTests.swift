import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// Every number that a client receives counts only what the client may receive. Otherwise it could count the taps on a
/// lock screen, and so the digits of a PIN.
@Suite struct NumbersTests {
    /// Why a client receives nothing of the touches.
    enum Silence: CaseIterable {
        case locked, otherFocus, otherUser, suspended, inactive
        /// The client has the scope `session` and no focus: its subscriptions need positions.
        case positionsWithheld
    }

    private static let counts = [1, 7, 60]

    @Test(arguments: Silence.allCases, counts)
    func `what a client receives later does not depend on how many touches it did not receive`(
        _ silence: Silence, _ touches: Int
    ) {
        let none = Lines(silence, touches: 0)
        let some = Lines(silence, touches: touches)
        #expect(none.during == "" && some.during == "", "the client received something of the touches")
        #expect(none.after == some.after)
    }

    @Test func `every kind of message is compared`() {
        let lines = Lines(.locked, touches: 1)
        for kind in [
            "hello", "ok", "error", "gesture", "explanation", "contacts", "status", "accessChanged",
            "subscriptionChanged", "deviceAdded", "deviceChanged", "deviceRemoved",
        ] {
            #expect(lines.all.contains(#"{"type":"\#(kind)""#), "no \(kind) was compared")
        }
        #expect(lines.all.contains(#""recogniser":"contact""#), "no explanation of a contact was compared")
        #expect(lines.all.contains(#"{"type":"subscribers""#), "no message to a focus source was compared")
    }

    /// The lines of one client, before, during and after a time in which it receives nothing.
    private struct Lines {
        private(set) var before = ""
        private(set) var during = ""
        private(set) var after = ""

        var all: String { before + during + after }

        init(_ silence: Silence, touches: Int) {
            var desk = SilentDesk(silence)
            before = desk.use(from: 0)
            desk.begin(at: 20_000)
            _ = desk.read()
            for touch in 0..<touches { desk.touch(at: 30_000 + Double(touch) * 1000) }
            during = desk.read()
            desk.end(at: 100_000)
            after = desk.read() + desk.use(from: 110_000) + desk.inspect(at: 130_000)
        }
    }
}

/// A screen and a touchpad, a client that receives nothing for a time, and others that receive meanwhile.
private struct SilentDesk {
    private var bench: Bench
    private let silence: NumbersTests.Silence
    private let client: Bench.Client
    private let source: Bench.Client
    private var others: [Bench.Client] = []

    init(_ silence: NumbersTests.Silence) {
        self.silence = silence
        var limits = Limits()
        limits.outbox = 1 << 22
        bench = Bench.with(.alice, limits: limits)
        bench.add("pad", kind: .touchpad)
        source = bench.source(.alice)
        bench.focus(source, 11)
        client = bench.connect(Person.alice.peer(11))
        SilentDesk.subscribe(client, in: &bench, scope: silence == .positionsWithheld ? "session" : "focused")
        // What these do not read stays in their queues, and they keep the recognisers that the client shares awake.
        for peer in [nil, Person.root.peer(20), Person.alice.peer(12), Person.bob.peer(30)] {
            let other = bench.connect(peer)
            SilentDesk.subscribe(other, in: &bench, scope: "focused")
            others.append(other)
        }
        _ = read()
    }

    private static func subscribe(_ client: Bench.Client, in bench: inout Bench, scope: String) {
        let region = #""region":{"x":0,"y":0,"width":1,"height":1},"units":"normalized","explain":true"#
        let requests =
            scope == "session"
            ? [#""gesture":{"tap":{}},\#(region)"#, #""gesture":{"drag":{}},\#(region)"#, #""contacts":true"#]
            : [
                #""gesture":{"tap":{}},"explain":true"#, #""gesture":{"tap":{"count":2}}"#, #""gesture":{"drag":{}}"#,
                #""gesture":{"longPress":{}}"#, #""gesture":{"standard":"touchscreen"},"explain":true"#,
                #""gesture":{"exclusive":[{"tap":{"count":2}},{"tap":{}}]},"explain":true"#, #""contacts":true"#,
                #""gesture":{"drag":{}},\#(region)"#,
            ]
        for request in requests {
            bench.send(client, #"{"type":"subscribe","id":1,\#(request),"scope":"\#(scope)"}"# + "\n")
        }
    }

    mutating func read() -> String { bench.text(client) + bench.text(source) }

    // MARK: - Silence

    mutating func begin(at time: Double) {
        switch silence {
        case .locked: bench.seat(.alice, isLocked: true, at: time)
        case .otherFocus, .positionsWithheld: bench.focus(source, 12, at: time)
        case .otherUser: bench.seat(.bob, at: time)
        case .inactive: bench.seat(nil, at: time)
        case .suspended: bench.pipeline.suspend(at: Timestamp(time))
        }
    }

    mutating func end(at time: Double) {
        switch silence {
        case .locked, .otherUser, .inactive: bench.seat(.alice, at: time)
        case .otherFocus, .positionsWithheld: bench.focus(source, 11, at: time)
        case .suspended: bench.pipeline.resume(at: Timestamp(time))
        }
    }

    // MARK: - Touches

    /// A tap on the screen, and a palm at the side of the touchpad.
    mutating func touch(at time: Double) {
        bench.tap(at: time)
        bench.at(time + 100, on: 1, .down(0, 0.5, 20))
        bench.at(time + 160, on: 1, .lift(0))
        bench.wait(until: time + 900)
    }

    /// Two taps, a palm, a drag that fails and one that is long enough.
    mutating func use(from time: Double) -> String {
        touch(at: time)
        touch(at: time + 1000)
        bench.at(time + 3000, .down(0, 20, 20))
        bench.at(time + 3010, .move(0, 40, 20), .down(1, 60, 60))
        bench.at(time + 3020, .lift(0), .lift(1))
        bench.wait(until: time + 5000)
        return read()
    }

    /// What a client can request and what a new client receives.
    mutating func inspect(at time: Double) -> String {
        for (id, request) in [#""status""#, #""cancel""#, #""haptic","feedback":"light""#].enumerated() {
            bench.send(client, #"{"type":\#(request),"id":\#(id)}"# + "\n", at: time)
        }
        _ = bench.pipeline.setGrabbed(true, of: bench.pipeline.devices[0])
        bench.add("event9")
        bench.remove(2, at: time)
        guard let late = try? bench.pipeline.connect(Person.alice.peer(13)) else { return "" }
        SilentDesk.subscribe(late, in: &bench, scope: "session")
        return read() + bench.text(late)
    }
}
