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
    /// The gesture it was told has begun and not yet that it is over.
    var open: UInt64?
    /// Fingers are down, or a row of taps goes on, that were there before it came.
    var isLate = false
    /// Explanations that it did not get since the last that it did.
    var missed = 0
}
