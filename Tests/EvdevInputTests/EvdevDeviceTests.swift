import EvdevInput
import FakeEvdev
import Glibc
import Testing

@Suite struct EvdevDeviceTests {
    @Test func `the error of a missing node has its path`() {
        let error = #expect(throws: EvdevError.self) { try EvdevDevice(path: "/nowhere/event3") }
        #expect(error?.description == "/nowhere/event3: cannot open: No such file or directory (ENOENT)")
    }

    @Test(arguments: [(EACCES, "Permission denied (EACCES)"), (EBUSY, "Device or resource busy (EBUSY)")])
    func `an error has its errno's text and name`(_ code: Int32, _ words: String) {
        let error = EvdevError(path: "/dev/input/event3", operation: "open", code: code)
        #expect(error.description == "/dev/input/event3: cannot open: \(words)")
    }

    @Test func `a file that is not an evdev device is refused`() {
        let error = #expect(throws: EvdevError.self) { try EvdevDevice(path: "/dev/null") }
        #expect(error?.operation == "query")
        #expect(error?.code == ENOTTY)
    }

    @Test func `a descriptor that is not open is refused`() {
        let error = #expect(throws: EvdevError.self) { try EvdevDevice(descriptor: 1_000_000, path: "event9") }
        #expect(error?.code == EBADF)
    }

    @Test func `a device that vanishes during the query is an error`() {
        let fake = FakeDevice(.touchscreen)
        fake.refuse(.identity, with: ENODEV)
        let error = #expect(throws: EvdevError.self) { try fake.open() }
        #expect(error == EvdevError(path: "/dev/input/event7", operation: "query", code: ENODEV))
        #expect(error?.code == ENODEV)
    }

    @Test func `events have the monotonic clock's time`() throws {
        let fake = FakeDevice(.touchscreen)
        let device = try fake.open()
        #expect(fake.clock == CLOCK_MONOTONIC)
        #expect(device.clockWarning == nil)
    }

    @Test func `a device that refuses the clock is used with a warning`() throws {
        let fake = FakeDevice(.touchscreen)
        fake.refuse(.clock, with: ENOENT)
        let device = try fake.open()
        let warning = "/dev/input/event7: event times are not monotonic: No such file or directory (ENOENT)"
        #expect(device.clockWarning == warning)
        fake.emit(at: 1, .x(5))
        #expect(device.drained().events.count == 2)
    }

    @Test func `the descriptor is closed with the device`() throws {
        let fake = FakeDevice(.touchscreen)
        _ = try fake.open()
        #expect(!fake.hasReader)
    }

    @Test func `the descriptor is closed when opening fails`() throws {
        let fake = FakeDevice(.touchscreen)
        fake.refuse(.identity, with: EIO)
        let descriptor = fake.takeDescriptor()
        #expect(throws: EvdevError.self) { try EvdevDevice(descriptor: descriptor, path: "event7") }
        #expect(!fake.hasReader)
    }

    @Test func `a descriptor that blocks is changed not to block`() throws {
        let fake = FakeDevice(.touchscreen)
        let descriptor = fake.takeDescriptor()
        _ = fcntl(descriptor, F_SETFL, 0)
        let device = try EvdevDevice(descriptor: descriptor, path: "event7")
        #expect(device.drained().end == .empty)
    }

    @Test func `what no working driver sends is logged with its value`() throws {
        let fake = FakeDevice(.touchscreen)
        var messages: [String] = []
        let device = try fake.open { messages.append("\($0) \($1)") }
        fake.emit(at: 1, .slot(99), .trackingID(-1))
        _ = device.drained()
        #expect(
            messages == [
                "error a slot beyond its last one, which is used instead: 99",
                "error a tracking id that neither begins nor ends a contact, ignored: -1",
            ])
    }
}
