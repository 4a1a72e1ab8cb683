import GestureModel
import GestureProtocol
import Testing

@Suite struct RequestReadingTests {
    @Test(
        arguments: [
            (#"{"tap":{}}"#, .tap(.init())),
            (#"{"drag":{}}"#, .drag(.init())),
            (#"{"longPress":{}}"#, .longPress(.init())),
            (
                #"{"drag":{"fingers":[3,4],"minimumDistance":0}}"#,
                .drag(.init(fingers: .init([3, 4]), minimumDistance: 0))
            ),
            (
                #"{"drag":{"edges":"left","edgeDistance":12.5}}"#, .drag(.init(edges: .left, edgeDistance: 12.5))
            ),
            (#"{"swipe":{}}"#, .swipe(.init())),
            (
                #"{"swipe":{"fingers":10,"directions":["left","up"],"minimumDistance":1,"minimumVelocity":0}}"#,
                .swipe(.init(fingers: 10, directions: [.up, .left], minimumDistance: 1, minimumVelocity: 0))
            ),
            (
                #"{"swipe":{"directions":"down","edges":["top","bottom"],"edgeDistance":0}}"#,
                .swipe(.init(directions: .down, edges: [.top, .bottom], edgeDistance: 0))
            ),
            (#"{"magnify":{}}"#, .magnify(.init(fingers: .twoOrMore))),
            (
                #"{"magnify":{"fingers":[5,2],"minimumScaleDelta":10}}"#,
                .magnify(.init(fingers: [2, 5], minimumScaleDelta: 10))
            ),
            (#"{"rotate":{}}"#, .rotate(.init(fingers: .twoOrMore))),
            (
                #"{"rotate":{"fingers":3,"minimumAngleDelta":6.283185307179586}}"#,
                .rotate(.init(fingers: 3, minimumAngleDelta: 2 * .pi))
            ),
            (#"{"drag":{"velocity":"lsq2"}}"#, .drag(.init(velocity: .lsq2))),
            (#"{"magnify":{"velocity":"automatic"}}"#, .magnify(.init(velocity: .automatic))),
            (#"{"longPress":{"minimumDuration":"never"}}"#, .longPress(.init(minimumDuration: .never))),
            (#"{"longPress":{"minimumDuration":3600.0}}"#, .longPress(.init(minimumDuration: .seconds(3600)))),
            (#"{"longPress":{"minimumDuration":1e-9}}"#, .longPress(.init(minimumDuration: .zero))),
            (#"{"longPress":{"minimumDuration":1e9}}"#, .longPress(.init(minimumDuration: .seconds(1e9)))),
            (#"{"longPress":{"maximumDistance":0}}"#, .longPress(.init(maximumDistance: 0))),
            (#"{"longPress":{"maximumDistance":"any"}}"#, .longPress(.init(maximumDistance: .infinity))),
            (#"{"tap":{"maximumDistance":"any"}}"#, .tap(.init(maximumDistance: .infinity))),
            (#"{"tap":{"maximumDelay":1e-9}}"#, .tap(.init(maximumDelay: Microseconds(1)))),
            (
                #"{"tap":{"fingers":5,"count":10.0,"maximumDistance":45,"maximumDuration":0.75,"maximumDelay":0.35}}"#,
                .tap(
                    .init(
                        fingers: .init(5), count: 10, maximumDistance: 45, maximumDuration: .milliseconds(750),
                        maximumDelay: .milliseconds(350)))
            ),
        ] as [(String, GestureExpression)])
    func `reads every expression`(_ json: String, _ gesture: GestureExpression) throws {
        let request = try Request(line: #"{"type":"subscribe","id":7,"gesture":\#(json)}"#.utf8)
        #expect(request == .subscribe(SubscribeRequest(id: 7, gesture: gesture)))
    }

    @Test(
        arguments: [
            (#"{"kind":"touchscreen"}"#, .kind(.touchscreen)), (#"{"kind":"touchpad"}"#, .kind(.touchpad)),
            (#"{"id":"event5"}"#, .id("event5")), (#"{"name":"a \"b\""}"#, .name("a \"b\"")),
        ] as [(String, DeviceFilter)])
    func `reads every device filter`(_ json: String, _ device: DeviceFilter) throws {
        let request = try Request(line: #"{"type":"subscribe","id":7,"gesture":{"drag":{}},"device":\#(json)}"#.utf8)
        #expect(request == .subscribe(SubscribeRequest(id: 7, gesture: .drag(.init()), device: device)))
    }

    @Test(
        arguments: [
            (#""points""#, .points), (#""millimetres""#, .millimetres), (#""normalized""#, .normalized),
            (#"{"width":1920,"height":1080.5}"#, .mapped(width: 1920, height: 1080.5)),
        ] as [(String, ValueUnits)])
    func `reads every unit and a region`(_ json: String, _ units: ValueUnits) throws {
        let line = """
            {"units":\(json),"region":{"x":-1,"y":0,"width":0.5,"height":1e3},"gesture":{"drag":{}},"id":-7,\
            "type":"subscribe"}
            """
        let region = Region(x: -1, y: 0, width: 0.5, height: 1000)
        let request = SubscribeRequest(id: -7, gesture: .drag(.init()), region: region, units: units)
        #expect(try Request(line: line.utf8) == .subscribe(request))
    }

    @Test func `reads unsubscribe`() throws {
        let request = try Request(line: #"{"type":"unsubscribe","id":2,"subscription":1}"#.utf8)
        #expect(request == .unsubscribe(id: 2, subscription: 1))
    }

    @Test func `of two members with one key the later counts`() throws {
        let request = try Request(line: #"{"type":"unsubscribe","id":2,"subscription":1,"id":3}"#.utf8)
        #expect(request.id == 3)
    }
}
