public import GestureModel
public import TouchInput

/// A device of the pipeline: it makes frames of the device's events, and has the recognition groups that receive them.
public final class PipelineDevice {
    /// The contacts that are down.
    private struct Touch {
        let start: Timestamp
        /// True if an app received a `began` of theirs.
        var isReported = false
    }

    /// Who sees the device as it is turned with its output. A trusted user always does.
    enum Viewer: Equatable {
        case everyone
        /// nil if no user is active on the seat.
        case user(UInt32?)
    }

    /// How late the focus may be reported after the click that moves it.
    private static let focusDelay = Microseconds.milliseconds(150)

    /// The device as clients know it.
    @exclusivity(unchecked) public internal(set) var touchDevice: TouchDevice
    var settings: DeviceSettings
    private(set) var assignment = OutputAssignment.none
    private(set) var viewer = Viewer.everyone
    /// For the parameters that an expression leaves out. They are part of the groups' keys.
    private(set) var sharedThresholds: SharedThresholds
    /// The groups that are awake, in the order in which they were added.
    @exclusivity(unchecked) private(set) var groups: [RecognitionGroup] = []
    /// All groups, in that order.
    private(set) var allGroups: [RecognitionGroup] = []
    private var groupsByKey: [RecognitionGroup.Key: RecognitionGroup] = [:]
    /// The number of the last group that was added.
    private var lastGroup = 0
    /// The latest time of a frame or deadline. Nothing is cancelled earlier.
    @exclusivity(unchecked) private(set) var time = Timestamp(microseconds: .min)
    /// The next deadline, and the group that it belongs to: the first of several. nil for the filter's, which is before a
    /// group's at the same time because it makes a frame. Stored because it is read several times in a frame.
    @exclusivity(unchecked) private(set) var nextDeadline: (group: RecognitionGroup?, time: Timestamp)?

    /// nil for a device that cannot be read or was removed.
    @exclusivity(unchecked) private var source: FrameSource?
    @exclusivity(unchecked) private var turned: TurnedSurface
    /// Withholds the touches next to a pen, and those of a device that is switched off.
    @exclusivity(unchecked) private var gate = TouchGate()
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

    /// - Parameter source: nil for a device that cannot be read.
    init(_ touchDevice: TouchDevice, _ source: FrameSource?, _ settings: DeviceSettings, _ thresholds: Thresholds) {
        self.touchDevice = touchDevice
        self.source = source
        self.settings = settings
        sharedThresholds = SharedThresholds(thresholds)
        turned = TurnedSurface(touchDevice)
    }

    var isReadable: Bool { source != nil }

    var thresholds: Thresholds {
        get { sharedThresholds.values }
        set { if newValue != sharedThresholds.values { sharedThresholds = SharedThresholds(newValue) } }
    }

    /// The assumption about the surface's size; nil if the size is known.
    var assumption: String? { source?.assembler.assumption }

    /// The latest frame, without rejected contacts, not turned with the output. nil if the device cannot be read.
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

    func beginResynchronisation() {
        gate.clearIgnored()
        source?.assembler.beginResynchronisation()
    }

    func endResynchronisation() { source?.assembler.endResynchronisation() }

    /// Removes rejected contacts from the last frame. Returns false if no contact is left.
    func filterFrame() -> Bool {
        source?.filterFrame()
        applyGate()
        return hasContacts()
    }

    /// Makes a frame of the contacts that the filter held until now. Returns false if there are none.
    func releaseHeldContacts(at deadline: Timestamp) -> Bool {
        time = max(time, deadline)
        source?.filter.expire(at: deadline)
        applyGate()
        return hasContacts()
    }

    private func applyGate() {
        guard !gate.isWideOpen else { return }
        source?.apply(&gate)
    }

    /// True if no touch counted up to `time`, since the gestures in progress were last cancelled for it.
    func isGateClosed(at time: Timestamp) -> Bool { gate.isClosed(at: max(time, self.time)) }

    /// Changes which touches count. The gestures in progress are cancelled by the caller.
    ///
    /// The touch in progress is over for the groups: none of them may begin with its first frames when it wakes up.
    func changeGate(_ change: (inout TouchGate) -> Void) {
        change(&gate)
        guard !gate.isWideOpen else { return }
        touch = nil
        recentFrames.close()
    }

    private func hasContacts() -> Bool {
        let hasContacts = source?.filter.frame.contacts.isEmpty == false
        if !hasContacts { updateDeadline() }
        return hasContacts
    }

    /// Called with each frame before the groups receive it.
    func beginFrame() {
        guard let frame = source?.filter.frame else { return }
        turned.turn(frame)
        guard frame.contacts.contains(where: \.isDown) else { return touch = nil }
        if touch == nil {
            touch = Touch(start: frame.time)
            touches &+= 1
            recentFrames.removeAll()
            for group in groups { group.beginTouch() }
        }
        guard keepsRecentFrames, let touch, isFresh(touch, at: frame.time) else { return }
        recentFrames.append(turned.isTurned ? turned.frame : frame)
    }

    func update(_ group: RecognitionGroup) {
        if turned.isTurned { return group.update(turned.frame) }
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

    // MARK: - Output

    /// Turns the device with its output. Gestures in progress were cancelled if that turns it. The groups are to be placed
    /// again: regions mean another part of the surface.
    func assign(_ assignment: OutputAssignment, viewer: Viewer) {
        let isTurned = assignment.transform != self.assignment.transform
        (self.assignment, self.viewer) = (assignment, viewer)
        touchDevice.output = assignment.touchOutput
        guard isTurned else { return }
        turned.turn(to: assignment.transform)
        (touchDevice.surface, touchDevice.resolution) = (turned.surface, turned.resolution)
        // The frames of the touch in progress are turned otherwise.
        recentFrames.close()
        for group in allGroups { group.changeSurface() }
        updateDeadline()
    }

    /// The device as users see it who have not turned it.
    var unturned: TouchDevice { turned.unturned(touchDevice) }

    /// The part of the surface that shows the focused window, in fractions; nil if it is not known, or the window is on
    /// another output.
    func part(shownBy focus: FocusState?) -> Region? {
        guard touchDevice.kind == .touchscreen, let focus else { return nil }
        return focus.output.map(assignment.shows) ?? true ? focus.window : nil
    }

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
        let group = groupsByKey[key] ?? addGroup(key)
        let wakes = group.isAsleep && subscriber.refusal == nil
        if wakes { group.wake() }
        group.add(subscriber)
        place(group)
        return wakes
    }

    private func addGroup(_ key: RecognitionGroup.Key) -> RecognitionGroup {
        lastGroup += 1
        let group = RecognitionGroup(key, on: self, number: lastGroup)
        allGroups.append(group)
        groupsByKey[key] = group
        return group
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
        let pruned = retiring
        retiring.removeAll { !$0.pruneRetired() }
        for group in pruned { place(group) }
    }

    /// Called after the group woke up, fell asleep, or lost a subscriber. The cost does not depend on the other groups, unless
    /// the next deadline was the group's.
    func place(_ group: RecognitionGroup) {
        if group.subscribers.isEmpty { remove(group) }
        if group.isAsleep { groups.removeByNumber(group) } else { groups.insertByNumber(group) }
        let changesDeadline = group.isAsleep ? nextDeadline?.group === group : group.deadline != nil
        if changesDeadline { updateDeadline() }
    }

    private func remove(_ group: RecognitionGroup) {
        allGroups.removeByNumber(group)
        // A newer group may have the key.
        guard groupsByKey[group.key] === group else { return }
        groupsByKey[group.key] = nil
        // A dictionary does not return the memory of the entries that it once had.
        guard groupsByKey.capacity > 64, groupsByKey.count < groupsByKey.capacity / 8 else { return }
        groupsByKey = Dictionary(uniqueKeysWithValues: groupsByKey.lazy.map { ($0, $1) })
    }
}
