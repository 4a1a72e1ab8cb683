internal import CFakeEvdev
internal import GestureModel
internal import TouchInput

/// One event of a fake device, without a time.
public struct FakeEvent: Sendable {
    public var type: UInt16
    public var code: UInt16
    public var value: Int32

    public init(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        self.type = type
        self.code = code
        self.value = value
    }

    public static func slot(_ slot: Int32) -> FakeEvent { absolute(AbsoluteCode.slot, slot) }
    public static func trackingID(_ id: Int32) -> FakeEvent { absolute(AbsoluteCode.trackingID, id) }
    public static func x(_ x: Int32) -> FakeEvent { absolute(AbsoluteCode.positionX, x) }
    public static func y(_ y: Int32) -> FakeEvent { absolute(AbsoluteCode.positionY, y) }
    public static func key(_ code: UInt16, _ value: Int32) -> FakeEvent { FakeEvent(EventType.key, code, value) }
    public static func absolute(_ code: UInt16, _ value: Int32) -> FakeEvent {
        FakeEvent(EventType.absolute, code, value)
    }

    public static let report = FakeEvent(EventType.synchronization, SynchronizationCode.report, 0)
    public static let dropped = FakeEvent(EventType.synchronization, SynchronizationCode.dropped, 0)
}

extension input_event {
    init(_ event: FakeEvent, at time: Timestamp) {
        let seconds = time.microseconds / 1_000_000
        self.init()
        self.time = timeval(tv_sec: Int(seconds), tv_usec: Int(time.microseconds - seconds * 1_000_000))
        type = event.type
        code = event.code
        value = event.value
    }
}

extension [FakeEvent] {
    /// The events in the kernel's format, one after the other.
    func bytes(at time: Timestamp) -> [UInt8] {
        flatMap { event in Swift.withUnsafeBytes(of: input_event(event, at: time)) { Array<UInt8>($0) } }
    }
}
