internal import GestureModel
internal import GestureProtocol

/// A subscription in a recognition group. It receives only whole gestures.
///
/// The group may be recognising a gesture when a subscriber is added, and continues when a subscriber is removed. A
/// subscriber receives the events of a gesture only after its `began`. It receives no gesture of contacts that were
/// down, or of taps that were made, before it was added, just as if it were alone in its group.
final class Subscriber {
    /// What a subscription reveals about positions.
    enum PositionUse {
        case nothing
        /// The name of the edge from which contacts came in. The client may receive it without positions.
        case namedEdge
        /// Positions: the request has a region, or asks for edges but does not qualify for ``namedEdge``.
        case positions
    }

    /// The things for which the subscriber waits until the group is idle: until no contact or earlier tap can be part
    /// of the next gesture.
    struct Awaited: OptionSet {
        let rawValue: UInt8

        /// Gestures. The subscriber does not receive gestures of the present contacts and taps. Either these began
        /// before the subscriber could receive gestures, or its gesture was cancelled from outside, for example by a
        /// claim.
        static let gestures = Awaited(rawValue: 1)
        /// Positions: they were granted while the group was not idle.
        static let positions = Awaited(rawValue: 2)
    }

    let subscription: Subscription
    let session: ClientSession
    /// The subscription's number and the session's outbox. Stored, because every line would read them through two
    /// references.
    let number: Int
    let outbox: Outbox
    /// The number of the group's hand; nil if hands are not told apart.
    private let hand: Int?
    @exclusivity(unchecked) var encoder: GestureEncoder
    private let positionUse: PositionUse
    /// What the requested gestures would reveal of one finger's path; `nothing` on a touchpad.
    private let pathUse: GestureExpression.PathUse
    /// The number of the device's first touch that the subscriber may receive. A touch that was in progress when the
    /// subscriber was added is excluded.
    let firstTouch: Int
    /// Why the client may not receive gestures; nil if it may.
    @exclusivity(unchecked) var refusal: CancellationReason?
    /// True if the subscription has moved to another group, or has no group on the device now. The subscriber is
    /// removed when the gestures of the contacts that are down have ended.
    var isRetiring = false
    @exclusivity(unchecked) private var awaited: Awaited = []
    @exclusivity(unchecked) private var gesture = ReceivedGesture()
    private var explanations = ExplanationFilter()

    init(
        _ subscription: Subscription, _ encoder: GestureEncoder, on kind: TouchDeviceKind, hand: Int?, firstTouch: Int
    ) {
        self.subscription = subscription
        self.hand = hand
        session = subscription.session
        number = subscription.number
        outbox = session.outbox
        self.encoder = encoder
        positionUse = subscription.request.positionUse
        pathUse = kind == .touchscreen ? subscription.pathUse : .nothing
        self.firstTouch = firstTouch
    }

    var scope: SubscriptionScope { subscription.request.scope }
    var needsPositions: Bool { positionUse == .positions || pathUse == .everything }
    /// The number, within the group, of the gesture whose `began` was sent but whose end was not; nil if there is no
    /// such gesture.
    var openGesture: UInt64? { gesture.open }
    var hasOpenClaim: Bool { openGesture != nil && subscription.request.claims }

    // MARK: - Gestures

    /// The form in which the client receives an event of the group, with the gesture's number for this client.
    enum Receipt {
        case nothing
        case event(gesture: UInt64)
        /// The client receives the gesture late: a `began` instead of the event, and then the end if the event is an
        /// end.
        case lateBegan(gesture: UInt64)
    }

    /// Decides how the client receives the group's next event, and records a gesture that begins or ends for the
    /// client.
    @inline(__always)
    func receive(_ event: GestureEvent) -> Receipt {
        encoder.positions == .granted ? receiveWhole(event) : receiveWithoutPositions(event)
    }

    private func receiveWithoutPositions(_ event: GestureEvent) -> Receipt {
        let isOpen = gesture.open == event.gesture
        let withholdsPath = encoder.withholdsPath(of: event.value)
        if withholdsPath {
            if !isOpen, pathUse != .nothing { return .nothing }
            // The times at which a finger moves reveal its path as well.
            if isOpen, event.phase == .changed, event.value.steps == gesture.steps { return .nothing }
        }
        let receipt = positionUse == .namedEdge && !isOpen ? beginFromEdge(event) : receiveWhole(event)
        if withholdsPath { gesture.steps = event.value.steps }
        return receipt
    }

    @inline(__always)
    private func receiveWhole(_ event: GestureEvent) -> Receipt {
        if case .began = event.phase {
            guard mayBegin else { return .nothing }
            gesture.begin(event.gesture, number: session.nextGesture())
        } else {
            guard gesture.open == event.gesture else { return .nothing }
            if event.phase.isTerminal { gesture.end() }
        }
        return .event(gesture: gesture.number)
    }

    private var mayBegin: Bool { !joinedMidTouch && refusal == nil }

    /// Begins a gesture once its contacts have moved inwards from an edge or along it. Before that, a contact near the
    /// edge may still be a tap on something that is shown there.
    private func beginFromEdge(_ event: GestureEvent) -> Receipt {
        guard mayBegin, gesture.last != event.gesture, let movement = event.value.movement,
            movement.isFromEdge || movement.isAlongEdge
        else { return .nothing }
        if case .cancelled = event.phase { return .nothing }
        gesture.begin(event.gesture, number: session.nextGesture())
        if event.phase == .ended { gesture.end() }
        return .lateBegan(gesture: gesture.number)
    }

    /// The latest gesture that the client received: its number within the group, and its number for this client.
    private struct ReceivedGesture {
        /// The number, within the group, of the latest gesture whose `began` was sent; nil before the first.
        private(set) var last: UInt64?
        /// The number of the latest gesture for this client.
        private(set) var number: UInt64 = 0
        private var isOpen = false
        /// The `GestureValue.steps` that were last sent, of a value whose path is withheld.
        var steps: UInt64 = 0

        /// The number, within the group, of the gesture whose end was not sent; nil if there is no such gesture.
        var open: UInt64? { isOpen ? last : nil }

        mutating func begin(_ gesture: UInt64, number: UInt64) {
            (last, self.number, isOpen, steps) = (gesture, number, true, 0)
        }

        mutating func end() { isOpen = false }
    }

    // MARK: - Touches in progress

    /// True while the subscriber is excluded from gestures of the contacts that are down and of earlier taps.
    var joinedMidTouch: Bool { awaited.contains(.gestures) }

    /// Excludes the subscriber from the gestures of contacts that came down up to now.
    ///
    /// - Parameters:
    ///   - isIdle: True if no contact or earlier tap can be part of the next gesture of the group.
    ///   - contact: The number of the last contact that came down.
    func delay(isIdle: Bool, after contact: Int) {
        explanations.lastUnseenContact = contact
        if isIdle { awaited.remove(.gestures) } else { awaited.insert(.gestures) }
    }

    /// Called when the group falls asleep. When it wakes up, it knows no earlier contacts, so the subscriber receives
    /// its next gesture.
    func endDelay() { awaited.remove(.gestures) }

    /// Called when the subscriber may receive the next gesture. Grants the positions that it waits for.
    func admit() {
        if awaited.contains(.positions) { encoder.positions = .granted }
        awaited = []
    }

    /// Withholds positions, or grants them now.
    func setPositions(_ positions: PositionAccess) {
        awaited.remove(.positions)
        encoder.positions = positions
    }

    /// Grants positions from the next gesture on.
    func awaitPositions() { awaited.insert(.positions) }

    func changeSurface(of device: TouchDevice) {
        encoder = GestureEncoder(
            device: device.id, surface: device.surface, units: subscription.request.units, positions: encoder.positions,
            kind: device.kind, hand: hand)
    }

    // MARK: - Explanations

    /// Which explanations the client receives.
    private struct ExplanationFilter {
        /// The number of the last contact from which the subscriber is excluded. The filter's decisions about that
        /// contact and earlier ones are not sent.
        var lastUnseenContact = 0
        /// The number of explanations that were dropped since the last sent one, because the client does not keep up.
        var dropped = 0
    }

    /// True if the subscriber receives the decisions of the recogniser now: it is not excluded from the current
    /// gestures, not refused, and may receive the numbers in them.
    var receivesFindings: Bool { !joinedMidTouch && receivesExplanations }

    /// True if the subscriber receives the filter's decisions about a contact: it is not excluded from the contact.
    func receivesFindings(of contact: Int) -> Bool { contact > explanations.lastUnseenContact && receivesContacts }

    private var receivesExplanations: Bool {
        // If a contact does not come from the edge, the explanation contains its distance from the edge. That reveals
        // more than the name of an edge. What measures a path does so by its failures, too.
        let revealsMore = positionUse == .namedEdge || pathUse != .nothing
        return refusal == nil && (!revealsMore || encoder.positions == .granted)
    }

    /// True if the client may receive explanations of contacts. Whether the filter holds or rejects a contact, and why,
    /// depends on where the contact came down, so without positions the client receives none.
    private var receivesContacts: Bool { refusal == nil && encoder.positions == .granted }

    /// Called when a contact has come down. Numbers it for a client that may receive explanations of it.
    func number(_ contact: Int, on device: PipelineDevice) {
        guard receivesContacts else { return }
        _ = session.contactNumbers.number(of: contact, on: device)
    }

    /// True if the client keeps up, so that an explanation may be sent.
    var hasRoomForExplanation: Bool { session.outbox.hasRoom }

    /// Sends an explanation, with the number of those that were dropped before it.
    func send(_ explanation: ExplanationLine) {
        session.outbox.append {
            explanation.append(subscription: subscription.number, missed: explanations.dropped, to: &$0)
        }
        explanations.dropped = 0
    }

    /// Counts an explanation that is not sent. The next one that is sent contains the count.
    func dropExplanation() { explanations.dropped += 1 }
}
