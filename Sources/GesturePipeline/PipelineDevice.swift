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
    /// The groups that are awake, in the order in which they were added.
    @exclusivity(unchecked) private(set) var groups: [RecognitionGroup] = []
    /// All groups, in that order.
    private(set) var allGroups: [RecognitionGroup] = []
    private var groupsByKey: [RecognitionGroup.Key: RecognitionGroup] = [:]
    /// The latest time of a frame or deadline. Nothing is cancelled earlier.
    @exclusivity(unchecked) private(set) var time = Timestamp(microseconds: .min)
    /// The next deadline, and the group that it belongs to: the first of several. nil for the filter's, which is before a
    /// group's at the same time because it makes a frame. Stored because it is read several times in a frame.
    @exclusivity(unchecked) private(set) var nextDeadline: (group: RecognitionGroup?, time: Timestamp)?

    /// nil for a device that cannot be read or was removed.
    @exclusivity(unchecked) private var source: Source?
    @exclusivity(unchecked) private var touch: Touch?
    /// The groups with subscribers whose regions have moved away.
    @exclusivity(unchecked) private var retiring: [RecognitionGroup] = []
    /// The first frames of the touch, for groups that wake up because it moves the focus.
    @exclusivity(unchecked) private var recentFrames = RecentFrames()
    /// True if a gesture that claims its contacts has begun.
    @exclusivity(unchecked) private(set) var hasClaims = false
    /// How many touches there were.
    @exclusivity(unchecked) private var touches = 0
    /// True if a focus source reports: a touch may move the focus.
    @exclusivity(unchecked) var keepsRecentFrames = false

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
        allGroups = []
        groupsByKey = [:]
        retiring = []
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
        if touch == nil {
            touch = Touch(start: frame.time)
            touches &+= 1
            recentFrames.removeAll()
            for group in groups { group.beginTouch() }
        }
        if keepsRecentFrames, let touch, isFresh(touch, at: frame.time) { recentFrames.append(frame) }
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

    /// Called when a session or lock changes: the touch that is in progress may be another user's, however recent it is.
    func endHandOver() { recentFrames.close() }

    func rejectHeldContacts() { source?.filter.rejectHeld() }

    // MARK: - Events

    /// Sends the events of a group's last call to its subscribers.
    func sendEvents(of group: RecognitionGroup, _ writer: EventWriter) {
        if group.sendEvents(writer, device: touchDevice.id) { touch?.isReported = true }
        if group.claimTime != nil { hasClaims = true }
    }

    /// Cancels the gestures of other clients whose contacts a gesture that has just begun claims. Called after all groups
    /// have received the frame: until then some do not know the contacts, and would begin with them later. If two gestures
    /// claim in one frame, the first one wins.
    ///
    /// - Parameter isAffected: Whether the first client's claims affect the second.
    func carryOutClaims(_ writer: EventWriter, of isAffected: (ClientSession, ClientSession) -> Bool) {
        hasClaims = false
        for group in groups {
            guard let time = group.claimTime else { continue }
            group.beginClaims()
            for subscriber in group.receivers where subscriber.hasOpenClaim {
                carryOutClaim(of: group, at: time, writer) { isAffected(subscriber.session, $0) }
            }
        }
    }

    private func carryOutClaim(
        of group: RecognitionGroup, at time: Timestamp, _ writer: EventWriter, _ isAffected: (ClientSession) -> Bool
    ) {
        let claimed = (frame?.contacts ?? []).filter { $0.isDown && group.holds($0.id) }.map(\.id)
        for other in groups {
            let holds = other === group || claimed.contains(where: other.holds)
            guard holds || claimed.contains(where: other.sees) else { continue }
            // A gesture of other contacts continues, although its group has seen these.
            for subscriber in other.receivers
            where (holds || subscriber.openGesture == nil) && isAffected(subscriber.session) {
                other.end(subscriber, .outcompeted, at: time, writer)
            }
        }
    }

    /// True if an app that receives the focus may receive the touch in progress: it is so recent that it may have moved the
    /// focus, and no app received a gesture of it.
    func isFresh(_ group: RecognitionGroup, at time: Timestamp) -> Bool {
        guard let touch, group.isUntouched else { return false }
        return isFresh(touch, at: time)
    }

    private func isFresh(_ touch: Touch, at time: Timestamp) -> Bool {
        !touch.isReported && time < touch.start + PipelineDevice.focusDelay
    }

    // MARK: - Groups

    /// Adds a subscriber to the group that recognises `key`. Returns true if a recogniser was built.
    func add(_ subscriber: Subscriber, to key: RecognitionGroup.Key) -> Bool {
        let known = groupsByKey[key]
        let group = known ?? RecognitionGroup(key, on: self)
        let wakes = group.isAsleep && subscriber.refusal == nil
        if wakes { group.wake() }
        group.add(subscriber)
        if known == nil {
            allGroups.append(group)
            groupsByKey[key] = group
            if wakes { groups.append(group) }
        } else if wakes {
            updateGroups()
        }
        return wakes
    }

    /// The number of the next touch.
    var nextTouch: Int { touches + 1 }

    /// Wakes a group, because a subscriber may receive again.
    ///
    /// - Parameter isFocused: True if its app has received the focus. A touch that may have moved the focus is for the app,
    ///   and the group handles its frames.
    func wake(_ group: RecognitionGroup, for subscriber: Subscriber, at time: Timestamp, isFocused: Bool) {
        group.wake()
        guard isFocused, subscriber.firstTouch <= touches else { return }
        guard let touch, isFresh(touch, at: time), !recentFrames.isClosed else { return }
        group.replay(recentFrames.all)
    }

    /// Keeps the subscription in the group of `key`, and retires it in all others. Returns false if it is in no such group.
    func move(_ subscription: Subscription, to key: RecognitionGroup.Key?) -> Bool {
        var isSubscriber = false
        for group in subscription.groups where group.device === self {
            if group.key == key {
                isSubscriber = group.keep(subscription)
            } else {
                group.retire(subscription)
                if !retiring.contains(where: { $0 === group }) { retiring.append(group) }
            }
        }
        pruneRetiredIfNeeded()
        return isSubscriber
    }

    /// Removes retiring subscribers whose gestures have ended.
    func pruneRetiredIfNeeded() {
        guard !retiring.isEmpty else { return }
        retiring.removeAll { !$0.pruneRetired() }
        updateGroups()
    }

    /// Called after groups fell asleep, woke up or lost their subscribers.
    func updateGroups() {
        for group in allGroups where group.subscribers.isEmpty { groupsByKey[group.key] = nil }
        allGroups.removeAll { $0.subscribers.isEmpty }
        groups = allGroups.filter { !$0.isAsleep }
        updateDeadline()
    }
}

/// The frames of the first moments of a touch, in storage that is kept: a frame allocates nothing.
private struct RecentFrames {
    private var frames: [TouchFrame] = []
    private var count = 0
    /// True if the frames of the touch are not kept: there are too many, or they may be another user's.
    private(set) var isClosed = false

    /// 0.15 s of a device with 1000 frames a second.
    private static let capacity = 160

    var all: ArraySlice<TouchFrame> { frames[..<count] }

    mutating func removeAll() {
        count = 0
        isClosed = false
    }

    mutating func close() { isClosed = true }

    mutating func append(_ frame: borrowing TouchFrame) {
        guard !isClosed, count < RecentFrames.capacity else { return isClosed = true }
        if count == frames.count { frames.append(TouchFrame(time: frame.time)) }
        frames[count].time = frame.time
        frames[count].isClicked = frame.isClicked
        frames[count].contacts.removeAll(keepingCapacity: true)
        frames[count].contacts.append(contentsOf: frame.contacts)
        count += 1
    }
}
