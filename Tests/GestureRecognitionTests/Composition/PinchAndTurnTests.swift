import Foundation
import GestureModel
import GestureRecognition
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// A magnification and a rotation of the same fingers, as a picture follows them.
@Suite struct PinchAndTurnTests {
    /// The scale and the angle that a picture is drawn with.
    private struct Drawing {
        var scale: Double?
        var degrees: Double?

        /// The change of scale, as a share, and of the angle. A part that has not begun leaves the picture as it is.
        func step(to next: Drawing) -> (scale: Double, degrees: Double) {
            (abs(log((next.scale ?? 1) / (scale ?? 1))), abs((next.degrees ?? 0) - (degrees ?? 0)))
        }
    }

    private static let open = GestureExpression.composition(
        .init(.simultaneous, [.magnify(.init()), .rotate(.init())]))
    private static let named = GestureExpression.composition(
        .init(
            .simultaneous, [.magnify(.init(minimumScaleDelta: 0.01)), .rotate(.init(minimumAngleDelta: .pi / 180))]))

    private func drawings(_ frames: [TouchFrame], _ gesture: GestureExpression) -> [[Drawing]] {
        var emitter = GestureEmitter(gesture, thresholds: Thresholds())
        var gestures: [[Drawing]] = []
        for event in emitter.events(in: frames) {
            if event.phase == .began { gestures.append([]) }
            gestures[gestures.count - 1].append(drawing(event.value))
        }
        return gestures
    }

    private func drawing(_ value: GestureValue?) -> Drawing {
        guard case .composition(let tree)? = value else { return Drawing() }
        var drawing = Drawing()
        for node in tree.nodes {
            if case .magnify(let magnify)? = node.value { drawing.scale = magnify.magnification }
            if case .rotate(let rotate)? = node.value { drawing.degrees = rotate.rotation * 180 / .pi }
        }
        return drawing
    }

    /// Two fingers that are 200 pt apart turn, and part by a share of that distance, in each of 40 frames of 10 ms.
    private func frames(turning degrees: Double, parting growth: Double) -> [TouchFrame] {
        var hand = Hand()
        return (0...41).map { index in
            let (angle, radius) = (Double(index) * degrees * .pi / 180, 100 * (1 + growth * Double(index)))
            let (x, y) = (radius * cos(angle), radius * sin(angle))
            let time = Timestamp(Double(index) * 10)
            return switch index {
            case 0: hand.frame(at: time, [.down(1, 500 + x, 500 + y), .down(2, 500 - x, 500 - y)])
            case 41: hand.frame(at: time, [.lift(1), .lift(2)])
            default: hand.frame(at: time, [.move(1, 500 + x, 500 + y), .move(2, 500 - x, 500 - y)])
            }
        }
    }

    @Test(arguments: [open, named], [0.005, 0.02])
    func `both begin, at one percent and one degree, and go on from there`(
        _ gesture: GestureExpression, _ growth: Double
    ) throws {
        let gestures = drawings(frames(turning: 1, parting: growth), gesture)
        let drawn = try #require(gestures.first)
        #expect(gestures.count == 1)
        #expect(drawn.first { $0.scale != nil }?.scale.map { abs($0 - 1.01) < 1e-9 } == true)
        #expect(drawn.first { $0.degrees != nil }?.degrees.map { abs($0 - 1) < 1e-9 } == true)
        // From there on, they follow the fingers.
        for (before, after) in zip(drawn, drawn.dropFirst()) { #expect(before.step(to: after).scale < growth + 0.01) }
        for (before, after) in zip(drawn, drawn.dropFirst()).suffix(10) where before.degrees != after.degrees {
            #expect(abs(before.step(to: after).degrees - 1) < 1e-3)
        }
    }

    @Test func `fingers that only turn do not wait for a pinch`() throws {
        let drawn = try #require(drawings(frames(turning: 1, parting: 0), Self.open).first)
        #expect(drawn.first?.degrees.map { abs($0 - 1) < 1e-9 } == true)
        #expect(drawn.allSatisfy { $0.scale == nil })
        // They turn by 40°. The part before it was clear that they turn is not drawn.
        #expect((drawn.last?.degrees ?? 0) > 30)
    }

    @Test func `fingers that move together begin neither`() {
        var hand = Hand()
        var frames = [hand.frame(at: Timestamp(0), [.down(1, 400, 500), .down(2, 600, 500)])]
        for index in 1...40 {
            // Their distance changes by 2 % on the way, as in every scroll.
            let (y, x) = (500 + Double(index) * 5, Double(index) / 20)
            frames.append(hand.frame(at: Timestamp(Double(index) * 10), [.move(1, 400 - x, y), .move(2, 600 + x, y)]))
        }
        frames.append(hand.frame(at: Timestamp(420), [.lift(1), .lift(2)]))
        #expect(drawings(frames, Self.open).isEmpty)
    }

    @Test func `a minimum of zero begins as the fingers come down, at 1 and 0`() throws {
        let gesture = GestureExpression.composition(
            .init(.simultaneous, [.magnify(.init(minimumScaleDelta: 0)), .rotate(.init(minimumAngleDelta: 0))]))
        let first = try #require(drawings(frames(turning: 1, parting: 0.02), gesture).first?.first)
        #expect(first.scale == 1 && first.degrees == 0)
    }

    @Test func `a large minimum is where the value begins`() throws {
        let gesture = GestureExpression.composition(
            .init(.simultaneous, [.magnify(.init(minimumScaleDelta: 0.3)), .rotate(.init(minimumAngleDelta: 10))]))
        let first = try #require(drawings(frames(turning: 1, parting: 0.02), gesture).first?.first)
        #expect(first.scale.map { abs($0 - 1.3) < 1e-9 } == true && first.degrees == nil)
    }

    @Test(arguments: Tour.allCases, [open, named])
    func `a recorded hand makes no jump`(_ tour: Tour, _ gesture: GestureExpression) throws {
        let gestures = drawings(try tour.recording.frames(), gesture)
        #expect(!gestures.isEmpty)
        for drawn in gestures {
            for (before, after) in zip([Drawing()] + drawn, drawn) {
                let step = before.step(to: after)
                #expect(before.scale != nil || step.scale <= 0.02)
                #expect(before.degrees != nil || step.degrees <= 2)
            }
        }
    }
}
