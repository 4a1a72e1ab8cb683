public import GestureModel

/// Records the contacts of one device, and checks that a gesture had the fresh contacts that it needs: those that touched
/// after the subscription and after the last cancel from outside.
///
/// Only for clients that read the lines of each frame before the next one: it compares orders, not times.
public struct ContactHistory: Sendable {
    /// A moment at which access was granted again.
    public struct AccessReturn: Sendable {
        public let moment: Int
        public let time: Timestamp

        public init(moment: Int, time: Timestamp) {
            self.moment = moment
            self.time = time
        }

        public static let never = AccessReturn(moment: 0, time: Timestamp(microseconds: .min / 2))
    }

    /// After which moments the fingers of a gesture must have touched.
    public struct Bounds: Sendable {
        let moment: Int
        /// The focus is often reported later than the touch that moves it.
        let returns: [AccessReturn]

        public init(moment: Int, returns: [AccessReturn] = []) {
            self.moment = moment
            self.returns = returns
        }

        fileprivate func allows(_ contact: TrackedContact) -> Bool {
            contact.moment > moment
                && returns.allSatisfy { accessReturn in
                    contact.moment > accessReturn.moment
                        || contact.time + Microseconds.milliseconds(150) > accessReturn.time
                }
        }
    }

    fileprivate struct TrackedContact: Sendable {
        let position: Point
        let moment: Int
        let time: Timestamp
        /// The moment at which it lifted.
        var end: Int?
    }

    private var contacts: [Int: TrackedContact] = [:]
    private var interruption = 0

    public init() {}

    /// - Parameter moment: The number of the event; earlier events have lower numbers.
    public mutating func add(_ frame: TouchFrame, at moment: Int, _ time: Timestamp) {
        for contact in frame.contacts {
            if contact.phase == .began {
                contacts[contact.id] = TrackedContact(position: contact.position, moment: moment, time: time)
            }
            if contact.phase == .ended { contacts[contact.id]?.end = moment }
        }
        if contacts.count > 256 { removeOldest() }
    }

    /// Removes the older half: no gesture uses contacts that a hundred others followed.
    private mutating func removeOldest() {
        let moments = contacts.values.map(\.moment).sorted()
        let limit = moments[moments.count / 2]
        contacts = contacts.filter { $0.value.end == nil || $0.value.moment > limit }
    }

    /// How many fingers are down.
    public var count: Int { contacts.values.count { $0.end == nil } }

    /// All open gestures were cancelled from outside.
    public mutating func interrupt(at moment: Int) {
        interruption = moment
        contacts.removeAll()
    }

    /// - Parameters:
    ///   - bounds: After which moments its fingers must have touched, for example the subscription's `ok`.
    ///   - moment: When the client received the gesture.
    public func violation(
        of gesture: ShadowModel.BegunGesture, since bounds: Bounds, at moment: Int
    ) -> Violation? {
        let fresh = contacts.values.filter { contact in
            contact.moment > interruption && bounds.allows(contact)
                && gesture.regions?.contains { $0.contains(contact.position) } ?? true
        }
        // Reported after the lift: taps, swipes, and gestures that waited until another part failed.
        let mayHaveLifted = gesture.kind == .tap || gesture.kind == .swipe || gesture.kind.isComposition
        // A deadline before a frame is reported with it, even if the frame lifts the fingers.
        let count = mayHaveLifted ? fresh.count : fresh.count { $0.end ?? moment == moment }
        // If one tap was requested, the count continues from earlier taps.
        let needed = mayHaveLifted ? gesture.contacts : gesture.fingers
        guard count < needed else { return nil }
        return Violation(
            promise: .freshContacts, line: gesture.line,
            text: "gesture \(gesture.gesture) of subscription \(gesture.subscription), a \(gesture.kind) of "
                + "\(needed), with \(count) fresh contacts")
    }
}
