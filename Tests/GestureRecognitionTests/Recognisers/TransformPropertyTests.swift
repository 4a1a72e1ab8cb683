import Foundation
import GestureModel
import GestureRecognition
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// What must hold of magnifications and rotations for all strokes, on strokes drawn from a seed.
@Suite struct TransformPropertyTests {
    @Test func `scripted pinches are recognised with their scale and almost no angle`() throws {
        var random = SplitMix64(seed: 11)
        for seed in 0..<60 as Range<UInt64> {
            let spans = (from: 20 + 40 * random.fraction(), to: 20 + 40 * random.fraction())
            var script = StrokeScript(on: .touchscreen, seed: seed)
            script.pinch(at: Point(x: 150, y: 100), spans: spans, duration: .milliseconds(500))
            let frames = try script.frames()
            let ends = ends(of: .magnify(.init(fingers: 2, minimumScaleDelta: 0)), in: frames)
            guard case .magnify(let magnify)? = ends.first, ends.count == 1 else { return #expect(ends.count == 1) }
            #expect(abs(magnify.magnification / (spans.to / spans.from) - 1) < 0.02, "seed \(seed)")
            #expect(abs(magnify.velocity) < 1, "seed \(seed): it ends at rest")
            guard case .rotate(let rotate)? = self.ends(of: .rotate(.init(minimumAngleDelta: 0)), in: frames).first
            else { return #expect(Bool(false)) }
            #expect(abs(rotate.rotation) < 0.03, "seed \(seed)")
        }
    }

    @Test func `scripted turns are recognised with their angle and almost no change of scale`() throws {
        var random = SplitMix64(seed: 12)
        for seed in 0..<60 as Range<UInt64> {
            let angle = (random.fraction() - 0.5) * 14
            var script = StrokeScript(on: .touchscreen, seed: seed)
            script.turn(at: Point(x: 150, y: 100), span: 40, by: angle, duration: .milliseconds(900))
            let frames = try script.frames()
            let ends = ends(of: .rotate(.init(fingers: 2, minimumAngleDelta: 0)), in: frames)
            guard case .rotate(let rotate)? = ends.first, ends.count == 1 else { return #expect(ends.count == 1) }
            #expect(abs(rotate.rotation - angle) < 0.03, "seed \(seed)")
            guard case .magnify(let magnify)? = self.ends(of: .magnify(.init(minimumScaleDelta: 0)), in: frames).first
            else { return #expect(Bool(false)) }
            #expect(abs(magnify.magnification - 1) < 0.03, "seed \(seed)")
        }
    }

    private static let gestures: [GestureExpression] = [
        .magnify(.init()), .magnify(.init(minimumScaleDelta: 0)), .magnify(.init(fingers: [3, 5])),
        .rotate(.init()), .rotate(.init(minimumAngleDelta: 0)), .rotate(.init(fingers: 2)),
    ]

    /// For any touches: verdicts in order, finite numbers, and an idle recogniser once all fingers have lifted.
    @Test(arguments: gestures) func `random streams produce only valid verdicts`(_ gesture: GestureExpression) {
        for seed in 0..<150 as Range<UInt64> {
            var stream = Stream(seed: seed, hostile: seed % 3 == 0)
            var recogniser = gesture.recogniser(Thresholds())
            var last: GestureValue?
            for _ in 0..<200 {
                let frame = stream.next()
                while let deadline = recogniser.deadline, deadline < frame.time {
                    var verdicts = VerdictBuffer()
                    recogniser.expire(at: deadline, &verdicts)
                    check(verdicts, &last, seed)
                }
                var verdicts = VerdictBuffer()
                recogniser.update(frame, &verdicts)
                check(verdicts, &last, seed)
                if stream.isEmpty {
                    #expect(recogniser.isIdle && last == nil, "seed \(seed)")
                    #expect(recogniser.deadline == nil, "seed \(seed)")
                }
            }
        }
    }

    private func check(_ verdicts: VerdictBuffer, _ last: inout GestureValue?, _ seed: UInt64) {
        if verdicts.isEmpty { #expect(last == nil, "seed \(seed): no verdict in the middle") }
        for verdict in verdicts.all { check(verdict, &last, seed) }
    }

    private func check(_ verdict: Verdict, _ last: inout GestureValue?, _ seed: UInt64) {
        switch verdict {
        case .failed(let reason, _):
            last = nil
            #expect(!"\(reason)".contains("nan") && !"\(reason)".contains("inf"), "seed \(seed)")
        case .active(let value), .ended(let value):
            #expect(Self.isSound(value), "seed \(seed): \(value)")
            if let last { #expect(Self.constants(last) == Self.constants(value), "seed \(seed)") }
            last = value
            if verdict.hasEnded { last = nil }
        }
    }

    private static func isSound(_ value: GestureValue) -> Bool {
        switch value {
        case .magnify(let value):
            value.fingers >= 2 && value.magnification > 0 && value.magnification <= 1e6 && value.velocity.isFinite
        case .rotate(let value): value.fingers >= 2 && value.rotation.isFinite && value.velocity.isFinite
        default: false
        }
    }

    private static func constants(_ value: GestureValue) -> [UInt64] {
        switch value {
        case .magnify(let value):
            [UInt64(value.fingers), value.startLocation.x.bitPattern, value.startLocation.y.bitPattern]
        case .rotate(let value):
            [UInt64(value.fingers), value.startLocation.x.bitPattern, value.startLocation.y.bitPattern]
        default: []
        }
    }

    private func ends(of gesture: GestureExpression, in frames: [TouchFrame]) -> [GestureValue] {
        var emitter = GestureEmitter(gesture, thresholds: Thresholds())
        return emitter.ends(in: frames).map(\.value)
    }
}

extension GestureEmitter {
    /// The last event of every gesture that `frames` bring.
    mutating func ends(in frames: [TouchFrame]) -> [GestureEvent] { events(in: frames).filter(\.phase.isTerminal) }

    /// The events of the gestures that `frames` bring.
    mutating func events(in frames: [TouchFrame]) -> [GestureEvent] {
        var gestures: UInt64 = 0
        var all: [GestureEvent] = []
        for frame in frames {
            while let deadline, deadline < frame.time {
                expire(at: deadline, gestures: &gestures)
                all += events
            }
            update(frame, gestures: &gestures)
            all += events
        }
        return all
    }
}

extension StrokeScript {
    /// What a device's driver and the assembler make of the script.
    fileprivate func frames() throws -> [TouchFrame] { try recording.frames() }
}

extension Recording {
    func frames() throws -> [TouchFrame] {
        var assembler = try FrameAssembler(description, kind: kind)
        return events.compactMap { assembler.handle($0) == .frame ? assembler.frame : nil }
    }
}

/// Fingers that come, go, wander, rest and jump without reason; in no frame do some leave and others come.
private struct Stream {
    private var random: SplitMix64
    private var hand = Hand()
    private var down: [Int: Point] = [:]
    private var time = Timestamp(microseconds: 0)
    private var nextID = 0
    private let hostile: Bool
    private static let coordinates = [0, -1, 1e-300, 1e9, -1e9, 1e300, .infinity, -.infinity, .nan]

    init(seed: UInt64, hostile: Bool) {
        random = SplitMix64(seed: seed)
        self.hostile = hostile
    }

    var isEmpty: Bool { down.isEmpty }

    mutating func next() -> TouchFrame {
        time = time + Microseconds([0, 8000, 8000, 8000, 41_000, 150_000][Int(random.next() % 6)])
        var touches: [Touch] = []
        if random.next() % 4 == 0, down.count < 6 {
            for _ in 0...Int(random.next() % 3) {
                nextID += 1
                let position = position(near: Point(x: 500 * random.fraction(), y: 500 * random.fraction()))
                down[nextID] = position
                touches.append(.down(nextID, position.x, position.y))
            }
        } else {
            let leaving = random.next() % 8 == 0
            for id in down.keys.sorted() {
                switch random.next() % 4 {
                case 0 where leaving:
                    down[id] = nil
                    touches.append(.lift(id))
                case 1: break
                default:
                    let position = position(near: down[id] ?? .zero)
                    down[id] = position
                    touches.append(.move(id, position.x, position.y))
                }
            }
        }
        return hand.frame(at: time, touches)
    }

    private mutating func position(near point: Point) -> Point {
        func odd(_ random: inout SplitMix64) -> Double {
            Self.coordinates[Int(random.next() % UInt64(Self.coordinates.count))]
        }
        if hostile, random.next() % 10 == 0 { return Point(x: odd(&random), y: odd(&random)) }
        // Sometimes where another finger is, as devices report contacts without a position of their own.
        if random.next() % 10 == 0, let other = down.keys.min() { return down[other] ?? point }
        let start = point.x.isFinite && point.y.isFinite && abs(point.x) < 1e6 ? point : Point(x: 250, y: 250)
        return start + Vector(dx: (random.fraction() - 0.5) * 60, dy: (random.fraction() - 0.5) * 60)
    }
}
