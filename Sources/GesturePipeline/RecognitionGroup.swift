internal import GestureModel
internal import GestureProtocol
internal import GestureRecognition

/// One expression on one device and region, recognised once for all its subscribers.
///
/// A subscription that tells hands apart has a group for each hand, which receives only that hand's contacts.
///
/// While all its subscribers are refused, the group sleeps: it has no recogniser and receives no frames. A group that
/// wakes is like a new group. So gestures that a client may not receive cost nothing, and cannot be inferred from
/// timing.
final class RecognitionGroup {
    /// The properties that subscriptions must have in common to share a group. Regions are in points, so the units of
    /// values do not matter.
    struct Key: Hashable {
        let gesture: GestureExpression
        let region: Region?
        /// The thresholds for parameters that the expression omits.
        let thresholds: SharedThresholds
        /// Subscriptions that request explanations have separate groups, so that other groups allocate nothing.
        let explains: Bool
        /// The number of the hand, from 1; nil for all contacts.
        private(set) var hand: Int?
        /// Stored, because a growing table needs the hashes of all its keys. It excludes the thresholds and `explains`,
        /// which are the same for almost all groups of a device.
        private let hash: Int

        init(
            gesture: GestureExpression, region: Region?, thresholds: SharedThresholds, explains: Bool, hands: Hands
        ) {
            self.gesture = gesture
            self.region = region
            self.thresholds = thresholds
            self.explains = explains
            hand = hands == .apart ? 1 : nil
            var hasher = Hasher()
            hasher.combine(gesture)
            hasher.combine(region)
            hash = hasher.finalize()
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }

        /// The keys of all hands; only this key if hands are not told apart.
        var ofAllHands: [Key] {
            guard hand != nil else { return [self] }
            return (1...HandAssignment.most).map { number in
                var key = self
                key.hand = number
                return key
            }
        }
    }

    let key: Key
    unowned let device: PipelineDevice
    /// The device's groups are numbered in the order in which they were added.
    let number: Int
    private let writer: EventWriter
    /// A subscriber is inserted after those whose encoders have the same format, so that an event is encoded once for
    /// them.
    private(set) var subscribers: [Subscriber] = []
    /// The subscribers that are not refused.
    @exclusivity(unchecked) private(set) var receivers: [Subscriber] = []
    /// nil while the group sleeps.
    @exclusivity(unchecked) private var emitter: GestureEmitter?
    @exclusivity(unchecked) private var lastGesture: UInt64 = 0
    @exclusivity(unchecked) private var anyJoinedMidTouch = false
    /// True if the group was idle when the first of the current contacts came down.
    private var wasIdle = false
    /// When a gesture that claims its contacts began; nil once the claim is carried out.
    @exclusivity(unchecked) private(set) var claimTime: Timestamp?
    /// The hands of the device's contacts; nil if the group receives all contacts.
    private let hands: HandAssignment?
    /// Storage for the frame with only the hand's contacts.
    @exclusivity(unchecked) private var frameOfHand = TouchFrame(time: Timestamp(microseconds: 0))

    init(_ key: Key, on device: PipelineDevice, number: Int, hands: HandAssignment) {
        self.key = key
        self.hands = key.hand == nil ? nil : hands
        self.device = device
        self.number = number
        writer = device.writer
    }

    // MARK: - Sleep

    var isAsleep: Bool { emitter == nil }

    /// True if a subscriber lacks only the focus: it receives the touch in progress if that moves the focus to its app.
    var awaitsFocus: Bool { subscribers.contains { $0.refusal == .focusChanged } }

    func wake() {
        emitter = GestureEmitter(
            key.gesture, thresholds: key.thresholds.values, surface: device.touchDevice.surface, region: key.region,
            explains: key.explains)
        wasIdle = true
    }

    /// Called when the device's surface has changed. Restarts the recogniser, unless the group sleeps, and changes the
    /// subscribers' encoders. Contacts that are down begin no gesture.
    func changeSurface() {
        if !isAsleep { wake() }
        for subscriber in subscribers { subscriber.changeSurface(of: device.touchDevice) }
    }

    /// Handles the earlier frames of the touch in progress. ``begin(_:)`` sends a gesture that begins in them.
    func replay(_ frames: some Sequence<TouchFrame>) {
        for frame in frames {
            while let deadline, deadline < frame.time { _ = recognise(.deadline(deadline)) }
            _ = recognise(.frame(frame))
        }
    }

    /// Updates ``receivers`` after subscribers were added or removed, or a refusal has changed. The group falls asleep
    /// if it has no receivers.
    func updateReceivers() {
        receivers = subscribers.filter { $0.refusal == nil }
        guard receivers.isEmpty else { return }
        emitter = nil
        claimTime = nil
        anyJoinedMidTouch = false
        for subscriber in subscribers { subscriber.endDelay() }
    }

    // MARK: - Recognition

    var deadline: Timestamp? { emitter?.deadline }

    private var isIdle: Bool { emitter?.isIdle ?? true }

    /// Records whether the group is idle. Called with the frame in which the first contact comes down, before
    /// ``handle(_:)``.
    func beginTouch() { wasIdle = isIdle }

    /// The result of a step.
    struct Outcome {
        /// True if a subscriber with the scope `focused` received a `began`.
        var reportsTouch = false
        /// True if ``claimTime`` is set.
        var claims = false
        /// The time of the last event; nil if there was none.
        var lastTime: Timestamp?
    }

    /// Recognises, and sends the events and explanations of the step to the subscribers. Then admits the subscribers
    /// that joined during a touch, if the touch is over.
    @inline(__always)
    func handle(_ step: GroupStep) -> Outcome {
        recognise(step) ? send() : Outcome(claims: claimTime != nil)
    }

    /// Returns false for a frame without a contact of the group's hand.
    @inline(__always)
    private func recognise(_ step: GroupStep) -> Bool {
        switch step {
        case .frame(let frame):
            guard let hands else {
                emitter?.update(frame, gestures: &lastGesture)
                return true
            }
            return recognise(frame, of: hands)
        case .deadline(let deadline): emitter?.expire(at: deadline, gestures: &lastGesture)
        case .cancellation(let reason, let time): emitter?.cancel(reason, at: time)
        }
        return true
    }

    private func recognise(_ frame: TouchFrame, of hands: HandAssignment) -> Bool {
        hands.follow(frame)
        frameOfHand.clear(for: frame)
        for contact in frame.contacts where hands.hand(of: contact.id) == key.hand {
            frameOfHand.contacts.append(contact)
        }
        guard !frameOfHand.contacts.isEmpty else { return false }
        let own = frameOfHand
        emitter?.update(own, gestures: &lastGesture)
        return true
    }

    private func send() -> Outcome {
        var outcome = Outcome(claims: claimTime != nil)
        guard let events = emitter?.events else { return outcome }
        for event in events {
            writer.send(event, to: receivers)
            outcome.lastTime = event.time
            guard event.phase == .began else { continue }
            outcome.reportsTouch =
                outcome.reportsTouch || receivers.contains { $0.openGesture != nil && $0.scope == .focused }
            guard receivers.contains(where: \.hasOpenClaim) else { continue }
            claimTime = event.time
            outcome.claims = true
        }
        if key.explains, let findings = emitter?.findings {
            for finding in findings {
                writer.explanations.send(finding, on: device.touchDevice, to: receivers)
            }
        }
        admitAfterTouch()
        return outcome
    }

    /// Sends the filter's decision about a contact, if the contact came down in the group's region.
    func explain(_ finding: ContactFinding) {
        // A contact that was held back or rejected has no hand: the group of the first hand sends it for all.
        guard key.hand ?? 1 == 1, key.region?.contains(finding.position) ?? true else { return }
        writer.explanations.send(finding, on: device, to: receivers)
    }

    /// Numbers a contact that has come down, for the receivers of explanations.
    func number(_ contact: Int) { for subscriber in receivers { subscriber.number(contact, on: device) } }

    // MARK: - Contacts

    /// True if the contact is part of the gesture in progress, or of a possible one.
    func holds(_ contact: Int) -> Bool { emitter?.holds(contact) ?? false }

    /// True if the contact is down, came down inside the region, and is of the hand. Without a region and a hand, always
    /// true.
    func sees(_ contact: Int) -> Bool {
        if let hands, hands.hand(of: contact) != key.hand { return false }
        return emitter?.sees(contact) ?? false
    }

    /// True if the touch in progress does not continue a gesture of earlier contacts or taps.
    var beganWithTouch: Bool { wasIdle }

    /// Clears ``claimTime``. Called before the claims of the gesture that began are carried out.
    func beginClaims() { claimTime = nil }

    // MARK: - Subscribers

    func add(_ subscriber: Subscriber) {
        delay(subscriber)
        let last = subscribers.lastIndex { $0.encoder.format == subscriber.encoder.format }
        subscribers.insert(subscriber, at: last.map { $0 + 1 } ?? subscribers.count)
        subscriber.subscription.groups.append(self)
        if subscriber.refusal == nil { updateReceivers() }
    }

    func remove(_ isRemoved: (Subscriber) -> Bool) {
        let removed = subscribers.filter(isRemoved)
        guard !removed.isEmpty else { return }
        subscribers.removeAll(where: isRemoved)
        for subscriber in removed { subscriber.subscription.groups.removeAll { $0 === self } }
        if removed.contains(where: { $0.refusal == nil }) { updateReceivers() }
    }

    /// Sends the gesture in progress to a subscriber that has not received it: its current value as a `began`. Returns
    /// true if the `began` was sent.
    func begin(_ subscriber: Subscriber) -> Bool {
        guard subscriber.openGesture == nil, receivers.contains(where: { $0 === subscriber }),
            var event = emitter?.current
        else { return false }
        event.phase = .began
        writer.send(event, to: CollectionOfOne(subscriber))
        return subscriber.openGesture != nil
    }

    /// Cancels the gesture for one subscriber that has received its `began`. The recogniser and the other subscribers
    /// continue.
    func cancel(_ subscriber: Subscriber, _ reason: CancellationReason, at time: Timestamp) {
        guard subscriber.openGesture != nil, var event = emitter?.current else { return }
        event.phase = .cancelled(reason)
        event.time = max(time, event.time)
        writer.send(event, to: CollectionOfOne(subscriber))
    }

    /// Cancels the gesture for one subscriber, and excludes it from gestures of the contacts that are down.
    func end(_ subscriber: Subscriber, _ reason: CancellationReason, at time: Timestamp) {
        cancel(subscriber, reason, at: time)
        delay(subscriber)
    }

    /// Like ``end(_:_:at:)`` for each of the subscribers, in the group's order. The cancellation is encoded once for
    /// adjacent subscribers with the same format.
    func end(_ ended: [Subscriber], _ reason: CancellationReason, at time: Timestamp) {
        if var event = emitter?.current, ended.contains(where: { $0.openGesture != nil }) {
            event.phase = .cancelled(reason)
            event.time = max(time, event.time)
            writer.send(event, to: ended.lazy.filter { $0.openGesture != nil })
        }
        for subscriber in ended { delay(subscriber) }
    }

    /// Excludes a subscriber from gestures of contacts that are down and of earlier taps.
    func delay(_ subscriber: Subscriber) {
        subscriber.delay(isIdle: isIdle, after: device.lastContact)
        anyJoinedMidTouch = anyJoinedMidTouch || subscriber.joinedMidTouch
    }

    /// Withholds positions at once. Grants them at once if the group is idle or the subscriber receives the touch in
    /// progress. Otherwise grants them from the next gesture on, because the contacts that are down may be meant for
    /// another client.
    ///
    /// - Parameter receivesTouch: True if the subscriber receives the touch in progress.
    func setPositions(_ positions: PositionAccess, of subscriber: Subscriber, receivesTouch: Bool) {
        if positions == .granted, subscriber.encoder.positions == .withheld, !receivesTouch, !isIdle {
            subscriber.awaitPositions()
            anyJoinedMidTouch = true
        } else {
            subscriber.setPositions(positions)
        }
    }

    /// Admits the subscribers that joined during a touch, once the group is idle: no contact or earlier tap can be part
    /// of the next gesture.
    private func admitAfterTouch() {
        guard anyJoinedMidTouch, isIdle else { return }
        for subscriber in receivers { subscriber.admit() }
        anyJoinedMidTouch = false
    }

    // MARK: - Retiring subscribers

    /// Keeps a subscription, even if it was marked for removal. Returns false if it has no subscriber in this group.
    func keep(_ subscription: Subscription) -> Bool {
        let subscriber = subscribers.first { $0.subscription === subscription }
        subscriber?.isRetiring = false
        return subscriber != nil
    }

    /// Marks the subscription for removal. ``pruneRetired()`` removes it once the gestures of the contacts that are
    /// down have ended.
    func retire(_ subscription: Subscription) {
        subscribers.first { $0.subscription === subscription }?.isRetiring = true
    }

    /// Removes retiring subscribers whose gestures have ended. Returns true if retiring subscribers are left.
    func pruneRetired() -> Bool {
        let isIdle = isIdle
        remove { $0.isRetiring && $0.openGesture == nil && ($0.joinedMidTouch || $0.refusal != nil || isIdle) }
        return subscribers.contains(where: \.isRetiring)
    }
}

/// What the groups of a device handle.
enum GroupStep {
    case frame(TouchFrame)
    /// The group's deadline has passed.
    case deadline(Timestamp)
    case cancellation(CancellationReason, at: Timestamp)
}

/// Thresholds that the groups of a device share by reference, because a copy in each group and each key would be larger
/// than the rest of the key.
final class SharedThresholds: Equatable {
    let values: Thresholds

    init(_ values: Thresholds) { self.values = values }

    static func == (one: SharedThresholds, other: SharedThresholds) -> Bool {
        one === other || one.values == other.values
    }
}
