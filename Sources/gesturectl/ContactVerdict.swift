internal import GestureModel
internal import GesturePage
internal import GestureProtocol

/// What became of a contact that was held back or rejected: why a finger is missing in a gesture.
struct ContactVerdict {
    enum Outcome {
        /// It was held back, and turned out to be a finger.
        case accepted
        /// It was held back until it lifted. Recognisers never received it.
        case dropped
        /// It is no finger, and is ignored until it lifts.
        case rejected
    }

    /// Numbers the device's contacts.
    let contact: Int
    /// When it came down, and where, in points.
    let start: Timestamp
    let position: Point
    let outcome: Outcome
    /// When that was decided.
    let time: Timestamp
    fileprivate let state: ContactReport.State
    fileprivate let cause: ContactReport.Cause?

    /// `contact 3 at 3.2, 189 pt: held back until it lifted at 60 ms: came down at the edge, where hands rest`.
    var sentence: String {
        let age = "\((time - start).count / 1000) ms"
        let words =
            switch outcome {
            case .accepted: "held back until it was accepted as a finger at \(age)"
            case .dropped: "held back until it lifted at \(age)"
            case .rejected: "rejected as \(state.noun) at \(age)"
            }
        let place = "\(Self.tenths(position.x)), \(Self.tenths(position.y)) pt"
        return "contact \(contact) at \(place): \(words)" + (cause.map { ": \($0.phrase)" } ?? "")
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

/// The verdicts on a device's contacts, from a subscription to them.
struct ContactVerdicts {
    private struct Track {
        let start: Timestamp
        let position: Point
        /// Why the contact is held back at present; nil if it is not.
        var hold: (state: ContactReport.State, cause: ContactReport.Cause?)?
        var isRejected = false
    }

    /// In the order in which they were decided.
    private(set) var all: [ContactVerdict] = []
    private var tracks: [Int: Track] = [:]

    mutating func append(_ message: ContactsMessage) {
        for contact in message.contacts { append(contact, at: message.time) }
    }

    private mutating func append(_ contact: ContactsMessage.Contact, at time: Timestamp) {
        // The daemon is this program: it has no words that the program does not know.
        guard case .known(let state) = contact.state else { return }
        var cause: ContactReport.Cause?
        if case .known(let known)? = contact.cause { cause = known }
        var track = tracks[contact.id] ?? Track(start: time, position: contact.position)
        func decide(_ outcome: ContactVerdict.Outcome, _ cause: ContactReport.Cause?) {
            all.append(
                ContactVerdict(
                    contact: contact.id, start: track.start, position: track.position, outcome: outcome, time: time,
                    state: state, cause: cause))
        }
        switch state {
        case .held: track.hold = (state, cause)
        case .finger:
            if let hold = track.hold { decide(.accepted, hold.cause) }
            track.hold = nil
        default:
            if !track.isRejected { decide(track.hold != nil && !contact.isDown ? .dropped : .rejected, cause) }
            track.isRejected = true
            track.hold = nil
        }
        tracks[contact.id] = contact.isDown ? track : nil
    }
}

extension ContactReport.State {
    /// What a contact is rejected as.
    fileprivate var noun: String {
        switch self {
        case .finger, .held: "a finger"
        case .palm: "a palm"
        case .thumb: "a thumb that rests"
        case .ghost: "a ghost touch"
        case .duplicate: "another contact's finger"
        case .faulty: "faulty data"
        case .cancelled: "a contact of cancelled gestures"
        case .penNear: "a hand next to a pen"
        case .off: "a touch of a device that is off"
        }
    }
}
