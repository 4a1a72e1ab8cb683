internal import GestureModel
internal import GestureProtocol

/// A subscription's end of a shared arena, with the gate that keeps its grammar whole.
///
/// The arena may be in the middle of a gesture when a subscriber comes, and goes on when one leaves: the gate lets through
/// only what belongs to a gesture whose `began` it let through. Nor does a subscriber hear of a gesture whose fingers were
/// down before it came, or whose first taps were made: alone in its arena it would not either.
struct Subscriber: Sendable {
    let client: Int
    let subscription: Int
    var encoder: GestureEncoder
    let scope: SubscriptionScope
    /// It asked for a region or an edge, which nobody has who may not know where fingers are.
    let needsPositions: Bool
    let claims: Bool
    /// Why its user or app may not receive; nil where it may.
    var refusal: CancellationReason?
    /// Its region has moved away: it hears what its fingers have begun here, and is gone then.
    var isRetiring = false
    /// It may know positions again, from the next gesture on.
    var isToldLater = false
    /// The arena's gesture that it was told has begun, and not yet that it is over.
    var open: UInt64?
    /// What its client knows that gesture by.
    var number: UInt64 = 0
    /// Fingers are down, or a row of taps goes on, that were there before it came.
    var isLate = false
    /// Explanations that it did not get since the last that it did.
    var missed = 0
}

extension Subscriber {
    func isOf(_ subscription: Subscription) -> Bool {
        client == subscription.client && self.subscription == subscription.number
    }
}
