internal import GestureProtocol

/// The subscriptions of one connection, in the order of their requests.
struct SubscriptionList {
    private(set) var gestures: [Subscription] = []
    private(set) var contacts: [ContactSubscription] = []
    /// Numbers are not reused, so that a late `unsubscribe` cannot end another subscription.
    private var lastNumber = 0

    var count: Int { gestures.count + contacts.count }
    var nextNumber: Int { lastNumber + 1 }

    mutating func append(_ subscription: Subscription) {
        lastNumber = subscription.number
        gestures.append(subscription)
    }

    mutating func append(_ subscription: ContactSubscription) {
        lastNumber = subscription.number
        contacts.append(subscription)
    }

    /// - Throws: `unknownSubscription` if no subscription to gestures has that number.
    func gestures(_ number: Int) throws(RequestError) -> Subscription {
        if let subscription = gestures.first(where: { $0.number == number }) { return subscription }
        guard !contacts.contains(where: { $0.number == number }) else {
            throw RequestError(
                code: .unknownSubscription,
                message: "subscription: \(number) is of contacts and has no region to move")
        }
        throw RequestError(code: .unknownSubscription, message: "subscription: there is no subscription \(number)")
    }

    mutating func remove(_ subscription: Subscription) { gestures.removeAll { $0 === subscription } }

    /// Removes and returns the subscription to contacts with this number; nil if no subscription to contacts has it.
    mutating func removeContacts(_ number: Int) -> ContactSubscription? {
        contacts.firstIndex { $0.number == number }.map { contacts.remove(at: $0) }
    }

    /// Removes and returns all subscriptions.
    mutating func removeAll() -> SubscriptionList {
        defer { (gestures, contacts) = ([], []) }
        return self
    }
}
