public import GestureModel
public import GestureProtocol
internal import GestureRecognition

extension Pipeline {
    /// Carries out a subscriber's request and answers it, or queues it if the daemon must carry it out.
    func handle(_ request: Request, from session: ClientSession, at time: Timestamp) throws(RequestError) {
        switch request {
        case .subscribe(let request): try subscribe(request, from: session)
        case .subscribeToContacts(let request): try subscribe(request, from: session)
        case .unsubscribe(let id, let number): try unsubscribe(id, number, from: session, at: time)
        case .move(let id, let number, let region): try move(id, number, to: region, from: session)
        case .cancel(let id, let device): try cancel(id, device: device, from: session, at: time)
        case .pause(let id, let duration): try pause(id, for: duration, from: session, at: time)
        case .resume(let id): try resume(id, from: session, at: time)
        case .reload(let id): try queueReload(id, from: session)
        case .status(let id): sendStatus(id, to: session)
        case .haptic(let request): try queue(request, from: session, at: time)
        }
    }

    private func subscribe(_ request: SubscribeRequest, from session: ClientSession) throws(RequestError) {
        if request.scope == .session, !access.maySubscribeToSession(session.peer) {
            throw RequestError(needsSessionScope: "scope")
        }
        try checkRegion(of: request, from: session)
        work += request.gesture.leafCount * .part
        let subscription = Subscription(session, number: session.subscriptions.nextNumber, request)
        let matching = devices.filter { $0.isReadable && request.device.matches($0.touchDevice) }
        try subscription.charge(devices: matching.count)
        session.subscriptions.append(subscription)
        session.send(.ok(id: request.id, subscription: subscription.number))
        for device in matching {
            subscription.devices.append(device)
            attach(subscription, to: device)
        }
        sendPositionsIfChanged(of: subscription)
    }

    /// Extends a subscription to a device that was added, if the device matches. If that exceeds a limit, the client
    /// receives an error.
    func extend(_ subscription: Subscription, to device: PipelineDevice) {
        guard device.isReadable, subscription.request.device.matches(device.touchDevice) else { return }
        do throws(RequestError) {
            try subscription.charge(another: device)
            attach(subscription, to: device)
            sendPositionsIfChanged(of: subscription)
        } catch {
            subscription.session.send(error.about(subscription.number, on: device))
        }
    }

    private func unsubscribe(
        _ id: Int64, _ number: Int, from session: ClientSession, at time: Timestamp
    ) throws(RequestError) {
        if let contacts = session.subscriptions.removeContacts(number) {
            end(contacts)
        } else {
            let subscription = try session.subscriptions.gestures(number)
            cancelGestures(of: subscription, .unsubscribed, at: time)
            session.subscriptions.remove(subscription)
            end([subscription]) { $0.subscription === subscription }
        }
        session.send(.ok(id: id, subscription: nil))
    }

    /// Removes ended subscriptions from their groups, and releases their resources. Each group is searched once.
    ///
    /// - Parameter isEnded: True for the subscribers of these subscriptions.
    func end(_ subscriptions: [Subscription], _ isEnded: (Subscriber) -> Bool) {
        for subscription in subscriptions {
            work += .move
            while let group = subscription.groups.last {
                work += .move + group.subscribers.count * .scan
                group.remove(isEnded)
                group.device.refresh(group)
            }
            subscription.release()
        }
    }

    // MARK: - Regions

    /// Moves a region, or removes it if `region` is nil. A gesture in progress continues in the region in which its
    /// contacts came down; later gestures begin in the new region.
    private func move(
        _ id: Int64, _ number: Int, to region: Region?, from session: ClientSession
    ) throws(RequestError) {
        let subscription = try session.subscriptions.gestures(number)
        var request = subscription.request
        request.id = id
        request.region = region
        if region == nil { request.regionOrigin = .surface }
        try checkRegion(of: request, from: session)
        subscription.request = request
        regroup(subscription)
        session.send(.ok(id: id, subscription: nil))
        sendPositionsIfChanged(of: subscription)
    }

    /// Throws if the region lies outside the surface of every device to which it applies. If no such device can be
    /// read, no surface is known, and every region is accepted. A region whose origin is the window is not checked.
    private func checkRegion(of request: SubscribeRequest, from session: ClientSession) throws(RequestError) {
        guard request.region != nil, request.regionOrigin == .surface else { return }
        var missed: TouchDevice?
        for device in devices where device.isReadable && request.device.matches(device.touchDevice) {
            let surface = description(of: device, for: session).surface
            if request.region(on: surface, window: nil)?.intersects(surface.bounds) == true { return }
            missed = missed ?? description(of: device, for: session)
        }
        guard let missed else { return }
        let scale = request.units.scale(on: missed.surface)
        let size = missed.surface.size
        throw RequestError(
            code: .regionOutsideSurface,
            message: "region: lies outside the surface of \(missed.id), which is "
                + "\(rounded(size.dx * scale.dx)) × \(rounded(size.dy * scale.dy)) in the requested units")
    }

    private func rounded(_ length: Double) -> Double { (length * 10).rounded() / 10 }

    /// Moves a subscription to its current groups. It also stays in its previous groups until the gestures there have
    /// ended.
    func regroup(_ subscription: Subscription) {
        for device in subscription.devices { regroup(subscription, on: device) }
    }

    func regroup(_ subscription: Subscription, on device: PipelineDevice) {
        work += .move
        let key = key(of: subscription, on: device)
        if !device.move(subscription, to: key) { attach(subscription, to: device) }
    }

    // MARK: - Groups

    /// Adds the subscription to the group that recognises it on a device, or to the groups of all hands. Does nothing if
    /// `key(of:on:)` is nil.
    func attach(_ subscription: Subscription, to device: PipelineDevice) {
        guard let key = key(of: subscription, on: device) else { return }
        // After a move it may still be in the groups of some hands.
        for key in key.ofAllHands
        where !subscription.groups.contains(where: { $0.device === device && $0.key == key }) {
            attach(subscription, to: key, on: device)
        }
    }

    private func attach(_ subscription: Subscription, to key: RecognitionGroup.Key, on device: PipelineDevice) {
        let request = subscription.request
        let peer = subscription.session.peer
        let encoder = GestureEncoder(
            device: device.touchDevice.id, surface: device.touchDevice.surface, units: request.units,
            positions: access.positions(of: peer), kind: device.touchDevice.kind, hand: key.hand)
        let subscriber = Subscriber(
            subscription, encoder, on: device.touchDevice.kind, hand: key.hand, firstTouch: device.nextTouch)
        subscriber.refusal = access.refusal(
            of: peer, on: device.touchDevice.seat, request.scope, needsPositions: subscriber.needsPositions)
        work += .move + request.gesture.leafCount * .resolution
        if device.add(subscriber, to: key) { work += request.gesture.recognisers * .recogniser }
    }

    /// Returns the key of the group that recognises the subscription on a device; nil if the subscription does not
    /// apply to the device, or if its region is in a window whose position on the device is not known.
    private func key(of subscription: Subscription, on device: PipelineDevice) -> RecognitionGroup.Key? {
        let (request, touchDevice) = (subscription.request, device.touchDevice)
        guard device.isReadable, subscription.devices.contains(where: { $0 === device }) else { return nil }
        let window = device.part(shownBy: access.focus(of: subscription.session.peer))
        let region = request.region(on: touchDevice.surface, window: window)
        if request.region != nil, region == nil { return nil }
        guard
            let gesture = request.resolvedGesture(
                device.thresholds, on: touchDevice.surface, movesPointer: touchDevice.kind == .touchpad)
        else { return nil }
        return RecognitionGroup.Key(
            gesture: gesture, region: region, thresholds: device.sharedThresholds, explains: request.explains,
            hands: request.hands)
    }

    // MARK: - Cancelling

    /// Cancels the gestures of the client's user, or of all users if the client is trusted, on one device or on all of
    /// them. Devices whose gestures the client's user may not receive are left out.
    private func cancel(
        _ id: Int64, device: String?, from session: ClientSession, at time: Timestamp
    ) throws(RequestError) {
        guard access.maySubscribeToSession(session.peer) else {
            throw RequestError(needsSessionScope: "cancel")
        }
        if let device, !devices.contains(where: { $0.touchDevice.id.exact == device.exact }) {
            throw RequestError(code: .outOfRange, message: "device: there is no device \(device.shortened)")
        }
        cancelGestures(by: session, device: device, at: time)
        session.send(.ok(id: id, subscription: nil))
    }

    func cancelGestures(by session: ClientSession, device: String? = nil, at time: Timestamp) {
        let peer = session.peer
        let isTrusted = access.trusts(peer)
        let touched = devices.filter { touched in
            (device == nil || touched.touchDevice.id.exact == device?.exact)
                && access.refusal(of: peer, on: touched.touchDevice.seat) == nil
        }
        interrupt(.requested, on: touched, at: time) { isTrusted || $0.session.user == peer?.user }
    }

    /// Cancels the gestures of one client. Recognisers and other clients continue.
    func cancelGestures(of session: ClientSession, _ reason: CancellationReason, at time: Timestamp) {
        for subscription in session.subscriptions.gestures { cancelGestures(of: subscription, reason, at: time) }
    }

    private func cancelGestures(of subscription: Subscription, _ reason: CancellationReason, at time: Timestamp) {
        for group in subscription.groups {
            for subscriber in group.receivers where subscriber.subscription === subscription {
                group.cancel(subscriber, reason, at: time)
            }
        }
    }
}

/// Requests that the daemon carries out.
extension Pipeline {
    /// Whether the daemon can carry out haptic requests.
    public enum Haptics: Hashable, Sendable {
        /// Each request is refused: the configuration does not enable haptics, or the pipeline runs without a daemon.
        case notEnabled
        /// ``Pipeline/nextHaptic()`` returns each request, and ``Pipeline/answer(_:_:at:)`` answers it.
        case enabled
    }

    /// A haptic request to carry out and to answer.
    public struct HapticCommand {
        public let session: ClientSession
        public let feedback: HapticFeedback
        /// The id of the preferred device; nil if the client has no preference.
        public let device: String?
        let id: Int64
    }

    /// A reload request to carry out and to answer: the daemon reads the configuration again.
    public struct ReloadCommand {
        let session: ClientSession
        let id: Int64
    }

    /// True if a request waits to be carried out.
    public var hasCommands: Bool { !commands.isEmpty }

    /// Removes and returns the next haptic request. Later requests of its client wait until it is answered.
    public func nextHaptic() -> HapticCommand? { commands.nextHaptic() }

    /// Removes and returns the next reload request. Later requests of its client wait until it is answered.
    public func nextReload() -> ReloadCommand? { commands.nextReload() }

    /// Answers a haptic request. Afterwards the client's later requests can be handled.
    ///
    /// - Parameters:
    ///   - refusal: Why no device vibrated; nil if a device did.
    ///   - time: As for ``serve(at:_:)``.
    public func answer(_ command: HapticCommand, _ refusal: HapticRefusal?, at time: Timestamp) {
        answer(command.id, of: command.session, refusal?.error(id: command.id), at: time)
    }

    /// Answers a reload request. Afterwards the client's later requests can be handled.
    ///
    /// - Parameters:
    ///   - mistakes: The mistakes in the new configuration; nil if it was applied.
    ///   - time: As for ``serve(at:_:)``.
    public func answer(_ command: ReloadCommand, mistakes: String?, at time: Timestamp) {
        let error = mistakes.map { RequestError(code: .badConfiguration, message: $0) }
        answer(command.id, of: command.session, error, at: time)
    }

    private func answer(_ id: Int64, of session: ClientSession, _ error: RequestError?, at time: Timestamp) {
        guard session.requests.wait == .answer else { return }
        session.requests.wait = .nothing
        if var error {
            error.id = id
            session.send(error)
        } else {
            session.send(.ok(id: id, subscription: nil))
        }
        closeOverrunIfNeeded(at: time)
        awaitTurn(session)
    }

    func queue(_ request: HapticRequest, from session: ClientSession, at time: Timestamp) throws(RequestError) {
        guard commands.haptics == .enabled else {
            throw HapticRefusal.notEnabled("haptics.enabled is false").error(id: request.id)
        }
        // Requests that the daemon will refuse count as well, because it queries the devices for each of them.
        guard session.countHapticRequest(at: time, limit: sessions.limits.haptics) else {
            throw RequestError(
                code: .tooManyHaptics,
                message: "limits.haptics: a client has at most \(sessions.limits.haptics) a second")
        }
        session.requests.wait = .answer
        commands.append(
            HapticCommand(session: session, feedback: request.feedback, device: request.device, id: request.id))
    }

    /// Answers with the resources of the connection, and those of its user, or of all users if the user is trusted.
    func sendStatus(_ id: Int64, to session: ClientSession) {
        let isTrusted = access.trusts(session.peer)
        let account = session.account
        let own = account.used
        let users = sessions.users.compactMap { account -> StatusMessage.User? in
            guard let user = account.user, isTrusted || user == session.user else { return nil }
            var used = account.used
            // The queues of the user's other apps grow with the touches that those apps receive.
            if !isTrusted { used[.outbox] = own[.outbox] }
            return StatusMessage.User(user: user, used: used, limits: account.largest)
        }
        work += users.count * .usage
        session.send(
            .status(StatusMessage(id: id, used: own, limits: account.largest ?? Usage(), users: users)))
    }

    func queueReload(_ id: Int64, from session: ClientSession) throws(RequestError) {
        guard access.trusts(session.peer) else {
            throw RequestError(
                code: .notPermitted, reason: "notRoot",
                message: "reload: only root and the user who runs gestured may reload")
        }
        session.requests.wait = .answer
        commands.append(ReloadCommand(session: session, id: id))
    }

    /// The capabilities in `hello`.
    var capabilities: [String] {
        Hello.allCapabilities + (commands.haptics == .enabled ? [Hello.hapticCapability] : [])
    }
}

extension RequestError {
    /// - Parameter request: The request or key that was refused.
    init(needsSessionScope request: String) {
        self.init(
            code: .notPermitted, reason: "session",
            message: "\(request): needs the right to the scope \"session\" (access.sessionScope, grants)")
    }

    /// Returns the error to send when this error prevents the extension of a subscription to an added device. The code
    /// is the same, and the message names the subscription and the device before this error's message.
    func about(_ subscription: Int, on device: PipelineDevice) -> RequestError {
        RequestError(
            code: code, message: "subscription \(subscription) does not apply to \(device.touchDevice.id): \(message)")
    }
}

/// The requests that the daemon must carry out and has not started.
struct CommandQueue {
    /// Whether the daemon can carry out haptic requests.
    var haptics: Pipeline.Haptics
    private var haptic: [Pipeline.HapticCommand] = []
    private var reload: [Pipeline.ReloadCommand] = []

    init(_ haptics: Pipeline.Haptics) { self.haptics = haptics }

    var isEmpty: Bool { haptic.isEmpty && reload.isEmpty }

    mutating func append(_ command: Pipeline.HapticCommand) { haptic.append(command) }
    mutating func append(_ command: Pipeline.ReloadCommand) { reload.append(command) }

    mutating func nextHaptic() -> Pipeline.HapticCommand? { haptic.isEmpty ? nil : haptic.removeFirst() }
    mutating func nextReload() -> Pipeline.ReloadCommand? { reload.isEmpty ? nil : reload.removeFirst() }

    /// Removes the requests of a client that has left.
    mutating func removeAll(of session: ClientSession) {
        haptic.removeAll { $0.session === session }
        reload.removeAll { $0.session === session }
    }
}
