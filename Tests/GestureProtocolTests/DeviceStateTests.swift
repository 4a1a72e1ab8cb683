import GestureModel
import GestureProtocol
import Testing

/// The members of a device that only some devices have.
@Suite struct DeviceStateTests {
    private static let device = TouchDevice(
        id: "event5", name: "Screen", node: "/dev/input/event5", kind: .touchscreen,
        surface: Surface(millimetres: Vector(dx: 300, dy: 170)), slots: 10, resolution: nil)

    private static func text(_ device: TouchDevice) -> String {
        String(decoding: device.line.dropLast(), as: UTF8.self)
    }

    @Test func `a device that is on, without pens, has neither member`() {
        #expect(!Self.text(Self.device).contains(#""off""#) && !Self.text(Self.device).contains(#""pens""#))
    }

    @Test(arguments: [TouchDevice.OffReason.lidClosed, .tabletMode])
    func `why a device is off, and its pens, are read as they were written`(_ off: TouchDevice.OffReason) throws {
        var device = Self.device
        device.off = off
        device.pens = ["event6", "event7"]
        #expect(Self.text(device).contains(#""off":"\#(off.rawValue)","pens":["event6","event7"]"#))
        var bytes: [UInt8] = []
        ServerMessage.deviceChanged(device).append(to: &bytes)
        #expect(try ServerMessage(line: bytes.dropLast()) == .deviceChanged(device))
    }

    @Test func `a reason that only a newer daemon has is another reason`() throws {
        let line = Self.text(Self.device).dropLast() + #","off":"underWater"}"#
        let message = try ServerMessage(line: Array(#"{"type":"deviceAdded","device":\#(line)}"#.utf8))
        guard case .deviceAdded(let device) = message else {
            Issue.record("\(message)")
            return
        }
        #expect(device.off == .other)
    }

    @Test func `an off that is no word is an error that names it`() {
        let line = Self.text(Self.device).dropLast() + #","off":7}"#
        #expect {
            _ = try ServerMessage(line: Array(#"{"type":"deviceAdded","device":\#(line)}"#.utf8))
        } throws: {
            "\($0)".contains("off")
        }
    }
}
