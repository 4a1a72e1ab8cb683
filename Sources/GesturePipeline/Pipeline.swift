public import GestureModel
internal import GestureProtocol
internal import GestureRecognition
internal import TouchInput

/// What the daemon does, without an operating system: device events and clients' bytes in, clients' bytes out.
///
/// The daemon, `gesturectl recognise` and the tests run this same one. It reads no clock: times come with events, and
/// deadlines are given out as one number. The same calls bring the same bytes.
///
///     device event ─► frame ─► arena (once an expression and region) ─► gate (each subscriber) ─► encoder ─► outbox
public final class Pipeline {
    /// Names a device while it is here; not used again.
    public struct DeviceHandle: Hashable, Sendable {
        let number: Int
    }

    /// What a connection is for.
    public enum Role: Hashable, Sendable {
        case subscriber
        /// It tells who has the focus, and nothing else.
        case focusSource
    }

    /// Names a connection while it lasts.
    public struct ClientHandle: Hashable, Sendable {
        /// Small, and used again afterwards: fit for an array.
        public let index: Int
    }

    var thresholds: Thresholds
    var limits: Limits
    let server: String

    var tracks: [DeviceTrack] = []
    /// The number of each track's device. Beside them, since every event asks for it.
    var numbers: [Int] = []
    var clients: [Client?] = []
    /// Of the users that have connected; one that nobody needs is used again.
    var accounts: [Account] = []
    /// Who may have what.
    var access = AccessControl()
    var subscriptions: [Subscription] = []
    var lastDevice = 0
    var lastGesture: UInt64 = 0
    /// Clients with something to send, in the order in which it came up.
    var pending: [Int] = []
    /// Clients with more to send than they may have waiting.
    var overrun: [Int] = []
    /// Whether haptic requests are for ``nextHaptic()`` or refused here.
    var haptics: Haptics
    /// Requests for a new configuration that nobody has taken to be carried out.
    var reloadCommands: [ReloadCommand] = []
    /// Requests that nobody has taken to be carried out.
    var hapticCommands: [HapticCommand] = []
    /// Arenas of one device in which gestures that claim have begun, and when; while a frame is shown.
    var begunClaims: [(arena: Int, time: Timestamp)] = []
    /// The part of a line that subscribers share, while an event is delivered.
    var tail: [UInt8] = []
    /// The whole line, with the numbers that it begins with.
    var line: [UInt8] = []
    var headed: (subscription: Int, gesture: UInt64)?
    var failures = FailureTexts()

    /// - Parameter server: What `hello` calls this daemon, such as `gestured 0.1.0`.
    public init(
        thresholds: Thresholds = Thresholds(), limits: Limits = Limits(), haptics: Haptics = .notEnabled, server: String
    ) {
        self.thresholds = thresholds
        self.limits = limits
        self.haptics = haptics
        self.server = server
        tail.reserveCapacity(1024)
        line.reserveCapacity(1024)
    }

    /// The devices that are present, in the order in which they came.
    public var devices: [TouchDevice] { tracks.map(\.device) }

    /// How many subscriptions there are.
    public var subscriptionCount: Int { subscriptions.count }

    /// When ``expire(upTo:)`` is due next; nil while nothing but a touch can change anything.
    public var deadline: Timestamp? {
        var next: Timestamp?
        for index in tracks.indices {
            guard let deadline = tracks[index].nextDeadline?.time else { continue }
            next = next.map { min($0, deadline) } ?? deadline
        }
        return next
    }

    /// Ends every gesture in progress, for a daemon that is about to stop.
    public func shutDown(at time: Timestamp) {
        expire(upTo: time)
        for index in tracks.indices { cancelAll(onTrack: index, .shutdown, at: time) }
    }

    func index(of device: DeviceHandle) -> Int? { numbers.firstIndex(of: device.number) }
}
