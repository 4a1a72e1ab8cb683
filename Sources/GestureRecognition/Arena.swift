public import GestureModel

/// Runs one expression over one surface, or a region of it, and is the only place that says what a gesture does.
///
/// Whatever a recogniser answers, the arena's events are `began`, any number of `changed`, and one `ended` or `cancelled`:
/// a recogniser cannot forget to end, nor end twice.
public struct Arena: Sendable {
    private struct Live: Sendable {
        let gesture: UInt64
        var value: GestureValue
        var time: Timestamp
    }

    /// What the last call brought, in order. The storage is kept from call to call.
    public private(set) var events: [GestureEvent] = []

    /// What the last call decided, of each gesture that was open; nothing unless the arena explains.
    public private(set) var findings: [Finding] = []

    private var recogniser: any Recogniser
    /// nil unless the arena explains.
    private var span: TouchSpan?
    private let region: Region?
    private var owned: [Int] = []
    private var inside = TouchFrame(time: Timestamp(microseconds: 0))
    private var half = TouchFrame(time: Timestamp(microseconds: 0))
    private var live: Live?

    /// - Parameters:
    ///   - expression: What to recognise.
    ///   - thresholds: For what is nil in the expression.
    ///   - surface: What the contacts are on; nil where nobody knows. An expression with `edges` traps without.
    ///   - region: In points; the arena hears only of contacts that begin inside, wherever they go then.
    ///   - explains: Whether ``findings`` are kept, which allocates.
    public init(
        _ expression: GestureExpression, thresholds: Thresholds, surface: Surface? = nil, region: Region? = nil,
        explains: Bool = false
    ) {
        recogniser =
            explains
            ? expression.explainedRecogniser(thresholds, surface: surface)
            : expression.recogniser(thresholds, surface: surface)
        span = explains ? TouchSpan() : nil
        self.region = region
        events.reserveCapacity(4)
        // Ten fingers that leave and ten that come.
        inside.contacts.reserveCapacity(24)
        half.contacts.reserveCapacity(24)
    }

    /// The gesture in progress, as it was last reported; nil between gestures.
    public var current: GestureEvent? {
        live.map { GestureEvent(gesture: $0.gesture, phase: .changed, time: $0.time, value: $0.value) }
    }

    /// When ``expire(at:gestures:)`` is due; nil while nothing but a touch can change anything.
    public private(set) var deadline: Timestamp?

    /// Whether nothing that was done so far is of the gesture that may come next.
    public var isIdle: Bool { recogniser.isIdle }

    /// Whether a contact is one of those that the gesture is made of.
    public func holds(_ contact: Int) -> Bool { recogniser.holds(contact) }

    /// Whether a contact that is down is one that the arena hears of: it began inside the region.
    public func sees(_ contact: Int) -> Bool { region == nil || owned.contains(contact) }

    /// - Parameters:
    ///   - frame: The device's next; times do not go back.
    ///   - gestures: The last gesture id that was given out; a gesture that begins takes the next.
    public mutating func update(_ frame: borrowing TouchFrame, gestures: inout UInt64) {
        turnPage()
        guard let region else {
            feed(frame, &gestures)
            return
        }
        guard select(from: frame, region) else { return }
        let inside = inside
        feed(inside, &gestures)
    }

    /// - Precondition: No frame stamped at or before ``deadline`` is still to come.
    public mutating func expire(at deadline: Timestamp, gestures: inout UInt64) {
        turnPage()
        take(recogniser.expire(at: deadline), at: deadline, &gestures)
    }

    /// Ends whatever is in progress for a reason from outside; fingers that are down now start nothing.
    public mutating func cancel(_ reason: CancellationReason, at time: Timestamp) {
        turnPage()
        recogniser.abandon(for: reason, at: time)
        collect()
        span?.forget()
        deadline = nil
        owned.removeAll(keepingCapacity: true)
        close(.cancelled(reason), at: time)
    }

    private mutating func turnPage() {
        if !events.isEmpty { events.removeAll(keepingCapacity: true) }
        if span != nil { findings.removeAll(keepingCapacity: true) }
    }

    /// Takes over what the recogniser's last call decided.
    private mutating func collect() {
        guard let span else { return }
        for finding in recogniser.findings { findings.append(span.date(finding)) }
    }

    /// Where fingers leave and others come in one frame (an id that flickers, a fast drum roll), the recogniser is told of
    /// two frames of the same time: it has one answer a frame, and may have to end one gesture and begin the next.
    private mutating func feed(_ frame: borrowing TouchFrame, _ gestures: inout UInt64) {
        span?.follow(frame)
        let held = frame.contacts.first { $0.isRejected && recogniser.holds($0.id) }
        guard held == nil else {
            reject(held?.phase ?? .faulty, in: frame, &gestures)
            return
        }
        guard frame.contacts.contains(where: { $0.phase == .ended }),
            frame.contacts.contains(where: { $0.phase == .began })
        else {
            take(recogniser.update(frame), at: frame.time, &gestures)
            return
        }
        half.time = frame.time
        half.isClicked = frame.isClicked
        half.contacts.removeAll(keepingCapacity: true)
        for contact in frame.contacts where contact.phase != .began { half.contacts.append(contact) }
        take(recogniser.update(half), at: frame.time, &gestures)
        half.contacts.removeAll(keepingCapacity: true)
        for contact in frame.contacts where contact.phase == .began { half.contacts.append(contact) }
        take(recogniser.update(half), at: frame.time, &gestures)
    }

    /// A finger of the gesture was none. Beside a palm the others may still be meant, and begin anew where they are;
    /// what a device says beside nonsense is nothing to build on.
    private mutating func reject(
        _ phase: Contact.Phase, in frame: borrowing TouchFrame, _ gestures: inout UInt64
    ) {
        half.time = frame.time
        half.isClicked = frame.isClicked
        half.contacts.removeAll(keepingCapacity: true)
        if phase == .palm {
            for var contact in frame.contacts where contact.isDown {
                guard contact.phase == .began || recogniser.holds(contact.id) else { continue }
                contact.phase = .began
                half.contacts.append(contact)
            }
        }
        let reason: CancellationReason = phase == .palm ? .palm : .resynchronised
        recogniser.abandon(for: reason, at: frame.time)
        collect()
        deadline = nil
        close(.cancelled(reason), at: frame.time)
        if !half.contacts.isEmpty { take(recogniser.update(half), at: frame.time, &gestures) }
    }

    /// Fills ``inside`` with the region's contacts, and says whether there are any.
    private mutating func select(from frame: borrowing TouchFrame, _ region: Region) -> Bool {
        inside.time = frame.time
        inside.isClicked = frame.isClicked
        inside.contacts.removeAll(keepingCapacity: true)
        for contact in frame.contacts {
            if contact.phase == .began, region.contains(contact.position) { owned.append(contact.id) }
            guard let index = owned.firstIndex(of: contact.id) else { continue }
            inside.contacts.append(contact)
            if !contact.isDown { owned.remove(at: index) }
        }
        return !inside.contacts.isEmpty
    }

    private mutating func take(_ verdict: Verdict, at time: Timestamp, _ gestures: inout UInt64) {
        deadline = recogniser.deadline
        collect()
        switch verdict {
        case .waiting: break
        case .active(let value): report(value, at: time, &gestures)
        case .finished(let value):
            if live == nil { report(value, at: time, &gestures) }
            live?.value = value
            close(.ended, at: time)
        case .outcompeted: close(.cancelled(.outcompeted), at: time)
        case .failed(let reason):
            if let remains = recogniser.remains {
                if live == nil { report(remains, at: time, &gestures) }
                live?.value = remains
            }
            close(.cancelled(.failed(reason)), at: time)
        }
    }

    /// Time does not go back within a gesture: a frame may have been stamped before a deadline that was expired already.
    private mutating func report(_ value: GestureValue, at time: Timestamp, _ gestures: inout UInt64) {
        if let before = live {
            guard before.value != value else { return }
            let time = max(time, before.time)
            live = Live(gesture: before.gesture, value: value, time: time)
            events.append(GestureEvent(gesture: before.gesture, phase: .changed, time: time, value: value))
        } else {
            gestures += 1
            live = Live(gesture: gestures, value: value, time: time)
            events.append(GestureEvent(gesture: gestures, phase: .began, time: time, value: value))
        }
    }

    /// Time does not go back within a gesture, whatever clock the reason came by.
    private mutating func close(_ phase: GesturePhase, at time: Timestamp) {
        guard let last = live else { return }
        live = nil
        events.append(
            GestureEvent(gesture: last.gesture, phase: phase, time: max(time, last.time), value: last.value))
    }
}
