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

    var needsPositions: Bool { revelation == .positions }

    /// What the request reveals about where contacts are. An edge that only words name reveals too little: its distance is not
    /// the client's choice, or the client sees the whole session anyway.
    var revelation: Subscriber.Revelation {
        guard region == nil else { return .positions }
        guard gesture.asksForEdges else { return .nothing }
        guard let single = gesture.single, single.edgeDistance == nil, scope == .session, !claims else {
            return .positions
        }
        return .namedEdge
    }

    /// The gesture as it is recognised on a device.
    ///
    /// Words name one of twelve thirds of the edges, or of four corners, however far from the edge a contact may come down:
    /// the farther, the less a word reveals. But beyond a quarter of the surface nearly every motion would be named, also one
    /// that writes on a keyboard.
    func resolvedGesture(_ thresholds: Thresholds, on surface: Surface) -> GestureExpression {
        guard revelation == .namedEdge else { return gesture.resolved(with: thresholds) }
        var named = thresholds
        named.edges.distance = min(thresholds.edges.distance, min(surface.size.dx, surface.size.dy) / 4)
        return gesture.resolved(with: named)
    }
}
