import GestureModel
import GestureProtocol
import Gestures
import Strokes
import Testing

/// The daemon accepts every gesture that the library can build.
@Suite struct LibraryRequestTests {
    @Test func `every gesture of the library survives encoding and decoding`() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<3000 {
            let expression = random.expression(depth: 3)
            let request = Request.subscribe(SubscribeRequest(id: 1, gesture: expression))
            #expect(try Request(line: request.encoded.dropLast()) == request)
        }
    }

    @Test func `the deepest composition survives encoding and decoding`() throws {
        var deepest = AnyGesture(TapGesture(fingers: [1, 2]))
        for _ in 1..<GestureExpression.maximumLeaves {
            deepest = AnyGesture(TapGesture().race(against: deepest).map { _ in })
        }
        let request = Request.subscribe(SubscribeRequest(id: 1, gesture: expression(deepest)))
        #expect(try Request(line: request.encoded.dropLast()) == request)
    }

    @Test func `an app chooses how velocities are estimated`() throws {
        #expect(DragGesture().velocityEstimator == nil)
        let gestures: [GestureExpression] = [
            expression(DragGesture(velocityEstimator: .lsq2)), expression(SwipeGesture(velocityEstimator: .lsq2)),
            expression(MagnifyGesture(velocityEstimator: .lsq2)), expression(RotateGesture(velocityEstimator: .lsq2)),
        ]
        for gesture in gestures {
            let line = Request.subscribe(SubscribeRequest(id: 1, gesture: gesture)).encoded
            #expect(String(decoding: line, as: UTF8.self).contains(#""velocity":"lsq2""#))
        }
    }

    @Test func `the ends of every range survive encoding and decoding`() throws {
        let gestures: [GestureExpression] = [
            expression(LongPressGesture(minimumDuration: 0, maximumDistance: 0)),
            expression(LongPressGesture(minimumDuration: 1e9, maximumDistance: .greatestFiniteMagnitude)),
            expression(LongPressGesture(minimumDuration: 1e300, maximumDistance: .infinity)),
            expression(DragGesture(minimumDistance: .greatestFiniteMagnitude)),
            expression(MagnifyGesture(minimumScaleDelta: .greatestFiniteMagnitude)),
            expression(RotateGesture(minimumAngleDelta: .radians(1e300))),
        ]
        for gesture in gestures {
            let request = Request.subscribe(SubscribeRequest(id: 1, gesture: gesture))
            #expect(try Request(line: request.encoded.dropLast()) == request)
        }
    }
}

private func expression(_ gesture: some Gesture) -> GestureExpression { GestureCallbacks(gesture).expression }

extension SplitMix64 {
    fileprivate mutating func expression(depth: Int) -> GestureExpression {
        let first = leaf()
        guard depth > 0, Int.random(in: 0..<3, using: &self) == 0 else { return first }
        let kind = GestureExpression.Composition.Kind.allCases.randomElement(using: &self) ?? .race
        return .composition(.init(kind, [expression(depth: depth - 1), expression(depth: depth - 1)]))
    }

    private mutating func leaf() -> GestureExpression {
        let several = FingerCounts((2...10).shuffled(using: &self).prefix(Int.random(in: 1...4, using: &self)))
        let any = FingerCounts((1...10).shuffled(using: &self).prefix(Int.random(in: 1...10, using: &self)))
        return switch next() % 6 {
        case 0: GestureClientTests.expression(TapGesture(count: Int.random(in: 1...10, using: &self), fingers: any))
        case 1: GestureClientTests.expression(DragGesture(minimumDistance: finite(), fingers: any, edges: edges()))
        case 4:
            GestureClientTests.expression(
                SwipeGesture(
                    directions: .init(rawValue: UInt8(next() % 15 + 1)), minimumDistance: finite() + 1e-3,
                    minimumVelocity: finite(), fingers: any, edges: edges(), edgeDistance: finite()))
        case 2: GestureClientTests.expression(MagnifyGesture(minimumScaleDelta: finite(), fingers: several))
        case 3:
            GestureClientTests.expression(
                RotateGesture(minimumAngleDelta: .radians(finite()), fingers: several))
        default:
            GestureClientTests.expression(
                LongPressGesture(minimumDuration: limit(), maximumDistance: limit(), fingers: any))
        }
    }

    private mutating func edges() -> Edge.Set? {
        next() % 2 == 0 ? nil : Edge.Set(rawValue: UInt8(next() % 15 + 1))
    }

    private mutating func limit() -> Double { next() % 4 == 0 ? .infinity : finite() }

    /// Sizes from zero to far beyond any sensible value.
    private mutating func finite() -> Double {
        switch next() % 5 {
        case 0: 0
        case 1: .random(in: 0...1, using: &self)
        case 2: .random(in: 0...100, using: &self)
        case 3: .random(in: 0...1e9, using: &self)
        default: .random(in: 0...1e300, using: &self)
        }
    }
}
