import GestureModel
import GestureProtocol
import Strokes
import Testing

/// The keys of an expression.
private let words =
    "tap, longPress, drag, swipe, magnify, rotate, stroke, swipeHold, dial, touch, standard, simultaneous, sequence, exclusive, race"

/// Every error, word for word: it is all that the author of a client sees.
@Suite struct RequestRefusalTests {
    @Test(
        arguments: [
            (#"5"#, nil, .wrongType, "expected an object, found 5"),
            (#"[]"#, nil, .wrongType, "expected an object, found an empty array"),
            (
                #"{}"#, nil, .missingField,
                #"type: missing; expected one of "subscribe", "unsubscribe", "move", "cancel", "pause", "resume", "haptic", "reload", "status""#
            ),
            (
                #"{"id":3,"type":1}"#, 3, .wrongType,
                #"type: expected one of "subscribe", "unsubscribe", "move", "cancel", "pause", "resume", "haptic", "reload", "status", found 1"#
            ),
            (
                #"{"type":"subscribr","id":3}"#, 3, .unknownType,
                #"type "subscribr" is unknown; this daemon takes subscribe, unsubscribe, move, cancel, pause, resume, haptic, reload, status"#
            ),
            (#"{"type":"unsubscribe"}"#, nil, .missingField, "id: missing; expected a whole number"),
            (#"{"type":"unsubscribe","id":1.5}"#, nil, .wrongType, "id: expected a whole number, found 1.5"),
            (#"{"type":"unsubscribe","id":"1"}"#, nil, .wrongType, #"id: expected a whole number, found "1""#),
            (#"{"type":"unsubscribe","id":1e30}"#, nil, .wrongType, "id: expected a whole number, found 1e+30"),
            (
                #"{"type":"unsubscribe","id":4}"#, 4, .missingField,
                "subscription: missing; expected a whole number above 0"
            ),
            (
                #"{"type":"unsubscribe","id":4,"subscription":0}"#, 4, .outOfRange,
                "subscription: expected a whole number above 0, found 0"
            ),
            (
                #"{"type":"unsubscribe","id":4,"subscription":1,"gesture":7}"#, 4, .unknownField,
                "gesture: unknown key; unsubscribe takes type, id, subscription"
            ),
            (
                #"{"type":"subscribe","id":4}"#, 4, .missingField,
                #"gesture: missing; expected an object such as {"drag":{}}"#
            ),
            (
                #"{"type":"subscribe","id":4,"gestures":{}}"#, 4, .unknownField,
                "gestures: unknown key; subscribe takes type, id, gesture, device, region, units, explain, scope, claim, hands"
            ),
        ] as [(String, Int64?, ErrorCode, String)])
    func `of a line`(_ line: String, _ id: Int64?, _ code: ErrorCode, _ message: String) {
        #expect(throws: RequestError(id: id, code: code, message: message)) { try Request(line: line.utf8) }
    }

    @Test(
        arguments: [
            (#""drag""#, .wrongType, #"gesture: expected an object, found "drag""#),
            (#"null"#, .wrongType, "gesture: expected an object, found null"),
            (#"{}"#, .missingField, "gesture: expected exactly one of \(words), found none"),
            (
                #"{"drag":{},"tap":{}}"#, .unknownField,
                "gesture: expected exactly one of \(words), found tap and drag"
            ),
            (#"{"dance":{}}"#, .unknownField, "gesture.dance: unknown key; gesture takes \(words)"),
            (#"{"race":{}}"#, .wrongType, "gesture.race: expected an array of gestures, found an object"),
            (#"{"race":[]}"#, .outOfRange, "gesture.race: expected two gestures or more, found 0"),
            (#"{"race":[{"tap":{}}]}"#, .outOfRange, "gesture.race: expected two gestures or more, found 1"),
            (
                #"{"race":[{"tap":{}},{"drag":{"fingers":0}}]}"#, .outOfRange,
                "gesture.race[1].drag.fingers: expected a whole number from 1 to 10, or an array of such, found 0"
            ),
            (
                #"{"sequence":[{"tap":{}},7]}"#, .wrongType, "gesture.sequence[1]: expected an object, found 7"
            ),
            (
                "{\"race\":[\(Array(repeating: "{\"tap\":{}}", count: 17).joined(separator: ","))]}", .outOfRange,
                "gesture: 17 gestures in one; at most 16"
            ),
            (#"{"drag":[1]}"#, .wrongType, "gesture.drag: expected an object, found an array"),
            (
                #"{"drag":{"fingers":[1,0]}}"#, .outOfRange,
                "gesture.drag.fingers[1]: expected a whole number from 1 to 10, found 0"
            ),
            (
                #"{"rotate":{"fingers":[2,1]}}"#, .outOfRange,
                "gesture.rotate.fingers[1]: expected a whole number from 2 to 10, found 1"
            ),
            (
                #"{"swipe":{"directions":["up",3]}}"#, .wrongType,
                "gesture.swipe.directions[1]: expected one of up, down, left, right, found 3"
            ),
            (
                #"{"drag":{"edges":["left","middle"]}}"#, .outOfRange,
                #"gesture.drag.edges[1]: expected one of top, bottom, left, right, found "middle""#
            ),
            (
                #"{"swipe":{"edgeDistance":30}}"#, .missingField,
                "gesture.swipe.edges: missing; expected one of top, bottom, left, right, or an array of such, "
                    + "since there is an edgeDistance"
            ),
            (
                #"{"drag":{"edges":"top","edgeDistance":-1}}"#, .outOfRange,
                "gesture.drag.edgeDistance: expected a number of 0 or more, found -1"
            ),
        ] as [(String, ErrorCode, String)])
    func `of an expression`(_ gesture: String, _ code: ErrorCode, _ message: String) {
        let line = #"{"type":"subscribe","id":9,"gesture":\#(gesture)}"#
        #expect(throws: RequestError(id: 9, code: code, message: message)) { try Request(line: line.utf8) }
    }

    @Test(
        arguments: [
            (
                "drag.minimumDistnace", "1", .unknownField,
                "unknown key; drag takes fingers, minimumDistance, edges, edgeDistance, velocity"
            ),
            (
                "tap.minimumDistance", "1", .unknownField,
                "unknown key; tap takes fingers, count, maximumDistance, maximumDuration, maximumDelay"
            ),
            (
                "longPress.count", "1", .unknownField,
                "unknown key; longPress takes fingers, minimumDuration, maximumDistance"
            ),
            ("drag.minimumDistance", "-3", .outOfRange, "expected a number of 0 or more, found -3"),
            ("longPress.maximumDistance", "-1", .outOfRange, #"expected a number of 0 or more, or "any", found -1"#),
            ("drag.minimumDistance", "1e999", .outOfRange, "expected a number of 0 or more, found a number too large"),
            ("drag.minimumDistance", #""10""#, .wrongType, #"expected a number of 0 or more, found "10""#),
            ("drag.minimumDistance", "null", .wrongType, "expected a number of 0 or more, found null"),
            ("tap.maximumDistance", "0", .outOfRange, #"expected a number above 0, or "any", found 0"#),
            ("tap.maximumDistance", #""all""#, .wrongType, #"expected a number above 0, or "any", found "all""#),
            ("drag.minimumDistance", #""any""#, .wrongType, #"expected a number of 0 or more, found "any""#),
            ("tap.count", "11", .outOfRange, "expected a whole number from 1 to 10, found 11"),
            ("tap.count", "1.5", .wrongType, "expected a whole number from 1 to 10, found 1.5"),
            ("tap.maximumDelay", "0", .outOfRange, "expected a number of seconds above 0, at most 3600, found 0"),
            (
                "tap.maximumDuration", #""never""#, .wrongType,
                #"expected a number of seconds above 0, at most 3600, found "never""#
            ),
            (
                "longPress.minimumDuration", #""forever""#, .wrongType,
                #"expected a number of seconds from 0 to 1000000000, or "never", found "forever""#
            ),
            (
                "longPress.minimumDuration", "1000000001", .outOfRange,
                #"expected a number of seconds from 0 to 1000000000, or "never", found 1000000001"#
            ),
            ("drag.fingers", "11", .outOfRange, "expected a whole number from 1 to 10, or an array of such, found 11"),
            (
                "drag.fingers", "true", .wrongType,
                "expected a whole number from 1 to 10, or an array of such, found true"
            ),
            (
                "drag.fingers", "[]", .outOfRange,
                "expected a whole number from 1 to 10, or an array of such, found an empty array"
            ),
            ("magnify.fingers", "1", .outOfRange, "expected a whole number from 2 to 10, or an array of such, found 1"),
            (
                "rotate.fingers", "[]", .outOfRange,
                "expected a whole number from 2 to 10, or an array of such, found an empty array"
            ),
            (
                "swipe.directions", #""north""#, .outOfRange,
                #"expected one of up, down, left, right, or an array of such, found "north""#
            ),
            (
                "swipe.directions", "[]", .outOfRange,
                "expected one of up, down, left, right, or an array of such, found an empty array"
            ),
            ("swipe.minimumDistance", "0", .outOfRange, "expected a number above 0, found 0"),
            ("swipe.minimumVelocity", "-1", .outOfRange, "expected a number of 0 or more, found -1"),
            (
                "drag.edges", "true", .wrongType,
                "expected one of top, bottom, left, right, or an array of such, found true"
            ),
            (
                "tap.edges", #""top""#, .unknownField,
                "unknown key; tap takes fingers, count, maximumDistance, maximumDuration, maximumDelay"
            ),
            ("magnify.minimumScaleDelta", "-0.01", .outOfRange, "expected a number of 0 or more, found -0.01"),
            (
                "magnify.minimumAngleDelta", "1", .unknownField,
                "unknown key; magnify takes fingers, minimumScaleDelta, velocity"
            ),
            ("rotate.minimumAngleDelta", "-0.5", .outOfRange, "expected a number of radians, 0 or more, found -0.5"),
            ("rotate.minimumAngleDelta", #""1°""#, .wrongType, #"expected a number of radians, 0 or more, found "1°""#),
        ] as [(String, String, ErrorCode, String)])
    func `of a parameter`(_ path: String, _ value: String, _ code: ErrorCode, _ message: String) {
        let words = path.split(separator: ".")
        let line = #"{"type":"subscribe","id":9,"gesture":{"\#(words[0])":{"\#(words[1])":\#(value)}}}"#
        let error = RequestError(id: 9, code: code, message: "gesture.\(path): \(message)")
        #expect(throws: error) { try Request(line: line.utf8) }
    }

    @Test(
        arguments: [
            (#""device":"event5""#, .wrongType, #"device: expected an object, found "event5""#),
            (#""device":{}"#, .missingField, "device: expected exactly one of kind, id, name, path, found none"),
            (
                #""device":{"kind":"tablet"}"#, .outOfRange,
                #"device.kind: expected "touchscreen" or "touchpad", found "tablet""#
            ),
            (#""device":{"id":5}"#, .wrongType, "device.id: expected a string, found 5"),
            (#""device":{"seat":"x"}"#, .unknownField, "device.seat: unknown key; device takes kind, id, name, path"),
            (#""region":[0,0,1,1]"#, .wrongType, "region: expected an object, found an array"),
            (
                #""region":{"x":0,"y":0,"width":1}"#, .missingField,
                "region.height: missing; expected a number above 0"
            ),
            (
                #""region":{"x":0,"y":0,"width":0,"height":1}"#, .outOfRange,
                "region.width: expected a number above 0, found 0"
            ),
            (
                #""region":{"x":-1e999,"y":0,"width":1,"height":1}"#, .outOfRange,
                "region.x: expected a number, found a number too large"
            ),
            (
                #""units":"pixels""#, .outOfRange,
                #"units: expected "points", "millimetres", "normalized" or an object of width and height, found "pixels""#
            ),
            (
                #""units":3"#, .wrongType,
                #"units: expected "points", "millimetres", "normalized" or an object of width and height, found 3"#
            ),
            (
                #""units":{"width":1}"#, .missingField,
                "units.height: missing; expected a number from 0.001 to 1000000000"
            ),
            (
                #""units":{"width":1,"height":-1}"#, .outOfRange,
                "units.height: expected a number from 0.001 to 1000000000, found -1"
            ),
            // In these units, every position of a region is 0 / 0.
            (
                #""units":{"width":5e-324,"height":1},"region":{"x":0,"y":0,"width":1,"height":1}"#, .outOfRange,
                "units.width: expected a number from 0.001 to 1000000000, found 5e-324"
            ),
        ] as [(String, ErrorCode, String)])
    func `of a device, a region, units`(_ field: String, _ code: ErrorCode, _ message: String) {
        let line = #"{"type":"subscribe","id":9,"gesture":{"drag":{}},\#(field)}"#
        #expect(throws: RequestError(id: 9, code: code, message: message)) { try Request(line: line.utf8) }
    }

    @Test(
        arguments: [
            (#"{"type":"unsubscribe","id":9007199254740993,"subscription":1}"#, 9_007_199_254_740_993),
            (#"{"type":"unsubscribe","id":-9223372036854775808,"subscription":1}"#, .min),
            (#"{"type":"unsubscribe","id":9007199254740991.0,"subscription":1}"#, 9_007_199_254_740_991),
        ] as [(String, Int64)])
    func `ids beyond 2^53 were changed: they are kept`(_ line: String, _ id: Int64) throws {
        #expect(try Request(line: line.utf8).id == id)
    }

    @Test(
        arguments: [
            ("9007199254740992.0", "9007199254740992.0"), ("9007199254740993.0", "9007199254740992.0"),
            ("1e18", "1e+18"),
        ])
    func `ids beyond 2^53 were changed: they are refused if they cannot be kept`(_ id: String, _ found: String) {
        let message = "id: expected a whole number, in digits alone from 9007199254740992 on, found \(found)"
        #expect(throws: RequestError(code: .outOfRange, message: message)) {
            try Request(line: #"{"type":"reload","id":\#(id)}"#.utf8)
        }
    }

    @Test(
        arguments: [
            (#"{"type":"cancel","id":9,"device":"#, "}", "device"),
            (#"{"type":"haptic","id":9,"feedback":"light","device":"#, "}", "device"),
            (#"{"type":"subscribe","id":9,"gesture":{"drag":{}},"device":{"name":"#, "}}", "device.name"),
            (#"{"type":"subscribe","id":9,"gesture":{"drag":{}},"device":{"id":"#, "}}", "device.id"),
        ])
    func `names longer than the kernel's are refused`(_ start: String, _ end: String, place: String) {
        let line = start + "\"" + String(repeating: "é", count: 30_000) + "\"" + end
        let message = "\(place): expected at most 255 bytes, found 60000"
        #expect(throws: RequestError(id: 9, code: .outOfRange, message: message)) { try Request(line: line.utf8) }
    }

    @Test func `names as long as the kernel's are accepted`() throws {
        let name = String(repeating: "x", count: 255)
        let request = try Request(line: #"{"type":"cancel","id":9,"device":"\#(name)"}"#.utf8)
        #expect(request == .cancel(id: 9, device: name))
    }

    @Test(
        arguments: [
            (String(repeating: #"{"tap":{}},"#, count: 5900) + #"{"tap":{}}"#, #"{"race":["#, "]}", "race"),
            (String(repeating: "1,", count: 32_000) + "1", #"{"drag":{"fingers":["#, "]}}", "fingers"),
            (String(repeating: #""a":1,"#, count: 9000) + #""b":1"#, #"{"drag":{"#, "}}", "a"),
        ])
    func `what is too long is refused while it is read`(_ values: String, _ start: String, _ end: String, key: String) {
        let line = #"{"type":"subscribe","id":9,"gesture":"# + start + values + end + "}"
        let error = #expect(throws: RequestError.self) { try Request(line: line.utf8) }
        #expect(error?.id == 9)
        #expect(error?.code == .outOfRange)
        #expect(
            error?.message.hasPrefix("\(key): more than 512 values in an array or object, at byte ") == true,
            "\(error?.message ?? "")")
        let cut = #expect(throws: RequestError.self) { try Request(line: line.utf8.prefix(20_000)) }
        #expect(cut == error, "the rest of the line is not read")
    }

    @Test func `a line with more than 2048 objects is refused at the one that is too many`() {
        func line(_ objects: Int) -> String {
            // The line and its gesture are two of them.
            let values = Array(repeating: "{}", count: objects - 2)
            let rows = stride(from: 0, to: values.count, by: 500).map { start in
                "[" + values[start..<min(start + 500, values.count)].joined(separator: ",") + "]"
            }
            return #"{"type":"subscribe","id":9,"gesture":{"race":["# + rows.joined(separator: ",") + "]}}"
        }
        let most = #expect(throws: RequestError.self) { try Request(line: line(2048).utf8) }
        #expect(most?.message.hasPrefix("gesture.race[0]: ") == true)
        let tooMany = #expect(throws: RequestError.self) { try Request(line: line(2049).utf8) }
        #expect(tooMany?.id == 9 && tooMany?.code == .outOfRange)
        #expect(tooMany?.message.hasPrefix("more than 2048 objects in a line, at byte ") == true)
        let cut = #expect(throws: RequestError.self) { try Request(line: line(3000).utf8.prefix(9000)) }
        #expect(cut == tooMany, "the rest of the line is not read")
    }

    @Test func `nested compositions are counted before they are read`() {
        let inner = #"{"race":["# + Array(repeating: #"{"tap":{"fingers":99}}"#, count: 9).joined(separator: ",") + "]}"
        let line = #"{"type":"subscribe","id":9,"gesture":{"race":[\#(inner),\#(inner)]}}"#
        #expect(throws: RequestError(id: 9, code: .outOfRange, message: "gesture: 18 gestures in one; at most 16")) {
            try Request(line: line.utf8)
        }
    }

    @Test func `does not grow with what the client sent`() {
        let nonsense = String(repeating: "x", count: 60_000)
        let error = #expect(throws: RequestError.self) {
            try Request(line: #"{"type":"\#(nonsense)","id":1}"#.utf8)
        }
        #expect(error?.message.utf8.count ?? .max < 200)
    }

    /// A daemon answers every line, and understands completely what it accepts.
    @Test func `mangled requests are rejected, or read back as they were`() throws {
        let line = #"{"type":"subscribe","id":1,"gesture":{"tap":{"fingers":[3,4],"maximumDelay":1e1}}}"#
        let alphabet = Array(#"{}[]":,\u0e19.-+ tfn"#.utf8) + [0, 0xFF]
        var random = SplitMix64(seed: 20)
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = Array(line.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = alphabet.randomElement(using: &random) ?? 0
            }
            guard let request = try? Request(line: bytes) else { continue }
            accepted += 1
            #expect(try Request(line: request.encoded.dropLast()) == request)
        }
        #expect(accepted > 0)
    }
}
