internal import GestureModel
internal import GestureProtocol
internal import GestureRecognition

/// One expression, run once for all who asked for it on the same device and region.
struct SharedArena: Sendable {
    /// What makes two subscriptions the same work. Regions are in points, so units of values do not matter.
    struct Key: Hashable, Sendable {
        let gesture: GestureExpression
        let region: Region?
        /// Where the expression is silent.
        let thresholds: Thresholds
        /// Those who ask for reasons have an arena of their own: the others' allocates nothing.
        var explains = false
    }

    let key: Key
    var arena: Arena
    /// Those who read the same bytes stand together, so that each class of units is encoded once an event.
    var subscribers: [Subscriber] = []
    private var hasLate = false
    /// Whether it was idle when the fingers that are down now began to come.
    var wasIdle = false

    init(_ key: Key, surface: Surface) {
        self.key = key
        arena = Arena(
            key.gesture, thresholds: key.thresholds, surface: surface, region: key.region, explains: key.explains)
    }

    mutating func add(_ subscriber: Subscriber) {
        var subscriber = subscriber
        subscriber.isLate = !arena.isIdle
        hasLate = hasLate || subscriber.isLate
        let last = subscribers.lastIndex { $0.encoder == subscriber.encoder }
        // One encoder's storage for all of them: telling that they are the same is one comparison then.
        if let last { subscriber.encoder = subscribers[last].encoder }
        subscribers.insert(subscriber, at: last.map { $0 + 1 } ?? subscribers.count)
    }

    /// Once what they came too late for is over, late subscribers are like the others.
    mutating func admitLate() {
        guard hasLate, arena.isIdle else { return }
        for index in subscribers.indices { admit(index) }
        hasLate = false
    }

    /// The subscriber hears what comes next.
    mutating func admit(_ index: Int) {
        subscribers[index].isLate = false
        guard subscribers[index].isToldLater else { return }
        subscribers[index].isToldLater = false
        subscribers[index].encoder.tellsPositions = true
    }

    /// The subscriber hears nothing of the fingers that are down, and the taps that were made.
    mutating func delay(_ index: Int) {
        subscribers[index].isLate = !arena.isIdle
        hasLate = hasLate || subscribers[index].isLate
    }

    /// What may not be known any more is withheld at once. What may be known is told from the next gesture on: where one
    /// began that is in progress was not for the subscriber.
    ///
    /// - Parameter isFresh: What is in progress is the subscriber's own.
    mutating func tell(positions: Bool, _ index: Int, isFresh: Bool) {
        guard positions != subscribers[index].encoder.tellsPositions else {
            subscribers[index].isToldLater = false
            return
        }
        guard positions, !isFresh, !arena.isIdle else {
            subscribers[index].encoder.tellsPositions = positions
            return
        }
        subscribers[index].isToldLater = true
        hasLate = true
    }

    // MARK: - Moving

    /// Says whether the subscription is heard here, which it goes on to be.
    mutating func keep(_ subscription: Subscription) -> Bool {
        let index = subscribers.firstIndex { $0.isOf(subscription) }
        if let index { subscribers[index].isRetiring = false }
        return index != nil
    }

    mutating func retire(_ subscription: Subscription) {
        for index in subscribers.indices where subscribers[index].isOf(subscription) {
            subscribers[index].isRetiring = true
        }
    }

    /// Says whether anybody is left who will be gone later.
    mutating func dropRetired() -> Bool {
        subscribers.removeAll { $0.isRetiring && $0.open == nil && ($0.isLate || $0.refusal != nil || arena.isIdle) }
        return subscribers.contains { $0.isRetiring }
    }
}
