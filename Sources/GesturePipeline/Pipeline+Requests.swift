internal import GestureModel
internal import GestureRecognition
internal import GestureProtocol

extension Pipeline {
    func handle(_ line: ArraySlice<UInt8>, _ client: Int, at time: Timestamp) {
        do throws(RequestError) {
            switch try Request(line: line) {
            case .subscribe(let request): try subscribe(request, client)
            case .unsubscribe(let id, let subscription): try unsubscribe(id, subscription, client, at: time)
            case .move(let id, let number, let region): try move(id, number, to: region, client)
            case .cancel(let id, let device): try cancel(id, device: device, client, at: time)
            case .reload(let id): try reload(id, client)
            case .haptic(let request): try queue(request, client, at: time)
            }
        } catch {
            refuse(client, error)
        }
    }

    private func subscribe(_ request: SubscribeRequest, _ client: Int) throws(RequestError) {
        if request.scope == .session, !access.maySubscribeToSession(clients[client]?.peer) {
            throw notPermitted("scope", request.id)
        }
        try checkCount(request.id, client)
        let number = (clients[client]?.lastSubscription ?? 0) + 1
        let subscription = Subscription(client: client, number: number, request: request)
        try checkRegion(of: subscription)
        clients[client]?.lastSubscription = number
        clients[client]?.subscriptions.append(number)
        if let account = clients[client]?.account { accounts[account].subscriptions += 1 }
        subscriptions.append(subscription)
        send(client) { ServerText.appendOK(id: request.id, subscription: number, to: &$0) }
        for index in tracks.indices { attach(subscription, toTrack: index) }
    }

    private func checkCount(_ id: Int64, _ client: Int) throws(RequestError) {
        guard let count = clients[client]?.subscriptions.count, count < limits.subscriptions else {
            throw RequestError(
                id: id, code: .tooManySubscriptions,
                message: "limits.subscriptions: a client has at most \(limits.subscriptions)")
        }
        guard let account = clients[client]?.account, accounts[account].isLimited,
            accounts[account].subscriptions >= limits.subscriptionsPerUser
        else { return }
        throw RequestError(
            id: id, code: .tooManySubscriptions,
            message: "limits.subscriptionsPerUser: a user's clients have at most \(limits.subscriptionsPerUser)")
    }

    private func unsubscribe(
        _ id: Int64, _ subscription: Int, _ client: Int, at time: Timestamp
    ) throws(RequestError) {
        guard clients[client]?.subscriptions.contains(subscription) == true else {
            throw RequestError(
                id: id, code: .unknownSubscription, message: "subscription: there is no subscription \(subscription)")
        }
        cancelOpen(client, subscription, .unsubscribed, at: time)
        clients[client]?.subscriptions.removeAll { $0 == subscription }
        if let account = clients[client]?.account { accounts[account].subscriptions -= 1 }
        detach(client, subscription)
        send(client) { ServerText.appendOK(id: id, to: &$0) }
    }

    /// A region that no device it is meant for has any part of is a mistake. While there is no such device it is not
    /// known to be one, nor while it cannot be read: its surface is not known either.
    func checkRegion(of subscription: Subscription) throws(RequestError) {
        guard subscription.request.region != nil, subscription.request.regionOrigin == .surface else { return }
        var missed: TouchDevice?
        for track in tracks where track.isReadable && subscription.request.device.matches(track.device) {
            let surface = track.device.surface
            if subscription.region(on: surface, window: nil)?.intersects(surface.bounds) == true { return }
            missed = missed ?? track.device
        }
        guard let missed else { return }
        let scale = subscription.request.units.scale(on: missed.surface)
        let size = missed.surface.size
        throw RequestError(
            id: subscription.request.id, code: .regionOutsideSurface,
            message: "region: lies outside the surface of \(missed.id), which is "
                + "\(rounded(size.dx * scale.dx)) × \(rounded(size.dy * scale.dy)) in the units asked for")
    }

    private func rounded(_ length: Double) -> Double { (length * 10).rounded() / 10 }

    /// What the subscription is run as on a device; nil where it is not meant for the device, or has no place on it.
    func key(of subscription: Subscription, onTrack index: Int) -> SharedArena.Key? {
        let device = tracks[index].device
        guard tracks[index].isReadable, subscription.request.device.matches(device) else { return nil }
        let window = access.focus(of: clients[subscription.client]?.peer)?.window
        let region = subscription.region(on: device.surface, window: device.kind == .touchscreen ? window : nil)
        if subscription.request.region != nil, region == nil { return nil }
        return SharedArena.Key(
            gesture: subscription.request.gesture.resolved(with: tracks[index].thresholds), region: region,
            thresholds: tracks[index].thresholds, explains: subscription.request.explains)
    }

    /// Makes the subscription hear of a device, in an arena it shares with all who asked for the same.
    func attach(_ subscription: Subscription, toTrack index: Int) {
        guard let key = key(of: subscription, onTrack: index) else { return }
        let shared = tracks[index].arenas.firstIndex { $0.key == key }
        if shared == nil {
            tracks[index].arenas.append(SharedArena(key, surface: tracks[index].device.surface))
        }
        tracks[index].arenas[shared ?? tracks[index].arenas.count - 1].add(
            subscriber(for: subscription, on: tracks[index].device))
    }

    private func subscriber(for subscription: Subscription, on device: TouchDevice) -> Subscriber {
        let request = subscription.request
        let peer = clients[subscription.client]?.peer
        let needsPositions = request.region != nil || request.gesture.asksForEdges
        return Subscriber(
            client: subscription.client, subscription: subscription.number,
            encoder: GestureEncoder(
                device: device.id, surface: device.surface, units: request.units,
                tellsPositions: access.mayKnowPositions(peer)),
            scope: request.scope, needsPositions: needsPositions, claims: request.claims,
            refusal: access.refusal(of: peer, on: device.seat, request.scope, needsPositions: needsPositions))
    }

    /// Takes the subscription out of every arena; an arena that nobody hears ends.
    func detach(_ client: Int, _ subscription: Int) {
        subscriptions.removeAll { $0.client == client && $0.number == subscription }
        for index in tracks.indices {
            for arena in tracks[index].arenas.indices {
                tracks[index].arenas[arena].subscribers.removeAll {
                    $0.client == client && $0.subscription == subscription
                }
            }
            tracks[index].removeArenas { $0.subscribers.isEmpty }
        }
    }

    /// Tells every subscription of a client that what it was told has begun is over.
    func cancelOpen(_ client: Int, _ reason: CancellationReason, at time: Timestamp) {
        for subscription in clients[client]?.subscriptions ?? [] {
            cancelOpen(client, subscription, reason, at: time)
        }
    }

    /// Tells one subscription that what it was told has begun is over, without touching the recogniser or anybody else.
    func cancelOpen(_ client: Int, _ subscription: Int, _ reason: CancellationReason, at time: Timestamp) {
        for track in tracks.indices {
            for arena in tracks[track].arenas.indices {
                cancelOpen(client, subscription, reason, at: time, track, arena)
            }
        }
    }

    private func cancelOpen(
        _ client: Int, _ subscription: Int, _ reason: CancellationReason, at time: Timestamp, _ track: Int,
        _ arena: Int
    ) {
        for index in tracks[track].arenas[arena].subscribers.indices {
            let subscriber = tracks[track].arenas[arena].subscribers[index]
            guard subscriber.client == client, subscriber.subscription == subscription else { continue }
            cancelOpen(track, arena, index, reason, at: time)
        }
    }

    /// Tells one subscriber that what it was told has begun is over, as far as it is concerned.
    func cancelOpen(
        _ track: Int, _ arena: Int, _ index: Int, _ reason: CancellationReason, at time: Timestamp
    ) {
        let subscriber = tracks[track].arenas[arena].subscribers[index]
        guard var event = tracks[track].arenas[arena].arena.current, subscriber.open == event.gesture else { return }
        event.phase = .cancelled(reason)
        event.gesture = subscriber.number
        event.time = max(time, event.time)
        tracks[track].arenas[arena].subscribers[index].open = nil
        send(subscriber.client) { subscriber.encoder.append(event, subscription: subscriber.subscription, to: &$0) }
    }
}
