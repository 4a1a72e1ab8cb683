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
        subscription.region = subscription.request.region
        if let missing = subscription.request.capabilities.first(where: { !hello.capabilities.contains($0) }) {
            return fail(subscription, .unsupported(missing, server: hello.server))
        }
        let id = nextRequest()
        subscription.phase = .asked(id)
        subscription.request.id = id
        send(.subscribe(subscription.request))
    }

    /// It stays in the list: another daemon may do it.
    func fail(_ subscription: Subscription, _ failure: SubscriptionFailure) {
        subscription.phase = .refused
        guard !subscription.isReleased else { return release(subscription) }
        // Moved before the answer: the refusal is of a region that the app has left.
        guard subscription.request.region == subscription.region else { return ask(subscription) }
        subscription.receiver.fail(failure)
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
