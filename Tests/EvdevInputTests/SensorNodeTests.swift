import FakeEvdev
import GestureModel
import Testing
import TouchInput

@testable import EvdevInput

/// What udev calls a node decides what it is. The program under test is `evdev-trace`.
@Suite struct SensorNodeTests {
    let tree: FakeDeviceTree

    init() throws { tree = try FakeDeviceTree() }

    private func trace() -> ChildProcess {
        ChildProcess([BuildProducts.path("evdev-trace")], environment: tree.environment)
    }

    /// What is reported of the first change that follows.
    private func announced(_ description: DeviceDescription, _ properties: String...) throws -> String? {
        let child = trace()
        _ = child.lines { $0 == "ready" }
        try tree.add(description, as: "event5", properties: properties)
        tree.overrun()
        return child.lines { $0 == "overrun" }.first
    }

    @Test func `a tablet's pen is a pen`() throws {
        #expect(try announced(.pen, "ID_INPUT_TABLET=1") == "event5 pen Fake Pen")
    }

    @Test func `the buttons of a tablet are no pen`() throws {
        #expect(try announced(.pen, "ID_INPUT_TABLET=1", "ID_INPUT_TABLET_PAD=1") == "overrun")
    }

    @Test(arguments: ["ID_INPUT_KEY=1", "ID_INPUT_KEYBOARD=1"])
    func `a pen or switch on a node that has keys is left alone`(_ property: String) throws {
        #expect(try announced(.pen, "ID_INPUT_TABLET=1", property) == "overrun")
        tree.remove("event5", announced: false)
        #expect(try announced(.lidSwitch, "ID_INPUT_SWITCH=1", property) == "overrun")
    }

    @Test func `a lid and a hinge are switches`() throws {
        #expect(try announced(.lidSwitch, "ID_INPUT_SWITCH=1") == "event5 switches Fake Switches")
    }

    @Test func `the switch of a headphone jack is not announced`() throws {
        let plug = DeviceDescription(name: "Plug", capabilities: [.init(type: EventType.switches, codes: [2])])
        #expect(try announced(plug, "ID_INPUT_SWITCH=1") == "overrun")
    }

    @Test func `a touch surface that libwacom calls a tablet is a touch device`() throws {
        #expect(try announced(.touchscreen, "ID_INPUT_TABLET=1", "ID_INPUT_TOUCHSCREEN=1") == "event5 added")
    }

    @Test(arguments: [["ID_INPUT_TABLET=1"], ["ID_INPUT_TABLET=1", "ID_INPUT_TOUCHSCREEN=1"]])
    func `a node that udev calls a pen later is no touchscreen`(_ later: [String]) throws {
        let child = trace()
        _ = child.lines { $0 == "ready" }
        try tree.add(.pen, as: "event5", .touchscreen)
        #expect(child.lines { $0 == "event5 state known" }.first == "event5 added")
        try tree.setProperties(later, of: "event5")
        tree.change("event5")
        #expect(child.lines { $0.contains("Fake Pen") || $0.contains("changed") } == ["event5 pen Fake Pen"])
    }

    @Test func `a node that udev calls a touchscreen later is no pen`() throws {
        let child = trace()
        _ = child.lines { $0 == "ready" }
        try tree.add(.touchscreen, as: "event5", properties: ["ID_INPUT_TABLET=1"])
        #expect(child.lines { $0.hasPrefix("event5") } == ["event5 pen Fake Touchscreen"])
        try tree.setProperties(["ID_INPUT_TOUCHSCREEN=1"], of: "event5")
        tree.change("event5")
        #expect(child.lines { $0.hasPrefix("event5") } == ["event5 changed"])
    }
}
