internal import GestureModel
internal import GestureRecognition
internal import GestureProtocol

extension Pipeline {
    mutating func handle(_ line: ArraySlice<UInt8>, _ client: Int, at time: Timestamp) {
        do throws(RequestError) {
            switch try Request(line: line) {
            case .subscribe(let request): try subscribe(request, client)
            case .unsubscribe(let id, let subscription): try unsubscribe(id, subscription, client, at: time)
            case .haptic(let request): try queue(request, client, at: time)
            }
        } catch {
            refuse(client, error)
        }
    }

    private mutating func subscribe(_ request: SubscribeRequest, _ client: Int) throws(RequestError) {
        guard let count = clients[client]?.subscriptions.count, count < limits.subscriptions else {
            throw RequestError(
                id: request.id, code: .tooManySubscriptions,
                message: "limits.subscriptions: a client has at most \(limits.subscriptions)")
        }
        let number = (clients[client]?.lastSubscription ?? 0) + 1
        let subscription = Subscription(client: client, number: number, request: request)
        try checkRegion(of: subscription)
        clients[client]?.lastSubscription = number
        clients[client]?.subscriptions.append(number)
        subscriptions.append(subscription)
        send(client) { ServerText.appendOK(id: request.id, subscription: number, to: &$0) }
        for index in tracks.indices { attach(subscription, toTrack: index) }
    }

    private mutating func unsubscribe(
        _ id: Int64, _ subscription: Int, _ client: Int, at time: Timestamp
    ) throws(RequestError) {
        guard clients[client]?.subscriptions.contains(subscription) == true else {
            throw RequestError(
                id: id, code: .unknownSubscription, message: "subscription: there is no subscription \(subscription)")
        }
        cancelOpen(client, subscription, .unsubscribed, at: time)
        clients[client]?.subscriptions.removeAll { $0 == subscription }
        detach(client, subscription)
        send(client) { ServerText.appendOK(id: id, to: &$0) }
    }

    /// A region that no device it is meant for has any part of is a mistake. While there is no such device it is not
    /// known to be one, nor while it cannot be read: its surface is not known either.
    private func checkRegion(of subscription: Subscription) throws(RequestError) {
        guard subscription.request.region != nil else { return }
        var missed: TouchDevice?
        for track in tracks where track.isReadable && subscription.request.device.matches(track.device) {
            let surface = track.device.surface
            if subscription.region(on: surface)?.intersects(surface.bounds) == true { return }
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

    /// Makes the subscription hear of a device, in an arena it shares with all who asked for the same.
    mutating func attach(_ subscription: Subscription, toTrack index: Int) {
        let device = tracks[index].device
        guard tracks[index].isReadable, subscription.request.device.matches(device) else { return }
        let region = subscription.region(on: device.surface)
        let thresholds = tracks[index].thresholds
        let key = SharedArena.Key(
            gesture: subscription.request.gesture.resolved(with: thresholds), region: region,
            explains: subscription.request.explains)
        let shared = tracks[index].arenas.firstIndex { $0.key == key }
        if shared == nil {
            tracks[index].arenas.append(SharedArena(key, thresholds: thresholds, surface: device.surface))
        }
        tracks[index].arenas[shared ?? tracks[index].arenas.count - 1].add(
            Subscriber(
                client: subscription.client, subscription: subscription.number,
                encoder: GestureEncoder(
                    device: device.id, surface: device.surface, units: subscription.request.units)))
    }

    /// Takes the subscription out of every arena; an arena that nobody hears ends.
    mutating func detach(_ client: Int, _ subscription: Int) {
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
    mutating func cancelOpen(_ client: Int, _ reason: CancellationReason, at time: Timestamp) {
        for subscription in clients[client]?.subscriptions ?? [] {
            cancelOpen(client, subscription, reason, at: time)
        }
    }

    /// Tells one subscription that what it was told has begun is over, without touching the recogniser or anybody else.
    mutating func cancelOpen(_ client: Int, _ subscription: Int, _ reason: CancellationReason, at time: Timestamp) {
        for track in tracks.indices {
            for arena in tracks[track].arenas.indices {
                cancelOpen(client, subscription, reason, at: time, track, arena)
            }
        }
    }

    private mutating func cancelOpen(
        _ client: Int, _ subscription: Int, _ reason: CancellationReason, at time: Timestamp, _ track: Int,
        _ arena: Int
    ) {
        guard var event = tracks[track].arenas[arena].arena.current else { return }
        event.phase = .cancelled(reason)
        event.time = max(time, event.time)
        for index in tracks[track].arenas[arena].subscribers.indices {
            let subscriber = tracks[track].arenas[arena].subscribers[index]
            guard subscriber.client == client, subscriber.subscription == subscription,
                subscriber.open == event.gesture
            else { continue }
            tracks[track].arenas[arena].subscribers[index].open = nil
            send(client) { subscriber.encoder.append(event, subscription: subscription, to: &$0) }
        }
    }
}
