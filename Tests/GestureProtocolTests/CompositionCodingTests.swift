import GestureModel
import GestureProtocol
import Strokes
import Testing

/// Compositions on the wire, both ways.
@Suite struct CompositionCodingTests {
    @Test func `an expression reads back as it was written, however deep`() throws {
        var gesture = GestureExpression.tap(.init(count: 2))
        for (index, kind) in [GestureExpression.Composition.Kind.race, .sequence, .exclusive, .simultaneous]
            .enumerated()
        {
            gesture = .composition(.init(kind, [.drag(.init(minimumDistance: Double(index))), gesture]))
        }
        let request = Request.subscribe(SubscribeRequest(id: 1, gesture: gesture))
        #expect(try Request(line: request.encoded.dropLast()) == request)
    }

    @Test func `the deepest expression that the library can build is accepted`() throws {
        var gesture = GestureExpression.tap(.init())
        for _ in 1..<GestureExpression.maximumLeaves {
            gesture = .composition(.init(.exclusive, [gesture, .longPress(.init())]))
        }
        let request = Request.subscribe(SubscribeRequest(id: 1, gesture: gesture))
        #expect(try Request(line: request.encoded.dropLast()) == request)
        #expect(gesture.leafCount == 16)
    }

    @Test(arguments: 0..<200) func `a tree reads back as it was written`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var nodes: [GestureTree.Node] = []
        append(to: &nodes, depth: 3, &random)
        let event = GestureEvent(
            gesture: 7, phase: .changed, time: Timestamp(microseconds: 5), value: .composition(.init(nodes: nodes)))
        var line: [UInt8] = []
        GestureEncoder(device: "event3", surface: Surface(size: Vector(dx: 1000, dy: 500)), units: .points)
            .append(event, subscription: 1, to: &line)
        let text = String(decoding: line, as: UTF8.self)
        guard case .gesture(let read) = try ServerMessage(line: line) else {
            Issue.record("no gesture: \(text)")
            return
        }
        #expect(read.value == event.value, "\(text)")
    }

    private func append(to nodes: inout [GestureTree.Node], depth: Int, _ random: inout SplitMix64) {
        let phases: [PartPhase] = [
            .possible, .active, .ended, .failed(nil), .failed(.outcompeted),
            .failed(.failed(.movedTooFar(by: 10.1, limit: 10))),
        ]
        let phase = phases[Int(random.next() % 6)]
        guard depth == 3 || depth > 0 && random.next() % 2 == 0 else {
            let values: [GestureValue?] = [
                nil, .tap(.init(fingers: 1, count: 2, location: Point(x: 1.5, y: 2))),
                .drag(.init(fingers: 2, location: .zero, startLocation: .zero, velocity: Vector(dx: 3, dy: -4.125))),
            ]
            nodes.append(.init(phase: phase, value: values[Int(random.next() % 3)]))
            return
        }
        let start = nodes.count
        nodes.append(.init(kind: .allCases[Int(random.next() % 4)], phase: phase))
        for _ in 0..<2 + random.next() % 2 { append(to: &nodes, depth: depth - 1, &random) }
        nodes[start].descendants = nodes.count - start - 1
    }
}
