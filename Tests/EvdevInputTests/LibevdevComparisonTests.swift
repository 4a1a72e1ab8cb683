import CEvdev
import EvdevInput
import FakeEvdev
import GestureModel
import Glibc
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// A device is read without libevdev. What it reports is what libevdev would report.
@Suite struct LibevdevComparisonTests {
    @Test(arguments: Tour.allCases)
    func `every event of a recording is reported as by libevdev`(_ tour: Tour) throws {
        try compare(tour.recording)
    }

    @Test(.enabled(if: !RecordedFiles.shared.isEmpty, "needs ../shared/recordings"))
    func `every event of the recordings of real devices is reported as by libevdev`() throws {
        for file in RecordedFiles.shared { try compare(Recording(parsing: RecordedFiles.bytes(file))) }
    }

    /// Codes that were not announced, slots beyond the last one, ids that change or end nothing, frames in pieces.
    @Test(arguments: [DeviceDescription.touchscreen, .singleTouchpad])
    func `random events are reported as by libevdev`(_ description: DeviceDescription) throws {
        var random = SplitMix64(seed: 51)
        var pair = try Readers(description)
        var dropped = 0
        for frame in 0..<4000 {
            var events = (0..<random.next() % 12).map { _ in RandomEvent.next(&random) }
            if random.next() % 4 != 0 { events.append(.report) }
            dropped += events.count - pair.passed(events, at: Int64(frame) * 1000).count
        }
        #expect(dropped > 1000, "the comparison has seen events that are not passed on")
    }

    /// libevdev reports differences after a loss, and EvdevDevice the whole state, so the frames are compared.
    @Test func `after losses and random events the same contacts are down as with libevdev`() throws {
        var random = SplitMix64(seed: 52)
        var pair = try Readers(.touchscreen)
        var contacts = 0
        for frame in 0..<4000 {
            var events = (0..<random.next() % 12).map { _ in RandomEvent.next(&random) }
            if random.next() % 16 == 0 { pair.silently((0..<40).map { _ in RandomEvent.next(&random) }) }
            if random.next() % 8 == 0 { events += [.dropped, .report] }
            contacts += pair.contacts(events + [.report], at: Int64(frame) * 1000)
        }
        #expect(contacts > 1000, "the comparison has seen contacts")
    }

    private func compare(_ recording: Recording) throws {
        var pair = try Readers(recording.description)
        var frame: [FakeEvent] = []
        for event in recording.events {
            frame.append(FakeEvent(event.type, event.code, event.value))
            guard event.endsFrame else { continue }
            _ = pair.passed(frame, at: event.time.microseconds)
            frame.removeAll()
        }
    }
}

/// Two fake devices that send the same, one read by EvdevDevice and one by libevdev alone.
private struct Readers {
    private let fakes: (FakeDevice, FakeDevice)
    private let device: EvdevDevice
    private let library: Library
    private var assemblers: (FrameAssembler, FrameAssembler)?

    init(_ description: DeviceDescription) throws {
        fakes = (FakeDevice(description), FakeDevice(description))
        device = try fakes.0.open()
        library = try Library(fakes.1.takeDescriptor())
        if description.properties.contains(InputProperty.direct) {
            assemblers = (
                try FrameAssembler(description, kind: .touchscreen), try FrameAssembler(description, kind: .touchscreen)
            )
        }
    }

    func silently(_ events: [FakeEvent]) {
        for event in events {
            fakes.0.silently(event)
            fakes.1.silently(event)
        }
    }

    /// Sends events to both and returns what both report.
    mutating func passed(_ events: [FakeEvent], at microseconds: Int64) -> [DeviceEvent] {
        send(events, at: microseconds)
        let (passed, end) = device.drained()
        let expected = library.drained()
        #expect(end == .empty)
        #expect(passed.map(\.text) == expected.map(\.text))
        return passed
    }

    /// Sends events to both and returns the number of contacts, which are the same.
    mutating func contacts(_ events: [FakeEvent], at microseconds: Int64) -> Int {
        send(events, at: microseconds)
        let (passed, end) = device.drained()
        #expect(end == .empty)
        guard var (first, second) = assemblers else { return 0 }
        for event in passed { first.take(event) }
        for event in library.drained() { second.take(event) }
        #expect(first.frame.contacts == second.frame.contacts)
        assemblers = (first, second)
        return first.frame.contacts.count
    }

    private func send(_ events: [FakeEvent], at microseconds: Int64) {
        fakes.0.send(at: microseconds, events)
        fakes.1.send(at: microseconds, events)
    }
}

/// Reads a descriptor with libevdev alone.
private final class Library {
    private let context: OpaquePointer
    private let descriptor: Int32

    init(_ descriptor: Int32) throws {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        context = try #require(libevdev_new())
        cevdev_set_log(context, nil, LIBEVDEV_LOG_INFO)
        try #require(libevdev_set_fd(context, descriptor) == 0)
        cevdev_set_log(context, nil, LIBEVDEV_LOG_INFO)
        libevdev_set_clock_id(context, CLOCK_MONOTONIC)
    }

    deinit {
        libevdev_free(context)
        close(descriptor)
    }

    func drained() -> [DeviceEvent] {
        var events: [DeviceEvent] = []
        var event = input_event()
        var flag = LIBEVDEV_READ_FLAG_NORMAL
        while true {
            let status = libevdev_next_event(context, flag.rawValue, &event)
            switch (status, flag) {
            case (Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue), LIBEVDEV_READ_FLAG_NORMAL):
                events.append(.event(InputEvent(event)))
            case (Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue), LIBEVDEV_READ_FLAG_NORMAL):
                events.append(.stateLost(InputEvent(event).time))
                flag = LIBEVDEV_READ_FLAG_SYNC
            case (-EAGAIN, LIBEVDEV_READ_FLAG_SYNC):
                events += slots + [.stateKnown]
                flag = LIBEVDEV_READ_FLAG_NORMAL
            case (_, LIBEVDEV_READ_FLAG_SYNC) where status >= 0: events.append(.state(InputEvent(event)))
            default:
                #expect(status == -EAGAIN)
                return events
            }
        }
    }

    /// The position of an empty slot is no difference, but its next contact may come down there.
    private var slots: [DeviceEvent] {
        func state(_ code: UInt16, _ value: Int32) -> DeviceEvent {
            .state(InputEvent(time: Timestamp(microseconds: 0), type: EventType.absolute, code: code, value: value))
        }
        return (0..<libevdev_get_num_slots(context)).flatMap { slot in
            [state(AbsoluteCode.slot, slot)]
                + [AbsoluteCode.positionX, AbsoluteCode.positionY, AbsoluteCode.trackingID].map {
                    state($0, libevdev_get_slot_value(context, UInt32(slot), UInt32($0)))
                }
        } + [state(AbsoluteCode.slot, libevdev_get_current_slot(context))]
    }
}

private enum RandomEvent {
    static func next(_ random: inout SplitMix64) -> FakeEvent {
        switch random.next() % 10 {
        case 0: .slot(Int32(random.next() % 14) - 2)
        case 1, 2: .trackingID(random.next() % 2 == 0 ? -1 : Int32(random.next() % 60_000))
        case 3, 4: .x(Int32(random.next() % 3000))
        case 5, 6: .y(Int32(random.next() % 1700))
        case 7: .key(KeyCode.touch, Int32(random.next() % 3))
        case 8: .absolute(UInt16(random.next() % 0x48), Int32(random.next() % 1000))
        default: FakeEvent(UInt16(random.next() % 0x24), UInt16(random.next() % 0x320), Int32(random.next() % 9))
        }
    }
}

extension FrameAssembler {
    fileprivate mutating func take(_ event: DeviceEvent) {
        switch event {
        case .event(let event), .state(let event): _ = handle(event)
        case .stateLost: beginResynchronisation()
        case .stateKnown: endResynchronisation()
        }
    }
}

extension InputEvent {
    fileprivate init(_ event: input_event) {
        let time = withUnsafePointer(to: event) { cevdev_microseconds($0) }
        self.init(time: Timestamp(microseconds: time), type: event.type, code: event.code, value: event.value)
    }
}
