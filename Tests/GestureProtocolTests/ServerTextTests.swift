import FoundationEssentials
import GestureModel
import GestureProtocol
import Testing

@Suite struct ServerTextTests {
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
        ServerText.append(Hello(server: "gestured 0.1.0", devices: [ServerTextTests.pad]), to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"type":"hello","protocol":1,"server":"gestured 0.1.0","capabilities":["tap","longPress","drag",\
                "swipe","magnify","rotate","simultaneous","sequence","exclusive","race","standard","edges",\
                "region","units","explain","scope","claim","cancel","move"],\
                "devices":[{"id":"event5","name":"ELAN \\"x\\"\\n\u{FFFD}é",\
                "node":"/dev/input/event5","kind":"touchpad","seat":"seat0","size":[104,69.125],"slots":5,\
                "resolution":[31,31.5],"availability":"open"}],\
                "access":{"session":"unmanaged","seats":["seat0"],"focus":"unknown","positions":"granted"}}

                """)
    }

    @Test func `hello reads back`() throws {
        let hello = Hello(protocol: 2, server: "x", capabilities: [], devices: ServerTextTests.devices)
        guard case .hello(let read) = try message({ ServerText.append(hello, to: &$0) }) else {
            Issue.record("not a hello")
            return
        }
        #expect(read.protocol == 2 && read.server == "x" && read.capabilities == [])
        #expect(read.devices.map(\.rounded) == hello.devices.map(\.rounded))
    }

    @Test(arguments: devices) func `devices read back`(_ device: TouchDevice) throws {
        guard case .deviceAdded(let added) = try message({ ServerText.appendDeviceAdded(device, to: &$0) }),
            case .deviceChanged(let changed) = try message({ ServerText.appendDeviceChanged(device, to: &$0) })
        else {
            Issue.record("another message")
            return
        }
        #expect(added.rounded == device.rounded)
        #expect(changed.rounded == device.rounded)
    }

    @Test func `answers read back`() throws {
        let removed = try message { ServerText.appendDeviceRemoved(id: "event\"5", to: &$0) }
        #expect(removed == .deviceRemoved(id: "event\"5"))
        let bare = try message { ServerText.appendOK(id: -1, to: &$0) }
        #expect(bare == .ok(id: -1, subscription: nil))
        let numbered = try message { ServerText.appendOK(id: .max, subscription: 64, to: &$0) }
        #expect(numbered == .ok(id: .max, subscription: 64))
    }

    @Test(arguments: ErrorCode.allCases) func `errors read back`(_ code: ErrorCode) throws {
        for id in [nil, 7] as [Int64?] {
            let error = RequestError(id: id, code: code, message: "found \"\u{1}\\")
            let read = ErrorMessage(id: id, code: code.rawValue, message: error.message)
            #expect(try message { ServerText.append(error, to: &$0) } == .error(read))
            #expect(read.errorCode == code)
        }
    }

    // Found by random lives: the sentence had digits that the numbers had not, and places are told by them.
    @Test func `who may not know places reads no more digits in a sentence than in its numbers`() throws {
        let failure = FailureReason.turnedTooLittle(by: 0.0014, limit: 0.02)
        let finding = Finding(.rotate, .lost(.failed(failure)), at: Timestamp(microseconds: 0))
        let told = try message { ServerText.append(finding, device: "event5", subscription: 1, missed: 0, to: &$0) }
        let withheld = try message {
            ServerText.append(
                finding, device: "event5", subscription: 1, tellsPositions: false, missed: 0, to: &$0)
        }
        guard case .explanation(let known) = told, case .explanation(let unknown) = withheld else {
            return #expect(Bool(false), "\(told), \(withheld)")
        }
        #expect(known.sentence.contains("turned 0.08°"))
        #expect(unknown.sentence.contains("turned 0.05°"), "of 0.001")
    }

    private func message(_ write: (inout [UInt8]) -> Void) throws -> ServerMessage {
        var bytes: [UInt8] = []
        write(&bytes)
        #expect(bytes.firstIndex(of: UInt8(ascii: "\n")) == bytes.count - 1)
        return try JSONDecoder().decode(ServerMessage.self, from: Data(bytes))
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
