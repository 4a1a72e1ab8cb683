/// The contact filter's decision about a contact that it held back or rejected: why a gesture lacks a finger.
public struct ContactFinding: Hashable, Sendable {
    /// The decision on the contact.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// It was held back, and turned out to be a finger.
        case accepted
        /// It was held back until it lifted. Recognisers never received it.
        case dropped
        /// It is not a finger, and is ignored until it lifts.
        case rejected
    }

    /// The contact's number on its device.
    public var contact: Int
    /// When it came down.
    public var start: Timestamp
    /// Where it came down, in points.
    public var position: Point
    /// The decision.
    public var outcome: Outcome
    /// The filter's classification of the contact.
    public var state: ContactReport.State
    /// Why it was held back or rejected; nil if the state is the reason.
    public var cause: ContactReport.Cause?
    /// What decided; nil if no number did.
    public var measure: ContactReport.Measure?
    /// Why a contact that had been held back is a finger; nil if that is not known.
    package var acceptance: ContactReport.Acceptance?
    /// The time of the frame or deadline at which the decision was made.
    public var time: Timestamp
    /// The number of fingers that were down at that time.
    public var fingers: Int

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - contact: The contact's number on its device.
    ///   - position: Where it came down, in points.
    ///   - start: When it came down.
    ///   - outcome: The decision.
    ///   - state: The filter's classification of the contact.
    ///   - cause: Why it was held back or rejected; nil if the state is the reason.
    ///   - measure: What decided; nil if no number did.
    ///   - fingers: The number of fingers that were down at `time`.
    ///   - time: The time of the frame or deadline at which the decision was made.
    public init(
        contact: Int, at position: Point, start: Timestamp, _ outcome: Outcome, _ state: ContactReport.State,
        _ cause: ContactReport.Cause?, _ measure: ContactReport.Measure? = nil, fingers: Int = 0, at time: Timestamp
    ) {
        (self.contact, self.start, self.position, self.outcome) = (contact, start, position, outcome)
        (self.state, self.cause, self.measure, self.fingers, self.time) = (state, cause, measure, fingers, time)
    }

    /// The time from the contact's touch to ``time``.
    public var elapsed: Microseconds { max(time - start, .zero) }

    /// Returns a sentence such as `contact 3 at 3.1, 189 pt: held back until it lifted at 60 ms: came down at the edge,
    /// where hands rest`.
    ///
    /// - Parameter positions: If withheld, the sentence has no position.
    public func sentence(positions: PositionAccess = .granted) -> String {
        let age = Wording.milliseconds(elapsed)
        let words =
            switch outcome {
            case .accepted:
                "held back until it was accepted as a finger at \(age)"
                    + (acceptance.map { ", because it \($0.phrase)" } ?? "")
            case .dropped: "held back until it lifted at \(age)"
            case .rejected: "rejected as \(state.noun) at \(age)"
            }
        let place = positions == .granted ? " at \(Wording.position(position))" : ""
        return "contact \(contact)\(place): \(words)" + (reason.map { ": \($0)" } ?? "")
    }

    /// The cause with its number, and the setting of the limit if there is one.
    private var reason: String? {
        let number = measure?.phrase
        guard let cause else {
            switch (state, number) {
            case (.palm, nil): return "the device reports a palm"
            case (.palm, let number?), (.thumb, let number?):
                return number + (measure?.setting(of: state).map { "; \($0)" } ?? "")
            default: return nil
            }
        }
        // Only what came down together is more than a hand's.
        if case .arrivals? = measure { return number }
        return number.map { "\(cause.phrase): \($0)" } ?? cause.phrase
    }
}

extension ContactReport.Acceptance {
    fileprivate var phrase: String {
        switch self {
        case .left: "went farther than 4 mm from the edge"
        case .inStep: "moved like a finger next to it"
        case .clear: "lay where fingers do and pressed no harder"
        case .firm: "pressed as hard as a finger"
        case .moved: "moved as far as only fingers do"
        case .together: "came down together with a finger"
        case .lasted: "stayed as long as fingers do"
        }
    }
}

extension ContactReport.Measure {
    /// The number and the limit, such as `pressure 142 ≥ 130`.
    fileprivate var phrase: String {
        switch self {
        case .pressure(let number, let limit): "pressure \(number) \(number < limit ? "<" : "≥") \(limit)"
        case .size(let number, let limit): "size \(number) \(number < limit ? "<" : "≥") \(limit)"
        case .edgeDistance(let distance, let limit):
            "\(Wording.decimal(max(distance, 0), 1)) mm ≤ \(Wording.decimal(limit, 1)) mm"
        case .duration(let time, let limit):
            "\(Wording.milliseconds(time)) \(time < limit ? "<" : "≥") \(Wording.milliseconds(limit))"
        case .arrivals(let count, let limit, let hold):
            "\(count) contacts came down in one frame, and of \(limit) or more each needs \(Wording.milliseconds(hold))"
        }
    }

    /// The setting of the limit. The contact may press harder later, so no value can be named yet.
    fileprivate func setting(of state: ContactReport.State) -> String? {
        switch (self, state) {
        case (.pressure, .palm): "[[device]] palmPressure"
        case (.pressure, .thumb): "[[device]] thumbPressure"
        case (.size, .palm): "[[device]] palmSize"
        case (.size, .thumb): "[[device]] thumbSize"
        default: nil
        }
    }
}

extension ContactFinding: CustomStringConvertible {
    /// The sentence, with the contact's position.
    public var description: String { sentence() }
}

extension ContactReport.State {
    /// The noun for a rejected contact.
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
        case .deadZone: "a touch in a dead zone"
        }
    }
}

extension ContactReport.Cause {
    /// The reason why a contact is held back or rejected, as a phrase.
    public var phrase: String {
        switch self {
        case .edge: "came down at the edge, where hands rest"
        case .nearPalm: "next to a palm"
        case .light: "pressed less than a finger"
        case .brief: "too short for a finger where palms brush the surface"
        case .ghosts: "the device was reporting contacts that no hand makes"
        case .late: "came long after a whole hand"
        case .heavy: "pressed harder than fingers do, where palms rest or next to one"
        case .bothSides: "a palm rests at the other side as well"
        case .jump: "moved further between two frames than a finger can"
        case .follows: "is where another contact was"
        case .continued: "its finger goes on under another number"
        }
    }
}
