public import GestureModel
public import GestureProtocol

/// The daemon's gestures for the gestures of an app: what a `GestureRecogniser` does with frames of the app's own, done
/// with the devices of the machine.
///
///     let client = GestureClient()
///     let drag = DragGesture().onEnded { value in slide(to: value.predictedEndLocation) }
///     client.attach(drag, to: Region(x: 0, y: 0, width: 300, height: 200))
///     await client.run()
///
/// A client belongs to the thread or actor that made it, the main actor as well as any other. It starts no thread, sets no
/// timer and never blocks: callbacks run in ``process(at:)``, on whoever calls it. An app with a loop of its own waits for
/// ``fileDescriptor`` and ``deadline`` and calls it then; ``run(until:)`` is such a loop, and ``run(isolation:)`` the one
/// for tasks.
///
/// Where there is no daemon, or no longer, it tries again: after 0.1 s, then twice as long each time, up to 5 s; after each
/// `hello` from 0.1 s again. What is attached is subscribed again then.
public final class GestureClient {
    /// Where gestured listens.
    public static let defaultPath = "/run/gestured/gestured.sock"

    public enum State: Hashable, Sendable {
        /// With why; nil before the first attempt to connect, and after ``close()``.
        case disconnected(ConnectionFailure?)
        /// The daemon has not spoken yet.
        case connecting
        case connected(Hello)
    }

    /// The path of the daemon's socket.
    public let path: String
    public internal(set) var state = State.disconnected(nil)
    /// Hears each change of ``state``. When the daemon goes away, that is after what it had sent was delivered and each
    /// gesture in progress was cancelled `disconnected`.
    public var onStateChange: ((State) -> Void)?
    /// The touch devices there are, kept true; empty while not connected.
    public internal(set) var devices: [TouchDevice] = []
    /// What the app's user and the app itself may have at the moment, kept true; nil while not connected.
    ///
    /// It says why nothing comes: another session is at the seat, the screen is locked, or another app has the focus. Where
    /// `positions` are withheld so are the places in values, and what is attached to a region is silent.
    public internal(set) var access: Access?
    /// Hears each change of ``access``, after ``onStateChange`` where the connection came or went. What a change takes away
    /// has been cancelled by then.
    public var onAccessChange: ((Access?) -> Void)?

    // What follows is the concern of the extensions.

    /// No line of the daemon's is as long.
    static let longestLine = 1024 * 1024
    var socket: StreamSocket?
    /// The daemon's greeting on this connection.
    var hello: Hello?
    /// What the daemon said before it closed the connection.
    var farewell: ErrorMessage?
    var framer = LineFramer(limit: longestLine)
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    /// Requests, or what is left of them, that the socket has not taken yet.
    var output: [UInt8] = []
    var lastRequest: Int64 = 0
    var subscriptions: [Subscription] = []
    /// Requests that are about no subscription, and that the daemon has not answered yet.
    var requests: [PendingRequest] = []
    /// What ``onAccessChange`` has heard.
    private var toldAccess: Access?
    var backOff = BackOff()
    /// When to connect; in the past of every clock for the first time.
    var nextAttempt = Timestamp(microseconds: 0)
    var isProcessing = false
    var isClosed = false
    /// What ``run(isolation:)`` waits in.
    var readiness: Readiness?

    /// Connects in the first ``process(at:)``, which is due at once.
    public init(path: String = GestureClient.defaultPath) { self.path = path }

    /// Whatever is attached is detached.
    deinit {
        for subscription in subscriptions { subscription.end(.unsubscribed) }
    }

    /// Becomes readable when ``process(at:)`` has something to do; nil while there is no connection. Another one each time
    /// a connection is made.
    public var fileDescriptor: Int32? { socket?.descriptor }

    /// Whether ``process(at:)`` is also to be called when ``fileDescriptor`` takes bytes again.
    public var wantsWrite: Bool { socket != nil && !output.isEmpty }

    /// When ``process(at:)`` is due though nothing is to be read: the next attempt to connect. nil while connected.
    public var deadline: Timestamp? { socket != nil || isClosed ? nil : nextAttempt }

    /// Ends the connection for good: what is in progress is cancelled `disconnected`, sequences of events end, nothing
    /// connects again. Then ``onStateChange`` and ``onAccessChange`` are let go of, so that they may hold the client.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        let ended = subscriptions
        subscriptions = []
        for subscription in ended { subscription.end(.disconnected) }
        drop()
        failRequests()
        change(to: .disconnected(nil))
        tellAccess()
        (onStateChange, onAccessChange) = (nil, nil)
        readiness?.wake()
    }

    func change(to state: State) {
        guard state != self.state else { return }
        self.state = state
        onStateChange?(state)
    }

    func tellAccess() {
        guard access != toldAccess else { return }
        toldAccess = access
        onAccessChange?(access)
    }
}

@available(*, unavailable)
extension GestureClient: Sendable {}
