import GestureModel
import GestureRecognition
import Strokes
import Testing

@Suite struct CompositionEventTests {
    @Test func `presses that are lifted too early end the composition with every part failed`() {
        var stage = CompositionStage(
            .simultaneous, pressAndHold, .longPress(.init(fingers: 1, minimumDuration: .never)))
        #expect(stage.at(0, .down(1, 50, 50)) == ["began aaa"])
        #expect(stage.at(50, .lift(1)) == ["ended fff"])
        #expect(stage.nodes.map(\.phase) == [.failed(nil), .failed(nil), .failed(nil)])
    }

    @Test func `a composition cancelled from outside starts nothing with the fingers that are down`() {
        var stage = CompositionStage(.sequence, press, drag)
        _ = stage.at(0, .down(1, 50, 50))
        #expect(stage.cancel(.deviceLost, at: 100) == ["cancelled (deviceLost) aap"])
        #expect(stage.deadline == nil)
        #expect(stage.wait(until: 1000) == [])
        #expect(stage.at(1100, .lift(1)) == [])
        #expect(stage.isIdle)
    }

    /// For any touches: `began`, `changed`, one end; phases of parts never go back; no part is left open at the end.
    @Test(arguments: 0..<400) func `random compositions keep the grammar under random touches`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let expression = GestureExpression.composition(.random(depth: 2, &random))
        var emitter = GestureEmitter(expression, thresholds: Thresholds())
        var gestures: UInt64 = 0
        var hand = Hand()
        var checker = PhaseChecker()
        var down: [Int: Point] = [:]
        var time = 0.0
        for step in 0..<120 {
            time += [1, 8, 30, 200, 600][Int(random.next() % 5)]
            var touches: [Touch] = []
            switch random.next() % 10 {
            case 0...3 where down.count < 3:
                let position = Point(x: random.fraction() * 60, y: random.fraction() * 60)
                down[step] = position
                touches = [.down(step, position.x, position.y)]
            case 4...6:
                guard let id = down.keys.min(), let position = down[id] else { break }
                let next = position + Vector(dx: random.fraction() * 40 - 20, dy: 0)
                down[id] = next
                touches = [.move(id, next.x, next.y)]
            case 7, 8:
                guard let id = down.keys.max() else { break }
                down[id] = nil
                touches = [.lift(id)]
            case 9 where random.next() % 4 == 0:
                emitter.cancel(.resynchronised, at: Timestamp(time))
                checker.check(emitter.events)
            default: break
            }
            while let deadline = emitter.deadline, deadline < Timestamp(time) {
                emitter.expire(at: deadline, gestures: &gestures)
                checker.check(emitter.events)
            }
            emitter.update(hand.frame(at: Timestamp(time), touches), gestures: &gestures)
            checker.check(emitter.events)
        }
        emitter.update(hand.frame(at: Timestamp(time + 1), down.keys.sorted().map(Touch.lift)), gestures: &gestures)
        checker.check(emitter.events)
        while let deadline = emitter.deadline {
            emitter.expire(at: deadline, gestures: &gestures)
            checker.check(emitter.events)
        }
        #expect(checker.faults == [], "\(expression)")
        #expect(emitter.current?.partLetters == nil, "\(expression)")
        #expect(emitter.isIdle == true, "\(expression)")
    }
}

/// Checks the events of one emitter.
private struct PhaseChecker {
    private var last: GestureEvent?
    private(set) var faults: [String] = []

    mutating func check(_ events: [GestureEvent]) {
        for event in events { check(event) }
    }

    private mutating func check(_ event: GestureEvent) {
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
