import GestureModel
import GestureProtocol
import Testing

@Suite struct ServerMessageWritingTests {
    private static let pad = TouchDevice(
        id: "event5", name: "ELAN \"x\"\n\u{FFFD}é", node: "/dev/input/event5", kind: .touchpad,
        surface: Surface(millimetres: Vector(dx: 104, dy: 69.125)), slots: 5, resolution: Vector(dx: 31, dy: 31.5))

    private static var devices: [TouchDevice] {
        var screen = pad
        screen.kind = .touchscreen
        screen.resolution = nil
        screen.assumption = "no resolution: 12 units/mm assumed"
        var grabbed = pad
        grabbed.availability = .grabbed
        var unavailable = pad
        unavailable.availability = .unavailable(reason: "open: Permission denied (EACCES)")
        return [pad, screen, grabbed, unavailable]
    }

    @Test func `hello, byte for byte`() {
        var bytes: [UInt8] = []
        ServerMessage.hello(Hello(server: "gestured 0.2.0", devices: [ServerMessageWritingTests.pad])).append(
            to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"type":"hello","protocol":1,"server":"gestured 0.2.0","capabilities":["tap","longPress","drag",\
                "swipe","magnify","rotate","stroke","swipeHold","dial","touch","simultaneous","sequence","exclusive","race","standard","edges",\
                "region","units","explain","scope","claim","cancel","pause","move","status","contacts","path","hands"],\
                "devices":[{"id":"event5","name":"ELAN \\"x\\"\\n\u{FFFD}é",\
                "node":"/dev/input/event5","kind":"touchpad","seat":"seat0","size":[104,69.125],"slots":5,\
                "resolution":[31,31.5],"availability":"open"}],\
                "access":{"session":"unmanaged","seats":["seat0"],"focus":"unknown","positions":"granted"}}

                """)
    }

    @Test func `hello reads back`() throws {
        let hello = Hello(protocol: 2, server: "x", capabilities: [], devices: ServerMessageWritingTests.devices)
        guard case .hello(let read) = try read(.hello(hello)) else {
            Issue.record("not a hello")
            return
        }
        #expect(Hello(server: "x", devices: []).protocol == Hello.currentProtocol)
        #expect(read.protocol == 2 && read.server == "x" && read.capabilities == [])
        #expect(read.devices.map(\.rounded) == hello.devices.map(\.rounded))
    }

    @Test func `a status reads back, with what each user has used`() throws {
        var (used, limits) = (Usage(), Usage())
        for (number, resource) in Resource.allCases.enumerated() {
            used[resource] = number
            limits[resource] = 10 + number
        }
        used.requests = .max
        let users = [
            StatusMessage.User(user: 0, used: used, limits: nil), .init(user: 1000, used: Usage(), limits: limits),
        ]
        let status = StatusMessage(id: 7, used: used, limits: limits, users: users)
        guard case .status(let message) = try read(.status(status)) else {
            Issue.record("not a status")
            return
        }
        #expect(message == status)
    }

    @Test(arguments: devices) func `devices read back`(_ device: TouchDevice) throws {
        guard case .deviceAdded(let added) = try read(.deviceAdded(device)),
            case .deviceChanged(let changed) = try read(.deviceChanged(device))
        else {
            Issue.record("another message")
            return
        }
        #expect(added.rounded == device.rounded)
        #expect(changed.rounded == device.rounded)
    }

    @Test func `answers read back`() throws {
        for message in [
            ServerMessage.deviceRemoved(id: "event\"5"), .ok(id: -1, subscription: nil),
            .ok(id: .max, subscription: 64), .accessChanged(Access(session: .locked, seats: [], positions: .withheld)),
            .subscriptionChanged(subscription: 3, positions: .withheld),
        ] {
            #expect(try read(message) == message)
        }
    }

    @Test(arguments: ErrorCode.allCases) func `errors read back`(_ code: ErrorCode) throws {
        for id in [nil, 7] as [Int64?] {
            let error = ErrorMessage(RequestError(id: id, code: code, message: "found \"\u{1}\\"))
            #expect(try read(.error(error)) == .error(error))
            #expect(error.errorCode == code)
        }
    }

    // Found by the simulation: the sentence had digits that the numbers had not, and they reveal positions.
    @Test func `a client without positions reads no more digits in a sentence than in its numbers`() throws {
        let failure = FailureReason.turnedTooLittle(by: 0.0014, limit: 0.02)
        let finding = Finding(.rotate, .lost(.failed(failure)), at: Timestamp(microseconds: 0))
        let granted = ExplanationMessage(finding, device: "event5", subscription: 1)
        let withheld = ExplanationMessage(finding, device: "event5", subscription: 1, positions: .withheld)
        #expect(granted.sentence.contains("turned 0.08°") && granted.reason == .known(.failed(failure)))
        #expect(withheld.sentence.contains("turned 0.05°"), "of 0.001")
        for message in [granted, withheld] { #expect(try read(.explanation(message)) == .explanation(message)) }
    }

    @Test func `a gesture reads back, and an unknown message writes nothing`() throws {
        let drag = GestureValue.Drag(
            fingers: 1, location: Point(x: 3, y: 4), startLocation: Point(x: 1, y: 1), velocity: .zero)
        let event = GestureEvent(gesture: .max, phase: .ended, time: Timestamp(microseconds: 9), value: .drag(drag))
        let message = ServerMessage.gesture(GestureMessage(subscription: 1, device: "event5", event: event))
        #expect(try read(message) == message)
        var bytes: [UInt8] = []
        ServerMessage.unknown(type: "later").append(to: &bytes)
        #expect(bytes.isEmpty)
    }

    private func read(_ message: ServerMessage) throws -> ServerMessage {
        var bytes: [UInt8] = []
        message.append(to: &bytes)
        #expect(bytes.firstIndex(of: UInt8(ascii: "\n")) == bytes.count - 1)
        return try ServerMessage(line: bytes.dropLast())
    }
}

extension TouchDevice {
    /// The size went through millimetres and three decimals.
    fileprivate var rounded: TouchDevice {
        var device = self
        let micrometres = surface.millimetres * 1000
        device.surface = Surface(size: Vector(dx: micrometres.dx.rounded(), dy: micrometres.dy.rounded()))
        return device
    }
}
