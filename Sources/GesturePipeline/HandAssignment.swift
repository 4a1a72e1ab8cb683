internal import GestureModel

/// The hands on a device: which contact belongs to which hand.
///
/// A contact belongs to the hand of the nearest finger when it comes down, if that is less than ``reach`` away; otherwise
/// it begins another hand. It stays with its hand, wherever both go. Fingers that have lifted count for ``stay``, so that
/// the taps in a row of one hand have one number while another hand taps.
final class HandAssignment {
    /// The most hands at the same time. The contacts of further hands belong to none.
    static let most = 8
    /// 200 mm, in points. The fingers of a spread hand are at most about 180 mm from the next one.
    private static let reach = 200 * 160 / 25.4
    /// Longer than a tap waits for the next tap of its row.
    private static let stay = Microseconds.milliseconds(500)

    private struct Finger {
        let contact: Int
        /// nil if there were too many hands.
        let hand: Int?
        var position: Point
        /// nil while the finger is down.
        var lift: Timestamp?
    }

    private var fingers: [Finger] = []

    init() { fingers.reserveCapacity(24) }

    /// Returns the number of a contact's hand, from 1; nil if it has none.
    func hand(of contact: Int) -> Int? { fingers.first { $0.contact == contact }?.hand }

    /// Assigns the contacts that are new in a frame. Handling the same frame again changes nothing, so that each group
    /// that needs the hands may call it.
    func follow(_ frame: borrowing TouchFrame) {
        let time = frame.time
        for index in fingers.indices {
            guard let contact = frame.contacts.first(where: { $0.id == fingers[index].contact }) else {
                fingers[index].lift = fingers[index].lift ?? time
                continue
            }
            fingers[index].position = contact.position
            fingers[index].lift = contact.isDown ? nil : fingers[index].lift ?? time
        }
        fingers.removeAll { $0.lift.map { time >= $0 + Self.stay } ?? false }
        for contact in frame.contacts where contact.isDown && !fingers.contains(where: { $0.contact == contact.id }) {
            fingers.append(
                Finger(contact: contact.id, hand: hand(at: contact.position), position: contact.position, lift: nil))
        }
    }

    private func hand(at position: Point) -> Int? {
        let nearest = fingers.min { ($0.position - position).length < ($1.position - position).length }
        if let nearest, (nearest.position - position).length < Self.reach { return nearest.hand }
        return (1...Self.most).first { number in !fingers.contains { $0.hand == number } }
    }
}
