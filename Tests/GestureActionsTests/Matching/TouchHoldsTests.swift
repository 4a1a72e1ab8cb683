import GestureModel
import GestureProtocol
import Synchronization
import Testing
import TouchCovering

@testable import GestureActions

/// Who receives the touches that an X server holds, by the reports of the server and of the daemon.
@Suite struct TouchHoldsTests {
    private static let edge = "[[action]]\ngesture = \"edge right\"\nrun = \"true\"\nexclusive = true\n"
    private static let swipe = "[[action]]\ngesture = \"swipe left\"\nfingers = 3\nrun = \"true\"\nexclusive = true\n"
    private static let strip = Region(x: 950, y: 0, width: 50, height: 600)
    private static let inStrip = Point(x: 990, y: 300)
    private static let outside = Point(x: 500, y: 300)
    private static let source = ActionSource.edge(1)

    private var holds = TouchHolds()
    /// Milliseconds.
    private var now: Int64 = 1000

    private static func rules(_ text: String) throws -> [Action] {
        try ActionFile(Array(text.utf8), file: "f").actions
    }

    private mutating func claim(_ text: String = edge) throws {
        holds.claims = try Self.rules(text).map { rule in
            .init(rule: rule, device: Hand.screen, regions: rule.gesture.isFromEdge ? [Self.strip] : nil)
        }
    }

    private static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

    private mutating func down(_ id: UInt32, _ place: Point = inStrip) -> [String] {
        texts(holds.begin(HeldTouch(id: id, device: Hand.screen.id, position: place, time: Self.time(now))))
    }

    private mutating func up(_ id: UInt32) { holds.end(id, at: Self.time(now)) }

    private mutating func wait(_ milliseconds: Int64) -> [String] {
        now += milliseconds
        return texts(holds.expire(at: Self.time(now)))
    }

    private func texts(_ verdicts: [TouchHolds.Verdict]) -> [String] {
        verdicts.map { "\($0.touch) \($0.isTaken ? "taken" : "given")" }
    }

    /// A drag to the left by some mm.
    private mutating func dragged(
        _ phase: GesturePhase = .began, from edge: Edge? = .right, by distance: Double = 4, fingers: Int = 1,
        source: ActionSource = source
    ) -> [String] {
        let event = GestureEvent(
            gesture: source == Self.source ? 1 : 2, phase: phase, time: Self.time(now),
            value: drag(-distance, 0, fingers: fingers, edge: edge))
        return texts(
            holds.handle(GestureMessage(subscription: 1, device: Hand.screen.id, event: event), from: source))
    }

    /// A tap of three fingers.
    private mutating func tapped(_ phase: GesturePhase, gesture: UInt64) -> [String] {
        let value = GestureValue.tap(.init(fingers: 3, count: 1, location: .zero))
        let event = GestureEvent(gesture: gesture, phase: phase, time: Self.time(now), value: value)
        let message = GestureMessage(subscription: 1, device: Hand.screen.id, event: event)
        return texts(holds.handle(message, from: .standard(.touchscreen)))
    }

    /// - Parameter elapsed: Since the first finger came down.
    private mutating func lost(
        _ gesture: GestureName = .drag, after elapsed: Int64, source: ActionSource = source
    ) -> [String] {
        var finding = Finding(gesture, .lost(.failed(.didNotMove)), at: Self.time(now))
        finding.elapsed = .milliseconds(elapsed)
        return texts(
            holds.handle(ExplanationMessage(finding, device: Hand.screen.id, subscription: 1), from: source))
    }

    @Test mutating func `a touch where no rule can happen is given at once, with the hand's later fingers`() throws {
        try claim()
        #expect(down(1, Self.outside) == ["1 given"])
        #expect(down(2) == ["2 given"])
        up(1)
        up(2)
        now += 100
        #expect(down(3) == [])
        holds = TouchHolds()
        #expect(down(4) == ["4 given"])
        #expect(holds.deadline == nil)
    }

    @Test mutating func `a touch at the edge is held until the rule's gesture begins, and then taken`() throws {
        try claim()
        #expect(down(1) == [])
        now += 40
        #expect(dragged() == ["1 taken"])
        // Fingers that join are the rule's.
        #expect(down(2, Self.outside) == ["2 taken"])
        #expect(dragged(.changed) == [])
        up(1)
        up(2)
        // The daemon's report of the end comes later than the server's, and decides nothing of the next touch.
        var end = now
        now += 40
        #expect(down(3) == [])
        (end, now) = (now, end)
        #expect(dragged(.ended) == [])
        now = end
        #expect(holds.deadline != nil)
    }

    @Test mutating func `the end of a gesture says nothing about the next touch, however late it is`() throws {
        try claim()
        #expect(down(1) == [])
        now += 40
        #expect(dragged() == ["1 taken"])
        up(1)
        now += 300
        #expect(dragged(.ended) == [])
        #expect(down(2) == [])
        #expect(wait(1000) == ["2 given"])
    }

    @Test mutating func `a touch is given as soon as the daemon explains why it is no gesture of the rule`() throws {
        try claim()
        #expect(down(1) == [])
        now += 80
        // Other gestures and other subscriptions say nothing about it.
        #expect(lost(.tap, after: 80) == [])
        #expect(lost(after: 80, source: .standard(.touchscreen)) == [])
        #expect(lost(after: 80) == ["1 given"])
        #expect(down(2) == ["2 given"])
    }

    @Test mutating func `of several rules the last open one decides`() throws {
        try claim(Self.edge + Self.edge.replacing("edge right", with: "edge top\"\nstrip = \"4 mm") + Self.swipe)
        #expect(down(1) == [])
        now += 40
        // It is from another edge, and of fewer fingers than the swipe.
        #expect(dragged(from: .bottom) == [])
        #expect(dragged(fingers: 1, source: .standard(.touchscreen)) == ["1 given"])
    }

    @Test mutating func `a swipe of three fingers takes all three, and one finger is given when no others join`() throws
    {
        try claim(Self.swipe)
        for id in 1...3 { #expect(down(UInt32(id), Self.outside) == []) }
        now += 50
        #expect(dragged(from: nil, fingers: 3, source: .standard(.touchscreen)) == ["1 taken", "2 taken", "3 taken"])
        for id in 1...3 { up(UInt32(id)) }
        now += 500
        #expect(down(4, Self.outside) == [])
        #expect(wait(149) == [])
        #expect(wait(1) == ["4 given"])
        // That is no fault of the daemon.
        up(4)
        now += 500
        #expect(down(5, Self.outside) == [])
    }

    @Test mutating func `a direction counts once the movement is long enough to have one`() throws {
        try claim(Self.swipe)
        for id in 1...3 { _ = down(UInt32(id), Self.outside) }
        #expect(dragged(from: nil, by: -2, fingers: 3, source: .standard(.touchscreen)) == [])
        #expect(
            dragged(.changed, from: nil, by: -7, fingers: 3, source: .standard(.touchscreen))
                == ["1 given", "2 given", "3 given"])
    }

    @Test mutating func `a tap that has lifted is held until the daemon reports it, also when the next has begun`()
        throws
    {
        try claim()
        #expect(down(1) == [])
        now += 60
        up(1)
        now += 50
        #expect(down(2) == [])
        #expect(lost(after: 110) == ["1 given"])
        now += 30
        #expect(dragged() == ["2 taken"])
    }

    @Test mutating func `a report that comes before the server's is not lost`() throws {
        try claim()
        #expect(lost(after: 2) == [])
        #expect(down(1) == ["1 given"])
        up(1)
        now += 500
        // Of an earlier hand.
        #expect(lost(after: 600) == [])
        #expect(down(2) == [])
    }

    @Test mutating func `a report that comes even before the lift of the touch before is not lost`() throws {
        try claim()
        #expect(down(1) == [])
        now += 40
        #expect(dragged() == ["1 taken"])
        now += 60
        #expect(dragged(.ended) == [])
        // The daemon has seen a second swipe, of which the server still says nothing.
        now += 200
        #expect(dragged() == [])
        now += 20
        #expect(dragged(.ended) == [])
        now -= 220
        up(1)
        now += 160
        #expect(down(2) == ["2 taken"])
    }

    @Test mutating func `the end of a tap that comes before the server's report of its touches is not lost`() throws {
        try claim(Self.swipe.replacing("swipe left", with: "tap"))
        for id in 11...12 {
            #expect(tapped(.began, gesture: UInt64(id)) == [])
            now += 40
            #expect(tapped(.ended, gesture: UInt64(id)) == [])
            #expect(down(UInt32(id)) == ["\(id) taken"])
            up(UInt32(id))
            now += 200
        }
        // It says nothing about the next touch.
        #expect(down(3) == [])
    }

    @Test(arguments: 0..<50)
    func `each swipe is taken and each tap given, although the server or the daemon is late by up to five touches`(
        _ seed: UInt64
    ) throws {
        var tests = Self()
        try tests.claim()
        var random = seed
        // Each takes 10 ms, and the next begins 10 ms later.
        let touches = (0..<100).map { id in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (id: UInt32(id), start: 1000 + 20 * Int64(id), isSwipe: random >> 63 == 0)
        }
        var (decided, server, daemon, isDown) = ([String](), 0, 0, false)
        while server < touches.count || daemon < touches.count {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // One may be late by 5 touches, which are at most 10 reports.
            let behind = server - daemon
            if daemon < touches.count, behind > 5 || server == touches.count || behind > -5 && random >> 63 == 0 {
                tests.now = touches[daemon].start + 10
                decided += touches[daemon].isSwipe ? tests.dragged() + tests.dragged(.ended) : tests.lost(after: 10)
                daemon += 1
                continue
            }
            let touch = touches[server]
            tests.now = touch.start + (isDown ? 10 : 0)
            if isDown { tests.up(touch.id) } else { decided += tests.down(touch.id) }
            server += isDown ? 1 : 0
            isDown.toggle()
        }
        #expect(decided.sorted() == touches.map { "\($0.id) \($0.isSwipe ? "taken" : "given")" }.sorted())
    }

    @Test mutating func `a device whose fingers the daemon reports, and the server never, is named once`() throws {
        try claim()
        let absent = Mutex<[String]>([])
        holds.onAbsence = { device in absent.withLock { $0.append(device) } }
        // A late server reports the touch within a second.
        _ = dragged()
        now += 900
        _ = (down(1), dragged(.ended))
        now += 900
        _ = dragged()
        #expect(absent.withLock { $0 } == [])
        _ = holds.disconnect()
        for _ in 1...5 {
            _ = (dragged(), dragged(.ended))
            now += 900
        }
        #expect(absent.withLock { $0 } == [Hand.screen.id])
    }

    @Test mutating func `without a decision the app receives its touch, and nothing is held until the daemon reports`()
        throws
    {
        try claim()
        let silent = Mutex<[String]>([])
        holds.onSilence = { device in silent.withLock { $0.append(device) } }
        #expect(down(1) == [])
        #expect(wait(999) == [])
        #expect(wait(1) == ["1 given"])
        #expect(silent.withLock { $0 } == [Hand.screen.id])
        up(1)
        #expect(down(2) == ["2 given"])
        up(2)
        _ = lost(after: 1)
        now += 300
        #expect(down(3) == [])
        up(3)
        #expect(wait(999) == [])
        #expect(wait(1) == ["3 given"])
    }

    @Test mutating func `a busy daemon has a second from the lift, and a tenth once it has reported about it`() throws {
        try claim(Self.edge + Self.swipe)
        #expect(down(1) == [])
        now += 200
        up(1)
        #expect(wait(900) == [])
        // What it says now it had seen long before.
        now -= 1050
        #expect(dragged() == ["1 taken"])
        now += 2000
        #expect(down(2) == [])
        now += 60
        up(2)
        // One of the two rules is still open.
        #expect(lost(after: 60, source: .standard(.touchscreen)) == [])
        #expect(wait(99) == [])
        #expect(wait(1) == ["2 given"])
    }

    @Test mutating func `replaced rules give what is held`() throws {
        try claim()
        #expect(down(1) == [])
        #expect(texts(holds.reset()) == ["1 given"])
        now += 40
        #expect(dragged() == [])
        #expect(down(2) == ["2 given"])
    }

    @Test mutating func `a new daemon's gestures count, also with the number of one that never ended`() throws {
        try claim()
        #expect(down(1) == [])
        now += 40
        #expect(dragged() == ["1 taken"])
        up(1)
        now += 500
        #expect(down(2) == [])
        #expect(texts(holds.disconnect()) == ["2 given"])
        up(2)
        now += 500
        #expect(down(3) == [])
        now += 40
        #expect(dragged() == ["3 taken"])
    }

    @Test mutating func `a finger on a device that goes holds nothing of the next one`() throws {
        try claim()
        #expect(down(1) == [])
        #expect(texts(holds.removeHands()) == ["1 given"])
        now += 40
        // It does not join the finger that never lifted.
        #expect(down(2) == [])
        now += 40
        #expect(dragged() == ["2 taken"])
    }

    @Test(arguments: [false, true])
    mutating func `of a thousand touches, at once or one by one, each is decided once, and few are held`(
        _ areTaps: Bool
    ) throws {
        try claim()
        var decided: [String] = []
        for id in 0..<1000 {
            decided += down(UInt32(id))
            if areTaps { up(UInt32(id)) }
            #expect(decided.count >= id + 1 - (areTaps ? TouchHolds.mostHands : TouchHolds.mostFingers))
        }
        decided += wait(1000)
        #expect(decided.sorted() == (0..<1000).map { "\($0) given" }.sorted())
        #expect(holds.deadline == nil)
    }

    @Test(arguments: 0..<50)
    func `of quick taps each is given once, in whatever order the server's and the daemon's reports arrive`(
        _ seed: UInt64
    ) throws {
        var tests = Self()
        try tests.claim()
        var state = seed
        func random(_ count: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % count
        }
        // Each tap takes 10 ms, in the strip or outside, and the next begins 10 ms later.
        let taps = (0..<100).map { (id: UInt32($0), start: 1000 + 20 * Int64($0), isInStrip: random(3) > 0) }
        var server = taps.flatMap { tap in [(tap, true), (tap, false)] }[...]
        var daemon = taps[...]
        var decided: [String] = []
        while !server.isEmpty || !daemon.isEmpty {
            if daemon.isEmpty || !server.isEmpty && random(3) > 0 {
                let (tap, isDown) = server.removeFirst()
                tests.now = tap.start + (isDown ? 0 : 10)
                if isDown {
                    decided += tests.down(tap.id, tap.isInStrip ? Self.inStrip : Self.outside)
                } else {
                    tests.up(tap.id)
                }
            } else {
                let tap = daemon.removeFirst()
                tests.now = tap.start + 10
                decided += tests.lost(after: 10)
            }
        }
        tests.now = 10_000
        decided += tests.wait(0)
        #expect(decided.sorted() == taps.map { "\($0.id) given" }.sorted())
    }

    @Test func `what an X server cannot decide is not held`() throws {
        func isHeld(_ gesture: String, _ lines: String = "") throws -> Bool {
            let text = "[[action]]\ngesture = \"\(gesture)\"\nrun = \"true\"\nexclusive = true\n\(lines)\n"
            return try Self.rules(text)[0].canHoldTouches
        }
        for gesture in ["edge left", "corner top-left", "slide up", "swipe left", "tap", "long press", "pinch in"] {
            #expect(try isHeld(gesture, "fingers = 3".filter { _ in !gesture.contains("corner") }), "\(gesture)")
        }
        #expect(try !isHeld("tap", "fingers = 3\ncount = 2"))
        #expect(try !isHeld("edge left", "device = \"touchpad\""))
        #expect(try !isHeld("tap drag up"))
    }
}
