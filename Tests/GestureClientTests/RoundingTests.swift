import GestureClient
import GestureModel
import GestureProtocol
import Gestures
import Testing

/// An event of the app's own recogniser, compared with the same event encoded by the daemon and decoded here.
@Suite struct RoundingTests {
    /// Numbers without an exact decimal, numbers on both sides of halves, and numbers that round to −0.
    private static let numbers = (0..<40).map { Double($0 * $0 - 300) / 7 } + [-0.0001, 0.0005, 12.3456785, -0.0000004]

    private func expectSame<G: Gesture>(
        _ gesture: (@escaping (String) -> Void) -> G, sourceLocation: SourceLocation = #_sourceLocation,
        _ value: (Double, Double) -> GestureValue
    ) {
        let bench = Bench()
        bench.process()
        let capabilities = #""tap","swipe","magnify","rotate","simultaneous","edges""#
        bench.greet(ScriptedServer.hello.replacing(#""tap""#, with: capabilities))
        _ = bench.drainLog()
        bench.client.attach(gesture { [weak bench] in bench?.log.append($0) })
        bench.deliver(ScriptedServer.ok(1, 1))
        var here: [String] = []
        let device = bench.client.devices.first?.surface
        let callbacks = GestureCallbacks(gesture { here.append($0) }, bounds: device?.bounds, surface: device?.size)
        // Of unknown size: the daemon moves positions beyond a surface to its edge.
        let surface = Surface(size: .zero)
        let encoder = GestureEncoder(device: "event5", surface: surface, units: .points)
        for (index, (x, y)) in zip(Self.numbers, Self.numbers.reversed()).enumerated() {
            for phase in [GesturePhase.began, .changed, .ended] {
                let time = Timestamp(microseconds: Int64(index))
                let event = GestureEvent(gesture: UInt64(index), phase: phase, time: time, value: value(x, y))
                var line: [UInt8] = []
                encoder.append(event, subscription: 1, to: &line)
                bench.server.send(line)
                callbacks.deliver([event])
            }
        }
        bench.process()
        #expect(here.count >= 40 && bench.log.count == here.count, sourceLocation: sourceLocation)
        // Compared one by one, because a difference between two arrays would fill pages.
        for (there, here) in zip(bench.drainLog(), here) { #expect(there == here, sourceLocation: sourceLocation) }
    }

    @Test func `callbacks of a local recogniser receive the values of the wire, to the bit`() {
        expectSame({ log in SpatialTapGesture().onEnded { log("\($0)") } }) { x, y in
            .tap(.init(fingers: 1, count: 1, location: Point(x: x, y: y)))
        }
        expectSame({ log in DragGesture().onChanged { log("\($0)") }.onEnded { log("\($0)") } }) { x, y in
            let (point, start) = (Point(x: x, y: y), Point(x: y, y: x))
            return .drag(.init(fingers: 1, location: point, startLocation: start, velocity: Vector(dx: y, dy: x)))
        }
        expectSame({ log in SwipeGesture(edges: .all).onEnded { log("\($0)") } }) { x, y in
            let (point, start) = (Point(x: x, y: y), Point(x: y, y: x))
            return .swipe(
                .init(
                    fingers: 1, direction: .up, location: point, startLocation: start,
                    velocity: Vector(dx: y, dy: x), edge: .left))
        }
        expectSame({ log in MagnifyGesture().onChanged { log("\($0)") }.onEnded { log("\($0)") } }, magnify)
        expectSame({ log in RotateGesture().onChanged { log("\($0)") }.onEnded { log("\($0)") } }, rotate)
    }

    @Test func `callbacks of a composition and its parts receive the values of the wire, to the bit`() {
        expectSame({ log in
            MagnifyGesture().onChanged { log("\($0)") }
                .simultaneously(with: RotateGesture().onEnded { log("\($0)") }).onChanged { log("\($0)") }
        }) { x, y in
            let parts = [(PartPhase.active, magnify(x, y)), (.ended, rotate(x, y))]
            let root = GestureTree.Node(kind: .simultaneous, descendants: 2, phase: .active)
            return .composition(
                GestureTree(nodes: [root] + parts.map { GestureTree.Node(phase: $0.0, value: $0.1) }))
        }
    }

    private func magnify(_ x: Double, _ y: Double) -> GestureValue {
        let point = Point(x: x, y: y)
        return .magnify(.init(fingers: 2, location: point, startLocation: point, magnification: x, velocity: y))
    }

    private func rotate(_ x: Double, _ y: Double) -> GestureValue {
        let point = Point(x: x, y: y)
        return .rotate(.init(fingers: 2, location: point, startLocation: point, rotation: x, velocity: y))
    }
}
