internal import GestureModel
internal import GestureProtocol

/// A `move` without an answer.
struct PendingMove {
    let id: Int64
    let region: Region?
}

extension GestureClient {
    /// Has a subscription go on in another region. The daemon sees to it that a gesture in progress stays with the one in
    /// which its fingers came down.
    func move(_ subscription: Subscription, to region: Region?) {
        subscription.request.region = region
        switch subscription.phase {
        // The next `hello`, or the number it gets, brings it.
        case .waiting, .asked: break
        case .active: tellRegion(of: subscription)
        case .refused: ask(subscription)
        }
    }

    /// Sends where the subscription is wanted, if the daemon does not know yet.
    func tellRegion(of subscription: Subscription) {
        let region = subscription.request.region
        guard region != subscription.toldRegion, let hello, case .active(let number) = subscription.phase else {
            return
        }
        guard hello.capabilities.contains("move") else {
            return refuseMove(of: subscription, .unsupported("move", server: hello.server))
        }
        let id = nextRequest()
        subscription.moves.append(PendingMove(id: id, region: region))
        send(.move(id: id, subscription: number, region: region))
    }

    /// Whether it is the answer to a move, and not to something else.
    ///
    /// - Parameter error: nil where it has moved.
    func answerMove(_ id: Int64, _ error: ErrorMessage?) -> Bool {
        for subscription in subscriptions {
            guard let index = subscription.moves.firstIndex(where: { $0.id == id }) else { continue }
            let move = subscription.moves.remove(at: index)
            if let error { refuseMove(of: subscription, .refused(error)) } else { subscription.region = move.region }
            return true
        }
        return false
    }

    /// It stays where it is, unless the app has had it moved once more since.
    private func refuseMove(of subscription: Subscription, _ failure: SubscriptionFailure) {
        if subscription.moves.isEmpty { subscription.request.region = subscription.region }
        subscription.receiver.refuseMove(failure)
    }
}
