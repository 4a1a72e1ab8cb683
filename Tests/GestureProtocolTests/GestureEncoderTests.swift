import FoundationEssentials
import GestureModel
import GestureProtocol
import Strokes
import Testing

private let surface = Surface(size: Vector(dx: 2000, dy: 1000))
private let largeSurface = Surface(size: Vector(dx: 20_000, dy: 20_000))
private let allUnits: [ValueUnits] = [.points, .millimetres, .normalized, .mapped(width: 1920, height: 1080)]

private let drag = GestureValue.Drag(
    fingers: 3, location: Point(x: 412.5, y: 300), startLocation: Point(x: 400, y: 310.25),
    velocity: Vector(dx: 100, dy: -20.5))
private let swipe = GestureValue.Swipe(
    fingers: 1, direction: .left, location: Point(x: 1900, y: 300), startLocation: Point(x: 1999.5, y: 310.25),
    velocity: Vector(dx: -1200.25, dy: -20.5), edge: .right)
private let press = GestureValue.LongPress(
    fingers: 1, location: Point(x: 1.5, y: 2), startLocation: Point(x: 1, y: 2), pressing: true, completed: false,
    deadline: Timestamp(microseconds: 81_233_512_345))
private let tap = GestureValue.Tap(fingers: 2, count: 3, location: Point(x: 1000, y: 0.5))
private let magnify = GestureValue.Magnify(
    fingers: 2, location: Point(x: 412.5, y: 300), startLocation: Point(x: 400, y: 310.25), magnification: 1.2345678,
    velocity: -0.5)
private let rotate = GestureValue.Rotate(
    fingers: 5, location: Point(x: 412.5, y: 300), startLocation: Point(x: 400, y: 310.25), rotation: -7.0000001,
    velocity: 12.3456789)

@Suite struct GestureEncoderTests {
    @Test func `a drag, byte for byte`() {
        let line = """
            {"type":"gesture","subscription":1,"gesture":7,"phase":"began","time":81233012345,"device":"event3",\
            "value":{"drag":{"fingers":3,"location":[412.5,300],"startLocation":[400,310.25],\
            "translation":[12.5,-10.25],"velocity":[100,-20.5],"predictedEndLocation":[437.5,294.875],\
            "predictedEndTranslation":[37.5,-15.375]}}}

            """
        #expect(encoded(.began, .drag(drag)) == line)
    }

    @Test func `a location may lie outside the surface, but a normalized one is 0…1`() {
        // Of two fingers one has lifted, and the other has moved farther than both together could.
        var outside = drag
        outside.location = Point(x: 2345, y: -1)
        let line = encoded(.changed, .drag(outside))
        #expect(line.contains(#""location":[2345,-1],"startLocation":[400,310.25],"translation":[1945,-311.25]"#))
        let encoder = GestureEncoder(device: "event3", surface: surface, units: .normalized)
        var bytes: [UInt8] = []
        let event = GestureEvent(gesture: 7, phase: .changed, time: Timestamp(microseconds: 0), value: .drag(outside))
        encoder.append(event, subscription: 1, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""location":[1,0],"#))
    }

    @Test func `the part and the corner follow the edge`() throws {
        var edged = drag
        (edged.edge, edged.part, edged.corner) = (.right, .end, .bottomRight)
        let line = encoded(.ended, .drag(edged))
        #expect(line.hasSuffix(#","edge":"right","part":"end","corner":"bottomRight"}}}"# + "\n"))
        guard case .gesture(let message) = try ServerMessage(line: line.utf8.dropLast()),
            case .drag(let read) = message.value
        else {
            Issue.record("no drag")
            return
        }
        #expect((read.part, read.corner) == (.end, .bottomRight))
    }

    @Test func `a swipe and a drag from an edge, byte for byte`() {
        let head = """
            {"type":"gesture","subscription":1,"gesture":7,"phase":"ended","time":81233012345,"device":"event3"
            """
        var (inner, edged) = (swipe, drag)
        #expect(
            encoded(.ended, .swipe(swipe))
                == head + #","value":{"swipe":{"fingers":1,"direction":"left","location":[1900,300],"#
                + #""startLocation":[1999.5,310.25],"translation":[-99.5,-10.25],"velocity":[-1200.25,-20.5],"#
                + #""edge":"right"}}}"# + "\n")
        inner.edge = nil
        #expect(encoded(.ended, .swipe(inner)).hasSuffix(#","velocity":[-1200.25,-20.5]}}}"# + "\n"))
        for edge in Edge.allCases {
            edged.edge = edge
            #expect(
                encoded(.ended, .drag(edged)).hasSuffix(
                    #","predictedEndTranslation":[37.5,-15.375],"edge":"\#(edge.rawValue)"}}}"# + "\n"))
        }
    }

    @Test(arguments: SwipeDirection.allCases)
    func `every direction is written by its name`(_ direction: SwipeDirection) throws {
        var swipe = swipe
        swipe.direction = direction
        let line = encoded(.began, .swipe(swipe))
        #expect(line.contains(#""direction":"\#(direction.rawValue)""#))
        #expect(try decoded(Array(line.utf8)).value == .swipe(swipe))
    }

    @Test(arguments: [(#""left""#, #""north""#), (#""right""#, #""middle""#), (#""right""#, "3"), (#""left""#, "null")])
    func `an unknown direction or edge is an error`(_ word: String, _ other: String) {
        let line = encoded(.began, .swipe(swipe)).replacing(word, with: other)
        #expect(line.contains(other))
        #expect(throws: RequestError.self) { try decoded(Array(line.utf8)) }
    }

    @Test func `a tap and a long press, byte for byte`() {
        let head = """
            {"type":"gesture","subscription":1,"gesture":7,"phase":"ended","time":81233012345,"device":"event3"
            """
        #expect(
            encoded(.ended, .tap(tap))
                == head + #","value":{"tap":{"fingers":2,"count":3,"location":[1000,0.5]}}}"# + "\n")
        #expect(
            encoded(.ended, .longPress(press))
                == head + #","value":{"longPress":{"fingers":1,"location":[1.5,2],"startLocation":[1,2],"#
                + #""pressing":true,"completed":false,"deadline":81233512345}}}"# + "\n")
    }

    /// Neither scale nor angle is stretched with the surface, and both keep their decimals in every unit.
    @Test func `a magnification and a rotation, byte for byte`() {
        let head = """
            {"type":"gesture","subscription":1,"gesture":7,"phase":"ended","time":81233012345,"device":"event3"
            """
        let positions = [
            (ValueUnits.points, #""location":[412.5,300],"startLocation":[400,310.25]"#),
            (.normalized, #""location":[0.20625,0.3],"startLocation":[0.2,0.31025]"#),
            (.mapped(width: 4000, height: 500), #""location":[825,150],"startLocation":[800,155.125]"#),
        ]
        for (units, position) in positions {
            #expect(
                encoded(.ended, .magnify(magnify), units)
                    == head + #","value":{"magnify":{"fingers":2,\#(position),"#
                    + #""magnification":1.234568,"velocity":-0.5}}}"# + "\n")
            #expect(
                encoded(.ended, .rotate(rotate), units)
                    == head + #","value":{"rotate":{"fingers":5,\#(position),"rotation":-7,"velocity":12.345679}}}"#
                    + "\n")
        }
    }

    @Test func `a cancel has its reason, and a failure its numbers`() {
        let lost = encoded(.cancelled(.deviceLost), .tap(tap))
        #expect(lost.hasSuffix(#"}},"reason":"deviceLost"}"# + "\n"))
        let failure = FailureReason.tooFewTaps(1, needed: 2)
        let failed = encoded(.cancelled(.failed(failure)), .longPress(press))
        #expect(
            failed.hasSuffix(
                #"}},"reason":"failed","failure":"1 tap < 2","failureReason":{"tooFewTaps":{"taps":1,"needed":2}}}"#
                    + "\n"))
    }

    @Test(
        arguments: [
            GestureValue.drag(drag), .swipe(swipe), .longPress(press), .tap(tap), .magnify(magnify), .rotate(rotate),
        ], allUnits
    )
    func `every phase and reason reads back`(_ value: GestureValue, _ units: ValueUnits) throws {
        let encoder = GestureEncoder(device: "ev\"3", surface: surface, units: units)
        for phase in [.began, .changed, .ended] + CancellationReason.every.map(GesturePhase.cancelled) {
            let event = GestureEvent(gesture: .max, phase: phase, time: Timestamp(microseconds: .min), value: value)
            var line: [UInt8] = []
            encoder.append(event, subscription: 64, to: &line)
            let message = try decoded(line)
            #expect(message.subscription == 64 && message.gesture == .max && message.device == "ev\"3")
            #expect(message.time == event.time)
            #expect(message.phase == phase)
            #expect(message.reason == phase.reason.map(Reported.known))
            #expect(String(decoding: line, as: UTF8.self).contains(#""phase":"\#(phase.name)""#))
            expectNear(message.value, value, units)
        }
    }

    @Test(arguments: allUnits)
    func `random drags read back within the rounding`(_ units: ValueUnits) throws {
        let encoder = GestureEncoder(device: "event3", surface: largeSurface, units: units)
        var random = SplitMix64(seed: 3)
        for _ in 0..<500 {
            let value = GestureValue.drag(
                GestureValue.Drag(
                    fingers: .random(in: 1...5, using: &random), location: .random(on: largeSurface, using: &random),
                    startLocation: .random(on: largeSurface, using: &random), velocity: .random(using: &random)))
            let event = GestureEvent(gesture: 1, phase: .changed, time: Timestamp(microseconds: 5), value: value)
            var line: [UInt8] = []
            encoder.append(event, subscription: 1, to: &line)
            expectNear(try decoded(line).value, value, units, on: largeSurface)
        }
    }

    @Test func `what a drag computes is written in the subscription's units`() throws {
        struct Line: Decodable {
            struct Value: Decodable { var drag: [String: Numbers] }
            var value: Value
        }
        enum Numbers: Decodable, Equatable {
            case one(Int)
            case two([Double])
            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                self = try (try? .one(value.decode(Int.self))) ?? .two(value.decode([Double].self))
            }
        }
        let line = encoded(.changed, .drag(drag), .normalized)
        let members = try JSONDecoder().decode(Line.self, from: Data(line.utf8)).value.drag
        #expect(
            members == [
                "fingers": .one(3), "location": .two([0.20625, 0.3]), "startLocation": .two([0.2, 0.31025]),
                "translation": .two([0.00625, -0.01025]), "velocity": .two([0.05, -0.0205]),
                "predictedEndLocation": .two([0.21875, 0.294875]),
                "predictedEndTranslation": .two([0.01875, -0.015375]),
            ])
    }

    @Test func `a tail can be shared behind the heads of several subscriptions`() {
        let encoder = GestureEncoder(device: "event3", surface: surface, units: .points)
        let event = GestureEvent(
            gesture: 7, phase: .began, time: Timestamp(microseconds: 81_233_012_345), value: .drag(drag))
        var tail: [UInt8] = []
        var failures = FailureTexts()
        encoder.appendTail(of: event, to: &tail, &failures)
        for subscription in [1, 64] {
            var (shared, whole) = ([UInt8](), [UInt8]())
            GestureEncoder.append(tail, subscription: subscription, gesture: event.gesture, to: &shared)
            encoder.append(event, subscription: subscription, to: &whole)
            #expect(shared == whole)
        }
    }

    /// The buffer's room for a line is a constant: the longest numbers there are must fit.
    @Test func `numbers that no finger causes still make a line`() throws {
        let worst = [Double.nan, .infinity, -.infinity, 1e308, -.greatestFiniteMagnitude, -8_999_999_999_999.999]
        for number in worst {
            let position = Point(x: number, y: -number)
            let velocity = Vector(dx: number, dy: -number)
            let values: [GestureValue] = [
                .drag(.init(fingers: .min, location: position, startLocation: position, velocity: velocity)),
                .drag(
                    .init(
                        fingers: .min, location: position, startLocation: position, velocity: velocity, edge: .bottom)),
                .swipe(
                    .init(
                        fingers: .min, direction: .right, location: position, startLocation: position,
                        velocity: velocity,
                        edge: .bottom)),
                .tap(.init(fingers: .min, count: .min, location: position)),
                .magnify(
                    .init(
                        fingers: .min, location: position, startLocation: position, magnification: number,
                        velocity: -number)),
                .rotate(
                    .init(
                        fingers: .min, location: position, startLocation: position, rotation: -number, velocity: number)
                ),
                .longPress(
                    .init(
                        fingers: .min, location: position, startLocation: position, pressing: false, completed: false,
                        deadline: Timestamp(microseconds: .min))),
            ]
            for value in values {
                for units in allUnits + [.mapped(width: .infinity, height: 0)] {
                    let device = String(repeating: "\u{1}", count: 300)
                    let encoder = GestureEncoder(device: device, surface: Surface(size: .zero), units: units)
                    let event = GestureEvent(
                        gesture: .max, phase: .changed, time: Timestamp(microseconds: .min), value: value)
                    var line: [UInt8] = []
                    encoder.append(event, subscription: .min, to: &line)
                    let json = try JSONValue(line: Array(line.dropLast()), maximumDepth: 8)
                    #expect(json.member("device") == .string(device))
                }
            }
        }
    }

    @Test func `a buffer that has grown is kept`() {
        let encoder = GestureEncoder(device: "event3", surface: surface, units: .normalized)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4096)
        let storage = bytes.withUnsafeBytes { $0.baseAddress }
        for step in 0..<1000 {
            bytes.removeAll(keepingCapacity: true)
            let event = GestureEvent(
                gesture: 7, phase: .changed, time: Timestamp(microseconds: Int64(step)), value: .drag(drag))
            encoder.append(event, subscription: 1, to: &bytes)
        }
        #expect(bytes.withUnsafeBytes { $0.baseAddress } == storage)
    }
}

private func encoded(_ phase: GesturePhase, _ value: GestureValue, _ units: ValueUnits = .points) -> String {
    var line: [UInt8] = []
    let time = Timestamp(microseconds: 81_233_012_345)
    GestureEncoder(device: "event3", surface: surface, units: units)
        .append(GestureEvent(gesture: 7, phase: phase, time: time, value: value), subscription: 1, to: &line)
    return String(decoding: line, as: UTF8.self)
}

private func decoded(_ line: [UInt8]) throws -> GestureMessage {
    #expect(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1)
    guard case .gesture(let message) = try ServerMessage(line: line.dropLast()) else {
        throw NotAGesture()
    }
    return message
}

private struct NotAGesture: Error {}

/// `read` is `value` in `units`, but for the rounding of each number.
private func expectNear(
    _ read: GestureValue, _ value: GestureValue, _ units: ValueUnits, on surface: Surface = surface
) {
    let scale = units.scale(on: surface)
    let step = units == .normalized ? 0.000_000_5 : 0.000_5
    #expect(read.numbers.count == value.numbers.count)
    for (read, number) in zip(read.numbers, value.numbers) {
        let dx = abs(read.dx - number.dx * scale.dx)
        let dy = abs(read.dy - number.dy * scale.dy)
        #expect(max(dx, dy) <= step + 1e-9)
    }
    #expect(read.others == value.others)
}

extension GestureValue {
    fileprivate var numbers: [Vector] {
        switch self {
        case .tap(let tap): [tap.location - .zero]
        case .longPress(let press): [press.location - .zero, press.startLocation - .zero]
        case .drag(let drag): [drag.location - .zero, drag.startLocation - .zero, drag.velocity]
        case .swipe(let swipe): [swipe.location - .zero, swipe.startLocation - .zero, swipe.velocity]
        case .magnify(let magnify): [magnify.location - .zero, magnify.startLocation - .zero]
        case .rotate(let rotate): [rotate.location - .zero, rotate.startLocation - .zero]
        case .stroke(let stroke): [stroke.size, stroke.startLocation - .zero]
        case .swipeHold(let hold): [hold.location - .zero, hold.startLocation - .zero]
        case .dial(let dial): [dial.location - .zero, dial.startLocation - .zero]
        case .touch: []
        case .composition(let tree): tree.nodes.flatMap { $0.value?.numbers ?? [] }
        }
    }

    /// What no unit changes.
    fileprivate var others: [Int64] {
        switch self {
        case .tap(let tap): [Int64(tap.fingers), Int64(tap.count)]
        case .longPress(let press):
            [
                Int64(press.fingers), press.pressing ? 1 : 0, press.completed ? 1 : 0,
                press.deadline?.microseconds ?? -1,
            ]
        case .drag(let drag): [Int64(drag.fingers), number(drag.edge)]
        case .swipe(let swipe):
            [
                Int64(swipe.fingers), number(swipe.edge),
                Int64(SwipeDirection.allCases.firstIndex(of: swipe.direction) ?? -1),
            ]
        case .magnify(let magnify):
            [Int64(magnify.fingers), millionths(magnify.magnification), millionths(magnify.velocity)]
        case .rotate(let rotate): [Int64(rotate.fingers), millionths(rotate.rotation), millionths(rotate.velocity)]
        case .stroke(let stroke): [millionths(stroke.score)]
        case .swipeHold(let hold):
            [Int64(hold.fingers), Int64(SwipeDirection.allCases.firstIndex(of: hold.direction) ?? -1)]
        case .dial(let dial): [Int64(dial.fingers), millionths(dial.rotation), millionths(dial.velocity)]
        case .touch(let touch): [Int64(touch.fingers), touch.tapping ? 1 : 0]
        case .composition(let tree): tree.nodes.flatMap { $0.value?.others ?? [] } + [Int64(tree.phases)]
        }
    }
}

private func number(_ edge: Edge?) -> Int64 { edge.flatMap { Edge.allCases.firstIndex(of: $0) }.map(Int64.init) ?? -1 }
private func millionths(_ number: Double) -> Int64 { Int64((number * 1_000_000).rounded()) }

extension GesturePhase {
    fileprivate var reason: CancellationReason? {
        if case .cancelled(let reason) = self { reason } else { nil }
    }
}

extension Point {
    fileprivate static func random(on surface: Surface, using random: inout SplitMix64) -> Point {
        Point(
            x: .random(in: 0...surface.size.dx, using: &random), y: .random(in: 0...surface.size.dy, using: &random))
    }
}

extension Vector {
    fileprivate static func random(using random: inout SplitMix64) -> Vector {
        Vector(dx: .random(in: -20_000...20_000, using: &random), dy: .random(in: -20_000...20_000, using: &random))
    }
}

extension JSONValue {
    fileprivate func member(_ key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}
