public import GestureModel
// With these exports, one import gives an app the gestures and the messages as well.
@_exported public import GestureClock
@_exported public import GestureProtocol
@_exported public import Gestures
internal import Glibc
internal import LinuxSupport

/// A connection to the daemon that runs an app's gestures on all touch devices of the machine.
///
///     let client = GestureClient()
///     let drag = DragGesture().onEnded { value in slide(to: value.predictedEndLocation) }
///     client.attach(drag, to: Region(x: 0, y: 0, width: 300, height: 200))
///     await client.run()
///
/// A client belongs to the thread or actor that created it, which may be the main actor. It starts no thread for
/// callbacks: they run in ``process(at:)``, on the caller's thread, and ``process(at:)`` never blocks. An app with its
/// own event loop calls ``process(at:)`` whenever ``fileDescriptor`` is readable. ``run(until:)`` is such a loop, and
/// ``run(isolation:)`` is one for tasks.
///
/// Without a connection, the client reconnects: after 0.1 s, and after each further failure it waits twice as long, at
/// most 5 s. Each `hello` resets the delay to 0.1 s. After a reconnection the client subscribes again to everything
/// that is attached.
public final class GestureClient: GestureTarget {
    /// The socket on which gestured listens.
    public static let defaultPath = "/run/gestured/gestured.sock"

    /// Whether the client has a connection to the daemon.
    public enum State: Hashable, Sendable {
        /// The value is the cause; nil before the first attempt to connect and after ``close()``.
        case disconnected(ConnectionFailure?)
        /// Connected, but the daemon has not sent its `hello`.
        case connecting
        /// The value is the daemon's `hello`.
        case connected(Hello)
    }

    /// The path of the daemon's socket.
    public let path: String
    /// The state of the connection. It changes in ``process(at:)`` and ``close()``.
    public private(set) var state = State.disconnected(nil)
    /// Called after each change of ``state``. When a connection ends, everything that the daemon sent has already been
    /// delivered, and each gesture in progress has been cancelled as `disconnected`.
    public var onStateChange: ((State) -> Void)?
    /// Called after each change of ``access``, and after ``onStateChange`` if the connection began or ended. Gestures
    /// that the app may no longer receive have already been cancelled.
    public var onAccessChange: ((Access?) -> Void)?
    /// Called with each explanation of the daemon: why fingers made a gesture of this client, or did not. Set it before
    /// gestures are attached: only those that are attached later are explained. An explanation may arrive later than the
    /// message of the gesture that it explains.
    ///
    /// With the environment variable `GESTURED_EXPLAIN=1`, the explanations' sentences are also written to standard
    /// error, without a change of the app. `0` and an empty text count as no variable; any other is reported.
    public var onExplanation: ((ExplanationMessage) -> Void)?
    /// Receives what no other callback of the app receives: the daemon's reason for a refusal without an `onFailure`, and
    /// why there is no connection without ``onStateChange``. By default each line is written to standard error once; nil
    /// writes nothing.
    public var onReport: ((String) -> Void)?
    private var reported: Set<String> = []
    /// True if `GESTURED_EXPLAIN` asks for explanations on standard error.
    private let printsExplanations: Bool
    let runWatch = RunWatch()

    private let connection: Connection
    private var subscriptions: [ClientSubscription] = []
    /// The value that ``onAccessChange`` received last.
    private var lastSentAccess: Access?
    private var isProcessing = false
    private var isClosed = false

    /// Creates a client that connects in its first ``process(at:)``, which is due at once.
    public init(path: String = GestureClient.defaultPath) {
        self.path = path
        connection = Connection(path: path)
        onReport = { StandardError.writeLine("gestured client: \($0)") }
        let explain = getenv("GESTURED_EXPLAIN").map { String(cString: $0) } ?? ""
        printsExplanations = explain == "1"
        connection.updateDescriptor(isClosed: false)
        if !["", "0", "1"].contains(explain) {
            report("GESTURED_EXPLAIN is '\(explain.prefix(100))', which is neither 1 nor 0; nothing is explained")
        }
    }

    /// Ends all subscriptions: cancels gestures in progress as `unsubscribed`, and ends sequences of events.
    deinit {
        for subscription in subscriptions { subscription.end(.unsubscribed) }
    }

    /// The current touch devices; empty while not connected.
    public var devices: [TouchDevice] { connection.hello?.devices ?? [] }

    /// What the app and its user may receive at present; nil while not connected.
    ///
    /// It explains why no gestures arrive: another session is active, the screen is locked, or another app has the
    /// focus. While `positions` are withheld, values contain no positions, and gestures that are attached to a region,
    /// or that start at an edge, receive nothing.
    public var access: Access? { connection.hello?.access }

    /// A descriptor that is readable while ``process(at:)`` has work: messages to handle, requests to send, or an
    /// attempt to connect. It stays the same during the client's life, with and without a connection, so that a loop
    /// can watch it once. Do not read it.
    ///
    /// It is -1 if the process had no free descriptor. Each ``process(at:)`` tries to get one.
    public var fileDescriptor: Int32 { connection.descriptor ?? -1 }

    /// True if requests wait until the socket accepts them.
    package var wantsWrite: Bool { connection.wantsWrite }

    /// The time of the next attempt to connect, when ``fileDescriptor`` becomes readable; nil while connected and after
    /// ``close()``.
    public var deadline: Timestamp? { isClosed ? nil : connection.deadline }

    /// Ends the connection for good: cancels gestures in progress as `disconnected` and ends sequences of events. The
    /// client does not reconnect. It then releases ``onStateChange`` and ``onAccessChange``, so these may retain the
    /// client.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        let ended = subscriptions
        subscriptions = []
        for subscription in ended { subscription.end(.disconnected) }
        connection.close()
        connection.updateDescriptor(isClosed: true)
        connection.failRequests()
        change(to: .disconnected(nil))
        notifyAccess()
        (onStateChange, onAccessChange, onExplanation, onReport) = (nil, nil, nil, nil)
        connection.readiness?.wake()
    }

    private func change(to state: State) {
        guard state != self.state else { return }
        self.state = state
        if let onStateChange {
            onStateChange(state)
        } else if case .disconnected(let failure?) = state {
            report("\(failure)")
        }
    }

    /// Reports a line once.
    func report(_ line: String) {
        guard let onReport, reported.count < Self.reportLimit, reported.insert(line).inserted else { return }
        onReport(line)
    }

    /// The most lines that a client reports.
    private static var reportLimit: Int { 100 }

    private func notifyAccess() {
        guard access != lastSentAccess else { return }
        lastSentAccess = access
        onAccessChange?(access)
    }
}

// MARK: - Gestures

extension GestureClient {
    /// Subscribes to `gesture` and runs its callbacks for the gestures that the daemon recognises, with the same values
    /// as a `GestureRecogniser` that receives the device's frames. Values are in points.
    ///
    /// The client subscribes as soon as there is a connection, and again after each reconnection. Devices that are
    /// plugged in later are included. A gesture that a callback attaches while fingers are down starts with the next
    /// touch.
    ///
    /// - Parameters:
    ///   - gesture: The gesture. Each device runs its own instance of it.
    ///   - region: In points of each device's surface. The gesture includes only fingers that touch inside, wherever
    ///     they move afterwards. nil means the whole surface. A negative or infinite region, or one with NaN, traps.
    ///     While positions are withheld from the app (``access``), a gesture with a region or edges receives nothing;
    ///     ``Attachment/failure`` is `positionsWithheld` meanwhile.
    ///   - origin: The corner from which the region is measured: that of each surface, or that of the app's window on a
    ///     touchscreen. A region of the window receives nothing while no focus source reports the window's position;
    ///     values still have their positions on the surface, and a start anchor is `.center`. `.window` without a
    ///     region traps.
    ///   - device: The devices, including those that are plugged in later.
    ///   - scope: With `.focused` the app receives gestures while it has the focus or the focus is unknown. With
    ///     `.session` it also receives them while another app has the focus. `.session` is for desktop shells, and the
    ///     daemon may refuse it with `notPermitted`.
    ///   - claims: True to claim the fingers: when the gesture begins, gestures that other apps began with the same
    ///     fingers are cancelled as `outcompeted`. True traps unless the scope is `.session`.
    ///   - hands: With `.apart`, each hand on a large screen makes the gesture alone, as if it had a device of its own.
    ///   - onFailure: Called with the reason when the subscription receives no gestures: the daemon lacks a capability,
    ///     positions are withheld, or the daemon refuses the request, for example because the region lies outside every
    ///     surface or has no width or height. If the reason is known at once, the call comes before this method
    ///     returns. Also called when the gesture cannot move; see ``Attachment/move(to:)``.
    /// - Returns: A handle that moves and detaches the gesture. Releasing the handle does not detach it.
    ///
    /// - Precondition: The client is not closed.
    @discardableResult
    public func attach(
        _ gesture: some Gesture, to region: Region? = nil, relativeTo origin: RegionOrigin = .surface,
        device: DeviceFilter = .any, scope: SubscriptionScope = .focused, claims: Bool = false,
        hands: Hands = .together, onFailure: ((SubscriptionFailure) -> Void)? = nil
    ) -> Attachment {
        let request = SubscribeRequest(
            id: 0, gesture: GestureCallbacks(gesture).expression, device: device, region: region, regionOrigin: origin,
            explains: explains, scope: scope, claims: claims, hands: hands)
        let attachment = Attachment(self, device, onFailure) {
            GestureCallbacks(gesture, bounds: $0, surface: $1, origin: $2)
        }
        let subscription = ClientSubscription(request, receiver: attachment, connection)
        attachment.start(subscription)
        add(subscription)
        return attachment
    }

    /// Attaches a gesture to the whole surface of every device; see
    /// ``attach(_:to:relativeTo:device:scope:claims:hands:onFailure:)``.
    @discardableResult
    public func gesture(_ gesture: some Gesture) -> Attachment { attach(gesture) }

    /// Subscribes to the gestures of an expression, from now on. Traps if the client is closed.
    ///
    /// - Parameters:
    ///   - gesture: The expression. The sequence fails if the daemon refuses the expression, for example because a
    ///     number is not finite. The daemon's configuration supplies parameters that are nil.
    ///   - region: In `units`; nil for the whole surface. A negative or infinite region, or one with NaN, traps.
    ///   - origin: The corner from which the region is measured, as for
    ///     ``attach(_:to:relativeTo:device:scope:claims:hands:onFailure:)``.
    ///   - device: The devices, including those that are plugged in later.
    ///   - units: The units of the region and of every value.
    ///   - scope: As for ``attach(_:to:relativeTo:device:scope:claims:hands:onFailure:)``. The same applies to `claims` and `hands`.
    public func events(
        of gesture: GestureExpression, in region: Region? = nil, relativeTo origin: RegionOrigin = .surface,
        device: DeviceFilter = .any, units: ValueUnits = .points, scope: SubscriptionScope = .focused,
        claims: Bool = false, hands: Hands = .together
    ) -> GestureEvents {
        let request = SubscribeRequest(
            id: 0, gesture: gesture, device: device, region: region, regionOrigin: origin, units: units,
            explains: explains, scope: scope, claims: claims, hands: hands)
        let queue = EventQueue(self)
        let subscription = ClientSubscription(request, receiver: EventReceiver(queue), connection)
        queue.subscription = subscription
        add(subscription)
        return GestureEvents(queue: queue)
    }

    func add(_ request: SubscribeRequest, _ receiver: any SubscriptionReceiver) -> ClientSubscription {
        let subscription = ClientSubscription(request, receiver: receiver, connection)
        add(subscription)
        return subscription
    }

    /// Whether new subscriptions ask for explanations.
    private var explains: Bool { onExplanation != nil || printsExplanations }

    private func add(_ subscription: ClientSubscription) {
        precondition(!isClosed, "the client is closed: nothing can be attached to it")
        subscriptions.append(subscription)
        subscription.subscribe()
    }

    /// Unsubscribes. Nothing more is delivered to the subscription's receiver.
    func release(_ subscription: ClientSubscription) {
        subscriptions.removeAll { $0 === subscription }
        subscription.release()
    }
}

// MARK: - Single requests

extension GestureClient {
    /// Asks the daemon to play `feedback` now. Feedback that cannot be played now is not played later.
    ///
    /// - Parameters:
    ///   - feedback: Few devices distinguish all kinds.
    ///   - device: The id of the preferred device, such as a message's `device`. If it cannot vibrate, another device
    ///     vibrates.
    ///   - onFailure: Called at most once, if nothing was played: before this method returns if the cause is known at
    ///     once, otherwise in ``process(at:)`` or ``close()``. Without haptics in the daemon's configuration, the
    ///     failure is ``RequestFailure/unsupported(_:server:)``. If the daemon refuses, the failure is
    ///     ``RequestFailure/refused(_:)`` with a code and a reason: `unsupported` with `notEnabled`, `noDevice` or
    ///     `deviceFailed`; `notPermitted` with `notActive`; or `tooManyHaptics` alone. Not called if the feedback was
    ///     played or the client is released.
    public func play(
        _ feedback: SensoryFeedback, device: String? = nil, onFailure: ((RequestFailure) -> Void)? = nil
    ) {
        send(needing: Hello.hapticCapability, onFailure: onFailure) {
            .haptic(HapticRequest(id: $0, feedback: feedback.haptic, device: device))
        }
    }

    /// Cancels gestures in progress as `requested`, in this app and all other apps of the user; fingers that are down
    /// start no gesture. If the app runs as root, this applies to all users. For desktop shells: it requires permission
    /// for the scope `session`.
    ///
    /// The app's own gestures are cancelled later, in ``process(at:)``. To claim fingers when a gesture begins, attach
    /// the gesture with `claims` instead.
    ///
    /// - Parameters:
    ///   - device: The id of the device whose gestures are cancelled, such as a message's `device`; nil for all.
    ///   - onFailure: Called at most once, if the request failed: before this method returns if the cause is known at
    ///     once, otherwise in ``process(at:)`` or ``close()``. The daemon refuses with `notPermitted` and the reason
    ///     `session`, or with `outOfRange` if there is no such device.
    public func cancelAll(device: String? = nil, onFailure: ((RequestFailure) -> Void)? = nil) {
        send(needing: "cancel", onFailure: onFailure) { .cancel(id: $0, device: device) }
    }

    /// Pauses the gestures of the user, in all apps: those in progress are cancelled with
    /// ``/GestureModel/CancellationReason/paused``, and ``access`` reports
    /// ``/GestureModel/Access/Session-swift.enum/paused`` until the pause ends. Needs the right to the scope `session`.
    ///
    /// - Parameters:
    ///   - seconds: Above 0, at most 86400; nil until ``resumeGestures(onFailure:)``. It also ends with the user's last
    ///     session.
    ///   - onFailure: Called if the request fails, as for ``cancelAll(device:onFailure:)``.
    public func pauseGestures(seconds: Double? = nil, onFailure: ((RequestFailure) -> Void)? = nil) {
        send(needing: "pause", onFailure: onFailure) { .pause(id: $0, duration: seconds.map { .seconds($0) }) }
    }

    /// Ends a pause of the user's gestures. Fingers that are down start nothing.
    ///
    /// - Parameter onFailure: Called if the request fails, as for ``cancelAll(device:onFailure:)``.
    public func resumeGestures(onFailure: ((RequestFailure) -> Void)? = nil) {
        send(needing: "pause", onFailure: onFailure) { .resume(id: $0) }
    }

    /// - Parameter capability: The capability that the daemon needs for the request.
    private func send(
        needing capability: String, onFailure: ((RequestFailure) -> Void)?, _ request: (Int64) -> Request
    ) {
        guard let hello = connection.hello else {
            return fail(.notConnected, onFailure)
        }
        guard hello.capabilities.contains(capability) else {
            return fail(.unsupported(capability, server: hello.server), onFailure)
        }
        connection.send(request) { [weak self] answer in
            switch answer {
            case .ok: break
            case .error(let error): self?.fail(.refused(error), onFailure)
            case .disconnected: self?.fail(.notConnected, onFailure)
            }
        }
    }

    private func fail(_ failure: RequestFailure, _ onFailure: ((RequestFailure) -> Void)?) {
        if let onFailure { onFailure(failure) } else { report("a request failed: \(failure)") }
    }
}

// MARK: - Running

extension GestureClient {
    /// Connects if that is due, sends pending requests, and handles everything that has arrived. Callbacks run
    /// meanwhile. Never blocks.
    ///
    /// A nested call from a callback does nothing: the outer call handles what has arrived.
    ///
    /// - Parameter now: The time on CLOCK_MONOTONIC.
    public func process(at now: Timestamp = .now) { process(at: now, atMost: .max) }

    /// - Returns: True if it stopped after `limit` messages, and others may be waiting.
    @discardableResult
    private func process(at now: Timestamp, atMost limit: Int) -> Bool {
        guard !isProcessing, !isClosed else { return false }
        isProcessing = true
        runWatch.markRun()
        defer {
            isProcessing = false
            connection.updateDescriptor(isClosed: isClosed)
        }
        var count = 0
        do throws(ConnectionFailure) {
            if try connection.connectIfDue(at: now) { change(to: .connecting) }
            connection.flush()
            while count < limit, let message = try connection.nextMessage() {
                count += 1
                try handle(message)
            }
        } catch {
            disconnect(error, at: now)
        }
        return count == limit
    }

    private func handle(_ message: ServerMessage) throws(ConnectionFailure) {
        switch message {
        case .hello(let hello):
            change(to: .connected(hello))
            notifyAccess()
            connection.sendTogether {
                for subscription in subscriptions where subscription.isWaiting { subscription.subscribe() }
            }
        case .gesture(let message):
            try subscriptions.first { $0.number == message.subscription }?.handle(message)
        case .subscriptionChanged(let number, let positions):
            subscriptions.first { $0.number == number }?.setPositions(positions)
        case .accessChanged: notifyAccess()
        case .deviceRemoved(let id):
            for subscription in subscriptions { subscription.cancelOpenGestures(.deviceLost, on: id) }
        case .ok, .error, .deviceAdded, .deviceChanged: break  // The connection handles them.
        case .explanation(let message):
            onExplanation?(message)
            if printsExplanations { StandardError.writeLine(message.sentence) }
        case .contacts, .status, .unknown: break  // The library requests none of these.
        }
    }

    /// Closes the connection, cancels gestures in progress as `disconnected`, and fails the pending requests. Called
    /// after everything that arrived has been delivered.
    private func disconnect(_ failure: ConnectionFailure, at now: Timestamp) {
        connection.close(retryAfter: now)
        // All subscriptions are reset before the first callback: a callback may release another subscription, and that
        // must not send an `unsubscribe` to the next daemon.
        let tooLong = failure.isTooLongLine ? longestUnanswered : nil
        tooLong?.giveUp()
        for subscription in subscriptions { subscription.reset() }
        for subscription in subscriptions { subscription.loseConnection() }
        if case .refused(let error) = failure { tooLong?.reportSize(error) }
        connection.failRequests()
        // A callback may have closed the client.
        if !isClosed { change(to: .disconnected(failure)) }
        notifyAccess()
    }

    /// Of the requests without an answer, the longest: if the daemon found one too long, it was that.
    private var longestUnanswered: ClientSubscription? {
        let sizes = subscriptions.map { ($0, bytes: $0.unansweredBytes) }.filter { $0.bytes > 0 }
        return sizes.max { $0.bytes < $1.bytes }?.0
    }

    /// Waits until ``process(at:)`` has work or the timeout is over, and then calls ``process(at:)``.
    ///
    /// - Parameter timeout: The longest wait; nil for no limit. The wait may take up to a millisecond longer. 0 or less
    ///   does not wait. Neither does a client that is closed.
    public func wait(timeout: Microseconds? = nil) {
        guard !isClosed else { return }
        let milliseconds = timeout.map { $0 <= .zero ? 0 : $0.count / 1000 + 1 }
        // poll(2) ignores a negative descriptor. Without a timeout, the client then tries again after a second.
        var polled = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, Int32(clamping: milliseconds ?? (fileDescriptor < 0 ? 1000 : -1)))
        process()
    }

    /// Waits and processes until `condition` holds or the client is closed. Checks the condition before each wait.
    ///
    /// It blocks the thread, so it is for apps that have nothing else to do. Traps in a callback of this client, where
    /// no message can arrive.
    public func run(until condition: () -> Bool = { false }) {
        precondition(!isProcessing, "run(until:) was called in a callback of the client")
        while !isClosed, !condition() { wait() }
    }

    /// Waits and processes until the task is cancelled or the client is closed. The calling actor is free while this
    /// waits.
    ///
    /// A thread of Dispatch does the waiting; callbacks run on the actor. Only one call may run at a time; a second one
    /// traps.
    public func run(isolation: isolated (any Actor)? = #isolation) async {
        precondition(connection.readiness == nil, "the client is already running")
        defer { connection.readiness = nil }
        while !isClosed, !Task.isCancelled {
            // Yields, so that a reader of events on the actor runs before its queue overruns.
            if process(at: .now, atMost: GestureEvents.capacity / 4) {
                await Task.yield()
                continue
            }
            let readiness = Readiness()
            connection.readiness = readiness
            if isClosed { return }
            await readiness.wait(for: connection.descriptor)
        }
    }
}

@available(*, unavailable)
extension GestureClient: Sendable {}
