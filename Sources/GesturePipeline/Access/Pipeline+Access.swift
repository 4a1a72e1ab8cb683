public import GestureModel
internal import GestureProtocol

/// Changes of access. Gestures that clients may no longer receive are cancelled first, in the order of devices and
/// subscriptions. Then each client receives its new access.
extension Pipeline {
    /// Applies other rules: closes the focus sources that they forbid, cancels gestures that clients may no longer
    /// receive, admits clients that may receive gestures now, and sends each client its changed access.
    public func setRules(_ rules: AccessRules, at time: Timestamp) {
        access.rules = rules
        for device in devices { device.withholdTouch() }
        closeForbiddenSources()
        reviewAccess(at: time)
        sendAccessIfChanged(at: time)
    }

    /// Sets the seats and their active sessions. If the session of a seat changes, even to another session of the same
    /// user, the gestures of the seat's devices are cancelled with `sessionInactive`. If the session becomes locked,
    /// they are cancelled with `locked`.
    ///
    /// - Parameters:
    ///   - seats: nil if they are not known (no logind). Then every client that can connect receives gestures, or, if
    ///     ``AccessRules/fallbackGroup`` is set, only its members.
    ///   - users: The users with a session; nil if these are not known. Reports of the focus and of outputs that come
    ///     from users without a session are removed, except root's.
    public func setSeats(_ seats: [Seat]?, users: [UInt32]? = nil, at time: Timestamp) {
        let before = access.seats
        access.seats = seats
        // Without logind no user's session is known.
        access.sessionUsers = seats == nil ? nil : users
        if before != seats { for device in devices { device.withholdTouch() } }
        access.removeFocusWithoutSession()
        if access.sessionUsers != nil { outputs.remove { !access.outlivesConnection($0) } }
        reviewAccess(at: time)
        for seat in before ?? [] where seats?.first(where: { $0.name == seat.name })?.session != seat.session {
            interrupt(.sessionInactive, on: devices(onSeat: seat.name), at: time)
        }
        for seat in seats ?? [] where seat.isLocked && before?.first(where: { $0.name == seat.name })?.isLocked != true
        {
            interrupt(.locked, on: devices(onSeat: seat.name), at: time)
        }
        // Another user may have turned the outputs differently.
        reviewOutputs(at: time)
        endPausesOfAbsentUsers(at: time)
        for device in devices { accommodate(device) }
        reviewDisabled(at: time)
        sendAccessIfChanged(at: time)
    }

    /// Called when another virtual terminal is shown and sessions are not known. Cancels all gestures with
    /// `sessionInactive`; contacts that are down begin no gesture.
    public func switchTerminal(at time: Timestamp) {
        interrupt(.sessionInactive, on: devices, at: time)
    }

    /// Called before the machine is suspended. Cancels all gestures with `suspended`; no client receives gestures until
    /// ``resume(at:)``.
    public func suspend(at time: Timestamp) {
        for device in devices { device.cancelGestures(.suspended, at: time) }
        setSuspended(true, at: time)
    }

    /// Called after the machine is resumed. The caller must read the state of the devices again, because contacts may
    /// have changed.
    public func resume(at time: Timestamp) { setSuspended(false, at: time) }

    private func setSuspended(_ isSuspended: Bool, at time: Timestamp) {
        access.isSuspended = isSuspended
        for device in devices { device.withholdTouch() }
        reviewAccess(at: time)
        sendAccessIfChanged(at: time)
    }

    private func devices(onSeat seat: String) -> [PipelineDevice] { devices.filter { $0.touchDevice.seat == seat } }

    /// Returns true if a client's user may now receive gestures of `seat0`. The daemon carries out the client's haptic
    /// requests only in this case.
    public func mayAct(_ session: ClientSession) -> Bool {
        access.refusal(of: session.peer, on: Seat.defaultName) == nil
    }

    /// Returns true for a focus source of a user who receives gestures or whose session is locked; false while the
    /// machine is suspended. The source's reports can end gestures of clients, so they must not be delayed.
    public func changesAccess(_ session: ClientSession) -> Bool {
        guard session.role == .focusSource else { return false }
        let state = access.access(of: session.peer).session
        return state != .inactive && state != .suspended
    }

    // MARK: - Review

    /// Cancels the gestures of subscribers that may no longer receive them, and admits subscribers that may receive
    /// gestures now.
    ///
    /// - Parameter user: The only user whose access has changed; nil for all.
    func reviewAccess(at time: Timestamp, ofUser user: UInt32? = nil) {
        for device in devices {
            device.keepsRecentFrames = access.hasFocus(onSeat: device.touchDevice.seat)
            let groups = user.map { self.groups(ofUser: $0, on: device) } ?? device.groups.all
            for group in groups { review(group, on: device, at: time, user) }
        }
        onReceiversChanged()
        closeOverrunIfNeeded(at: time)
    }

    /// Returns the groups of a device that have subscribers of the user, in the order in which the groups were added.
    private func groups(ofUser user: UInt32, on device: PipelineDevice) -> [RecognitionGroup] {
        var groups: [RecognitionGroup] = []
        for session in sessions.all where session.user == user {
            for subscription in session.subscriptions.gestures {
                groups += subscription.groups.lazy.filter { $0.device === device }
            }
        }
        groups.sort { $0.number < $1.number }
        var last: RecognitionGroup?
        return groups.filter { group in
            defer { last = group }
            return group !== last
        }
    }

    private func review(
        _ group: RecognitionGroup, on device: PipelineDevice, at time: Timestamp, _ user: UInt32?
    ) {
        var hasChanged = false
        work += group.subscribers.count * .scan
        for subscriber in group.subscribers where user == nil || subscriber.session.user == user {
            let before = subscriber.refusal
            review(subscriber, of: group, on: device, at: time)
            hasChanged = hasChanged || (before == nil) != (subscriber.refusal == nil)
        }
        guard hasChanged else { return }
        group.updateReceivers()
        device.refresh(group)
    }

    private func review(
        _ subscriber: Subscriber, of group: RecognitionGroup, on device: PipelineDevice, at time: Timestamp
    ) {
        work += .review
        let peer = subscriber.session.peer
        let before = subscriber.refusal
        let refusal = access.refusal(
            of: peer, on: device.touchDevice.seat, subscriber.scope, needsPositions: subscriber.needsPositions)
        var receivesTouch = false
        if refusal == nil, group.isAsleep {
            work += group.key.gesture.leafCount * .recogniser
            device.wake(group, for: subscriber, at: time, isFocused: before == .focusChanged)
        }
        if let refusal, before == nil {
            group.end(subscriber, refusal, at: time)
        } else if let before, before != refusal {
            // Only a change of the focus gives the touch in progress to the app. After a lock or a change of session,
            // contacts that are down may belong to another user, however recent they are.
            receivesTouch =
                before == .focusChanged && refusal == nil && device.mayReceiveTouch(group, subscriber, at: time)
            if !receivesTouch { group.delay(subscriber) }
        }
        subscriber.refusal = refusal
        group.setPositions(access.positions(of: peer), of: subscriber, receivesTouch: receivesTouch)
        if receivesTouch { focusingTouches.append(FocusingTouch(group: group, subscriber: subscriber)) }
    }

    /// Cancels gestures on some devices for the subscribers for which `isAffected` returns true. These receive no other
    /// gesture of the contacts that are down.
    func interrupt(
        _ reason: CancellationReason, on devices: some Sequence<PipelineDevice>, at time: Timestamp,
        of isAffected: (Subscriber) -> Bool = { _ in true }
    ) {
        for device in devices {
            for group in device.groups.awake {
                work += group.receivers.count * .scan
                for subscriber in group.receivers where isAffected(subscriber) {
                    work += subscriber.openGesture == nil ? .interruption : .event
                    group.end(subscriber, reason, at: time)
                }
            }
        }
        closeOverrunIfNeeded(at: time)
    }

    /// Sends each affected client its access if that has changed, and reports the subscriptions for which positions are
    /// now withheld or granted. Then sends the gestures of touches that gave an app the focus.
    func sendAccessIfChanged(at time: Timestamp, of isAffected: (Peer?) -> Bool = { _ in true }) {
        for session in sessions.all where isAffected(session.peer) {
            work += .review
            guard let lastSent = session.lastSentAccess else { continue }
            let access = access.access(of: session.peer)
            guard access != lastSent else { continue }
            session.lastSentAccess = access
            session.send(.accessChanged(access))
            for subscription in session.subscriptions.gestures { sendPositionsIfChanged(of: subscription) }
            for subscription in session.subscriptions.contacts { sendPositionsIfChanged(of: subscription) }
        }
        sendFocusingTouches()
        closeOverrunIfNeeded(at: time)
    }

    /// Sends the gesture of a touch to the app that received the focus through that touch. Called after the app's
    /// access was sent, because no gesture may arrive before the access that permits it.
    private func sendFocusingTouches() {
        guard !focusingTouches.isEmpty else { return }
        let now = focusingTouches
        focusingTouches = []
        for touch in now where touch.group.begin(touch.subscriber) {
            work += .event
            touch.group.device.setTouchReported(to: touch.subscriber)
        }
    }

    /// Sends `.withheld` when only withheld positions keep the client from receiving the gestures of a subscription,
    /// and `.granted` when positions are granted or no longer needed. If positions are withheld and there is another
    /// reason as well, sends nothing.
    func sendPositionsIfChanged(of subscription: Subscription) {
        let session = subscription.session
        guard let positions = access.positions(neededBy: subscription),
            positions != subscription.lastSentPositions
        else { return }
        subscription.lastSentPositions = positions
        session.send(.subscriptionChanged(subscription: subscription.number, positions: positions))
    }
}
