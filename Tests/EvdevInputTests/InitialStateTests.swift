import EvdevInput
import FakeEvdev
import GestureModel
import Testing
import TouchInput

@Suite struct InitialStateTests {
    @Test func `contacts that are already down are reported as state, not as events`() throws {
        let fake = FakeDevice(.touchscreen)
        fake.silently(.slot(1), .trackingID(77), .x(500), .y(600), .key(KeyCode.touch, 1))
        let device = try fake.open()
        let state = device.initial().map(\.text)
        #expect(state.first == "0 lost")
        #expect(state.last == "known")
        #expect(state.dropFirst().dropLast().allSatisfy { $0.hasPrefix("~") })
        #expect(contains(state, ["~3:47=1", "~3:53=500", "~3:54=600", "~3:57=77"]))
        #expect(state.contains("~1:330=1"))
        #expect(device.drained().events.isEmpty)
    }

    @Test func `an empty slot's last position is reported, since the kernel does not repeat it`() throws {
        let fake = FakeDevice(.touchscreen)
        fake.silently(.slot(3), .trackingID(5), .x(120), .y(130), .trackingID(-1), .slot(0))
        let state = try fake.open().initial().map(\.text)
        #expect(contains(state, ["~3:47=3", "~3:53=120", "~3:54=130", "~3:57=-1"]))
    }

    @Test func `the kernel's current slot is reported last`() throws {
        let fake = FakeDevice(.touchscreen)
        fake.silently(.slot(4))
        let state = try fake.open().initial().map(\.text)
        #expect(state.filter { $0.hasPrefix("~3:47=") }.last == "~3:47=4")
        #expect(state.filter { $0.hasPrefix("~3:47=") }.count == 11)
    }

    @Test func `a device without slots reports its axes and keys`() throws {
        let fake = FakeDevice(.singleTouchpad)
        fake.silently(.absolute(AbsoluteCode.x, -30), .absolute(AbsoluteCode.y, 40), .key(KeyCode.touch, 1))
        let state = try fake.open().initial().map(\.text)
        #expect(state == ["0 lost", "~3:0=-30", "~3:1=40", "~3:24=0", "~1:272=0", "~1:325=0", "~1:330=1", "known"])
    }

    private func contains(_ lines: [String], _ run: [String]) -> Bool {
        lines.indices.contains { lines[$0...].starts(with: run) }
    }
}
