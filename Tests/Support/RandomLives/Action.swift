public import GestureModel
public import GesturePipeline
public import TouchInput
public import TouchRecordings

/// One thing that happens to a daemon. Clients and devices are numbered by the test.
public enum Action: Sendable {
    case connect(client: Int, Reading)
    case disconnect(client: Int)
    case send(client: Int, [UInt8])
    /// A device like the recording's.
    case add(device: Int, Recording)
    case remove(device: Int)
    case take(device: Int, DeviceEvent)
    case expire(Timestamp)
    /// Who may receive changes, or what is in progress ends for everybody.
    case change(Access)
    /// A focus source does something. They are numbered, too.
    case source(Int, Telling)

    public enum Access: Sendable {
        case suspend, resume, switchTerminal
        /// Who sits where; nil where nobody knows.
        case seats([Seat]?)
    }

    public enum Telling: Sendable {
        case open(Citizen)
        case close
        /// Which processes have the focus, and whether their window is told.
        case focus([Int32], window: Region?)
        case lock(Bool)
        case cancel
    }

    /// Whether anybody can hear of it: before its report a frame is nothing.
    public var mayBeHeard: Bool {
        if case .take(_, .event(let event)) = self { event.type == EventType.synchronization } else { true }
    }

    /// Whether it comes from a client other than `client`.
    public func isOf(clientOtherThan client: Int) -> Bool {
        switch self {
        case .connect(let other, _), .disconnect(let other), .send(let other, _): other != client
        case .add, .remove, .take, .expire, .change, .source: false
        }
    }
}
