internal import GestureModel

/// The decisions about the gestures of a standard set, derived from the classification: recognised, or the reason why
/// not.
struct StandardFindings: Sendable {
    /// The gestures that are still possible.
    private var open: [GestureName] = []
    /// The gestures in progress.
    private var winners: [GestureName] = []

    /// The classification that decided, otherwise the one with the longest motion. The classification of a single
    /// contact counts only if there were never more contacts.
    private var classification: Classification?
    private var mostContacts = 0
    private var firstTouch = Timestamp(microseconds: 0)
    /// The longest time in which no contact came down or lifted and the button did not change.
    private var rest = Microseconds.zero
    private var isClicked = false
    /// The first reasons why the contacts cannot be a tap or a hold, with their times.
    private var tap: (reason: CancellationReason, time: Timestamp)?
    private var longPress: (reason: CancellationReason, time: Timestamp)?

    private static let names = [GestureName.tap, .longPress, .drag, .magnify, .rotate]

    /// The contacts and their classification at one time.
    struct Observation {
        let contacts: [StandardContact]
        let classification: Classification
        let isUndecided: Bool
        let isClicked: Bool
        /// The time since a contact last came down or lifted, or the button changed.
        let rest: Microseconds
        let time: Timestamp
    }

    /// Records the classification of undecided contacts.
    mutating func record(_ observation: Observation?, _ classifier: StandardClassifier) {
        if let observation, observation.isUndecided { recordContacts(observation, classifier) }
    }

    private mutating func recordContacts(_ observation: Observation, _ classifier: StandardClassifier) {
        let (classification, time) = (observation.classification, observation.time)
        var start = time
        for contact in observation.contacts where !contact.isIgnored {
            start = min(start, contact.startTime)
            guard tap == nil else { continue }
            let rejection = classifier.rejectionOfTap(contact, at: time)
            if let rejection, rejection != .outcompeted { tap = (rejection, time) }
        }
        if let last = self.classification {
            firstTouch = min(firstTouch, start)
            let (motion, last) = (classification.motion, last.motion)
            let isFarther = (min(motion.count, 2), motion.farthest) >= (min(last.count, 2), last.farthest)
            if isFarther || classification.gesture != nil {
                self.classification = classification
            }
        } else {
            firstTouch = start
            self.classification = classification
            if open.isEmpty, winners.isEmpty { open = Self.names }
        }
        mostContacts = max(mostContacts, classification.motion.count)
        rest = max(rest, observation.rest)
        isClicked = isClicked || observation.isClicked
        if longPress == nil, let reason = classification.longPress { longPress = (reason, time) }
    }

    /// Appends the findings that follow from the verdicts.
    mutating func apply(
        _ verdicts: inout VerdictBuffer, _ observation: Observation?, _ classifier: StandardClassifier,
        at time: Timestamp
    ) {
        record(observation, classifier)
        for index in 0..<verdicts.count {
            switch verdicts[index] {
            case .active(let value):
                recognise(value, isOver: false, classifier.limits, at: time, &verdicts.findings)
            case .ended(let value):
                recognise(value, isOver: true, classifier.limits, at: time, &verdicts.findings)
                record(observation, classifier)
            case .failed(let reason, _):
                lose(reason, at: time, &verdicts.findings)
                if let observation { recordContacts(observation, classifier) }
                // The contacts of a failed gesture no longer tap. If another verdict follows, they have moved, and no
                // longer hold either.
                exclude(index + 1 < verdicts.count ? [.tap, .longPress] : [.tap])
            }
        }
    }

    /// Called when the contacts made a gesture. Appends findings: the gesture is recognised, and the other gestures are
    /// lost.
    ///
    /// - Parameter isOver: True if the gesture is already over.
    private mutating func recognise(
        _ value: GestureValue, isOver: Bool, _ limits: Thresholds.StandardSet, at time: Timestamp,
        _ findings: inout [Finding]
    ) {
        if winners.isEmpty {
            if case .composition(let tree) = value {
                for node in tree.nodes { if let value = node.value { win(value, at: time, &findings) } }
            } else {
                win(value, at: time, &findings)
            }
            loseOpen(limits, at: time, &findings)
        }
        if isOver { self = Self() }
    }

    /// Called when the gesture in progress failed, because another gesture takes its place or the button was pressed.
    /// Appends a finding for it (two for a transform: magnification and rotation), and clears the state.
    private mutating func lose(_ reason: CancellationReason, at time: Timestamp, _ findings: inout [Finding]) {
        for name in winners { findings.append(Finding(name, .lost(reason), at: time)) }
        self = Self()
    }

    /// Rules out gestures without appending a finding.
    private mutating func exclude(_ names: [GestureName]) { open.removeAll { names.contains($0) } }

    /// Appends a finding for each open gesture, and clears the state. Called when the last contact lifted, or a
    /// deadline passed, without a gesture.
    mutating func end(_ limits: Thresholds.StandardSet, at time: Timestamp, _ findings: inout [Finding]) {
        loseOpen(limits, at: time, &findings)
        self = Self()
    }

    /// Called when the set is cancelled from outside. Appends a finding for each gesture in progress; if there is none,
    /// for each open gesture.
    mutating func cancel(_ reason: CancellationReason, at time: Timestamp, _ findings: inout [Finding]) {
        for name in winners.isEmpty ? open : winners { findings.append(Finding(name, .lost(reason), at: time)) }
        self = Self()
    }

    private mutating func win(_ value: GestureValue, at time: Timestamp, _ findings: inout [Finding]) {
        guard let name = value.name else { return }
        findings.append(Finding(name, .recognised(value), at: time))
        winners.append(name)
        open.removeAll { $0 == name }
    }

    private mutating func loseOpen(_ limits: Thresholds.StandardSet, at time: Timestamp, _ findings: inout [Finding]) {
        for name in open {
            let (reason, time) = rejection(of: name, limits, at: time)
            findings.append(Finding(name, .lost(reason), at: time))
        }
        open.removeAll(keepingCapacity: true)
    }

    /// Returns the reason why the contacts did not make this gesture, and when that became certain.
    private func rejection(
        of name: GestureName, _ limits: Thresholds.StandardSet, at time: Timestamp
    ) -> (CancellationReason, Timestamp) {
        let most = FingerCounts.allowed.upperBound
        if mostContacts > most { return (.failed(.tooManyFingers(mostContacts, limit: most)), time) }
        if isClicked { return (.failed(.clicked), time) }
        switch name {
        case .tap:
            if let tap { return tap }
            if let reason = classification?.tap { return (reason, time) }
            let held = time - firstTouch
            return (
                held < limits.tapDuration
                    ? .outcompeted : .failed(.heldTooLong(for: held, limit: limits.tapDuration)), time
            )
        case .longPress:
            if let longPress { return longPress }
            return (
                rest < limits.holdDuration
                    ? .failed(.liftedEarly(after: rest, limit: limits.holdDuration)) : .outcompeted, time
            )
        case .drag: return (classification?.drag ?? .outcompeted, time)
        case .magnify, .rotate: return (classification?.transform ?? .outcompeted, time)
        default: return (.outcompeted, time)
        }
    }
}
