import GestureModel
import GestureRecognition
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// Flicks, and compositions with drags, as devices send them when people's fingers make them: noise, hands that come and
/// go finger by finger, contacts without positions of their own.
@Suite struct StrokeSwipeTests {
    private static let hands: [(device: ModelDevice, fingers: ClosedRange<Int>)] = [
        (.touchscreen, 1...10), (.touchpad, 1...5), (.semiMultitouchTouchpad, 1...2), (.singleTouchScreen, 1...1),
    ]
    private static let translations: [(direction: SwipeDirection, translation: Vector)] = [
        (.right, Vector(dx: 18, dy: 5)), (.left, Vector(dx: -18, dy: -6)), (.down, Vector(dx: 4, dy: 18)),
        (.up, Vector(dx: -6, dy: -18)),
    ]

    private func events(of gesture: GestureExpression, in script: StrokeScript) throws -> [GestureEvent] {
        let recording = script.recording
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        var emitter = GestureEmitter(gesture, thresholds: Thresholds(), surface: assembler.surface)
        var (events, gestures) = ([GestureEvent](), UInt64(0))
        for event in recording.events where assembler.handle(event) == .frame {
            let frame = assembler.frame
            while let deadline = emitter.deadline, deadline < frame.time {
                emitter.expire(at: deadline, gestures: &gestures)
                events += emitter.events
            }
            emitter.update(frame, gestures: &gestures)
            events += emitter.events
        }
        return events
    }

    @Test(arguments: hands.indices)
    func `every flick is one swipe in its direction with its fingers`(_ index: Int) throws {
        let (device, fingers) = Self.hands[index]
        for count in fingers {
            for (number, (direction, translation)) in Self.translations.enumerated() {
                var script = StrokeScript(on: device, seed: UInt64(count * 10 + number))
                let middle = Point.zero + device.size / 2
                script.flick(fingers: count, from: middle + translation * -0.5, to: middle + translation * 0.5)
                let swipes = try events(of: .swipe(.init(fingers: .init(FingerCounts.allowed))), in: script)
                    .compactMap(\.swipe)
                #expect(swipes.map(\.direction) == [direction, direction], "\(count) fingers \(direction)")
                #expect(swipes.map(\.fingers) == [count, count])
            }
        }
    }

    @Test(arguments: hands.indices)
    func `a drag that comes to rest is not a flick, nor is a tap`(_ index: Int) throws {
        let (device, fingers) = Self.hands[index]
        for count in fingers {
            var script = StrokeScript(on: device, seed: UInt64(count))
            let middle = Point.zero + device.size / 2
            script.drag(fingers: count, from: middle + Vector(dx: -10, dy: 0), to: middle + Vector(dx: 10, dy: 0))
            script.pause(.milliseconds(400))
            script.tap(fingers: count, at: middle)
            #expect(
                try events(
                    of: .swipe(.init(fingers: .init(FingerCounts.allowed), minimumLiftVelocity: 400)), in: script) == []
            )
        }
    }

    @Test func `a flick from an edge is a swipe from there, one from the middle is not`() throws {
        var script = StrokeScript(on: .touchscreen, seed: 3)
        script.flick(from: Point(x: 2, y: 100), to: Point(x: 32, y: 100))
        script.pause(.milliseconds(400))
        script.flick(from: Point(x: 100, y: 100), to: Point(x: 130, y: 100))
        script.pause(.milliseconds(400))
        script.flick(from: Point(x: 200, y: 191), to: Point(x: 200, y: 161))
        let swipes = try events(of: .swipe(.init(edges: .all)), in: script).compactMap(\.swipe)
        #expect(swipes.map(\.edge) == [.left, .left, .bottom, .bottom])
        #expect(swipes.map(\.direction) == [.right, .right, .up, .up])
    }

    @Test(arguments: [ModelDevice.touchscreen, .touchpad, .singleTouchScreen], 1...8 as ClosedRange<UInt64>)
    func `a tap and then a drag are recognised as a sequence`(_ device: ModelDevice, _ seed: UInt64) throws {
        var script = StrokeScript(on: device, seed: seed)
        let middle = Point.zero + device.size / 2
        script.tap(at: middle)
        script.pause(.milliseconds(120))
        script.drag(from: middle, to: middle + Vector(dx: 20, dy: 4), duration: .milliseconds(500))
        let sequence = GestureExpression.composition(.init(.sequence, [.tap(.init()), .drag(.init())]))
        let events = try events(of: sequence, in: script)
        #expect(events.first?.phase == .began && events.last?.phase == .ended)
        #expect(events.filter(\.phase.isTerminal).count == 1)
        let drags = events.compactMap { $0.drag(at: 2) }
        #expect(drags.count > 30)
        #expect(abs((drags.last?.translation.dx ?? 0) * 0.15875 - 20) < 1)
    }

    /// A touch that is held and then moves, of a finger that trembles by a fifth of a point.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a hold and then a drag are recognised as a sequence`(_ seed: UInt64) throws {
        var (random, hand) = (SplitMix64(seed: seed), Hand())
        func tremble() -> Double { Double.random(in: -0.2...0.2, using: &random) }
        let sequence = GestureExpression.composition(.init(.sequence, [.longPress(.init()), .drag(.init())]))
        var emitter = GestureEmitter(sequence, thresholds: Thresholds())
        var (events, gestures) = ([GestureEvent](), UInt64(0))
        func send(_ milliseconds: Double, _ touch: Touch) {
            while let deadline = emitter.deadline, deadline < Timestamp(milliseconds) {
                emitter.expire(at: deadline, gestures: &gestures)
                events += emitter.events
            }
            emitter.update(hand.frame(at: Timestamp(milliseconds), [touch]), gestures: &gestures)
            events += emitter.events
        }
        send(0, .down(1, 200, 200))
        for step in 1..<75 { send(Double(step) * 8, .move(1, 200 + tremble(), 200 + tremble())) }
        #expect(events.last?.drag(at: 2) == nil)
        for step in 75..<125 { send(Double(step) * 8, .move(1, 200 + Double(step - 74) * 4 + tremble(), 200)) }
        send(1010, .lift(1))
        #expect(events.last?.phase == .ended)
        let drag = try #require(events.last?.drag(at: 2))
        #expect(abs(drag.translation.dx - 200) < 1)
        #expect(abs(drag.velocity.dx - 500) < 25)
    }
}

extension GestureEvent {
    fileprivate var swipe: GestureValue.Swipe? { if case .swipe(let swipe) = value { swipe } else { nil } }

    /// The drag of a part that has begun.
    fileprivate func drag(at index: Int) -> GestureValue.Drag? {
        guard case .composition(let tree) = value, case .drag(let drag)? = tree.nodes[index].value else { return nil }
        return drag
    }
}
