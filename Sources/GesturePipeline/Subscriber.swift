internal import GestureModel
internal import GestureProtocol

/// One `subscribe` request that was accepted. It also applies to devices that are added later.
final class Subscription {
    let session: ClientSession
    let number: Int
    var request: SubscribeRequest
    /// The devices that it applies to, in the order in which they were added.
    var devices: [PipelineDevice] = []
    /// The groups that it is in. On one device it is in several if its region has moved.
    var groups: [RecognitionGroup] = []
    /// The cost on one device.
    let recognisers: Int
    private let memory: Int
    /// Withheld if the client knows that the subscription is silent because of it.
    var lastSentPositions = PositionAccess.granted

    init(_ session: ClientSession, number: Int, _ request: SubscribeRequest) {
        self.session = session
        self.number = number
        self.request = request
        recognisers = request.gesture.recognisers
        memory = request.memory
    }

    /// The resources that the subscription uses on `devices` devices.
    private func costs(devices: Int) -> [(amount: Int, resource: Resource)] {
        [(1, .subscriptions), (memory, .memory), (devices * recognisers, .recognisers)]
    }

    /// Charges the subscription, with `devices` devices, to its connection.
    func charge(devices: Int) throws(RequestError) { try session.account.charge(costs(devices: devices)) }

    /// Charges another device, and adds it.
    func charge(another device: PipelineDevice) throws(RequestError) {
        try session.account.charge(recognisers, of: .recognisers)
        devices.append(device)
    }

    /// Releases a device that was removed.
    func leave(_ device: PipelineDevice) {
        guard let index = devices.firstIndex(where: { $0 === device }) else { return }
        devices.remove(at: index)
        groups.removeAll { $0.device === device }
        session.account.add(-recognisers, of: .recognisers)
    }

    /// Releases all that the subscription has used.
    func release() {
        for cost in costs(devices: devices.count) { session.account.add(-cost.amount, of: cost.resource) }
        devices = []
        groups = []
    }
}

extension SubscribeRequest {
    /// The bytes that it leaves in the daemon, without its recognisers.
    fileprivate var memory: Int { 768 + 128 * gesture.leafCount + device.memory + gesture.memory }
}

extension DeviceFilter {
    /// The bytes that it leaves in the daemon.
    var memory: Int {
        switch self {
        case .any, .kind: 0
        case .id(let name), .name(let name): name.utf8.count
        }
    }
}

extension SubscribeRequest {
    /// The region in points of a device's surface. Returns nil without a region, and for a region of a window whose position
    /// is not known.
    ///
    /// - Parameter window: In fractions of the surface.
    func region(on surface: Surface, window: Region?) -> Region? {
        guard var region else { return nil }
        let scale = units.scale(on: surface)
        region = Region(
            x: region.x / scale.dx, y: region.y / scale.dy, width: region.width / scale.dx,
            height: region.height / scale.dy)
        guard regionOrigin == .window else { return region }
        guard let window else { return nil }
        return Region(
            x: region.x + window.x * surface.size.dx, y: region.y + window.y * surface.size.dy, width: region.width,
            height: region.height)
    }

    /// True if the request reveals where contacts are. An edge that only words name reveals too little: its distance is not
    /// the client's choice, or the client sees the whole session anyway.
    var needsPositions: Bool {
        guard region == nil else { return true }
        guard gesture.asksForEdges else { return false }
        guard let single = gesture.single else { return true }
        return single.edgeDistance != nil || scope != .session || claims
    }

    /// The gesture as it is recognised on a device.
    ///
    /// Words name one of twelve thirds of the edges, or of four corners, however far from the edge a contact may come down:
    /// the farther, the less a word reveals. But beyond a quarter of the surface nearly every motion would be named, also one
    /// that writes on a keyboard.
    func resolvedGesture(_ thresholds: Thresholds, on surface: Surface) -> GestureExpression {
        guard gesture.asksForEdges, !needsPositions else { return gesture.resolved(with: thresholds) }
        var named = thresholds
        named.edges.distance = min(thresholds.edges.distance, min(surface.size.dx, surface.size.dy) / 4)
        return gesture.resolved(with: named)
    }
}

/// A subscription in a recognition group. It admits only whole gestures.
///
/// The group may recognise a gesture when a subscriber is added, and continues when one is removed. A subscriber receives the
/// events of a gesture only after its `began`. It receives no gesture of contacts that were down, or of taps that were made,
/// before it was added: alone in its group it would not receive them either.
final class Subscriber {
    let subscription: Subscription
    let session: ClientSession
    @exclusivity(unchecked) var encoder: GestureEncoder
    /// True if the request has a region, or an edge that is not only named. Both reveal positions.
    let needsPositions: Bool
    /// The number of the device's first touch that it may receive: one that was in progress is not.
    let firstTouch: Int
    /// True if the client may receive that contacts came in from an edge, without positions.
    private let namesEdge: Bool
    /// Why the client may not receive gestures; nil if it may.
    @exclusivity(unchecked) var refusal: CancellationReason?
    /// True after the region has moved away. The subscriber is removed when the gestures of its contacts have ended.
    var isRetiring = false
    /// True if positions are granted from the next gesture on.
    var isPositionsGrantPending = false
    /// True while contacts are down, or taps are counted, that began before the subscriber was added or could receive.
    @exclusivity(unchecked) var joinedMidTouch = false
    /// The last of the contacts that came down before the subscriber was added or could receive.
    var lastUnseenContact = 0
    /// Explanations that were dropped since the last one that was sent.
    private var droppedExplanations = 0
    /// The group's gesture whose `began` was sent and whose end was not sent.
    @exclusivity(unchecked) private(set) var openGesture: UInt64?
    /// The client's number of the gesture.
    @exclusivity(unchecked) private var number: UInt64 = 0
    /// Without positions: the group's last gesture from an edge that was sent.
    @exclusivity(unchecked) private var lastFromEdge: UInt64?

    init(
        _ subscription: Subscription, _ encoder: GestureEncoder, needsPositions: Bool, firstTouch: Int,
        refusal: CancellationReason?
    ) {
        self.subscription = subscription
        session = subscription.session
        self.encoder = encoder
        self.needsPositions = needsPositions
        self.firstTouch = firstTouch
        namesEdge = !needsPositions && subscription.request.gesture.asksForEdges
        self.refusal = refusal
    }

    var scope: SubscriptionScope { subscription.request.scope }
    var hasOpenClaim: Bool { openGesture != nil && subscription.request.claims }

    /// Sends an event as the client may receive it. The gesture has the client's own number.
    enum Receipt {
        case nothing
        case event(gesture: UInt64)
        /// The client receives a gesture late: a `began` in place of the event, and then its end if the event is the end.
        case lateBegan(gesture: UInt64)
    }

    /// Decides what the client receives of the group's next event.
    @inline(__always)
    func receive(_ event: GestureEvent) -> Receipt {
        if namesEdge, encoder.positions == .withheld, openGesture != event.gesture { return beginFromEdge(event) }
        if event.phase == .began {
            guard !joinedMidTouch, refusal == nil else { return .nothing }
            openGesture = event.gesture
            number = session.nextGesture()
        } else {
            guard openGesture == event.gesture else { return .nothing }
            if event.phase.isTerminal { openGesture = nil }
        }
        return .event(gesture: number)
    }

    /// Begins a gesture once its contacts have come in from an edge, or moved along it. Before that, a contact near the edge may
    /// be a tap on what is shown there.
    private func beginFromEdge(_ event: GestureEvent) -> Receipt {
        guard !joinedMidTouch, refusal == nil, lastFromEdge != event.gesture, let movement = event.value.movement,
            movement.isFromEdge || movement.isAlongEdge
        else { return .nothing }
        if case .cancelled = event.phase { return .nothing }
        lastFromEdge = event.gesture
        number = session.nextGesture()
        openGesture = event.phase == .ended ? nil : event.gesture
        return .lateBegan(gesture: number)
    }

    /// Sends what the recogniser decided, and why. If the client does not keep up, the explanation is dropped and counted in
    /// the next.
    func explain(_ finding: Finding, device: String) {
        guard !joinedMidTouch else { return }
        explain {
            ExplanationMessage(
                finding, device: device, subscription: subscription.number, positions: encoder.positions, missed: $0)
        }
    }

    /// The same for a decision of the filter on a contact.
    func explain(_ finding: ContactFinding, device: TouchDevice) {
        guard finding.contact > lastUnseenContact else { return }
        let scale = subscription.request.units.scale(on: device.surface)
        explain {
            ExplanationMessage(
                finding, device: device.id, subscription: subscription.number, scale: scale,
                positions: encoder.positions, missed: $0)
        }
    }

    /// - Parameter message: Receives how many explanations were dropped before it.
    private func explain(_ message: (Int) -> ExplanationMessage) {
        // The explanation for a contact that does not come from an edge contains its distance from the edge.
        guard refusal == nil, !namesEdge || encoder.positions == .granted else { return }
        guard session.outbox.hasRoom else {
            droppedExplanations += 1
            return
        }
        session.send(.explanation(message(droppedExplanations)))
        droppedExplanations = 0
    }

    func changeSurface(of device: TouchDevice) {
        encoder = GestureEncoder(
            device: device.id, surface: device.surface, units: subscription.request.units, positions: encoder.positions)
    }

    /// Receives the next gesture.
    func admit() {
        joinedMidTouch = false
        if isPositionsGrantPending { setPositions(.granted) }
    }

    func setPositions(_ positions: PositionAccess) {
        isPositionsGrantPending = false
        encoder.positions = positions
    }
}

extension GestureValue.Movement {
    /// True if the fingers have moved 63 pt (10 mm) along an edge, such as to change the volume. Not along the lower one: a word
    /// that is swiped on a keyboard may begin there.
    fileprivate var isAlongEdge: Bool {
        switch edge {
        case .left?, .right?: abs(translation.dy) >= 63
        case .top?: abs(translation.dx) >= 63
        case .bottom?, nil: false
        }
    }
}
