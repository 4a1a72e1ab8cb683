import EvdevInput
import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

@Suite struct DrainTests {
    let fake = FakeDevice(.touchscreen)

    @Test func `draining an idle device reports no event`() throws {
        let (events, end) = try fake.open().drained()
        #expect(events.isEmpty)
        #expect(end == .empty)
    }

    @Test func `a frame is reported completely, with its own time`() throws {
        let device = try fake.open()
        fake.emit(at: 5_000_007, .trackingID(1), .x(100), .y(200), .key(KeyCode.touch, 1))
        let (events, end) = device.drained()
        #expect(end == .empty)
        #expect(events.map(\.text) == ["3:57=1", "3:53=100", "3:54=200", "1:330=1", "0:0=0"].map { "5000007 " + $0 })
    }

    @Test func `the events of a frame are reported together, and those of the next one by themselves`() throws {
        let device = try fake.open()
        fake.emit(at: 1, .trackingID(1), .x(100))
        fake.emit(at: 2, .x(101))
        fake.send(at: 3, [.x(102)])
        var parts: [[String]] = []
        let end = device.drain { events in
            parts.append(events.map { DeviceEvent.event($0).text })
        } state: { _ in
        }
        #expect(end == .empty)
        #expect(parts == [["1 3:57=1", "1 3:53=100", "1 0:0=0"], ["2 3:53=101", "2 0:0=0"], ["3 3:53=102"]])
    }

    @Test func `a burst larger than one read is reported completely`() throws {
        let device = try fake.open()
        fake.emit(at: 0, .trackingID(1))
        for x in 1...1000 { fake.emit(at: Int64(x), .x(Int32(x))) }
        let (events, end) = device.drained()
        #expect(end == .empty)
        #expect(events.count == 2002)
        #expect(events.last?.text == "1000 0:0=0")
    }

    @Test func `a flood is reported in bounded parts without loss`() throws {
        let device = try fake.open()
        for x in 1...3000 { fake.emit(at: Int64(x), .x(Int32(x))) }
        let (first, firstEnd) = device.drained()
        #expect(firstEnd == .more)
        #expect(first.count == EvdevDevice.drainLimit)
        let (rest, restEnd) = device.drained()
        #expect(restEnd == .empty)
        #expect(first.count + rest.count == 6000)
        #expect(rest.last?.text == "3000 0:0=0")
    }

    @Test func `after an overrun the state is reported, and nothing else is lost`() throws {
        let device = try fake.open()
        fake.emit(at: 1, .trackingID(1), .x(100), .y(200), .key(KeyCode.touch, 1))
        _ = device.drained()

        fake.silently(.slot(0), .trackingID(-1), .slot(2), .trackingID(9), .x(900), .y(800))
        fake.send(at: 2, [.dropped, .report])
        fake.emit(at: 3, .x(905))
        let (events, end) = device.drained()

        #expect(end == .empty)
        #expect(events.first?.text == "2 lost")
        #expect(events.last?.text == "known")
        let state = events.dropFirst().dropLast().map(\.text)
        #expect(state.allSatisfy { $0.hasPrefix("~") })
        let used = states(events).filter { $0.value != [57: -1, 53: 0, 54: 0] }
        #expect(used == [0: [57: -1, 53: 100, 54: 200], 2: [57: 9, 53: 905, 54: 800]])

        // Events that the kernel held after the overrun are part of the state. Later events are reported as events.
        fake.emit(at: 4, .x(910))
        #expect(device.drained().events.map(\.text) == ["4 3:53=910", "4 0:0=0"])
    }

    @Test func `events before an overrun are reported before it`() throws {
        let device = try fake.open()
        fake.send(at: 1, [.trackingID(1), .x(100), .dropped, .report])
        let events = device.drained().events.map(\.text)
        #expect(events.prefix(3) == ["1 3:57=1", "1 3:53=100", "1 lost"])
        #expect(events.last == "known")
    }

    @Test func `an overrun during an overrun is reported correctly`() throws {
        let device = try fake.open()
        fake.silently(.slot(1), .trackingID(4), .x(10))
        fake.send(at: 1, [.dropped, .report])
        var seen: [DeviceEvent] = []
        let end = device.drain { event in
            // The second overrun happens while the first one's state is being reported.
            if event == .stateLost(Timestamp(microseconds: 1)) {
                fake.silently(.slot(1), .trackingID(-1), .slot(3), .trackingID(5), .x(20))
            }
            if seen.count == 3 { fake.send(at: 2, [.dropped, .report]) }
            seen.append(event)
        }
        #expect(end == .empty)
        #expect(seen.filter { $0 == .stateKnown }.count == 2)
        #expect(seen.last == .stateKnown)
        #expect(states(seen)[3] == [57: 5, 53: 20, 54: 0])
        #expect(states(seen)[1]?[57] ?? -1 == -1)
    }

    @Test func `an unplugged device is lost`() throws {
        let device = try fake.open()
        fake.vanish()
        let error = EvdevError(path: "/dev/input/event7", operation: "read", code: ENODEV)
        #expect(device.drained().end == .lost(error))
        #expect(error == EvdevDevice.lossError(path: "/dev/input/event7"))
    }

    @Test func `a device unplugged during an overrun is lost without a known state`() throws {
        let device = try fake.open()
        fake.send(at: 1, [.dropped, .report])
        var seen: [DeviceEvent] = []
        let end = device.drain { event in
            seen.append(event)
            fake.vanish()
        }
        #expect(seen == [.stateLost(Timestamp(microseconds: 1))])
        #expect(end == .lost(EvdevError(path: "/dev/input/event7", operation: "resynchronise", code: ENODEV)))
    }

    @Test func `at the end of the stream the device reads as empty and polls as hung up`() throws {
        let device = try fake.open()
        fake.hangUp()
        #expect(device.drained().end == .empty)
        var polled = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&polled, 1, 1000) == 1)
        #expect(polled.revents & Int16(POLLHUP) != 0)
    }

    /// The last value of each axis of each slot in the state.
    private func states(_ events: [DeviceEvent]) -> [Int32: [UInt16: Int32]] {
        var slot: Int32 = 0
        var states: [Int32: [UInt16: Int32]] = [:]
        for case .state(let event) in events where event.type == EventType.absolute {
            if event.code == AbsoluteCode.slot {
                slot = event.value
            } else if event.code > AbsoluteCode.slot {
                states[slot, default: [:]][event.code] = event.value
            }
        }
        return states
    }
}
