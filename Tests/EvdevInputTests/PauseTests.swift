import EvdevInput
import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

/// A device whose touches no client may receive is paused: the kernel keeps no event for it.
@Suite struct PauseTests {
    @Test func `what happened before and during a pause is not reported, and the state is`() throws {
        let fake = FakeDevice(.touchscreen)
        let device = try fake.open()
        fake.emit(at: 1, .trackingID(1), .x(100), .y(200))
        #expect(device.drained().events.count == 4)
        fake.emit(at: 2, .x(110))
        device.pause()
        fake.emit(at: 3, .trackingID(-1))
        fake.emit(at: 4, .slot(1), .trackingID(2), .x(300), .y(400))
        var texts: [String] = []
        #expect(device.resume(at: Timestamp(microseconds: 9)) { texts.append($0.text) } == .empty)
        #expect(texts.first == "9 lost" && texts.last == "known")
        #expect(texts.allSatisfy { $0.hasPrefix("~") || $0 == "9 lost" || $0 == "known" })
        #expect(texts.contains("~3:57=-1") && texts.contains("~3:57=2"))
        fake.emit(at: 10, .x(310))
        #expect(device.drained().events.map(\.text) == ["10 3:53=310", "10 0:0=0"])
    }

    @Test func `the position of a contact that moved and lifted during a pause is reported, for the next in its slot`()
        throws
    {
        let fake = FakeDevice(.touchscreen)
        let device = try fake.open()
        fake.emit(at: 1, .trackingID(1), .x(100), .y(200))
        _ = device.drained()
        device.pause()
        fake.emit(at: 3, .x(300))
        fake.emit(at: 4, .trackingID(-1))
        var texts: [String] = []
        #expect(device.resume(at: Timestamp(microseconds: 9)) { texts.append($0.text) } == .empty)
        #expect(texts.contains("~3:53=300") && !texts.contains("~3:53=100"))
    }

    @Test func `a paused device is not readable, and its loss is reported`() throws {
        let fake = FakeDevice(.touchscreen)
        let device = try fake.open()
        device.pause()
        fake.emit(at: 1, .trackingID(1), .x(100), .y(200))
        #expect(device.resume(at: Timestamp(microseconds: 9)) { _ in } == .empty)
        #expect(device.drained().events.isEmpty, "the kernel has kept nothing")
        fake.vanish()
        device.pause()
        #expect(device.resume(at: Timestamp(microseconds: 9)) { _ in } != .empty)
    }

    @Test func `a device whose kernel cannot withhold events can be paused and resumed`() throws {
        let fake = FakeDevice(.touchscreen)
        fake.refuse(.mask, with: EINVAL)
        let device = try fake.open()
        device.pause()
        fake.emit(at: 1, .trackingID(1), .x(100), .y(200))
        #expect(device.resume(at: Timestamp(microseconds: 9)) { _ in } == .empty)
        #expect(device.drained().events.isEmpty, "what has arrived meanwhile is discarded")
    }

    @Test func `a pen that came during a pause is near afterwards, and one that came and went is not`() throws {
        let fake = FakeDevice(.pen)
        let sensor = try fake.openSensor(.pen)
        sensor.pause()
        fake.emit(at: 1, .key(KeyCode.toolPen, 1))
        var changes = 0
        #expect(sensor.resume { _ in changes += 1 } == .empty)
        #expect(!sensor.state.isEmpty && changes == 1)
        sensor.pause()
        fake.emit(at: 2, .key(KeyCode.toolPen, 0))
        fake.emit(at: 3, .key(KeyCode.toolRubber, 1))
        fake.emit(at: 4, .key(KeyCode.toolRubber, 0))
        #expect(sensor.resume { _ in changes += 1 } == .empty)
        #expect(sensor.state.isEmpty && changes == 2)
        fake.emit(at: 5, .key(KeyCode.toolPen, 1), .absolute(AbsoluteCode.x, 100))
        #expect(sensor.drained() == ["5 near"])
    }
}
