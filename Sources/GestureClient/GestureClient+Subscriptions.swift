internal import GestureProtocol

extension GestureClient {
    func add(_ subscription: Subscription) {
        precondition(!isClosed, "the client is closed: nothing can be attached to it")
        subscriptions.append(subscription)
        ask(subscription)
    }

    /// Sends the request, where there is somebody to send it to; otherwise the next `hello` brings it.
    func ask(_ subscription: Subscription) {
        guard let hello else { return }
        if let missing = subscription.capabilities.first(where: { !hello.capabilities.contains($0) }) {
            return fail(subscription, .unsupported(missing, server: hello.server))
        }
        let id = nextRequest()
        subscription.phase = .asked(id)
        send(.subscribe(subscription.request(id)))
    }

    /// It stays in the list: another daemon may do it.
    func fail(_ subscription: Subscription, _ failure: SubscriptionFailure) {
        subscription.phase = .refused
        guard !subscription.isReleased else { return release(subscription) }
        subscription.receiver.fail(failure)
    }

    /// Nothing new begins; what is in progress goes on to its end.
    func retire(_ subscription: Subscription) {
        subscription.isRetiring = true
        if subscription.open.isEmpty { release(subscription) }
    }

    /// Takes a subscription back, once the daemon has told its number. Nothing of it is heard from now on.
    func release(_ subscription: Subscription) {
        subscription.isReleased = true
        if case .asked = subscription.phase { return }
        subscriptions.removeAll { $0 === subscription }
        if case .active(let number) = subscription.phase {
            send(.unsubscribe(id: nextRequest(), subscription: number))
        }
    }

    func nextRequest() -> Int64 {
        lastRequest += 1
        return lastRequest
    }
}
