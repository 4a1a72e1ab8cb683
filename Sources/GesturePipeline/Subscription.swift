internal import GestureModel
internal import GestureProtocol

/// An accepted `subscribe` request. It also applies to devices that are added later.
final class Subscription {
    let session: ClientSession
    let number: Int
    var request: SubscribeRequest
    /// The devices to which it applies, in the order in which they were added.
    var devices: [PipelineDevice] = []
    /// Its groups. On one device there are several while the subscription is retiring in previous groups.
    var groups: [RecognitionGroup] = []
    /// The number of recognisers that is charged for each device.
    let recognisers: Int
    private let memory: Int
    /// What the gesture would reveal of one finger's path on a touchscreen.
    let pathUse: GestureExpression.PathUse
    /// `.withheld` if the client was last informed that only withheld positions keep it from receiving gestures.
    var lastSentPositions = PositionAccess.granted

    init(_ session: ClientSession, number: Int, _ request: SubscribeRequest) {
        self.session = session
        self.number = number
        self.request = request
        recognisers = request.gesture.recognisers * (request.hands == .apart ? HandAssignment.most : 1)
        memory = request.memory
        pathUse = request.gesture.pathUse
    }

    /// True if positions are needed on one of its devices. Without them it is silent there.
    var needsPositions: Bool {
        request.needsPositions
            || pathUse == .everything && devices.contains { $0.touchDevice.kind == .touchscreen }
    }

    /// Returns the resources that the subscription uses on `devices` devices.
    private func costs(devices: Int) -> [(amount: Int, resource: Resource)] {
        [(1, .subscriptions), (memory, .memory), (devices * recognisers, .recognisers)]
    }

    /// Charges the connection's account for the subscription on `devices` devices.
    func charge(devices: Int) throws(RequestError) { try session.account.charge(costs(devices: devices)) }

    /// Charges the account for another device, and adds the device.
    func charge(another device: PipelineDevice) throws(RequestError) {
        try session.account.charge(recognisers, of: .recognisers)
        devices.append(device)
    }

    /// Called when a device was removed. Removes its groups from the subscription, and releases the charge for its
    /// recognisers.
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
    /// The bytes that the daemon keeps for the request, without its recognisers.
    fileprivate var memory: Int { 768 + 128 * gesture.leafCount + device.memory + gesture.memory }
}

extension DeviceFilter {
    /// The bytes that the daemon keeps for the filter's text.
    var memory: Int {
        switch self {
        case .any, .kind: 0
        case .id(let text), .name(let text), .path(let text): text.utf8.count
        }
    }
}

extension SubscribeRequest {
    /// Returns the region in points on a device's surface; nil without a region, and for a region of a window whose
    /// position is not known.
    ///
    /// - Parameter window: The focused window, in fractions of the surface; nil if it is not known.
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

    var needsPositions: Bool { positionUse == .positions }

    /// What the request reveals about positions. Hands that are told apart reveal how far one key is from the next. It
    /// reveals only the name of an edge if all of this holds: there is no region, a single gesture asks for edges, the client does not choose the distance, the scope is `session`, and
    /// nothing is claimed. The name reveals too little to need positions.
    var positionUse: Subscriber.PositionUse {
        guard region == nil, hands == .together else { return .positions }
        if gesture.asksForCentre { return .positions }
        guard gesture.asksForEdges else { return .nothing }
        guard let single = gesture.single, single.edgeDistance == nil, scope == .session, !claims else {
            return .positions
        }
        return .namedEdge
    }

    /// Returns the gesture to recognise on a device, with its missing parameters filled in; nil for a dial of the finger
    /// that moves a touchpad's pointer, unless the request names the device.
    ///
    /// A client that receives only the name of an edge learns one of 16 places: a third of one of the four edges, or a
    /// corner. If contacts may come down at a greater distance from the edge, that place reveals less. But the distance
    /// is limited to a quarter of the surface's shorter side. At a greater distance, nearly every motion would come
    /// from an edge, including the swipes that write words on a keyboard.
    func resolvedGesture(
        _ thresholds: Thresholds, on surface: Surface, movesPointer: Bool
    ) -> GestureExpression? {
        guard let gesture = movesPointer && device == .any ? self.gesture.withoutPointerDials : self.gesture else {
            return nil
        }
        if gesture.asksForCentre {
            let scale = units.scale(on: surface)
            return gesture.scalingCentres(by: Vector(dx: 1 / scale.dx, dy: 1 / scale.dy)).resolved(with: thresholds)
        }
        guard positionUse == .namedEdge else { return gesture.resolved(with: thresholds) }
        var named = thresholds
        named.edges.distance = min(thresholds.edges.distance, min(surface.size.dx, surface.size.dy) / 4)
        return gesture.resolved(with: named)
    }
}
