import GestureModel
import GestureProtocol
import Strokes
import Testing

@Suite struct RequestWritingTests {
    @Test(
        arguments: [
            (
                .subscribe(.init(id: 1, gesture: .drag(.init(fingers: .init([3, 4]), minimumDistance: 10)))),
                #"{"type":"subscribe","id":1,"gesture":{"drag":{"fingers":[3,4],"minimumDistance":10}}}"#
            ),
            (
                .subscribe(
                    .init(
                        id: 2, gesture: .longPress(.init(minimumDuration: .never, maximumDistance: 0.25)),
                        device: .name("A \"b\"\n"), region: Region(x: 0, y: -0.1, width: 0.5, height: 1e300),
                        units: .mapped(width: 1920, height: 1080))),
                #"{"type":"subscribe","id":2,"gesture":{"longPress":{"fingers":1,"minimumDuration":"never","#
                    + #""maximumDistance":0.25}},"device":{"name":"A \"b\"\n"},"region":{"x":0,"y":-0.1,"width":0.5,"#
                    + #""height":1e+300},"units":{"width":1920,"height":1080}}"#
            ),
            (
                .subscribe(.init(id: 3, gesture: .magnify(.init(fingers: 2, minimumScaleDelta: 0)))),
                #"{"type":"subscribe","id":3,"gesture":{"magnify":{"fingers":2,"minimumScaleDelta":0}}}"#
            ),
            (
                .subscribe(.init(id: 6, gesture: .swipe(.init(directions: .left, edges: [.right, .top])))),
                #"{"type":"subscribe","id":6,"gesture":{"swipe":{"fingers":1,"directions":"left","#
                    + #""edges":["top","right"]}}}"#
            ),
            (
                .subscribe(.init(id: 7, gesture: .drag(.init(edges: .left, edgeDistance: 12)))),
                #"{"type":"subscribe","id":7,"gesture":{"drag":{"fingers":1,"edges":"left","edgeDistance":12}}}"#
            ),
            (
                .subscribe(.init(id: 5, gesture: .drag(.init(velocity: .lsq2)))),
                #"{"type":"subscribe","id":5,"gesture":{"drag":{"fingers":1,"velocity":"lsq2"}}}"#
            ),
            (
                .subscribe(.init(id: 4, gesture: .rotate(.init(minimumAngleDelta: 0.25)))),
                #"{"type":"subscribe","id":4,"gesture":{"rotate":{"fingers":[2,3,4,5,6,7,8,9,10],"minimumAngleDelta":0.25}}}"#
            ),
            (
                .subscribe(
                    .init(id: 5, gesture: .longPress(.init(minimumDuration: .zero, maximumDistance: .infinity)))),
                #"{"type":"subscribe","id":5,"gesture":{"longPress":{"fingers":1,"minimumDuration":0,"#
                    + #""maximumDistance":"any"}}}"#
            ),
            (
                .unsubscribe(id: .min, subscription: 3),
                #"{"type":"unsubscribe","id":-9223372036854775808,"subscription":3}"#
            ),
        ] as [(Request, String)])
    func `spells a request`(_ request: Request, _ line: String) {
        #expect(String(decoding: request.encoded, as: UTF8.self) == line + "\n")
    }

    @Test func `random requests read back as they were`() throws {
        var random = SplitMix64(seed: 4)
        for _ in 0..<2000 {
            let request = Request.random(using: &random)
            let line = request.encoded
            #expect(line.last == UInt8(ascii: "\n"))
            #expect(try Request(line: line.dropLast()) == request)
        }
    }

    @Test(arguments: RegionOrigin.allCases) func `a region keeps its origin`(_ origin: RegionOrigin) throws {
        let region = Region(x: 1, y: 2, width: 30, height: 40)
        let request = Request.subscribe(
            .init(id: 1, gesture: .tap(.init()), region: region, regionOrigin: origin))
        #expect(try Request(line: request.encoded.dropLast()) == request)
    }

    @Test func `what is not finite is refused by name, not sent as nonsense`() {
        let request = Request.subscribe(.init(id: 1, gesture: .drag(.init(minimumDistance: .nan))))
        let message = "gesture.drag.minimumDistance: expected a number of 0 or more, found null"
        #expect(throws: RequestError(id: 1, code: .wrongType, message: message)) {
            try Request(line: request.encoded.dropLast())
        }
    }
}

extension Request {
    fileprivate static func random(using random: inout SplitMix64) -> Request {
        let id = Int64.random(in: .min ... .max, using: &random)
        guard Int.random(in: 0..<10, using: &random) > 0 else {
            return .unsubscribe(id: id, subscription: .random(in: 1 ... .max, using: &random))
        }
        let gestures: [GestureExpression] = [
            .tap(.random(using: &random)), .longPress(.random(using: &random)),
            .drag(.random(using: &random)), .swipe(.random(using: &random)),
            .magnify(
                .init(fingers: .several(using: &random), minimumScaleDelta: .maybe(in: 0...10, using: &random))),
            .rotate(
                .init(fingers: .several(using: &random), minimumAngleDelta: .maybe(in: 0...2 * .pi, using: &random))),
        ]
        let devices: [DeviceFilter] = [
            .any, .kind(.touchpad), .kind(.touchscreen), .id("event5"), .name("\u{1}\"\\é\u{7F}"),
        ]
        let units: [ValueUnits] = [
            .points, .millimetres, .normalized,
            .mapped(width: .random(in: 0.001...1e9, using: &random), height: .random(in: 1...4000, using: &random)),
        ]
        let region = Region(
            x: .random(in: -1e9...1e9, using: &random), y: .random(in: -1...1, using: &random),
            width: .random(in: 1e-9...1, using: &random), height: .random(in: 1...1e5, using: &random))
        return .subscribe(
            SubscribeRequest(
                id: id, gesture: gestures.randomElement(using: &random) ?? gestures[0],
                device: devices.randomElement(using: &random) ?? .any,
                region: Bool.random(using: &random) ? region : nil,
                units: units.randomElement(using: &random) ?? .points))
    }
}

extension GestureExpression.Tap {
    fileprivate static func random(using random: inout SplitMix64) -> Self {
        Self(
            fingers: .random(using: &random), count: .random(in: 1...10, using: &random),
            maximumDistance: .maybe(in: 0.001...10000, using: &random), maximumDuration: .maybe(using: &random),
            maximumDelay: .maybe(using: &random))
    }
}

extension GestureExpression.LongPress {
    fileprivate static func random(using random: inout SplitMix64) -> Self {
        Self(
            fingers: .random(using: &random),
            minimumDuration: Bool.random(using: &random) ? .never : .maybe(using: &random),
            maximumDistance: .maybe(in: 0.001...10000, using: &random))
    }
}

extension GestureExpression.Drag {
    fileprivate static func random(using random: inout SplitMix64) -> Self {
        let edges = Edge.Set.maybe(using: &random)
        return Self(
            fingers: .random(using: &random), minimumDistance: .maybe(in: 0...10000, using: &random), edges: edges,
            edgeDistance: edges == nil ? nil : .maybe(in: 0...10000, using: &random))
    }
}

extension GestureExpression.Swipe {
    fileprivate static func random(using random: inout SplitMix64) -> Self {
        let edges = Edge.Set.maybe(using: &random)
        return Self(
            fingers: .random(using: &random), directions: .init(rawValue: .random(in: 1...15, using: &random)),
            minimumDistance: .maybe(in: 0.001...10000, using: &random),
            minimumVelocity: .maybe(in: 0...10000, using: &random),
            minimumLiftVelocity: .maybe(in: 0...10000, using: &random), edges: edges,
            edgeDistance: edges == nil ? nil : .maybe(in: 0...10000, using: &random))
    }
}

extension Edge.Set {
    fileprivate static func maybe(using random: inout SplitMix64) -> Edge.Set? {
        Bool.random(using: &random) ? Edge.Set(rawValue: .random(in: 1...15, using: &random)) : nil
    }
}

extension FingerCounts {
    fileprivate static func random(using random: inout SplitMix64) -> FingerCounts {
        let count = Int.random(in: 1...10, using: &random)
        return FingerCounts((1...10).shuffled(using: &random).prefix(count))
    }

    fileprivate static func several(using random: inout SplitMix64) -> FingerCounts {
        let count = Int.random(in: 1...4, using: &random)
        return FingerCounts((2...10).shuffled(using: &random).prefix(count))
    }
}

extension Double? {
    fileprivate static func maybe(in range: ClosedRange<Double>, using random: inout SplitMix64) -> Double? {
        Bool.random(using: &random) ? .random(in: range, using: &random) : nil
    }
}

extension Microseconds? {
    fileprivate static func maybe(using random: inout SplitMix64) -> Microseconds? {
        Bool.random(using: &random) ? Microseconds(.random(in: 1...3_600_000_000, using: &random)) : nil
    }
}
