import EvdevInput
import FakeEvdev
import GestureModel
import Glibc
import Testing
import TouchInput

@Suite struct RereadTests {
    let fake = FakeDevice(.touchscreen)
    let now = Timestamp(microseconds: 9)

    @Test func `a contact that ended before the reread is gone`() throws {
        let device = try fake.open()
        var frames = try Frames()
        fake.emit(at: 1, .trackingID(1), .x(100), .y(200), .key(KeyCode.touch, 1))
        _ = device.drain { frames.handle($0) }
        #expect(frames.contacts == [[.began]])
        fake.silently(.slot(0), .trackingID(-1), .key(KeyCode.touch, 0))
        #expect(device.reread(at: now) { frames.handle($0) } == .empty)
        // The next finger in that slot is a new contact, and the only one.
        fake.emit(at: 10, .trackingID(2), .x(300), .y(200))
        _ = device.drain { frames.handle($0) }
        #expect(frames.contacts == [[.began], [.began]])
    }

    @Test func `a contact that is still down does not begin again`() throws {
        let device = try fake.open()
        var frames = try Frames()
        fake.emit(at: 1, .trackingID(1), .x(100), .y(200))
        _ = device.drain { frames.handle($0) }
        #expect(device.reread(at: now) { frames.handle($0) } == .empty)
        fake.emit(at: 10, .x(110))
        _ = device.drain { frames.handle($0) }
        #expect(frames.contacts == [[.began], [.moved]])
    }

    @Test func `a contact that came before the reread does not begin`() throws {
        let device = try fake.open()
        var frames = try Frames()
        fake.silently(.slot(3), .trackingID(4), .x(100), .y(200))
        #expect(device.reread(at: now) { frames.handle($0) } == .empty)
        fake.emit(at: 10, .x(110))
        _ = device.drain { frames.handle($0) }
        #expect(frames.contacts == [[.moved]])
    }

    @Test func `waiting events are reported before the state`() throws {
        let device = try fake.open()
        fake.emit(at: 1, .trackingID(1), .x(100), .y(200))
        fake.emit(at: 2, .x(110))
        fake.silently(.trackingID(-1))
        var texts: [String] = []
        #expect(device.reread(at: now) { texts.append($0.text) } == .empty)
        let lost = try #require(texts.firstIndex(of: "9 lost"))
        #expect(texts[..<lost] == ["1 3:57=1", "1 3:53=100", "1 3:54=200", "1 0:0=0", "2 3:53=110", "2 0:0=0"])
        #expect(texts[lost...].contains("~3:57=-1") && texts.last == "known")
        #expect(device.drained().events.isEmpty)
    }

    @Test func `unread events of a flooding device are left out, and later events are reported`() throws {
        let device = try fake.open()
        for x in 1...3000 { fake.emit(at: Int64(x), .x(Int32(x))) }
        var last = ""
        #expect(device.reread(at: now) { last = $0.text } == .empty)
        #expect(last == "known")
        fake.emit(at: 4000, .x(7))
        #expect(device.drained().events.map(\.text) == ["4000 3:53=7", "4000 0:0=0"])
    }

    @Test func `a device that is gone is lost`() throws {
        let device = try fake.open()
        fake.vanish()
        var texts: [String] = []
        let end = device.reread(at: now) { texts.append($0.text) }
        #expect(end == .lost(EvdevError(path: "/dev/input/event7", operation: "read", code: ENODEV)))
        #expect(texts.isEmpty)
    }
}

/// The phases of the contacts in each frame of a device's events.
private struct Frames {
    private var assembler: FrameAssembler
    private(set) var contacts: [[Contact.Phase]] = []

    init() throws { assembler = try FrameAssembler(.touchscreen, kind: .touchscreen) }

    mutating func handle(_ event: DeviceEvent) {
        switch event {
        case .event(let event):
            if assembler.handle(event) == .frame { contacts.append(assembler.frame.contacts.map(\.phase)) }
        case .state(let event): _ = assembler.handle(event)
        case .stateLost: assembler.beginResynchronisation()
        case .stateKnown: assembler.endResynchronisation()
        }
    }
}
