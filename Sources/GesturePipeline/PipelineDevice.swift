public import GestureModel
public import TouchInput

/// A device of the pipeline: a ``FrameSource``, which makes frames from the device's events, and ``RecognitionGroups``,
/// which make gesture events from the frames.
///
///     event ─► FrameSource ─► frame, turned with the output ─► group ─► subscriber
public final class PipelineDevice {
    /// The device as its ``viewer`` receives it: turned with its output.
    @exclusivity(unchecked) public internal(set) var touchDevice: TouchDevice
    var settings: DeviceSettings
    private var accommodation: AccommodationSettings?
    /// The thresholds for parameters that an expression omits. They are part of the groups' keys.
    private(set) var sharedThresholds: SharedThresholds
    /// nil for a device that cannot be read or was removed.
    private var source: FrameSource?
    @exclusivity(unchecked) private var turned: TurnedSurface
    @exclusivity(unchecked) private(set) var touch = RecentTouch()
    @exclusivity(unchecked) private(set) var groups = RecognitionGroups()
    /// Sends all contacts to the subscriptions that request them.
    @exclusivity(unchecked) private var contactFeed = ContactFeed()
    /// The decisions on contacts that were held back or rejected; nil if no group explains.
    @exclusivity(unchecked) private var contactFindings: ContactFindings?
    /// The latest time of a frame, or of a deadline at which held contacts were released. ``cancelGestures(_:at:)``
    /// uses no earlier time.
    @exclusivity(unchecked) private(set) var time = Timestamp(microseconds: .min)
    /// The latest deadline of a group that has expired.
    @exclusivity(unchecked) private var lastDeadline = Timestamp(microseconds: .min)
    /// Has every device, so it lives longer.
    private unowned let pipeline: Pipeline
    let writer: EventWriter

    /// - Parameter source: nil for a device that cannot be read.
    init(
        _ touchDevice: TouchDevice, _ source: FrameSource?, _ settings: DeviceSettings, _ thresholds: Thresholds,
        _ pipeline: Pipeline
    ) {
        self.touchDevice = touchDevice
        self.source = source
        self.pipeline = pipeline
        writer = pipeline.writer
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

    /// The latest frame, without rejected, held and ignored contacts, and not turned with the output; nil if the device
    /// cannot be read.
    public var frame: TouchFrame? { source?.frame }

    /// The faults of the device; nil if it cannot be read.
    public var faults: DeviceFaults? { source?.faults }

    /// The number of ``faults``.
    public var faultCount: Int { source?.faultCount ?? 0 }

    /// Called when the device was removed. The device handles no events afterwards.
    func close() {
        source = nil
        groups = RecognitionGroups()
    }

    // MARK: - Frames

    /// Handles the next events. Deadlines before a frame expire first, and the gestures of a frame are sent before the
    /// next frame. A loss of events cancels the gestures.
    public func handle(_ events: UnsafeBufferPointer<InputEvent>) {
        var next = 0
        while next < events.count {
            guard let step = source?.handle(events, from: &next) else { return }
            switch step {
            case .frame: handleFrame()
            case .lost: cancelGestures(.resynchronised, at: events[next - 1].time)
            case .none: break
            }
        }
    }

    /// Handles the next event, or the next part of the device's state. When events were lost, so that the state is not
    /// known, cancels the gestures.
    public func handle(_ event: DeviceEvent) {
        switch event {
        case .event(let event):
            withUnsafePointer(to: event) { handle(UnsafeBufferPointer(start: $0, count: 1)) }
        case .state(let event):
            var next = 0
            withUnsafePointer(to: event) { _ = source?.handle(UnsafeBufferPointer(start: $0, count: 1), from: &next) }
        case .stateLost(let time):
            cancelGestures(.resynchronised, at: time)
            source?.beginResynchronisation()
        case .stateKnown: source?.endResynchronisation()
        }
    }

    private func handleFrame() {
        if let assembled = source?.assembler.frame.time { time = max(time, assembled) }
        let time = time
        expire { $0 < time }
        source?.makeFrame()
        if case .grabbed = touchDevice.availability, source?.frame.contacts.isEmpty == false {
            pipeline.opened(self)
        }
        // Deadlines at the frame's own time expire, too: a press with a minimum duration of 0 is complete in its first
        // frame.
        if handleContacts() { expire { $0 <= time } }
        pipeline.onLinesQueued()
    }

    /// Handles the contacts of the latest frame. Gestures are sent before the contacts, because programs act on
    /// gestures.
    ///
    /// - Returns: False if the frame has no finger.
    @discardableResult
    private func handleContacts() -> Bool {
        guard let frame = source?.frame else { return false }
        let reports = source?.reportsContacts == true
        if reports { explainContacts() }
        if let confirmed = source?.confirmed { updateGroups(confirmed: confirmed) }
        if !frame.contacts.isEmpty {
            if turned.isTurned { updateGroups(turned.turned(frame)) } else { updateGroups(frame) }
        }
        if reports { sendContacts() }
        return !frame.contacts.isEmpty
    }

    /// Hands the groups the steps that were held back. They come no earlier than a deadline that has passed since.
    private func updateGroups(confirmed: TouchFrame) {
        var frame = confirmed
        frame.time = min(max(frame.time, lastDeadline + Microseconds(1)), time)
        if turned.isTurned { updateGroups(turned.turned(frame)) } else { updateGroups(frame) }
    }

    private func updateGroups(_ frame: TouchFrame) {
        if touch.follow(frame) { groups.beginTouch() }
        recognise(.frame(frame), in: groups.awake)
    }

    /// When ``expire(while:)`` is due; nil if only an event can change anything.
    var deadline: Timestamp? {
        guard let release = source?.deadline else { return groups.nextDeadline?.time }
        return groups.nextDeadline.map { min($0.time, release) } ?? release
    }

    /// Handles the next deadlines, as long as `isDue` returns true for them.
    func expire(while isDue: (Timestamp) -> Bool) {
        while let deadline, isDue(deadline) {
            // If the filter and a group have the same deadline, the filter's comes first, because it makes a frame.
            if source?.deadline == deadline {
                time = max(time, deadline)
                source?.releaseHeld(at: deadline)
                handleContacts()
            } else if let group = groups.nextDeadline?.group {
                lastDeadline = deadline
                recognise(.deadline(deadline), in: CollectionOfOne(group))
            }
        }
    }

    /// Cancels all gestures. Contacts that are down begin no gesture.
    func cancelGestures(_ reason: CancellationReason, at time: Timestamp) {
        let time = max(time, self.time)
        source?.rejectHeld()
        recognise(.cancellation(reason, at: time), in: groups.awake)
    }

    /// Lets groups handle a step, one after the other: each recognises and sends gestures. When all have done so, carries
    /// out claims, updates the next deadline, and removes retired subscribers.
    @inline(__always)
    private func recognise(_ step: GroupStep, in stepping: some Sequence<RecognitionGroup>) {
        var hasClaims = false
        var explains = false
        writer.beginStep(groups: groups.awake.count, isCrowd: groups.isCrowd)
        for group in stepping {
            if group.key.explains, !explains {
                explains = true
                pipeline.onLinesQueued()
                writer.explanations.beginStep()
            }
            let outcome = group.handle(step)
            if outcome.reportsTouch { touch.report() }
            hasClaims = hasClaims || outcome.claims
            if let time = outcome.lastTime { pipeline.closeOverrunIfNeeded(at: time) }
        }
        writer.endStep()
        if hasClaims { carryOutClaims() }
        groups.updateDeadline()
        if groups.pruneRetired() { pipeline.onReceiversChanged() }
    }

    // MARK: - Contacts

    func changeFeed(_ change: (inout ContactFeed) -> Void) {
        change(&contactFeed)
        requestReports()
        pipeline.onReceiversChanged()
    }

    /// Requests reports if there is a subscription to contacts or an awake group explains; otherwise stops them.
    private func requestReports() {
        if groups.explains != (contactFindings != nil) { contactFindings = groups.explains ? ContactFindings() : nil }
        source?.reportsContacts = contactFeed.isActive || groups.explains
    }

    private func sendContacts() {
        defer { pipeline.closeOverrunIfNeeded(at: time) }
        guard contactFeed.isActive, let source else { return }
        pipeline.onLinesQueued()
        contactFeed.begin(at: source.frame.time, isFirst: source.filter.reports.begin)
        for var report in source.reports {
            report.position = turned.turned(report.position)
            contactFeed.append(report)
        }
        contactFeed.send { pipeline.mayReceive($0, on: self) }
    }

    /// Sends the decisions about contacts that were held back or rejected.
    private func explainContacts() {
        guard contactFindings != nil else { return }
        // A group whose subscribers have retired is removed without ``refresh(_:)``, so perhaps no group explains any
        // more.
        guard let source, groups.explains else { return requestReports() }
        writer.explanations.beginStep()
        for report in source.reports where report.phase == .began {
            for group in groups.awake where group.key.explains { group.number(report.id) }
        }
        contactFindings?.update(source.reports, at: source.frame.time)
        for var finding in contactFindings?.latest ?? [] {
            finding.position = turned.turned(finding.position)
            for group in groups.awake where group.key.explains { group.explain(finding) }
        }
    }

    /// The highest number of a contact that has come down since a group began to explain; 0 if no contact has, or if no
    /// group explains.
    var lastContact: Int { contactFindings?.lastContact ?? 0 }

    // MARK: - Claims

    /// If gestures that have just begun claim their contacts, cancels other clients' gestures of these contacts.
    private func carryOutClaims() {
        var claims = ContactClaims(pipeline.access)
        let down = frame?.contacts ?? []
        for group in groups.awake {
            guard let time = group.claimTime else { continue }
            group.beginClaims()
            claims.collect(of: group, at: time, down)
        }
        claims.carryOut(on: groups.awake)
    }

    // MARK: - Pens, lid and hinge

    /// True if all touches are ignored at `time`, so that no gesture is in progress.
    func isGateClosed(at time: Timestamp) -> Bool { source?.gate.isClosed(at: max(time, self.time)) ?? false }

    /// Changes which touches are ignored. The caller has cancelled the gestures that must not continue.
    ///
    /// If touches can be ignored from now on, the touch in progress is over for the groups: a group that wakes up later
    /// must not begin with the first frames of that touch.
    func changeGate(_ change: (inout TouchGate) -> Void) {
        if source?.changeGate(change) == false { touch.end() }
    }

    // MARK: - Unsteady hands

    /// - Parameter settings: nil for hands that need none.
    func accommodate(_ settings: AccommodationSettings?) {
        guard settings != accommodation else { return }
        if source?.frame.contacts.isEmpty == false { cancelGestures(.deviceLost, at: time) }
        accommodation = settings
        source?.setAccommodation(settings)
    }

    // MARK: - Output

    /// Sets the device's output, and turns the device with it. If the transform changes, the caller has cancelled
    /// gestures in progress, and must regroup the subscriptions, because regions refer to another part of the surface.
    func assign(_ assignment: OutputAssignment, viewer: TurnedSurface.Viewer) {
        let isTurned = turned.assign(assignment, viewer)
        touchDevice.output = assignment.touchOutput
        guard isTurned else { return }
        touchDevice.area = turned.area
        // No group may begin with the frames of the touch in progress, because they had another transform.
        touch.closeFrames()
        for group in groups.all { group.changeSurface() }
        contactFeed.changeSurface(of: touchDevice)
        groups.updateDeadline()
    }

    var assignment: OutputAssignment { turned.assignment }

    /// The user to whom the device appears turned.
    var viewer: TurnedSurface.Viewer { turned.viewer }

    /// The device as seen by users to whom it does not appear turned.
    var unturned: TouchDevice { turned.unturned(touchDevice) }

    /// Returns the part of a touchscreen's surface that shows the focused window, in fractions; nil for a touchpad, or
    /// if the window's position is not known, or if the window is on another output.
    func part(shownBy focus: FocusState?) -> Region? {
        guard touchDevice.kind == .touchscreen, let focus else { return nil }
        return focus.output.map(assignment.shows) ?? true ? focus.window : nil
    }

    // MARK: - Focus

    /// True if the first frames of a touch are kept, for an app to which the touch may move the focus. Set if the focus
    /// of a user who receives the device's gestures was reported.
    var keepsRecentFrames: Bool {
        get { touch.keepsFrames }
        set { touch.keepsFrames = newValue }
    }

    /// Discards the first frames of the touch in progress, so that no group of an app that receives the focus later
    /// begins with them. Called when sessions or rules change, or the machine is suspended or resumed: the touch may
    /// belong to another user, however recent it is.
    func withholdTouch() { touch.closeFrames() }

    /// Withholds the touch in progress from the apps of a user whose lock has changed. Other users' apps may still
    /// receive it.
    func withholdTouch(fromAppsOf user: UInt32) { touch.exclude(user) }

    /// Called when a gesture of the touch was sent to a subscriber. If the subscriber has the scope `focused`, no other
    /// app may receive the touch.
    func setTouchReported(to subscriber: Subscriber) { if subscriber.scope == .focused { touch.report() } }

    /// True if an app that receives the focus may receive the touch in progress. The touch must be recent enough to
    /// have moved the focus, and must not continue an earlier gesture of the group. A touch is excluded if a subscriber
    /// with the scope `focused` has received a gesture of it, or if the user's lock has changed during it.
    func mayReceiveTouch(_ group: RecognitionGroup, _ subscriber: Subscriber, at time: Timestamp) -> Bool {
        group.beganWithTouch && touch.mayHaveMovedFocus(at: time, toAppOf: subscriber.session.user)
    }

    /// Wakes a group because a subscriber may receive gestures again.
    ///
    /// - Parameter isFocused: True if the subscriber's app has received the focus. The group then handles the frames of
    ///   a touch that may have moved the focus.
    func wake(_ group: RecognitionGroup, for subscriber: Subscriber, at time: Timestamp, isFocused: Bool) {
        group.wake()
        guard isFocused, subscriber.firstTouch <= touch.count,
            touch.mayHaveMovedFocus(at: time, toAppOf: subscriber.session.user)
        else { return }
        if let frames = touch.frames { group.replay(frames) }
    }

    // MARK: - Receivers

    /// True if a client may receive the next frame, or would receive the touch in progress if it moved the focus to the
    /// client's app. While it is false, the device need not be read, and should not be: otherwise the processor time of
    /// the daemon, which every user can read, would show each touch. Before it is read again, its state must be queried
    /// (``DeviceEvent/stateLost(_:)``).
    public var isAwaited: Bool {
        if !groups.awake.isEmpty || touch.keepsFrames && groups.all.contains(where: \.awaitsFocus) { return true }
        return contactFeed.hasReceiver { pipeline.mayReceive($0, on: self) }
    }

    // MARK: - Groups

    /// The number of the next touch.
    var nextTouch: Int { touch.count + 1 }

    /// Adds a subscriber to the group that recognises `key`. Returns true if a recogniser was built.
    func add(_ subscriber: Subscriber, to key: RecognitionGroup.Key) -> Bool {
        let group = groups.group(for: key, on: self)
        let wakes = group.isAsleep && subscriber.refusal == nil
        if wakes { group.wake() }
        group.add(subscriber)
        refresh(group)
        return wakes
    }

    /// Keeps the subscription in the group of `key`, and retires it in all others. Returns false if it is not in that
    /// group.
    func move(_ subscription: Subscription, to key: RecognitionGroup.Key?) -> Bool {
        groups.move(subscription, to: key, on: self)
    }

    /// Updates the device's lists after the group woke up, fell asleep, or gained or lost a subscriber.
    func refresh(_ group: RecognitionGroup) {
        groups.refresh(group)
        if group.key.explains { requestReports() }
        pipeline.onReceiversChanged()
    }
}
