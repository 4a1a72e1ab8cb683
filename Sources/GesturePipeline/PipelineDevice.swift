public import GestureModel
public import TouchInput

/// A device of the pipeline: it makes frames of the device's events, and has the recognition groups that receive them.
public final class PipelineDevice {
    /// Makes frames of events.
    private struct Source {
        var assembler: FrameAssembler
        /// Removes rejected contacts from the frames.
        var filter: ContactFilter
        private(set) var faults = DeviceFaults()

        init(_ assembler: FrameAssembler, _ filter: ContactFilter) {
            self.assembler = assembler
            self.filter = filter
            sumFaults()
        }

        @inline(__always)
        mutating func handle(_ event: InputEvent) -> FrameAssembler.Step {
            let step = assembler.handle(event)
            guard event.type == EventType.synchronization else { return step }
            sumFaults()
            if step == .lost { filter.rejectHeld() }
            return step
        }

        mutating func filterFrame() {
            filter.filterFrame(of: &assembler)
            sumFaults()
        }

        /// Compares first, because faults are rare.
        private mutating func sumFaults() {
            guard assembler.faults.total + filter.faults.total != faults.total else { return }
            faults = assembler.faults + filter.faults
        }
    }

    /// The contacts that are down.
    private struct Touch {
        let start: Timestamp
        /// True if an app received a `began` of theirs.
        var isReported = false
    }

    /// How late the focus may be reported after the click that moves it.
    private static let focusDelay = Microseconds.milliseconds(150)

    /// The device as clients know it.
    @exclusivity(unchecked) public internal(set) var touchDevice: TouchDevice
    /// For the parameters that an expression leaves out. They are part of the groups' keys.
    var thresholds: Thresholds
    @exclusivity(unchecked) private(set) var groups: [RecognitionGroup] = []
    /// The latest time of a frame or deadline. Nothing is cancelled earlier.
    @exclusivity(unchecked) private(set) var time = Timestamp(microseconds: .min)
    /// The next deadline, and the group that it belongs to: the first of several. nil for the filter's, which is before a
    /// group's at the same time because it makes a frame. Stored because it is read several times in a frame.
    @exclusivity(unchecked) private(set) var nextDeadline: (group: RecognitionGroup?, time: Timestamp)?

    /// nil for a device that cannot be read or was removed.
    @exclusivity(unchecked) private var source: Source?
    @exclusivity(unchecked) private var touch: Touch?
    @exclusivity(unchecked) private var hasRetired = false

    /// A device that can be read.
    init(_ touchDevice: TouchDevice, _ assembler: FrameAssembler, _ filter: ContactFilter, _ thresholds: Thresholds) {
        self.touchDevice = touchDevice
        self.thresholds = thresholds
        source = Source(assembler, filter)
    }

    /// A device that cannot be read.
    init(unavailable touchDevice: TouchDevice, _ thresholds: Thresholds) {
        self.touchDevice = touchDevice
        self.thresholds = thresholds
    }

    var isReadable: Bool { source != nil }

    /// The assumption about the surface's size; nil if the size is known.
    var assumption: String? { source?.assembler.assumption }

    /// The latest frame, without rejected contacts. nil if the device cannot be read.
    public var frame: TouchFrame? { source?.filter.frame }

    /// How often the device did what no working device does. nil if the device cannot be read.
    public var faults: DeviceFaults? { source?.faults }

    /// Drops everything: a device that was removed handles no events.
    func close() {
        source = nil
        groups = []
        nextDeadline = nil
    }

    // MARK: - Frames

    @inline(__always)
    func handle(_ event: InputEvent) -> FrameAssembler.Step {
        guard let step = source?.handle(event) else { return .none }
        if step == .frame, let frameTime = source?.assembler.frame.time { time = max(time, frameTime) }
        return step
    }

    func beginResynchronisation() { source?.assembler.beginResynchronisation() }

    func endResynchronisation() { source?.assembler.endResynchronisation() }

    /// Removes rejected contacts from the last frame. Returns false if no contact is left.
    func filterFrame() -> Bool {
        source?.filterFrame()
        return hasContacts()
    }

    /// Makes a frame of the contacts that the filter held until now. Returns false if there are none.
    func releaseHeldContacts(at deadline: Timestamp) -> Bool {
        time = max(time, deadline)
        source?.filter.expire(at: deadline)
        return hasContacts()
    }

    private func hasContacts() -> Bool {
        let hasContacts = source?.filter.frame.contacts.isEmpty == false
        if !hasContacts { updateDeadline() }
        return hasContacts
    }

    /// Called with each frame before the groups receive it.
    func beginFrame() {
        guard let frame = source?.filter.frame else { return }
        guard frame.contacts.contains(where: \.isDown) else { return touch = nil }
        guard touch == nil else { return }
        touch = Touch(start: frame.time)
        for group in groups { group.beginTouch() }
    }

    func update(_ group: RecognitionGroup) {
        guard let frame = source?.filter.frame else { return }
        group.update(frame)
    }

    /// Called after all groups have received a frame, or one has expired.
    func updateDeadline() {
        nextDeadline = source?.filter.deadline.map { (nil, $0) }
        for group in groups {
            guard let deadline = group.deadline else { continue }
            if let next = nextDeadline?.time, next <= deadline { continue }
            nextDeadline = (group, deadline)
        }
    }

    func rejectHeldContacts() { source?.filter.rejectHeld() }

    // MARK: - Events

    /// Sends the events of a group's last call to its subscribers.
    func sendEvents(of group: RecognitionGroup, _ writer: EventWriter) {
        if group.sendEvents(writer, device: touchDevice.id) { touch?.isReported = true }
    }

    /// Cancels the gestures of other clients whose contacts a gesture that has just begun claims. Called after all groups
    /// have received the frame: until then some do not know the contacts, and would begin with them later. If two gestures
    /// claim in one frame, the first one wins.
    func carryOutClaims(_ writer: EventWriter) {
        for group in groups {
            guard let time = group.claimTime, let claimant = group.takeClaimant() else { continue }
            carryOutClaim(of: group, claimant, at: time, writer)
        }
    }

    private func carryOutClaim(
        of group: RecognitionGroup, _ claimant: ClientSession, at time: Timestamp, _ writer: EventWriter
    ) {
        let claimed = (frame?.contacts ?? []).filter { $0.isDown && group.holds($0.id) }.map(\.id)
        for other in groups {
            let holds = other === group || claimed.contains(where: other.holds)
            guard holds || claimed.contains(where: other.sees) else { continue }
            // A gesture of other contacts continues, although its group has seen these.
            for subscriber in other.subscribers
            where subscriber.session !== claimant && (holds || subscriber.openGesture == nil) {
                other.end(subscriber, .outcompeted, at: time, writer)
            }
        }
    }

    /// True if an app that receives the focus may receive the touch in progress: it is so recent that it may have moved the
    /// focus, and no app received a gesture of it.
    func isFresh(_ group: RecognitionGroup, at time: Timestamp) -> Bool {
        guard let touch, !touch.isReported, group.isUntouched else { return false }
        return time < touch.start + PipelineDevice.focusDelay
    }

    // MARK: - Groups

    /// Returns the group that recognises `key`, which it adds if necessary.
    func group(for key: RecognitionGroup.Key) -> RecognitionGroup {
        if let group = groups.first(where: { $0.key == key }) { return group }
        let group = RecognitionGroup(key, surface: touchDevice.surface)
        groups.append(group)
        return group
    }

    func remove(_ subscription: Subscription) {
        for group in groups { group.remove(subscription) }
        removeEmptyGroups()
    }

    /// Keeps the subscription in the group of `key`, and retires it in all others. Returns false if it is in no such group.
    func move(_ subscription: Subscription, to key: RecognitionGroup.Key?) -> Bool {
        var isSubscriber = false
        for group in groups {
            if group.key == key {
                isSubscriber = group.keep(subscription)
            } else {
                group.retire(subscription)
            }
        }
        pruneRetired()
        return isSubscriber
    }

    /// Removes retiring subscribers whose gestures have ended.
    func pruneRetiredIfNeeded() { if hasRetired { pruneRetired() } }

    private func pruneRetired() {
        hasRetired = false
        for group in groups where group.pruneRetired() { hasRetired = true }
        removeEmptyGroups()
    }

    private func removeEmptyGroups() {
        groups.removeAll { $0.subscribers.isEmpty }
        updateDeadline()
    }
}
