import GestureModel
import GestureProtocol
import Testing

/// `stroke` on the wire: its templates in requests, and its value in messages.
@Suite struct StrokeCodingTests {
    private static let points = (0..<8).map { "[\($0),\($0 * $0)]" }.joined(separator: ",")

    private func request(_ stroke: String) throws(RequestError) -> Request {
        try Request(line: #"{"type":"subscribe","id":1,"gesture":{"stroke":\#(stroke)}}"#.utf8)
    }

    private func message(_ stroke: String) -> String? {
        do {
            _ = try request(stroke)
            return nil
        } catch {
            return error.message
        }
    }

    private func template(_ name: String, _ points: String = points) -> String {
        #"{"name":"\#(name)","points":[\#(points)]}"#
    }

    @Test func `templates are read in the order of the request, and written again`() throws {
        let json = #"{"templates":[\#(template("check")),\#(template("vee"))],"minimumScore":0.9}"#
        guard case .subscribe(let subscribe) = try request(json), case .stroke(let stroke) = subscribe.gesture
        else {
            Issue.record("no subscription to a stroke")
            return
        }
        #expect(stroke.templates.map(\.name) == ["check", "vee"] && stroke.minimumScore == 0.9)
        #expect(stroke.templates[1].points[3] == Point(x: 3, y: 9))
        let text = String(decoding: try request(json).encoded, as: UTF8.self)
        #expect(text.contains(#""stroke":\#(json)"#), "\(text)")
    }

    @Test(
        arguments: [
            (#"{}"#, "gesture.stroke.templates: missing; expected an array of 1 to 64 templates"),
            (#"{"templates":[]}"#, "gesture.stroke.templates: expected 1 to 64 templates, found 0"),
            (#"{"templates":5}"#, "gesture.stroke.templates: expected an array of 1 to 64 templates, found 5"),
            (
                #"{"templates":[{"points":[[1,2]]}]}"#,
                "gesture.stroke.templates[0].name: missing; expected a string"
            ),
            (
                #"{"templates":[{"name":"a"}]}"#,
                "gesture.stroke.templates[0].points: missing; expected an array of 8 to 256 points [x,y]"
            ),
            (
                #"{"templates":[{"name":"a","points":[[1,2,3]]}]}"#,
                "gesture.stroke.templates[0].points[0]: expected [x,y], found an array"
            ),
            (
                #"{"templates":[{"name":"a","points":[],"weight":1}]}"#,
                "gesture.stroke.templates[0].weight: unknown key; a template takes name, points"
            ),
        ])
    func `a malformed template is rejected with its place`(_ json: String, _ expected: String) {
        #expect(message(json) == expected)
    }

    @Test func `templates that cannot be matched are rejected with their place`() {
        func refusal(_ templates: String...) -> String? {
            message(#"{"templates":[\#(templates.joined(separator: ","))]}"#)
        }
        let seven = (0..<7).map { "[\($0),0]" }.joined(separator: ",")
        let many = (0..<257).map { "[\($0),0]" }.joined(separator: ",")
        let equal = Array(repeating: "[3,4]", count: 9).joined(separator: ",")
        let place = "gesture.stroke.templates[1]"
        #expect(refusal(template("a"), template("b", seven)) == "\(place).points: expected 8 to 256 points, found 7")
        #expect(refusal(template("a"), template("b", many)) == "\(place).points: expected 8 to 256 points, found 257")
        #expect(
            refusal(template("a"), template("b", equal))
                == "\(place).points: expected points that differ, found equal ones")
        #expect(refusal(template("a"), template("a")) == nil, "two drawings of one shape")
        #expect(refusal(template("a"), template("")) == "\(place).name: expected a name, found \"\"")
        #expect(
            refusal(template("a"), template("b", points(with: "[1e300,0]")))
                == "\(place).points: expected numbers from -1000000000 to 1000000000, found [1e+300,0.0]")
        // A longer one stopped the daemon when the stroke ended.
        let long = String(repeating: "x", count: 65)
        #expect(refusal(template("a"), template(long)) == "\(place).name: expected at most 64 bytes, found 65")
        #expect(refusal(template("a"), template(String(long.dropLast()))) == nil)
        let all = (0..<65).map { template("t\($0)") }
        #expect(
            message(#"{"templates":[\#(all.joined(separator: ","))]}"#)
                == "gesture.stroke.templates: expected 1 to 64 templates, found 65")
        #expect(message(#"{"templates":[\#(all.prefix(64).joined(separator: ","))]}"#) == nil)
        // JSON has no word for it.
        #expect(refusal(template("a", points(with: "[NaN,0]")))?.hasPrefix("not JSON at byte") == true)
    }

    private func points(with point: String) -> String { Self.points + "," + point }

    @Test(arguments: ["-0.1", "1.1"])
    func `a minimum score outside 0 to 1 is rejected`(_ score: String) {
        let json = #"{"templates":[\#(template("a"))],"minimumScore":\#(score)}"#
        #expect(message(json) == "gesture.stroke.minimumScore: expected a number from 0 to 1, found \(score)")
    }

    @Test(arguments: [PositionAccess.granted, .withheld])
    func `the start and the bounding box are withheld as positions are`(_ positions: PositionAccess) throws {
        let value = GestureValue.Stroke(
            template: "check", score: 0.931, size: Vector(dx: 100, dy: 80), startLocation: Point(x: 20, y: 15),
            boundingBox: Region(x: 20, y: 10, width: 100, height: 80))
        let event = GestureEvent(gesture: 4, phase: .ended, time: Timestamp(microseconds: 9), value: .stroke(value))
        let encoder = GestureEncoder(
            device: "event5", surface: Surface(size: Vector(dx: 1000, dy: 500)), units: .points, positions: positions)
        var bytes: [UInt8] = []
        encoder.append(event, subscription: 1, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let withPositions = #","startLocation":[20,15],"boundingBox":[20,10,100,80]"#
        let expected =
            #""value":{"stroke":{"template":"check","score":0.931,"size":[100,80]\#(positions == .granted ? withPositions : "")}}}"#
        #expect(text.hasSuffix(expected + "\n"), "\(text)")
        guard case .gesture(let message) = try ServerMessage(line: bytes.dropLast()),
            case .stroke(let read) = message.value
        else {
            Issue.record("not read back: \(text)")
            return
        }
        #expect(read.template == "check" && read.score == 0.931 && read.size == value.size)
        #expect((read == value) == (positions == .granted))
    }
}
