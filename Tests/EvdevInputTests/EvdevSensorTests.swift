import EvdevInput
import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

@Suite struct EvdevSensorTests {
    @Test func `a pen that comes and goes changes the state, with the kernel's times`() throws {
        let fake = FakeDevice(.pen)
        let sensor = try fake.openSensor(.pen)
        #expect(sensor.state.isEmpty)
        fake.emit(at: 7, .key(KeyCode.toolPen, 1), .absolute(AbsoluteCode.x, 100))
        fake.emit(at: 9, .key(KeyCode.toolPen, 0))
        fake.emit(at: 11, .key(KeyCode.toolRubber, 1))
        #expect(sensor.drained() == ["7 near", "9 away", "11 near"])
    }

    @Test func `the daemon never receives where the pen is: the kernel passes the tools only`() throws {
        let fake = FakeDevice(.pen)
        fake.emit(at: 1, .absolute(AbsoluteCode.x, 100), .absolute(AbsoluteCode.y, 200))
        let descriptor = fake.takeDescriptor()
        let sensor = try EvdevSensor(descriptor: descriptor, path: "/dev/input/event7", kind: .pen)
        fake.emit(at: 2, .key(KeyCode.touch, 1), .absolute(AbsoluteCode.x, 300), .absolute(AbsoluteCode.pressure, 9))
        fake.emit(at: 3, .key(KeyCode.toolPen, 1), .absolute(AbsoluteCode.x, 400))
        // What a program that holds the descriptor reads: type and code are behind the 16 bytes of the time.
        var bytes = [UInt8](repeating: 0, count: 24 * 16)
        let size = max(0, read(descriptor, &bytes, bytes.count))
        let received = stride(from: 0, to: size, by: 24).map { at in
            [16, 18].map { UInt16(bytes[at + $0]) | UInt16(bytes[at + $0 + 1]) << 8 }
        }
        #expect(received == [[EventType.key, KeyCode.toolPen], [0, 0]])
        #expect(fake.requests(.horizontalAxis) == 0, "its axes are not queried either")
        _ = sensor
    }

    @Test func `a pen without tools is near while its tip touches`() throws {
        var description = DeviceDescription.pen
        description.capabilities = [.init(type: EventType.key, codes: [KeyCode.touch, KeyCode.stylus])]
        let fake = FakeDevice(description)
        let sensor = try fake.openSensor(.pen)
        fake.emit(at: 5, .key(KeyCode.touch, 1))
        fake.emit(at: 6, .key(KeyCode.stylus, 1))
        fake.emit(at: 7, .key(KeyCode.touch, 0))
        #expect(sensor.drained() == ["5 near", "7 away"])
    }

    @Test func `every tool of a tablet counts, and a finger does not`() throws {
        let fake = FakeDevice(.pen)
        let sensor = try fake.openSensor(.pen)
        let tools = [
            KeyCode.toolPen, KeyCode.toolRubber, KeyCode.toolBrush, KeyCode.toolPencil, KeyCode.toolAirbrush,
            KeyCode.toolMouse, KeyCode.toolLens,
        ]
        for tool in tools {
            fake.emit(at: 1, .key(tool, 1))
            #expect(sensor.drained() == ["1 near"])
            fake.emit(at: 2, .key(tool, 0))
            #expect(sensor.drained() == ["2 away"])
        }
        fake.emit(at: 3, .key(KeyCode.toolFinger, 1))
        #expect(sensor.drained() == [])
    }

    @Test func `a pen that is near when it is opened is near`() throws {
        let fake = FakeDevice(.pen)
        fake.silently(.key(KeyCode.toolRubber, 1))
        #expect(try !fake.openSensor(.pen).state.isEmpty)
    }

    @Test func `a tool that went away while events were lost is away`() throws {
        let fake = FakeDevice(.pen)
        let sensor = try fake.openSensor(.pen)
        fake.emit(at: 1, .key(KeyCode.toolPen, 1))
        #expect(sensor.drained() == ["1 near"])
        fake.silently(.key(KeyCode.toolPen, 0))
        fake.send(at: 2, [.dropped, .report])
        _ = sensor.drained()
        #expect(sensor.state.isEmpty)
    }

    @Test func `a tool that went away while the machine slept is away`() throws {
        let fake = FakeDevice(.pen)
        let sensor = try fake.openSensor(.pen)
        fake.emit(at: 1, .key(KeyCode.toolPen, 1))
        _ = sensor.drained()
        fake.silently(.key(KeyCode.toolPen, 0))
        var changes = 0
        #expect(sensor.reread { _ in changes += 1 } == .empty)
        #expect(sensor.state.isEmpty && changes == 1)
    }

    @Test func `a flood of tools is read in parts`() throws {
        let fake = FakeDevice(.pen)
        let sensor = try fake.openSensor(.pen)
        for step in 0..<3000 { fake.emit(at: Int64(step), .key(KeyCode.toolPen, Int32(step % 2))) }
        var ends: [EvdevDevice.DrainResult] = []
        repeat { ends.append(sensor.drain { _ in }) } while ends.last == .more
        #expect(ends.count > 1 && ends.last == .empty)
    }

    @Test func `an unplugged pen is lost`() throws {
        let fake = FakeDevice(.pen)
        let sensor = try fake.openSensor(.pen)
        fake.vanish()
        #expect(
            sensor.drain { _ in } == .lost(EvdevError(path: "/dev/input/event7", operation: "read", code: ENODEV)))
    }

    @Test func `a kernel that cannot withhold events gives no pen`() throws {
        let fake = FakeDevice(.pen)
        fake.refuse(.mask, with: EINVAL)
        #expect(throws: EvdevError(path: "/dev/input/event7", operation: "mask", code: EINVAL)) {
            try fake.openSensor(.pen)
        }
        #expect(fake.requests(.keys) == 0)
    }

    @Test func `the switches are read when they are opened, and followed`() throws {
        let fake = FakeDevice(.lidSwitch)
        fake.silently(FakeEvent(EventType.switches, SwitchCode.lid, 1))
        let sensor = try fake.openSensor(.switches)
        #expect(sensor.state == .lidClosed)
        fake.emit(at: 5, FakeEvent(EventType.switches, SwitchCode.tabletMode, 1))
        fake.emit(at: 6, FakeEvent(EventType.switches, SwitchCode.lid, 0))
        var states: [EvdevSensor.State] = []
        _ = sensor.drain { _ in states.append(sensor.state) }
        #expect(states == [[.lidClosed, .tabletMode], .tabletMode])
    }
}

extension DeviceDescription {
    /// A pen that writes on a screen of 300 by 170 mm.
    static let pen = DeviceDescription(
        name: "Fake Pen", bus: 0x18, vendor: 0x56a, product: 0x5146, version: 0x100,
        properties: [InputProperty.direct],
        capabilities: [
            Capability(type: 0, codes: [0, 1, 3]),
            Capability(
                type: EventType.key,
                codes: [KeyCode.toolPen, KeyCode.toolRubber, 0x142, 0x143, 0x144, 0x146, 0x147, KeyCode.touch]),
            Capability(type: EventType.absolute, codes: [AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.pressure]),
        ],
        axes: [
            Axis(code: AbsoluteCode.x, minimum: 0, maximum: 30_000, resolution: 100),
            Axis(code: AbsoluteCode.y, minimum: 0, maximum: 17_000, resolution: 100),
            Axis(code: AbsoluteCode.pressure, minimum: 0, maximum: 4095),
        ])

    /// A lid and a hinge.
    static let lidSwitch = DeviceDescription(
        name: "Fake Switches", bus: 0x19, vendor: 0, product: 5, version: 0,
        capabilities: [
            Capability(type: 0, codes: [0, 5]),
            Capability(type: EventType.switches, codes: [SwitchCode.lid, SwitchCode.tabletMode]),
        ])
}

extension FakeDevice {
    func openSensor(_ kind: SensorNode.Kind) throws -> EvdevSensor {
        try EvdevSensor(descriptor: takeDescriptor(), path: "/dev/input/event7", kind: kind)
    }
}

extension EvdevSensor {
    func drained() -> [String] {
        var changes: [String] = []
        _ = drain { changes.append("\($0.microseconds) \(state.isEmpty ? "away" : "near")") }
        return changes
    }
}
