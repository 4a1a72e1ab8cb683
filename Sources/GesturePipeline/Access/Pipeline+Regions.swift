internal import GestureModel
internal import GestureProtocol

/// Regions that move. A gesture stays with the region in which its fingers came down; what comes next belongs to the new one.
extension Pipeline {
    func move(
        _ id: Int64, _ number: Int, to region: Region?, _ client: Int
    ) throws(RequestError) {
        guard let index = subscriptions.firstIndex(where: { $0.client == client && $0.number == number }) else {
            throw RequestError(
                id: id, code: .unknownSubscription, message: "subscription: there is no subscription \(number)")
        }
        var moved = subscriptions[index]
        moved.request.id = id
        moved.request.region = region
        if region == nil { moved.request.regionOrigin = .surface }
        try checkRegion(of: moved)
        subscriptions[index] = moved
        place(moved)
        send(client) { ServerText.appendOK(id: id, to: &$0) }
    }

    /// Windows have moved: so do the regions that are counted from them.
    func placeWindows() {
        for subscription in subscriptions where subscription.request.regionOrigin == .window {
            place(subscription)
        }
    }

    /// Gives a subscription the arenas that are its own now. Where it had others, it hears these until what its fingers have
    /// begun there is over.
    func place(_ subscription: Subscription) {
        for index in tracks.indices {
            let key = key(of: subscription, onTrack: index)
            var isThere = false
            for arena in tracks[index].arenas.indices {
                if tracks[index].arenas[arena].key == key {
                    isThere = tracks[index].arenas[arena].keep(subscription) || isThere
                } else {
                    tracks[index].arenas[arena].retire(subscription)
                }
            }
            tracks[index].dropRetired()
            if !isThere { attach(subscription, toTrack: index) }
        }
    }
}
