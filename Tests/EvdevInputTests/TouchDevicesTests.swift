import EvdevInput
import FakeEvdev
import FoundationEssentials
import GestureModel
import Glibc
import Testing
import TouchInput

/// The program under test is `evdev-trace`, unmodified; libudev and the kernel below it are replaced.
@Suite struct TouchDevicesTests {
    let tree: FakeDeviceTree

    init() throws { tree = try FakeDeviceTree() }

    private func trace() -> ChildProcess {
        ChildProcess([BuildProducts.path("evdev-trace")], environment: tree.environment)
    }

    @Test func `devices that are present at the start are found in numerical order`() throws {
        for number in [10, 2, 33] { try tree.add(.touchscreen, as: "event\(number)", .touchscreen) }
        try tree.add(.singleTouchpad, as: "event4", .touchpad)
        let opened = trace().lines { $0 == "ready" }.filter { $0.contains(": ") }
        #expect(
            opened == [
                "event2 touchscreen Fake Touchscreen: 6 axes", "event4 touchpad Fake Touchpad: 3 axes",
                "event10 touchscreen Fake Touchscreen: 6 axes", "event33 touchscreen Fake Touchscreen: 6 axes",
            ])
    }

    @Test func `a device belongs to udev's ID_SEAT, or to seat0 without one`() throws {
        try tree.add(.touchscreen, as: "event5", .touchscreen)
        try tree.add(.touchscreen, as: "event6", .touchscreen, properties: ["ID_SEAT=seat-left"])
        let opened = trace().lines { $0 == "ready" }.filter { $0.contains(": ") }
        #expect(opened.map { $0.hasSuffix(" on seat-left") } == [false, true])
    }

    @Test func `a device that cannot be opened does not affect others`() throws {
        try tree.add(.touchscreen, as: "event5", .touchscreen)
        try tree.refuseOpening("event5", with: EACCES)
        try tree.add(.touchscreen, as: "event6", .touchscreen)
        try tree.grabElsewhere("event6")
        let lines = trace().lines { $0 == "ready" }
        #expect(lines.first == "/dev/input/event5: cannot open: Permission denied (EACCES)")
        #expect(lines.contains("event6 touchscreen Fake Touchscreen: 6 axes grabbed"))
    }

    @Test func `a device is followed from its arrival to its loss`() throws {
        let child = trace()
        #expect(child.lines { $0 == "ready" } == ["ready"])
        try tree.add(.touchscreen, as: "event5", .touchscreen)
        #expect(child.lines { $0 == "event5 state known" }.first == "event5 added")
        try tree.emit("event5", at: 7, .trackingID(3), .x(40))
        #expect(child.lines { $0.hasSuffix("0 0 0") } == ["3 57 3", "3 53 40", "0 0 0"].map { "event5 7 " + $0 })
        tree.remove("event5")
        // In either order: udev and the descriptor report it independently.
        var awaited: Set = [
            "event5 removed", "event5 lost: /dev/input/event5: cannot read: No such device (ENODEV)",
        ]
        _ = child.lines {
            awaited.remove($0)
            return awaited.isEmpty
        }
        #expect(awaited.isEmpty)
    }

    @Test func `a child receives the current state after an overrun`() throws {
        try tree.add(.touchscreen, as: "event5", .touchscreen)
        try tree.silently("event5", .slot(1), .trackingID(6), .x(50))
        let child = trace()
        #expect(child.lines { $0 == "ready" }.contains("event5 state 3 57 6"))
        try tree.silently("event5", .slot(1), .trackingID(-1), .slot(2), .trackingID(7), .x(60))
        try tree.send("event5", at: 9, [.dropped, .report])
        let lines = child.lines { $0 == "event5 state known" }
        #expect(lines.first == "event5 state lost")
        #expect(lines.contains("event5 state 3 57 -1") && lines.contains("event5 state 3 57 7"))
    }

    @Test func `an overrun of the monitor is reported`() {
        let child = trace()
        _ = child.lines { $0 == "ready" }
        tree.overrun()
        #expect(child.lines { $0 == "overrun" } == ["overrun"])
    }

    @Test func `a missing udev is an error, not a crash`() throws {
        let child = ChildProcess(
            [BuildProducts.path("evdev-trace")],
            environment: tree.environment.merging(["FAKE_EVDEV": "/nowhere"]) { $1 })
        #expect(
            child.lines { _ in false } == ["cannot open a udev monitor: No such file or directory (ENOENT)"])
    }
}
