public import GestureModel

/// Runs one expression on a surface, or on a region of it, and turns its recogniser's verdicts into events.
///
/// It is the only place that emits events. Whatever a recogniser reports, the events of a gesture are `began`, any
/// number of `changed`, and one `ended` or `cancelled`. No gesture ends twice or before it began.
public struct GestureEmitter: Sendable {
    private struct OpenGesture: Sendable {
        let id: UInt64
        var value: GestureValue
        var time: Timestamp

        /// Changes the value and returns the event; nil if the value is equal. Works in place: a copy of the gesture
        /// costs more.
        mutating func change(to newValue: GestureValue, at newTime: Timestamp) -> GestureEvent? {
            let hasChanged = value != newValue
            // The value is replaced even if it is equal. A composition's recogniser can reuse an older value's tree
            // only if nothing holds that tree any more (see `VerdictBuffer`).
            value = newValue
            guard hasChanged else { return nil }
            time = max(time, newTime)
            return GestureEvent(gesture: id, phase: .changed, time: time, value: newValue)
        }
    }

    /// The events of the last call, in order. The storage is kept from call to call.
    public private(set) var events: [GestureEvent] = []

    /// The decisions of the last call: which gestures were recognised, lost or not reached. Empty unless the emitter
    /// explains.
    public private(set) var findings: [Finding] = []

    /// When ``expire(at:gestures:)`` is due; nil if only a frame can change anything.
    public private(set) var deadline: Timestamp?

    private var recogniser: any Recogniser
    private var verdicts: VerdictBuffer
    private var open: OpenGesture?
    private var region: Region?
    /// The contacts that came down inside the region and are still down.
    private var contactsInside: [Int] = []
    /// Storage for the frame with only the region's contacts.
    private var frameInside = TouchFrame(time: Timestamp(microseconds: 0))
    /// Storage for the frame that restarts the gesture after a palm. In that frame, the remaining contacts come down.
    private var restart = TouchFrame(time: Timestamp(microseconds: 0))
    /// nil unless the emitter explains.
    private var span: TouchSpan?
    /// nil unless the emitter explains an expression of a single gesture. Other recognisers append their findings
    /// themselves.
    private var verdictFindings: VerdictFindings?

    /// - Parameters:
    ///   - expression: The gesture to recognise.
    ///   - thresholds: The values of parameters that are nil in the expression.
    ///   - surface: The surface of the contacts; nil if unknown. An expression with `edges` traps without it.
    ///   - region: In points; nil for the whole surface. Contacts that come down outside are ignored. Contacts that
    ///     come down inside may move anywhere.
    ///   - explains: True to keep ``findings``. This allocates memory.
    public init(
        _ expression: GestureExpression, thresholds: Thresholds, surface: Surface? = nil, region: Region? = nil,
        explains: Bool = false
    ) {
        recogniser = expression.recogniser(thresholds, surface: surface)
        verdicts = VerdictBuffer(explains: explains)
        span = explains ? TouchSpan() : nil
        verdictFindings = explains ? expression.name.map(VerdictFindings.init) : nil
        self.region = region
        events.reserveCapacity(4)
        // Room for ten contacts that lift and ten that come down.
        frameInside.contacts.reserveCapacity(24)
        restart.contacts.reserveCapacity(24)
    }

    /// The gesture in progress, as last reported; nil between gestures.
    public var current: GestureEvent? {
        open.map { GestureEvent(gesture: $0.id, phase: .changed, time: $0.time, value: $0.value) }
    }

    /// True if the recogniser follows no contact and does not wait for one.
    public var isIdle: Bool { recogniser.isIdle }

    /// True if frames without a contact that comes down inside the region change nothing.
    package var isQuiet: Bool { deadline == nil && contactsInside.isEmpty && recogniser.isIdle }

    /// Changes the region for contacts that come down later. Contacts that are down keep the old region.
    ///
    /// - Parameter down: The contacts that are down.
    package mutating func move(to region: Region?, down: [Contact]) {
        if self.region == nil {
            contactsInside.removeAll(keepingCapacity: true)
            for contact in down { contactsInside.append(contact.id) }
        }
        self.region = region
    }

    /// True if the contact is part of the gesture in progress, or of a possible one. With an expression of a single
    /// gesture, also true for a contact of a failed gesture until it lifts.
    public func holds(_ contact: Int) -> Bool { recogniser.holds(contact) }

    /// True if the emitter receives a contact that is down: there is no region, or the contact came down inside.
    package func sees(_ contact: Int) -> Bool { region == nil || contactsInside.contains(contact) }

    /// - Parameters:
    ///   - frame: The device's next frame; times do not go back.
    ///   - gestures: The last gesture id that was assigned. A gesture that begins gets the next one.
    public mutating func update(_ frame: borrowing TouchFrame, gestures: inout UInt64) {
        beginStep()
        guard let region else {
            recognise(frame, &gestures)
            return
        }
        guard select(from: frame, region) else { return }
        let frameInside = frameInside
        recognise(frameInside, &gestures)
    }

    /// - Precondition: No frame with a time at or before ``deadline`` can follow.
    public mutating func expire(at deadline: Timestamp, gestures: inout UInt64) {
        beginStep()
        recogniser.expire(at: deadline, &verdicts)
        apply(at: deadline, &gestures)
    }

    /// Ends the gesture in progress for an external reason. Contacts that are down start no gesture.
    public mutating func cancel(_ reason: CancellationReason, at time: Timestamp) {
        beginStep()
        cancelRecogniser(reason, at: time)
        span?.reset()
        contactsInside.removeAll(keepingCapacity: true)
    }

    private mutating func beginStep() {
        if !events.isEmpty { events.removeAll(keepingCapacity: true) }
        if !findings.isEmpty { findings.removeAll(keepingCapacity: true) }
    }

    private mutating func recognise(_ frame: borrowing TouchFrame, _ gestures: inout UInt64) {
        span?.update(frame)
        if let rejected = frame.contacts.first(where: { $0.isRejected && recogniser.holds($0.id) }) {
            reject(rejected.phase, in: frame, &gestures)
        } else {
            recogniser.update(frame, &verdicts)
            apply(at: frame.time, &gestures)
        }
    }

    /// Called when a contact of the gesture was rejected. After a palm, cancels and restarts with the remaining
    /// contacts. After faulty data, cancels and ignores all contacts.
    private mutating func reject(
        _ phase: Contact.Phase, in frame: borrowing TouchFrame, _ gestures: inout UInt64
    ) {
        restart.clear(for: frame)
        if phase == .palm {
            for var contact in frame.contacts where contact.isDown {
                guard contact.phase == .began || recogniser.holds(contact.id) else { continue }
                contact.phase = .began
                restart.contacts.append(contact)
            }
        }
        cancelRecogniser(phase == .palm ? .palm : .resynchronised, at: frame.time)
        guard !restart.contacts.isEmpty else { return }
        recogniser.update(restart, &verdicts)
        apply(at: frame.time, &gestures)
    }

    /// Fills ``frameInside`` with the region's contacts. Returns false if there are none.
    private mutating func select(from frame: borrowing TouchFrame, _ region: Region) -> Bool {
        frameInside.clear(for: frame)
        for contact in frame.contacts {
            if contact.phase == .began, region.contains(contact.position) { contactsInside.append(contact.id) }
            guard let index = contactsInside.firstIndex(of: contact.id) else { continue }
            frameInside.contacts.append(contact)
            if !contact.isDown { contactsInside.remove(at: index) }
        }
        return !frameInside.contacts.isEmpty
    }

    // MARK: - Verdicts

    private mutating func apply(at time: Timestamp, _ gestures: inout UInt64) {
        deadline = recogniser.deadline
        verdictFindings?.update(&verdicts, at: time, isIdle: recogniser.isIdle)
        for index in 0..<verdicts.count {
            switch verdicts.take(index) {
            case .active(let value): report(value, at: time, &gestures)
            case .ended(let value):
                if open == nil { report(value, at: time, &gestures) }
                open?.value = value
                close(.ended, at: time)
            case .failed(let reason, let partialValue):
                if let partialValue {
                    if open == nil { report(.composition(partialValue), at: time, &gestures) }
                    open?.value = .composition(partialValue)
                }
                close(.cancelled(reason), at: time)
            case nil: assertionFailure("verdict \(index) of \(verdicts.count) was taken")
            }
        }
        clearVerdicts()
    }

    private mutating func cancelRecogniser(_ reason: CancellationReason, at time: Timestamp) {
        let wasIdle = recogniser.isIdle
        recogniser.cancel(reason, at: time, &verdicts)
        verdictFindings?.cancel(reason, &verdicts, at: time, isIdle: wasIdle)
        clearVerdicts()
        deadline = nil
        close(.cancelled(reason), at: time)
    }

    private mutating func clearVerdicts() {
        if let span { for finding in verdicts.findings { findings.append(span.annotate(finding)) } }
        verdicts.removeAll()
    }

    // MARK: - Events

    /// Appends `began`, or `changed` if the value differs from the last one. Within a gesture, time does not go back,
    /// even if a caller violates the precondition of ``expire(at:gestures:)``.
    private mutating func report(_ value: GestureValue, at time: Timestamp, _ gestures: inout UInt64) {
        if case nil = open {
            gestures += 1
            open = OpenGesture(id: gestures, value: value, time: time)
            events.append(GestureEvent(gesture: gestures, phase: .began, time: time, value: value))
        } else if let event = open?.change(to: value, at: time) {
            events.append(event)
        }
    }

    /// Appends the gesture's last event, if a gesture is in progress. The event is not earlier than the one before,
    /// although the time of a cancellation can come from another clock.
    private mutating func close(_ phase: GesturePhase, at time: Timestamp) {
        guard let last = open.take() else { return }
        events.append(
            GestureEvent(gesture: last.id, phase: phase, time: max(time, last.time), value: last.value))
    }
}
