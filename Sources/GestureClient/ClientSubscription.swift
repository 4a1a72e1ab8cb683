internal import GestureModel
internal import GestureProtocol
internal import Gestures

/// The destination of a subscription's gestures: callbacks, or a sequence.
protocol SubscriptionReceiver: AnyObject {
    /// Called for each message of a gesture. Every gesture ends: if the connection is lost, the client makes the
    /// `cancelled` message that the daemon could not deliver.
    func receive(_ message: GestureMessage)
    /// Called when the daemon lacks a capability for the subscription, or refuses it.
    func fail(_ failure: SubscriptionFailure)
    /// Called when a daemon accepts the subscription, perhaps after another refused it.
    func accept()
    /// Called with `.withheld` when the gesture receives no events for the sole reason that positions are withheld.
    /// Called with `.granted` when positions are granted or no longer needed, or the connection ends.
    func setPositions(_ positions: PositionAccess)
    /// Called when the gesture cannot move and keeps its region.
    func refuseMove(_ failure: SubscriptionFailure)
    /// Called when a device is gone; a new device may get the same id. nil stands for all devices.
    func removeDevice(_ id: String?)
    /// Called when the subscription ends, after gestures in progress have been cancelled.
    func finish()
}

/// One subscription, which is renewed on each connection.
///
///     waiting ──► requested ──► active
///        ▲            └──► refused
///        └──── from every state when the connection ends, unless it ended because the request is too long
///
/// A waiting subscription is refused without a request if the daemon lacks a capability for it. When the app moves the
/// region of a refused subscription, the subscription is requested again.
final class ClientSubscription {
    private enum State {
        /// There is no connection, or the daemon has not sent its `hello`.
        case waiting
        /// The request has been sent and not answered.
        case requested
        /// With the daemon's number for the subscription.
        case active(Int)
        case refused
        /// The daemon ended the connection at the request, and would end the next one as well.
        case tooLong
    }

    /// The app's request. Each connection replaces the id.
    private(set) var request: SubscribeRequest
    /// Whether to ask a daemon that can explain for explanations.
    private let explains: Bool
    /// The region in force at the daemon; before an answer, the requested one.
    private(set) var region: Region?
    /// True once the app has released the subscription, or the subscription has ended.
    private(set) var isReleased = false
    /// The last message of each gesture in progress. A device may have one, and after a move another one that continues
    /// in an old region.
    private(set) var openGestures: [GestureMessage] = []

    private var state = State.waiting
    /// The regions of `move` requests without an answer, in order.
    private var pendingRegions: [Region?] = []
    private let receiver: any SubscriptionReceiver
    private weak var connection: Connection?

    /// Traps if no daemon could accept the request.
    init(_ request: SubscribeRequest, receiver: any SubscriptionReceiver, _ connection: Connection) {
        self.request = request
        self.receiver = receiver
        self.connection = connection
        explains = request.explains
        self.request.explains = false
        validate(request.region)
        precondition(request.scope == .session || !request.claims, "claiming fingers requires the scope session")
    }

    /// Traps if no daemon could accept the region.
    func validate(_ region: Region?) {
        requireRegion(region)
        precondition(
            region != nil || request.regionOrigin == .surface,
            "the origin window requires a region: without one, the subscription is to the whole surface")
    }

    var isWaiting: Bool { if case .waiting = state { true } else { false } }

    /// The bytes of a request that was sent and not answered; 0 if there is none.
    var unansweredBytes: Int { if case .requested = state { Request.subscribe(request).encoded.count } else { 0 } }

    /// The daemon's number; nil unless active.
    var number: Int? { if case .active(let number) = state { number } else { nil } }

    /// Sends the request if the daemon has sent its `hello`; otherwise it is sent after the next `hello`. Fails without
    /// sending it if the daemon lacks a capability that the request needs.
    func subscribe() {
        guard let connection, let hello = connection.hello else { return }
        region = request.region
        if let missing = request.capabilities.first(where: { !hello.capabilities.contains($0) }) {
            return fail(.unsupported(missing, server: hello.server))
        }
        // A daemon that cannot explain still recognises.
        request.explains = explains && hello.capabilities.contains("explain")
        state = .requested
        connection.send { id in
            request.id = id
            return .subscribe(request)
        } onAnswer: { [self] answer in
            switch answer {
            case .ok(let number?): activate(number)
            case .error(let error): fail(.refused(error))
            case .ok(nil), .disconnected: break
            }
        }
    }

    private func activate(_ number: Int) {
        state = .active(number)
        guard !isReleased else { return unsubscribe() }
        receiver.accept()
        sendRegion()
    }

    /// Reports a failure. The gesture remains attached: another daemon may accept it.
    private func fail(_ failure: SubscriptionFailure) {
        state = .refused
        guard !isReleased else { return }
        // If the app has moved the gesture since the request, the refusal does not concern the current region.
        guard request.region == region else { return subscribe() }
        receiver.fail(failure)
    }

    /// Does not send the request again. ``reportSize(_:)`` follows when all subscriptions have been reset.
    func giveUp() { state = .tooLong }

    /// Reports that the request is too long, after ``giveUp()``.
    func reportSize(_ error: ErrorMessage) {
        if !isReleased { receiver.fail(.refused(error)) }
    }

    /// Unsubscribes as soon as the daemon's number for the subscription is known. Nothing more is delivered to the
    /// receiver.
    func release() {
        isReleased = true
        openGestures = []
        unsubscribe()
    }

    private func unsubscribe() {
        guard case .active(let number) = state else { return }
        connection?.send({ .unsubscribe(id: $0, subscription: number) }, onAnswer: { _ in })
    }
}

// MARK: - Moving

extension ClientSubscription {
    /// Continues in another region. The daemon keeps a gesture in progress in the region in which its fingers touched.
    func move(to region: Region?) {
        request.region = region
        switch state {
        case .waiting, .requested: break  // Sent after the next `hello`, or after the answer.
        case .tooLong: break  // Another region makes it no shorter.
        case .active: sendRegion()
        case .refused: subscribe()
        }
    }

    /// Sends the wanted region if it differs from the last one sent.
    private func sendRegion() {
        let wanted = request.region
        guard wanted != pendingRegions.last ?? region, let connection, let hello = connection.hello, let number else {
            return
        }
        guard hello.capabilities.contains("move") else {
            return refuseMove(.unsupported("move", server: hello.server))
        }
        pendingRegions.append(wanted)
        connection.send({ .move(id: $0, subscription: number, region: wanted) }) { [self] answer in
            switch answer {
            case .ok: region = pendingRegions.removeFirst()
            case .error(let error):
                pendingRegions.removeFirst()
                refuseMove(.refused(error))
            case .disconnected: break
            }
        }
    }

    /// Reports a refused move. The old region stays in force, unless the app has moved the gesture again since.
    private func refuseMove(_ failure: SubscriptionFailure) {
        guard !isReleased else { return }
        if pendingRegions.isEmpty { request.region = region }
        receiver.refuseMove(failure)
    }
}

// MARK: - Gestures

extension ClientSubscription {
    func handle(_ message: GestureMessage) throws(ConnectionFailure) {
        guard request.gesture.matches(message.value) else {
            throw .notUnderstood("a value that does not match the gesture of subscription \(message.subscription)")
        }
        guard !isReleased else { return }
        let index = openGestures.firstIndex { $0.gesture == message.gesture }
        switch (message.phase, index) {
        case (.began, nil): openGestures.append(message)
        case (.changed, let index?): openGestures[index] = message
        case (.ended, let index?), (.cancelled, let index?): openGestures.remove(at: index)
        default: return
        }
        receiver.receive(message)
    }

    func setPositions(_ positions: PositionAccess) {
        if !isReleased { receiver.setPositions(positions) }
    }

    /// Returns to the state before the first connection, unless the request is too long. Nothing is sent or delivered.
    func reset() {
        pendingRegions = []
        if case .tooLong = state { return }
        state = .waiting
    }

    /// Delivers the end of the connection: positions are no longer withheld, and gestures in progress are cancelled.
    /// Called after every subscription of the connection has been reset.
    func loseConnection() {
        setPositions(.granted)
        cancelOpenGestures(.disconnected)
    }

    /// Cancels gestures in progress, with the time of their last message. Then informs the receiver that the device is
    /// gone.
    ///
    /// - Parameter device: The id of a device that is gone; nil for all devices.
    func cancelOpenGestures(_ reason: CancellationReason, on device: String? = nil) {
        // The receiver may release the subscription, which leaves no gesture to cancel.
        while let index = openGestures.firstIndex(where: { device == nil || $0.device == device }) {
            var message = openGestures.remove(at: index)
            message.event.phase = .cancelled(reason)
            receiver.receive(message)
        }
        receiver.removeDevice(device)
    }

    /// Ends the subscription for good. The receiver receives the cancellations of gestures in progress, then
    /// `finish()`, and nothing more.
    func end(_ reason: CancellationReason) {
        guard !isReleased else { return }
        isReleased = true
        cancelOpenGestures(reason)
        receiver.finish()
    }
}

extension SubscribeRequest {
    /// The capabilities that the daemon needs for this request.
    var capabilities: [String] {
        var words = gesture.capabilities
        if region != nil { words.append("region") }
        if units != .points { words.append("units") }
        if scope != .focused { words.append("scope") }
        if claims { words.append("claim") }
        if hands != .together { words.append("hands") }
        return words
    }
}

extension GestureExpression {
    /// The capabilities that the daemon needs to recognise this expression.
    fileprivate var capabilities: [String] {
        guard case .composition(let composition) = self else {
            return [name?.rawValue ?? "standard"] + (asksForEdges ? ["edges"] : [])
        }
        return composition.parts.reduce([composition.kind.rawValue]) { $0 + $1.capabilities }
    }

    /// True if a value can belong to this gesture. Callbacks find the parts of a composition by index, so the value's
    /// shape must match.
    func matches(_ value: GestureValue) -> Bool {
        if case .standard = self { return GestureExpression.isStandard(value) }
        guard case .composition(let tree) = value else { return name == value.name }
        var index = 0
        return matches(tree.nodes, from: &index) && index == tree.nodes.count
    }

    /// - Parameter index: The index of this gesture's node; on return, the index of the node after its last descendant.
    private func matches(_ nodes: [GestureTree.Node], from index: inout Int) -> Bool {
        guard index < nodes.count else { return false }
        let node = nodes[index]
        index += 1
        guard case .composition(let composition) = self else {
            return node.kind == nil && node.value.map { $0.name == name } ?? true
        }
        guard node.kind == composition.kind else { return false }
        for part in composition.parts where !part.matches(nodes, from: &index) { return false }
        return true
    }

    /// True if a standard set can report the value.
    private static func isStandard(_ value: GestureValue) -> Bool {
        guard let name = value.name else {
            return GestureExpression.composition(.init(.simultaneous, [.magnify(.init()), .rotate(.init())]))
                .matches(value)
        }
        return [.tap, .longPress, .drag].contains(name)
    }
}
