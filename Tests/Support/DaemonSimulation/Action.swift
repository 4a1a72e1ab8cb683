public import GestureModel
public import GesturePipeline
public import TouchInput
public import TouchRecordings

/// One event for a daemon. The test numbers clients and devices.
public enum Action: Sendable {
    case connect(client: Int, Reading)
    case disconnect(client: Int)
    case send(client: Int, [UInt8])
    /// A device like the recording's.
    case add(device: Int, Recording)
    case remove(device: Int)
    case event(device: Int, DeviceEvent)
    case expire(Timestamp)
    /// A change of access.
    case change(Access)
    /// A pen at a device; pens are numbered, too.
    case pen(Int, device: Int, isNear: Bool)
    /// The lid over a device is closed, or with nil opened.
    case off(device: Int, TouchDevice.OffReason?)
    /// An action of a focus source; they are numbered, too.
    case source(Int, SourceAction)

    public enum Access: Sendable {
        case suspend, resume, switchTerminal
        /// The active user of each seat; nil without logind.
        case seats([Seat]?)
    }

    public enum SourceAction: Sendable {
        case open(TestUser)
        case close
        /// The focused processes, and their window if it is known.
        case focus([Int32], window: Region?)
        /// The user's only output is turned; nil if it is taken away.
        case turn(OutputTransform?)
        case lock(Bool)
        case cancel
    }

    /// False for an event within a frame: the pipeline acts at SYN_REPORT.
    public var canProduceOutput: Bool {
        if case .event(_, .event(let event)) = self { event.type == EventType.synchronization } else { true }
    }

    /// True if it may change which output a device belongs to, or how that is turned.
    var mayTurnDevices: Bool {
        switch self {
        case .source, .change: true
        case .connect, .disconnect, .send, .add, .remove, .event, .expire, .pen, .off: false
        }
    }

    /// True if it comes from another client.
    public func comes(fromClientOtherThan client: Int) -> Bool {
        switch self {
        case .connect(let other, _), .disconnect(let other), .send(let other, _): other != client
        case .add, .remove, .event, .expire, .change, .pen, .off, .source: false
        }
    }
}

/// The user and process of a client or focus source.
public enum TestUser: Int, CaseIterable, Sendable {
    /// The user who runs the daemon, in the same process.
    case owner
    /// Two programs of one user.
    case member, colleague
    /// Another user.
    case guest
    case root

    public static func of(_ number: Int) -> TestUser { allCases[number % allCases.count] }

    public var peer: Peer? {
        switch self {
        case .owner: nil
        case .member: Peer(user: 1000, process: 101, groups: [1000])
        case .colleague: Peer(user: 1000, process: 102, groups: [1000, 44])
        case .guest: Peer(user: 1001, process: 201, groups: [1001])
        case .root: Peer(user: 0, process: 1, groups: [0])
        }
    }

    /// Root and the user who runs the daemon have all access.
    var isTrusted: Bool { self == .owner || self == .root }
}
