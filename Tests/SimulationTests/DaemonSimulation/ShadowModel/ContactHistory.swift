public import GestureModel

/// Sees every contact of one device as it comes and goes, and tells whether a gesture had the fresh contacts it needs:
/// down since the subscription, and since the last cancel from outside.
///
/// Only for clients that read what comes with each frame before the next: it compares orders, not times.
public struct ContactHistory: Sendable {
    /// A moment at which a subscription was let in again.
    public struct Turn: Sendable {
        public let moment: Int
        public let time: Timestamp

        public init(moment: Int, time: Timestamp) {
            self.moment = moment
            self.time = time
        }

        public static let never = Turn(moment: 0, time: Timestamp(microseconds: .min / 2))
    }

    /// What the fingers of a gesture have to have come after.
    public struct Bounds: Sendable {
        let moment: Int
        /// The focus is often told later than the touch that moves it.
        let turns: [Turn]

        public init(moment: Int, turns: [Turn] = []) {
            self.moment = moment
            self.turns = turns
        }

        fileprivate func allow(_ contact: Seen) -> Bool {
            contact.moment > moment
                && turns.allSatisfy { turn in
                    contact.moment > turn.moment || contact.time + Microseconds.milliseconds(150) > turn.time
                }
        }
    }

    fileprivate struct Seen: Sendable {
        let place: Point
        let moment: Int
        let time: Timestamp
        /// The moment at which it lifted.
        var end: Int?
    }

    private var contacts: [Int: Seen] = [:]
    private var interruption = 0

    public init() {}

    /// - Parameter moment: Counts everything that happens, so that what came first has the lower number.
    public mutating func see(_ frame: TouchFrame, at moment: Int, _ time: Timestamp) {
        for contact in frame.contacts {
            if contact.phase == .began {
                contacts[contact.id] = Seen(place: contact.position, moment: moment, time: time)
            }
            if contact.phase == .ended { contacts[contact.id]?.end = moment }
        }
        if contacts.count > 256 { forgetOldest() }
    }

    /// No gesture is about contacts with a hundred others after them.
    private mutating func forgetOldest() {
        let moments = contacts.values.map(\.moment).sorted()
        let limit = moments[moments.count / 2]
        contacts = contacts.filter { $0.value.end == nil || $0.value.moment > limit }
    }

    /// How many fingers are down.
    public var count: Int { contacts.values.count { $0.end == nil } }

    /// Everything in progress was cancelled from outside.
    public mutating func interrupt(at moment: Int) {
        interruption = moment
        contacts.removeAll()
    }

    /// - Parameters:
    ///   - bounds: What its fingers have to have come after, as the subscription's `ok`.
    ///   - moment: When the gesture was heard of.
    public func violation(
        of gesture: ShadowModel.Beginning, since bounds: Bounds, at moment: Int
    ) -> Violation? {
        let fresh = contacts.values.filter { contact in
            contact.moment > interruption && bounds.allow(contact)
                && gesture.regions?.contains { $0.contains(contact.place) } ?? true
        }
        // What is told when fingers have lifted: taps, swipes, and what waited for another part to fail.
        let mayHaveLifted = gesture.kind == .tap || gesture.kind == .swipe || gesture.kind.isComposition
        // What was due before a frame is told with it, even where the frame lifts the fingers.
        let count = mayHaveLifted ? fresh.count : fresh.count { $0.end ?? moment == moment }
        // With one tap asked for, the count runs on from taps before.
        let needed = mayHaveLifted ? gesture.contacts : gesture.fingers
        guard count < needed else { return nil }
        return Violation(
            promise: .freshContacts, line: gesture.line,
            text: "gesture \(gesture.gesture) of subscription \(gesture.subscription), a \(gesture.kind) of "
                + "\(needed), with \(count) fresh contacts")
    }
}
