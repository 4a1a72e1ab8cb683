internal import GestureModel
internal import GestureProtocol
internal import GestureRecognition

/// One expression on one device and region, recognised once for all its subscribers.
final class RecognitionGroup {
    /// What two subscriptions must have in common to share a group. Regions are in points, so the units of values do not
    /// matter.
    struct Key: Hashable {
        let gesture: GestureExpression
        let region: Region?
        /// For the parameters that the expression leaves out.
        let thresholds: Thresholds
        /// Subscriptions that request explanations share no group with others, whose groups allocate nothing.
        let explains: Bool
    }

    let key: Key
    /// Subscribers with the same encoder are adjacent, so that an event is encoded once for them.
    @exclusivity(unchecked) private(set) var subscribers: [Subscriber] = []
    @exclusivity(unchecked) private var emitter: GestureEmitter
    @exclusivity(unchecked) private var lastGesture: UInt64 = 0
    @exclusivity(unchecked) private var hasLate = false
    /// True if the group was idle when the first of the contacts that are down now came down.
    private var wasIdle = false
    /// When a gesture that claims its contacts began, until the claim is carried out.
    @exclusivity(unchecked) private(set) var claimTime: Timestamp?

    init(_ key: Key, surface: Surface) {
        self.key = key
        emitter = GestureEmitter(
            key.gesture, thresholds: key.thresholds, surface: surface, region: key.region, explains: key.explains)
    }

    // MARK: - Recognition

    var deadline: Timestamp? { emitter.deadline }

    /// When the last event of the last call occurred; nil if it reported no event.
    var lastEventTime: Timestamp? { emitter.events.last?.time }

    /// Called with the frame in which the first contact comes down, before ``update(_:)``.
    func beginTouch() { wasIdle = emitter.isIdle }

    func update(_ frame: borrowing TouchFrame) { emitter.update(frame, gestures: &lastGesture) }

    func expire(at deadline: Timestamp) { emitter.expire(at: deadline, gestures: &lastGesture) }

    func cancel(_ reason: CancellationReason, at time: Timestamp) { emitter.cancel(reason, at: time) }

    /// Sends the events of the last call to the subscribers.
    ///
    /// - Returns: True if an app that has the focus received a `began`.
    func sendEvents(_ writer: EventWriter, device: String) -> Bool {
        var hasBegun = false
        for event in emitter.events {
            writer.beginEvent()
            for subscriber in subscribers { subscriber.handle(event, writer) }
            guard event.phase == .began else { continue }
            hasBegun = hasBegun || subscribers.contains { $0.openGesture != nil && $0.scope == .focused }
            if subscribers.contains(where: \.hasOpenClaim) { claimTime = event.time }
        }
        for finding in emitter.findings {
            for subscriber in subscribers { subscriber.explain(finding, device: device) }
        }
        admitLate()
        return hasBegun
    }

    // MARK: - Contacts

    /// True if the contact is part of the gesture.
    func holds(_ contact: Int) -> Bool { emitter.holds(contact) }

    /// True if the contact came down inside the region.
    func sees(_ contact: Int) -> Bool { emitter.sees(contact) }

    /// True if the touch that is in progress began no gesture and continued none.
    var isUntouched: Bool { wasIdle && emitter.current == nil }

    /// Returns the client that claims the contacts of the gesture that began.
    func takeClaimant() -> ClientSession? {
        claimTime = nil
        return subscribers.first(where: \.hasOpenClaim)?.session
    }

    // MARK: - Subscribers

    func add(_ subscriber: Subscriber) {
        delay(subscriber)
        let last = subscribers.lastIndex { $0.encoder == subscriber.encoder }
        // With shared storage, comparing two encoders is one comparison of pointers.
        if let last { subscriber.encoder = subscribers[last].encoder }
        subscribers.insert(subscriber, at: last.map { $0 + 1 } ?? subscribers.count)
    }

    func remove(_ subscription: Subscription) { subscribers.removeAll { $0.subscription === subscription } }

    /// Cancels the gesture for one subscriber. The recogniser and the other subscribers continue.
    func cancel(_ subscriber: Subscriber, _ reason: CancellationReason, at time: Timestamp, _ writer: EventWriter) {
        guard subscriber.openGesture != nil, var event = emitter.current else { return }
        event.phase = .cancelled(reason)
        event.time = max(time, event.time)
        writer.beginEvent()
        subscriber.handle(event, writer)
    }

    /// Cancels the gesture for one subscriber, and excludes it from those of the contacts that are down.
    func end(_ subscriber: Subscriber, _ reason: CancellationReason, at time: Timestamp, _ writer: EventWriter) {
        cancel(subscriber, reason, at: time, writer)
        delay(subscriber)
    }

    /// Excludes a subscriber from the gestures of contacts that are down, and of taps that were made.
    func delay(_ subscriber: Subscriber) {
        subscriber.isLate = !emitter.isIdle
        hasLate = hasLate || subscriber.isLate
    }

    /// Withholds positions at once, but grants them from the next gesture on: the contacts that are down may be meant for
    /// another client.
    ///
    /// - Parameter isFresh: True if the touch in progress is meant for the subscriber.
    func setPositions(_ positions: PositionAccess, of subscriber: Subscriber, isFresh: Bool) {
        if positions == .granted, subscriber.encoder.positions == .withheld, !isFresh, !emitter.isIdle {
            subscriber.isPositionsGrantPending = true
            hasLate = true
        } else {
            subscriber.setPositions(positions)
        }
    }

    /// Admits late subscribers when the contacts and taps that were there before them are over.
    private func admitLate() {
        guard hasLate, emitter.isIdle else { return }
        for subscriber in subscribers { subscriber.admit() }
        hasLate = false
    }

    // MARK: - Moved regions

    /// Continues to send to the subscription, if it is a subscriber.
    func keep(_ subscription: Subscription) -> Bool {
        let subscriber = subscribers.first { $0.subscription === subscription }
        subscriber?.isRetiring = false
        return subscriber != nil
    }

    /// Removes the subscription when the gestures of its contacts have ended.
    func retire(_ subscription: Subscription) {
        subscribers.first { $0.subscription === subscription }?.isRetiring = true
    }

    /// Removes retiring subscribers whose gestures have ended. Returns true if others are left.
    func pruneRetired() -> Bool {
        let isIdle = emitter.isIdle
        subscribers.removeAll { $0.isRetiring && $0.openGesture == nil && ($0.isLate || $0.refusal != nil || isIdle) }
        return subscribers.contains(where: \.isRetiring)
    }
}
