internal import GestureModel
internal import GestureProtocol

/// Decides who may have what. It knows what it was told of seats and focus, and asks nobody.
struct AccessControl: Sendable {
    var rules = AccessRules()
    /// nil where nobody knows who is active.
    var seats: [Seat]?
    var isSuspended = false
    /// One for each user whose focus was ever told.
    var focus: [FocusState] = []
    /// Users whose screen a focus source says is locked.
    var lockedUsers: [UInt32] = []

    // MARK: - Rights

    /// Whoever runs the pipeline has no peer.
    func trusts(_ peer: Peer?) -> Bool { peer.map { rules.trusts($0.user) } ?? true }

    func maySubscribeToSession(_ peer: Peer?) -> Bool {
        trusts(peer) || rules.sessionScope == .everyone || grant(peer) { $0.session }
    }

    func mayKnowPositions(_ peer: Peer?) -> Bool {
        trusts(peer) || rules.positions == .session || hasFocus(peer) == true || grant(peer) { $0.positions }
    }

    func mayTellFocus(_ peer: Peer?) -> Bool {
        guard let peer, let group = rules.focusGroup, !trusts(peer) else { return true }
        return peer.groups.contains(group)
    }

    private func grant(_ peer: Peer?, of right: (AccessRules.Grant) -> Bool) -> Bool {
        guard let peer else { return true }
        return rules.grants.contains { grant in
            guard right(grant), grant.user != nil || grant.group != nil else { return false }
            return (grant.user.map { $0 == peer.user } ?? true) && (grant.group.map(peer.groups.contains) ?? true)
        }
    }

    // MARK: - Focus

    /// What is known of the focus of the peer's user: from a source of the user's own, or else from root's.
    func focus(of peer: Peer?) -> FocusState? {
        guard let peer else { return nil }
        return focus.first { $0.user == peer.user } ?? focus.first { $0.user == 0 }
    }

    /// nil where nobody has ever told; false where it has not, or nobody tells any more.
    private func hasFocus(_ peer: Peer?) -> Bool? {
        guard let peer, let focus = focus(of: peer) else { return nil }
        guard case .known(let processes) = focus.knowledge else { return false }
        return processes.contains(peer.process)
    }

    // MARK: - Sessions

    /// Why a user gets nothing from the devices of a seat; nil where nothing stands against it.
    func refusal(of peer: Peer?, on seat: String) -> CancellationReason? {
        if isSuspended { return .suspended }
        guard let peer, !rules.trusts(peer.user) else { return nil }
        guard let seats else {
            guard let group = rules.fallbackGroup, !peer.groups.contains(group) else { return lock(of: peer) }
            return .sessionInactive
        }
        guard let seat = seats.first(where: { $0.name == seat }), seat.user == peer.user else {
            return .sessionInactive
        }
        return seat.isLocked ? .locked : lock(of: peer)
    }

    private func lock(of peer: Peer) -> CancellationReason? { lockedUsers.contains(peer.user) ? .locked : nil }

    /// Why a subscription gets nothing from the devices of a seat.
    func refusal(of peer: Peer?, on seat: String, _ scope: SubscriptionScope, needsPositions: Bool)
        -> CancellationReason?
    {
        if let refusal = refusal(of: peer, on: seat) { return refusal }
        if scope == .focused || !maySubscribeToSession(peer), hasFocus(peer) == false { return .focusChanged }
        return needsPositions && !mayKnowPositions(peer) ? .focusChanged : nil
    }

    // MARK: - Telling

    /// What a client is told of all this.
    func access(of peer: Peer?) -> Access {
        Access(
            session: session(of: peer), seats: seats(of: peer), focus: word(for: peer),
            positions: mayKnowPositions(peer) ? .granted : .withheld)
    }

    /// The seats where nothing but a lock or the machine's sleep stands against the peer.
    private func seats(of peer: Peer?) -> [String] {
        guard let seats else {
            return refusal(of: peer, on: Seat.defaultName) == .sessionInactive ? [] : [Seat.defaultName]
        }
        return seats.filter { trusts(peer) || $0.user == peer?.user }.map(\.name)
    }

    private func session(of peer: Peer?) -> Access.Session {
        if isSuspended { return .suspended }
        let refusals = seats(of: peer).map { refusal(of: peer, on: $0) }
        if refusals.isEmpty { return trusts(peer) ? .active : .inactive }
        guard refusals.contains(nil) else { return .locked }
        return seats == nil ? .unmanaged : .active
    }

    private func word(for peer: Peer?) -> Access.Focus {
        guard let focus = focus(of: peer), let hasFocus = hasFocus(peer) else { return .unknown }
        if case .lost = focus.knowledge { return .lost }
        return hasFocus ? .focused : .unfocused
    }
}
