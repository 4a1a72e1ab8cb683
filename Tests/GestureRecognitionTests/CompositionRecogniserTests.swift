import GestureModel
import GestureRecognition
import Strokes
import Testing

/// What is told of a composition, as words: the phase of each node before its value's, `A` for an event.
///
///     began a(a e) : the gesture began, active, with an active and an ended part
private struct Stage {
    private var arena: Arena
    private var gestures: UInt64 = 0
    private var hand = Hand()

    init(_ kind: GestureExpression.Composition.Kind, _ parts: GestureExpression...) {
        arena = Arena(.composition(.init(kind, parts)), thresholds: Thresholds())
    }

    var isIdle: Bool { arena.isIdle }
    var deadline: Double? { arena.deadline.map { Double($0.microseconds) / 1000 } }

    mutating func at(_ milliseconds: Double, _ touches: Touch...) -> [String] {
        let time = Timestamp(milliseconds)
        let before = wait { $0 < time }
        arena.update(hand.frame(at: time, touches), gestures: &gestures)
        return before + arena.events.map(\.words)
    }

    mutating func wait(until milliseconds: Double) -> [String] {
        let time = Timestamp(milliseconds)
        return wait { $0 <= time }
    }

    mutating func cancel(_ reason: CancellationReason, at milliseconds: Double) -> [String] {
        arena.cancel(reason, at: Timestamp(milliseconds))
        return arena.events.map(\.words)
    }

    /// The nodes of the last event.
    var nodes: [GestureTree.Node] {
        guard case .composition(let tree)? = arena.events.last?.value else { return [] }
        return tree.nodes
    }

    private mutating func wait(while isDue: (Timestamp) -> Bool) -> [String] {
        var words: [String] = []
        while let deadline = arena.deadline, isDue(deadline) {
            arena.expire(at: deadline, gestures: &gestures)
            words += arena.events.map(\.words)
        }
        return words
    }
}

extension GestureEvent {
    fileprivate var words: String {
        guard case .composition(let tree) = value else { return "no composition" }
        let letters = tree.nodes.map { node in
            switch node.phase {
            case .possible: "p"
            case .active: "a"
            case .ended: "e"
            case .failed(.outcompeted): "x"
            case .failed: "f"
            }
        }
        return "\(phase.word) \(letters.joined())"
    }
}

extension GesturePhase {
    fileprivate var word: String {
        switch self {
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled(let reason): "cancelled (\(reason.name))"
        }
    }
}

private let tap = GestureExpression.tap(.init())
private let doubleTap = GestureExpression.tap(.init(count: 2))
private let press = GestureExpression.longPress(.init())
private let pressAndHold = GestureExpression.longPress(.init(minimumDuration: .never))
private let drag = GestureExpression.drag(.init())
private let dragAtOnce = GestureExpression.drag(.init(minimumDistance: 0))

@Suite struct SimultaneousRecognitionTests {
    @Test func `it is born with the first part that begins and ends with the last that is over`() {
        var stage = Stage(.simultaneous, press, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aap"])
        #expect(stage.wait(until: 500) == ["changed pep"])
        #expect(stage.at(600, .move(1, 80, 50)) == ["changed aea"])
        #expect(stage.at(608, .move(1, 90, 50)) == ["changed aea"])
        #expect(stage.at(620, .lift(1)) == ["ended eee"])
        #expect(stage.isIdle)
    }

    @Test func `one that begins exactly as the one before it did is told as well`() {
        var stage = Stage(.simultaneous, dragAtOnce, pressAndHold)
        for start in [0.0, 1000] {
            #expect(stage.at(start, .down(1, 50, 50)) == ["began aaa"])
            #expect(stage.at(start + 50, .lift(1)) == ["ended eef"])
        }
    }

    @Test func `one part that succeeds is enough`() {
        var stage = Stage(.simultaneous, tap, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began eef", "ended eef"])
    }

    @Test func `where every part fails it is cancelled with what the last of them did`() {
        var stage = Stage(.simultaneous, press, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aap"])
        #expect(stage.at(50, .lift(1)) == ["cancelled (failed) fff"])
    }

    @Test func `a part that is over takes up no further touch before the whole is over`() {
        var stage = Stage(.simultaneous, tap, doubleTap)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began pep"])
        #expect(stage.at(100, .down(2, 50, 50)) == [])
        #expect(stage.at(150, .lift(2)) == ["ended eee"])
        #expect(stage.at(200, .down(3, 50, 50)) == [])
        #expect(stage.at(250, .lift(3)) == ["began pep"])
        #expect(stage.wait(until: 1000) == ["ended eef"])
    }

    @Test func `taps count on although the composition is over between them`() throws {
        var stage = Stage(.simultaneous, tap, drag)
        for (time, count) in [(0.0, 1), (200, 2), (400, 3)] {
            _ = stage.at(time, .down(Int(time), 50, 50))
            _ = stage.at(time + 50, .lift(Int(time)))
            let node = try #require(stage.nodes.dropFirst().first)
            #expect(node.value == .tap(.init(fingers: 1, count: count, location: Point(x: 50, y: 50))))
        }
    }

    @Test func `what is down when it fails starts nothing, and a finger beside it neither`() {
        var stage = Stage(.simultaneous, tap, press)
        #expect(stage.at(0, .down(1, 0, 0)) == ["began apa"])
        #expect(stage.at(10, .move(1, 100, 0)) == ["cancelled (failed) fff"])
        #expect(stage.at(20, .down(2, 50, 50)) == [])
        #expect(stage.at(40, .lift(2)) == [])
        #expect(stage.at(60, .lift(1)) == [])
        #expect(stage.isIdle)
        #expect(stage.at(80, .down(3, 50, 50)) == ["began apa"])
    }
}

@Suite struct SequenceRecognitionTests {
    @Test func `the second part takes up the finger where it is when the first has ended`() throws {
        var stage = Stage(.sequence, press, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aap"])
        #expect(stage.at(100, .move(1, 55, 50)) == [])
        #expect(stage.wait(until: 500) == ["changed aep"])
        #expect(stage.at(600, .move(1, 64, 50)) == [])
        #expect(stage.at(700, .move(1, 65, 50)) == ["changed aea"])
        guard case .drag(let drag)? = stage.nodes[2].value else { return #expect(Bool(false)) }
        #expect(drag.startLocation == Point(x: 55, y: 50))
        #expect(stage.at(750, .lift(1)) == ["ended eee"])
    }

    @Test func `it fails with its first part`() {
        var stage = Stage(.sequence, press, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aap"])
        #expect(stage.at(50, .move(1, 80, 50)) == ["cancelled (failed) fff"])
        #expect(stage.at(60, .move(1, 180, 50)) == [])
        #expect(stage.at(80, .lift(1)) == [])
        #expect(stage.isIdle)
    }

    @Test func `it fails with its second part, after the first has ended`() {
        var stage = Stage(.sequence, press, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.wait(until: 500) == ["changed aep"])
        #expect(stage.at(600, .lift(1)) == ["cancelled (failed) fef"])
    }

    @Test func `a tap and then a drag`() {
        var stage = Stage(.sequence, tap, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began aep"])
        #expect(stage.at(150, .down(2, 50, 50)) == [])
        #expect(stage.wait(until: 10_000) == [], "the finger is there")
        #expect(stage.at(10_100, .move(2, 80, 50)) == ["changed aea"])
        #expect(stage.at(10_200, .lift(2)) == ["ended eee"])
    }

    @Test func `it does not wait for ever for the next touch`() {
        var stage = Stage(.sequence, tap, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == ["began aep"])
        #expect(stage.deadline == 400)
        #expect(stage.wait(until: 400) == ["cancelled (failed) fef"])
        #expect(stage.nodes[2].phase == .failed(.failed(.nothingFollowed(limit: .milliseconds(350)))))
        #expect(stage.isIdle)
    }

    @Test func `a touch at the very deadline is in time`() {
        var stage = Stage(.sequence, tap, drag)
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(50, .lift(1))
        #expect(stage.at(400, .down(2, 50, 50)) == [])
        #expect(stage.at(410, .move(2, 80, 50)) == ["changed aea"])
    }

    @Test func `a part that ends and the next that fails at once are both told`() {
        let twoFingers = GestureExpression.longPress(.init(fingers: 2))
        var stage = Stage(.sequence, twoFingers, dragAtOnce)
        #expect(stage.at(0, .down(1, 50, 50), .down(2, 70, 50)) == ["began aap"])
        #expect(stage.wait(until: 500) == ["cancelled (failed) fef"])
        #expect(stage.nodes[2].phase == .failed(.failed(.tooManyFingers(2, limit: 1))))
    }

    @Test func `three parts follow one another`() {
        var stage = Stage(.sequence, tap, press, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == ["began aepp"])
        #expect(stage.at(150, .down(2, 50, 50)) == ["changed aeap"])
        #expect(stage.wait(until: 650) == ["changed aeep"])
        #expect(stage.at(700, .move(2, 80, 50)) == ["changed aeea"])
        #expect(stage.at(750, .lift(2)) == ["ended eeee"])
    }
}

@Suite struct ExclusiveRecognitionTests {
    @Test func `where the first fails after it has displaced the second, the whole fails as the first did`() {
        let pressAndDrag = GestureExpression.composition(
            .init(.sequence, [.longPress(.init(maximumDistance: 30)), .drag(.init(minimumDistance: 50))]))
        var stage = Stage(.exclusive, pressAndDrag, drag)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(100, .move(1, 62, 50)) == ["began apppa"])
        #expect(stage.at(700, .lift(1)).suffix(1) == ["cancelled (failed) ffefx"])
    }

    @Test func `a single tap waits for the double tap to fail`() {
        var stage = Stage(.exclusive, doubleTap, tap)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == [])
        #expect(stage.wait(until: 399) == [])
        #expect(stage.wait(until: 400) == ["began efe", "ended efe"])
    }

    @Test func `a double tap leaves the single tap no chance`() {
        var stage = Stage(.exclusive, doubleTap, tap)
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(50, .lift(1))
        _ = stage.at(150, .down(2, 50, 50))
        #expect(stage.at(200, .lift(2)) == ["began eex", "ended eex"])
    }

    @Test func `a later part may begin first, and its end is held back until the others failed`() {
        var stage = Stage(.exclusive, doubleTap, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(16, .move(1, 65, 50)) == ["began apa"])
        #expect(stage.at(50, .lift(1)) == [], "the first tap of two, perhaps")
        #expect(stage.wait(until: 400) == ["ended efe"])
    }

    @Test func `a later part that has begun is displaced by one before it that begins after all`() {
        let far = GestureExpression.drag(.init(minimumDistance: 30))
        var stage = Stage(.exclusive, far, drag)
        _ = stage.at(0, .down(1, 0, 0))
        #expect(stage.at(16, .move(1, 15, 0)) == ["began apa"])
        #expect(stage.at(32, .move(1, 40, 0)) == ["changed aax"])
        #expect(stage.at(40, .move(1, 50, 0)) == ["changed aax"])
        #expect(stage.at(48, .lift(1)) == ["ended eex"])
    }

    @Test func `a later part that has begun is displaced by the end of one before it`() {
        var stage = Stage(.exclusive, doubleTap, .drag(.init(minimumDistance: 5)))
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(50, .lift(1))
        _ = stage.at(150, .down(2, 50, 50))
        #expect(stage.at(200, .move(2, 60, 50)) == [], "the drag heard the first touch and failed with it")
        #expect(stage.at(210, .lift(2)) == ["began eef", "ended eef"])
    }

    @Test func `a later part that has begun is displaced by one before it although the first may yet come`() {
        var stage = Stage(.exclusive, doubleTap, .drag(.init(minimumDistance: 30)), drag)
        _ = stage.at(0, .down(1, 0, 0))
        #expect(stage.at(16, .move(1, 15, 0)) == ["began appa"])
        #expect(stage.at(32, .move(1, 40, 0)) == ["changed apax"], "not two that are active")
        #expect(stage.at(48, .lift(1)) == [], "the first tap of two, perhaps")
        #expect(stage.wait(until: 398) == ["ended efex"])
    }

    // Found by a long random life: both were told to be active.
    @Test func `what waits for its end to be told lets nothing behind it begin`() {
        let inner = GestureExpression.composition(.init(.exclusive, [doubleTap, drag]))
        let behind = GestureExpression.composition(.init(.sequence, [tap, drag]))
        var stage = Stage(.exclusive, inner, behind)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(16, .move(1, 65, 50)) == ["began aapappp"])
        #expect(stage.at(50, .lift(1)) == [], "the first tap of two, perhaps, and the drag that it may yet displace")
        #expect(stage.wait(until: 400) == ["ended eefefff"])
    }

    @Test func `a composition that has lost is not told to have before its parts are`() {
        let both = GestureExpression.composition(.init(.simultaneous, [doubleTap, drag]))
        let tapFirst = GestureExpression.composition(.init(.race, [tap, both]))
        var stage = Stage(.simultaneous, press, .composition(.init(.exclusive, [doubleTap, tapFirst])))
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aappppppp"])
        #expect(stage.at(50, .lift(1)) == ["changed pfppppppp"], "the tap won over both, unless a second follows")
        #expect(stage.wait(until: 400) == ["ended efefeexxx"])
    }

    @Test func `a press has not begun before it is complete`() {
        var stage = Stage(.exclusive, press, tap)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began efe", "ended efe"])
        #expect(stage.at(1000, .down(2, 50, 50)) == [])
        #expect(stage.wait(until: 1500) == ["began eex"])
        #expect(stage.at(1600, .lift(2)) == ["ended eex"], "its life lasts until the lift")
    }

    @Test func `a drag of no distance has not begun before it has moved`() {
        var stage = Stage(.exclusive, dragAtOnce, tap)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == ["began efe", "ended efe"])
        #expect(stage.at(1000, .down(2, 50, 50)) == [])
        #expect(stage.at(1008, .move(2, 51, 50)) == ["began aap"])
        #expect(stage.at(1016, .move(2, 50, 50)) == ["changed aap"], "and stays begun")
        #expect(stage.at(1024, .lift(2)) == ["ended eex"])
    }

    @Test func `a sequence that fails leaves the touch to what is behind it`() {
        var stage = Stage(.exclusive, .composition(.init(.sequence, [press, drag])), tap)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.wait(until: 500) == ["began aaepp"])
        #expect(stage.at(600, .lift(1)) == ["ended efefe"], "shorter than 0.75 s, it is a tap")
    }
}

@Suite struct RaceTests {
    @Test func `a part that has ended below one that has not won is not told before it has`() {
        var stage = Stage(
            .race, .composition(.init(.simultaneous, [tap, .tap(.init(count: 3))])), doubleTap)
        #expect(stage.at(0, .down(1, 50, 50)) == [])
        #expect(stage.at(50, .lift(1)) == [])
        #expect(stage.at(150, .down(2, 50, 50)) == [])
        #expect(stage.at(200, .lift(2)) == ["began exxxe", "ended exxxe"])
    }

    @Test func `whichever is recognised first wins`() {
        var moved = Stage(.race, press, drag)
        #expect(moved.at(0, .down(1, 50, 50)) == [])
        #expect(moved.at(16, .move(1, 65, 50)) == ["began afa"], "the press moved too far by then")
        #expect(moved.at(24, .lift(1)) == ["ended efe"])

        var held = Stage(.race, press, drag)
        _ = held.at(0, .down(1, 50, 50))
        #expect(held.wait(until: 500) == ["began eex"])
        #expect(held.at(600, .move(1, 150, 50)) == [])
        #expect(held.at(700, .lift(1)) == ["ended eex"])
    }

    @Test func `of two at once the first wins`() {
        var stage = Stage(.race, drag, .drag(.init(fingers: .one, minimumDistance: 10)))
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(16, .move(1, 65, 50)) == ["began aax"])
    }

    @Test func `a race that everyone loses was never begun`() {
        var stage = Stage(.race, press, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == [])
        #expect(stage.isIdle)
    }

    @Test func `a sequence that fails in the event in which its first part ended never won`() {
        let seldom = GestureExpression.composition(.init(.sequence, [press, doubleTap]))
        var stage = Stage(.race, seldom, .drag(.init(fingers: [1, 2], minimumDistance: 400)))
        _ = stage.at(0, .down(1, 50, 50))
        _ = stage.at(200, .down(2, 60, 50))
        #expect(stage.wait(until: 500) == [], "the press is complete, and two fingers are no tap")
        #expect(stage.at(600, .move(1, 950, 50), .move(2, 960, 50)) == ["began afffa"])
    }

    @Test func `a press and hold never wins`() {
        var stage = Stage(.race, pressAndHold, tap)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.at(50, .lift(1)) == ["began efe", "ended efe"])
    }
}

@Suite struct CompositionLifeTests {
    @Test func `a press and hold that is lifted ends the life without success`() {
        var stage = Stage(.simultaneous, pressAndHold, .longPress(.init(fingers: 1, minimumDuration: .never)))
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aaa"])
        #expect(stage.at(50, .lift(1)) == ["ended fff"])
        #expect(stage.nodes.map(\.phase) == [.failed(nil), .failed(nil), .failed(nil)])
    }

    @Test func `cancelled from outside it starts nothing with the fingers that are down`() {
        var stage = Stage(.sequence, press, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.cancel(.deviceLost, at: 100) == ["cancelled (deviceLost) aap"])
        #expect(stage.deadline == nil)
        #expect(stage.wait(until: 1000) == [])
        #expect(stage.at(1100, .lift(1)) == [])
        #expect(stage.isIdle)
    }

    /// Whatever fingers do: `began`, `changed`, one end; phases of parts never go back; nobody is left over at the end.
    @Test(arguments: 0..<400) func `random compositions keep the grammar under random touches`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let expression = GestureExpression.composition(.random(depth: 2, &random))
        var arena = Arena(expression, thresholds: Thresholds())
        var gestures: UInt64 = 0
        var hand = Hand()
        var witness = LifeWitness()
        var down: [Int: Point] = [:]
        var time = 0.0
        for step in 0..<120 {
            time += [1, 8, 30, 200, 600][Int(random.next() % 5)]
            var touches: [Touch] = []
            switch random.next() % 10 {
            case 0...3 where down.count < 3:
                let place = Point(x: random.fraction() * 60, y: random.fraction() * 60)
                down[step] = place
                touches = [.down(step, place.x, place.y)]
            case 4...6:
                guard let id = down.keys.min(), let place = down[id] else { break }
                let next = place + Vector(dx: random.fraction() * 40 - 20, dy: 0)
                down[id] = next
                touches = [.move(id, next.x, next.y)]
            case 7, 8:
                guard let id = down.keys.max() else { break }
                down[id] = nil
                touches = [.lift(id)]
            case 9 where random.next() % 4 == 0:
                arena.cancel(.resynchronised, at: Timestamp(time))
                witness.see(arena.events)
            default: break
            }
            while let deadline = arena.deadline, deadline < Timestamp(time) {
                arena.expire(at: deadline, gestures: &gestures)
                witness.see(arena.events)
            }
            arena.update(hand.frame(at: Timestamp(time), touches), gestures: &gestures)
            witness.see(arena.events)
        }
        arena.update(hand.frame(at: Timestamp(time + 1), down.keys.sorted().map(Touch.lift)), gestures: &gestures)
        witness.see(arena.events)
        while let deadline = arena.deadline {
            arena.expire(at: deadline, gestures: &gestures)
            witness.see(arena.events)
        }
        #expect(witness.faults == [], "\(expression)")
        #expect(arena.current?.words == nil, "\(expression)")
        #expect(arena.isIdle == true, "\(expression)")
    }
}

/// Follows the events of one arena.
private struct LifeWitness {
    private var last: GestureEvent?
    private(set) var faults: [String] = []

    mutating func see(_ events: [GestureEvent]) {
        for event in events { see(event) }
    }

    private mutating func see(_ event: GestureEvent) {
        guard case .composition(let tree) = event.value else { return faults.append("no tree") }
        if (event.phase == .began) != (last == nil) { faults.append("\(event.phase) after \(last as Any)") }
        if let last, case .composition(let before) = last.value, last.gesture == event.gesture {
            if last.time > event.time { faults.append("time goes back") }
            for (old, new) in zip(before.nodes, tree.nodes) where old.kind == nil {
                if old.phase.isTerminal && old.phase != new.phase { faults.append("\(old.phase) → \(new.phase)") }
                if old.phase == .active && new.phase == .possible { faults.append("active → possible") }
            }
        }
        let isOver = event.part(0).phase.isTerminal
        if event.phase.isTerminal && !isOver { faults.append("over with \(tree.nodes[0].phase)") }
        for index in tree.nodes.indices where event.phase.isTerminal && !event.part(index).phase.isTerminal {
            faults.append("part \(index) is left over")
        }
        last = event.phase.isTerminal ? nil : event
    }
}

extension GestureExpression.Composition {
    fileprivate static func random(depth: Int, _ random: inout SplitMix64) -> GestureExpression.Composition {
        let leaves = [
            tap, doubleTap, press, pressAndHold, drag, dragAtOnce, .tap(.init(fingers: 2)),
            .drag(.init(fingers: [1, 2, 3])), .longPress(.init(fingers: 2)),
        ]
        let parts = (0..<Int(random.next() % 2) + 2).map { _ in
            depth > 0 && random.next() % 3 == 0
                ? GestureExpression.composition(.random(depth: depth - 1, &random))
                : leaves[Int(random.next() % UInt64(leaves.count))]
        }
        return Self(Kind.allCases[Int(random.next() % 4)], parts)
    }
}
