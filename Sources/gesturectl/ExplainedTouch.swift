internal import GestureModel
internal import GestureProtocol

/// A touch of a recording, with what was decided about its fingers.
struct ExplainedTouch {
    /// A decision; for a gesture that was recognised, with what it became.
    struct Decision {
        let message: ExplanationMessage
        let account: GestureAccount?
    }

    fileprivate(set) var touch: TrackedTouch
    fileprivate(set) var decisions: [Decision] = []
    /// The decisions about the contacts that came down with its fingers.
    fileprivate(set) var contacts: [ExplanationMessage] = []

    fileprivate init(_ touch: TrackedTouch) { self.touch = touch }

    /// The decisions about the gestures of each subscription.
    var decisionsBySubscription: [[Decision]] {
        Dictionary(grouping: decisions, by: \.message.subscription).sorted { $0.key < $1.key }.map(\.value)
    }

    /// `pinch: of finger 1 (moved 21 mm up) and finger 3 (still)`, as the touch lists them; nil if all of them made the
    /// gesture, or if it is not known which did.
    func makers(of account: GestureAccount) -> String? {
        let palms = Set(contacts.filter { $0.outcome == .known(.rejected) }.compactMap(\.contact?.id))
        let listed = touch.byTouchDown
        let own = listed.indices.filter { index in
            let (finger, end) = (listed[index], listed[index].end ?? touch.end)
            if account.message.value.isMotion { return finger.start <= account.start && end >= account.start }
            return !palms.contains(finger.id) && end <= account.message.time
                && account.message.time - end <= TrackedTouch.together
        }
        guard own.count == account.fingers, own.count < listed.count else { return nil }
        let names = own.map { "finger \($0 + 1) (\(touch.way(of: listed[$0])))" }
        return "\(account.noun): of \(names.joined(separator: " and "))"
    }

    /// True if the fingers pressed the touchpad's button and made no gesture.
    var isClick: Bool { accounts.isEmpty && decisions.contains(where: \.message.isClick) }

    /// The gestures of the touch, each once: fingers that part and turn have two decisions about one.
    var accounts: [GestureAccount] {
        decisions.compactMap(\.account).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension [ExplainedTouch] {
    /// Made in one pass, because a recording may have thousands of touches.
    ///
    /// - Parameters:
    ///   - touches: The touches of one device, in the order in which they began.
    ///   - explanations: The decisions about gestures, in their order.
    ///   - contacts: The decisions about contacts, in their order.
    init(
        _ touches: [TrackedTouch], _ explanations: [ExplanationMessage], _ gestures: [GestureAccount],
        contacts: [ExplanationMessage]
    ) {
        let ranges = explanations.map { touches.range(from: $0.touch, to: $0.time) }
        var continues = [Bool](repeating: false, count: touches.count)
        for range in ranges + gestures.map({ touches.range(from: $0.start, to: $0.message.time) }) {
            guard let range, range.count > 1, touches.areContinuous(range) else { continue }
            for index in range.dropFirst() { continues[index] = true }
        }
        self = []
        var numbers: [Int] = []
        for (touch, continuesLast) in zip(touches, continues) {
            if continuesLast { self[count - 1].touch.join(touch) } else { append(ExplainedTouch(touch)) }
            numbers.append(count - 1)
        }
        for ((explanation, account), range) in zip(zip(explanations, gestures.accounts(of: explanations)), ranges) {
            guard let range else { continue }
            self[numbers[range.lowerBound]].decisions.append(.init(message: explanation, account: account))
        }
        for contact in contacts where !isEmpty { self[index(of: contact)].contacts.append(contact) }
    }

    /// The touch in which a contact became a finger; of one that was left out, the first that had not ended when it came
    /// down.
    private func index(of contact: ExplanationMessage) -> Int {
        let latest = Swift.max(count(reachedBy: contact.time, \.touch.appearance) - 1, 0)
        guard contact.outcome != .known(.accepted) else { return latest }
        let before = Timestamp(microseconds: contact.touch.microseconds - 1)
        return Swift.min(count(reachedBy: before, \.touch.end), latest)
    }
}

extension [TrackedTouch] {
    /// Returns the touches from that with the first finger of a decision to the last that had begun when it was made;
    /// nil if none had begun. They are several if the decision came only after a wait, or if a lift was held back.
    ///
    /// - Parameters:
    ///   - start: When the first finger came down.
    ///   - time: When it was decided.
    func range(from start: Timestamp, to time: Timestamp) -> ClosedRange<Int>? {
        guard let last = lastIndex(startingBy: time, \.appearance) else { return nil }
        var first = last
        while first > 0, start < self[first].firstTouchDown { first -= 1 }
        return first...last
    }

    /// True if the touches are one to recognisers: each lift was held back until the next finger came.
    func areContinuous(_ range: ClosedRange<Int>) -> Bool {
        range.dropLast().allSatisfy { self[$0 + 1].start - self[$0].end <= TrackedTouch.heldLift }
    }

    /// The last touch that had begun by a time; nil if none had.
    ///
    /// - Parameter moment: What counts as its beginning: its start or its appearance, which both increase from touch to
    ///   touch.
    func lastIndex(startingBy time: Timestamp, _ moment: KeyPath<TrackedTouch, Timestamp>) -> Int? {
        let number = count(reachedBy: time, moment)
        return number > 0 ? number - 1 : nil
    }
}

extension Array {
    /// Of how many elements a moment has come by a time, if the moments increase.
    fileprivate func count(reachedBy time: Timestamp, _ moment: KeyPath<Element, Timestamp>) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle][keyPath: moment] <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
