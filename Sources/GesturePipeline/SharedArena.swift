internal import GestureModel
internal import GestureRecognition

/// One expression, run once for all who asked for it on the same device and region.
struct SharedArena: Sendable {
    /// What makes two subscriptions the same work. Regions are in points, so units of values do not matter.
    struct Key: Hashable, Sendable {
        let gesture: GestureExpression
        let region: Region?
        /// Those who ask for reasons have an arena of their own: the others' allocates nothing.
        var explains = false
    }

    let key: Key
    var arena: Arena
    /// Those who read the same bytes stand together, so that each class of units is encoded once an event.
    var subscribers: [Subscriber] = []
    private var hasLate = false

    init(_ key: Key, thresholds: Thresholds, surface: Surface) {
        self.key = key
        arena = Arena(key.gesture, thresholds: thresholds, surface: surface, region: key.region, explains: key.explains)
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
        for index in subscribers.indices { subscribers[index].isLate = false }
        hasLate = false
    }
}
