internal import GestureModel
internal import GesturePipeline
internal import Strokes
internal import TouchInput

/// The events of a daemon, as determined by the bytes of an input: events of devices and actions of clients.
struct FuzzedSchedule {
    var daemon: FuzzedDaemon
    var bytes: FuzzedBytes
    private var device = 0
    /// True while the device's state is being read.
    private var isResynchronising = false
    private var now = Timestamp(microseconds: 1_000_000)

    /// The client that sends bytes of the input.
    private static let byteSender = 2

    private static let keys = [
        KeyCode.touch, KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadrupleTap,
        KeyCode.toolQuintupleTap, KeyCode.leftButton, KeyCode.rightButton,
    ]
    private static let axes = [
        AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.pressure, AbsoluteCode.contactPressure, AbsoluteCode.touchMajor,
        AbsoluteCode.touchMinor, AbsoluteCode.toolType, AbsoluteCode.distance,
    ]

    init(_ bytes: FuzzedBytes, limits: Limits = Limits()) {
        self.bytes = bytes
        daemon = FuzzedDaemon(limits: limits)
    }

    /// A model device, with or without the contact filter.
    mutating func addDevice() {
        let choice = Int(bytes.byte())
        let model = ModelDevice.allCases[choice % 4]
        daemon.add(device, kind: model.kind, model.description, filtersContacts: choice & 4 == 0)
    }

    mutating func touch(_ action: UInt8) {
        switch action % 16 {
        case 0: send(AbsoluteCode.slot, Int32(bytes.byte() % 12))
        case 1: send(AbsoluteCode.trackingID, Int32(bytes.byte()) - 1)
        case 2: send(AbsoluteCode.positionX, Int32(bytes.word() >> 3))
        case 3: send(AbsoluteCode.positionY, Int32(bytes.word() >> 3))
        case 4, 5: report(after: .milliseconds(Int64(bytes.byte() % 32)))
        case 6: report(after: .milliseconds(Int64(bytes.word())))
        case 7, 8: finger()
        case 9: send(type: EventType.key, Self.keys[bytes.index(below: Self.keys.count)], Int32(bytes.byte() % 2))
        case 10: send(Self.axes[bytes.index(below: Self.axes.count)], Int32(bytes.byte()))
        case 11: send(type: bytes.word() % 32, bytes.word() % 0x300, bytes.number())
        case 12: send(type: EventType.synchronization, SynchronizationCode.dropped, 0)
        case 13: resynchronise()
        case 14: daemon.expire(upTo: now + .milliseconds(Int64(bytes.byte()) * 4))
        default: now = now + .milliseconds(-Int64(bytes.byte()))
        }
    }

    mutating func act(_ action: UInt8) {
        let client = bytes.index(below: 3)
        switch action % 8 {
        case 0: daemon.connect(client, isSlow: bytes.byte() % 2 == 1, isFollowed: client != Self.byteSender)
        case 1: daemon.disconnect(client)
        case 2, 3: daemon.send(FuzzedRequests.line(Int(bytes.byte())), from: client)
        case 4: daemon.send(bytes.bytes(Int(bytes.byte())), from: Self.byteSender)
        case 5: daemon.read(client, Int(bytes.word() >> 4))
        case 6:
            device = client % 2
            addDevice()
        default: daemon.remove(client % 2)
        }
    }

    /// The current position of a slot's finger, the most frequent kind of event.
    private mutating func finger() {
        let slot = bytes.byte()
        send(AbsoluteCode.slot, Int32(slot & 0xf))
        if slot & 0x10 != 0 { send(AbsoluteCode.trackingID, slot & 0x20 == 0 ? Int32(slot >> 6) + 100 : -1) }
        send(AbsoluteCode.positionX, Int32(bytes.byte()) * 16)
        send(AbsoluteCode.positionY, Int32(bytes.byte()) * 16)
        if slot & 0x80 != 0 { report(after: .milliseconds(10)) }
    }

    private mutating func resynchronise() {
        daemon.handle(isResynchronising ? .stateKnown : .stateLost(now), from: device)
        isResynchronising.toggle()
    }

    private mutating func report(after delay: Microseconds) {
        now = now + delay
        send(type: EventType.synchronization, SynchronizationCode.report, 0)
    }

    private mutating func send(type: UInt16 = EventType.absolute, _ code: UInt16, _ value: Int32) {
        let event = InputEvent(time: now, type: type, code: code, value: value)
        daemon.handle(isResynchronising ? .state(event) : .event(event), from: device)
    }
}
