import GestureModel
import GestureRecognition
import Strokes
import Testing

/// The motion of several fingers, as judged for single gestures without a minimum of their own.
@Suite struct MotionJudgeTests {
    private static let surface = Surface(size: Vector(dx: 600, dy: 400))
    private static let gestures: [GestureExpression] = [
        .drag(.init(fingers: 2)), .magnify(.init(fingers: 2)), .rotate(.init(fingers: 2)), .swipe(.init(fingers: 2)),
    ]

    /// The names of the gestures that recognise fingers 1 and 2, which follow `path` from 8 ms on until 240 ms.
    private func recognised(
        _ kind: TouchDeviceKind, _ gestures: [GestureExpression] = gestures, rest: Double = 0,
        _ path: (Double) -> [(Double, Double)]
    ) -> [GestureName] {
        gestures.compactMap { gesture in
            var emitter = GestureEmitter(gesture, thresholds: Thresholds(), surface: Self.surface)
            var (hand, count) = (Hand(), UInt64(0))
            var ended = false
            func send(_ milliseconds: Double, _ touches: [Touch]) {
                let time = Timestamp(milliseconds)
                while let deadline = emitter.deadline, deadline < time {
                    emitter.expire(at: deadline, gestures: &count)
                }
                var frame = hand.frame(at: time, touches)
                frame.kind = kind
                emitter.update(frame, gestures: &count)
                ended = ended || emitter.events.contains { $0.phase == .ended }
            }
            let start = path(0)
            // The second finger comes after the first has rested.
            send(0, [.down(1, start[0].0, start[0].1)])
            send(rest, [.down(2, start[1].0, start[1].1)])
            for frame in 1...30 {
                let time = 8 * Double(frame)
                let positions = path(time)
                send(rest + time, [.move(1, positions[0].0, positions[0].1), .move(2, positions[1].0, positions[1].1)])
            }
            send(rest + 250, [.lift(1), .lift(2)])
            return ended ? gesture.name : nil
        }
    }

    @Test(arguments: TouchDeviceKind.allCases, [0.0, 300])
    func `fingers that scroll drag and swipe, although their distance changes`(kind: TouchDeviceKind, rest: Double) {
        let scrolled = recognised(kind, rest: rest) { [(200, 50 + $0), (300 + 0.1 * $0, 50 + 0.9 * $0)] }
        #expect(scrolled == [.drag, .swipe])
    }

    @Test(arguments: TouchDeviceKind.allCases, [0.0, 300])
    func `fingers that pinch only magnify`(kind: TouchDeviceKind, rest: Double) {
        #expect(recognised(kind, rest: rest) { [(280 - $0 / 2, 200), (320 + $0 / 2, 200)] } == [.magnify])
        #expect(recognised(kind, rest: rest) { [(100 + $0 / 2, 200), (500 - $0 / 2, 210)] } == [.magnify])
    }

    @Test(arguments: TouchDeviceKind.allCases, [0.0, 300])
    func `fingers that turn only rotate`(kind: TouchDeviceKind, rest: Double) {
        let turned = recognised(kind, rest: rest) { [(200, 200 - $0 / 5), (400, 200 + $0 / 5)] }
        #expect(turned == [.rotate])
    }

    /// Each rolls in its own direction.
    @Test(arguments: TouchDeviceKind.allCases)
    func `fingers that rest make no gesture`(kind: TouchDeviceKind) {
        #expect(recognised(kind) { [(200 + 3 * ($0 / 240), 200), (300, 200 - 5 * ($0 / 240))] } == [])
    }

    @Test(arguments: TouchDeviceKind.allCases)
    func `a minimum that the app names is the only limit`(kind: TouchDeviceKind) {
        let named: [GestureExpression] = [
            .drag(.init(fingers: 2, minimumDistance: 10)), .magnify(.init(fingers: 2, minimumScaleDelta: 0.01)),
            .rotate(.init(fingers: 2, minimumAngleDelta: .pi / 180)),
        ]
        #expect(
            recognised(kind, named) { [(200, 50 + $0), (300 + 0.2 * $0, 50 + 0.8 * $0)] } == [.drag, .magnify, .rotate])
    }

    @Test(arguments: TouchDeviceKind.allCases)
    func `a drag or pinch that becomes the other is cancelled within 150 ms, with its measured motion`(
        kind: TouchDeviceKind
    ) {
        for gesture in [GestureExpression.drag(.init(fingers: 2)), .magnify(.init(fingers: 2))] {
            var emitter = GestureEmitter(gesture, thresholds: Thresholds(), surface: Self.surface)
            var (hand, count) = (Hand(), UInt64(0))
            var phases: [GesturePhase] = []
            let isDrag = gesture.name == .drag
            for (time, touches) in [
                (0.0, [Touch.down(1, 250, 200), .down(2, 350, 200)]),
                (208, [.move(1, isDrag ? 264 : 236, 200), .move(2, 364, 200)]),
                (250, [.move(1, isDrag ? 200 : 330, 200), .move(2, isDrag ? 420 : 450, 200)]),
                (260, [.move(1, isDrag ? 190 : 350, 200), .move(2, isDrag ? 430 : 470, 200)]),
                (270, [.lift(1), .lift(2)]),
            ] {
                var frame = hand.frame(at: Timestamp(time), touches)
                frame.kind = kind
                emitter.update(frame, gestures: &count)
                phases += emitter.events.map(\.phase).filter { $0 != .changed }
            }
            #expect(phases.count == 2 && phases.first == .began, "\(gesture)")
            guard case .cancelled(.failed(let failure))? = phases.last else {
                Issue.record("\(gesture): \(phases)")
                continue
            }
            #expect(failure == (isDrag ? .deformedTooFar(by: 60, limit: 10) : .deformedTooLittle(by: 10, limit: 90)))
        }
    }

    /// A press slips by up to 2.4 mm (95 in 100).
    @Test func `fingers that click neither drag nor pinch`() {
        for gesture in Self.gestures {
            var emitter = GestureEmitter(gesture, thresholds: Thresholds(), surface: Self.surface)
            var (hand, count) = (Hand(), UInt64(0))
            var phases: [GesturePhase] = []
            for step in 0...40 {
                let shift = 0.4 * Double(step)
                let touches: [Touch] =
                    step == 0
                    ? [.down(1, 200, 200), .down(2, 300, 200)]
                    : [.move(1, 200, 200 + shift), .move(2, 300, 200 + shift)]
                var frame = hand.frame(at: Timestamp(8 * Double(step)), touches)
                frame.kind = .touchpad
                frame.isClicked = step >= 30
                emitter.update(frame, gestures: &count)
                phases += emitter.events.map(\.phase)
            }
            emitter.update(hand.frame(at: Timestamp(400), [.lift(1), .lift(2)]), gestures: &count)
            phases += emitter.events.map(\.phase)
            #expect(!phases.contains(.ended), "\(gesture)")
        }
    }

    @Test func `a thumb that rests does not count in a scroll or a swipe`() {
        for gesture in [GestureExpression.drag(.init(fingers: 2)), .swipe(.init(fingers: 2))] {
            var emitter = GestureEmitter(gesture, thresholds: Thresholds(), surface: Self.surface)
            var (hand, count) = (Hand(), UInt64(0))
            var fingers: [Int?] = []
            func send(_ time: Double, _ touches: [Touch]) {
                var frame = hand.frame(at: Timestamp(time), touches)
                frame.kind = .touchpad
                emitter.update(frame, gestures: &count)
                fingers += emitter.events.filter { $0.phase == .ended }.map(\.value.fingers)
            }
            send(0, [.down(1, 300, 390)])
            send(400, [.down(2, 250, 300), .down(3, 330, 300)])
            for step in 1...20 {
                let shift = 6 * Double(step)
                send(400 + 8 * Double(step), [.move(2, 250, 300 - shift), .move(3, 330, 300 - shift)])
            }
            send(570, [.lift(2), .lift(3)])
            send(600, [.lift(1)])
            #expect(fingers == [2], "\(gesture)")
        }
    }
}
