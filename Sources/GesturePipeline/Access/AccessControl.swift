internal import GestureModel
internal import GestureProtocol

/// Decides what each client may receive, from the rules and from the current state of seats, focus and locks.
struct AccessControl {
    var rules = AccessRules()
    /// The seats with their active sessions; nil if active sessions are not known.
    var seats: [Seat]?
    var isSuspended = false
    /// The focus of each user for whom it was reported.
    private(set) var focus: [FocusState] = []
    /// The users whose screen a focus source reports as locked.
    var lockedUsers: [UInt32] = []
    /// The users who have paused their gestures.
    var pauses: [Pause] = []

    /// The users with a session, active or not; nil if sessions are not known.
    var sessionUsers: [UInt32]?

    // MARK: - Rights

    /// Returns true if the peer needs no permission. `peer == nil` means a client in the same process, which is
    /// trusted.
    func trusts(_ peer: Peer?) -> Bool { peer.map { rules.trusts($0.user) } ?? true }

    func maySubscribeToSession(_ peer: Peer?) -> Bool {
        trusts(peer) || rules.sessionScope == .everyone || hasGrant(peer, \.session)
    }

    func positions(of peer: Peer?) -> PositionAccess {
        let isGranted =
            trusts(peer) || rules.positions == .session || hasFocus(peer) == true || hasGrant(peer, \.positions)
        return isGranted ? .granted : .withheld
    }

    /// Returns `.withheld` if only withheld positions keep the client from receiving the subscription's gestures, nil
    /// if there is another reason as well, and `.granted` if positions are granted or not needed.
    func positions(neededBy subscription: Subscription) -> PositionAccess? {
        guard subscription.needsPositions else { return .granted }
        return positions(ofScope: subscription.request.scope, neededBy: subscription.session.peer)
    }

    /// Like ``positions(neededBy:)``, for a subscription that reveals positions.
    func positions(ofScope scope: SubscriptionScope, neededBy peer: Peer?) -> PositionAccess? {
        guard positions(of: peer) == .withheld else { return .granted }
        let isAdmitted = [.active, .unmanaged].contains(session(of: peer))
        let hasScope = scope == .session && maySubscribeToSession(peer) || hasFocus(peer) != false
        return isAdmitted && hasScope ? .withheld : nil
    }

    func mayReportFocus(_ peer: Peer?) -> Bool {
        guard let peer, let group = rules.focusGroup, !trusts(peer) else { return true }
        return peer.groups.contains(group)
    }

    private func hasGrant(_ peer: Peer?, _ right: KeyPath<AccessRules.Grant, Bool>) -> Bool {
        guard let peer else { return true }
        return rules.grants.contains { $0[keyPath: right] && $0.applies(to: peer) }
    }

    // MARK: - Focus

    /// Replaces the focus of a user, or removes it if `state` is nil.
    mutating func setFocus(of user: UInt32, _ state: FocusState?) {
        guard let state else { return focus.removeAll { $0.user == user } }
        if let index = focus.firstIndex(where: { $0.user == state.user }) {
            focus[index] = state
        } else {
            focus.append(state)
        }
    }

    /// Removes the focus of users without a session; the focus of root's source is kept. Does nothing while sessions
    /// are not known.
    mutating func removeFocusWithoutSession() {
        guard let sessionUsers else { return }
        focus.removeAll { !sessionUsers.contains($0.user) && $0.user != 0 }
    }

    /// True if the focus was reported by a source whose user receives gestures of the seat. A touch can then move the
    /// focus.
    func hasFocus(onSeat seat: String) -> Bool { focus.contains { receives($0.source, on: seat) } }

    /// Returns the focus that a source of the peer's user reported, or else the focus that root's source reported; nil
    /// if there is no report, or for a client in the same process.
    func focus(of peer: Peer?) -> FocusState? {
        guard let peer else { return nil }
        return focus.first { $0.user == peer.user } ?? focus.first { $0.user == 0 }
    }

    /// Returns true if the peer has the focus, and false if it does not or if the focus source is gone. Returns nil if
    /// there is no report for the peer's user.
    private func hasFocus(_ peer: Peer?) -> Bool? {
        guard let peer, let focus = focus(of: peer) else { return nil }
        guard case .known(let processes) = focus.knowledge else { return false }
        return processes.contains(peer.process)
    }

    // MARK: - Refusal

    /// True if the peer's user receives gestures of `seat`, or of any seat if `seat` is nil. Locks and a suspended
    /// machine have no effect here.
    func receives(_ peer: Peer?, on seat: String? = nil) -> Bool {
        guard let peer, !trusts(peer) else { return true }
        guard let seats else { return rules.fallbackGroup.map(peer.groups.contains) ?? true }
        return seats.contains { (seat == nil || $0.name == seat) && $0.user == peer.user }
    }

    /// True if the user's session is active on a seat, and if it is not known which sessions are.
    func isActive(_ user: UInt32?, onSeat seat: String) -> Bool {
        guard let seats else { return true }
        return seats.contains { $0.name == seat && $0.user == user }
    }

    /// True if the peer's user can connect regardless of the number of other connected users. If every user receives
    /// gestures, only trusted users have this right.
    func hasReservedPlace(_ peer: Peer?) -> Bool {
        receives(peer) && (seats != nil || rules.fallbackGroup != nil || trusts(peer))
    }

    /// True if the reports of a focus source are kept after it has disconnected. They are kept if its user receives
    /// gestures. Where seats are known, they are also kept if the user has a session or the sessions are not known.
    func outlivesConnection(_ peer: Peer?) -> Bool {
        guard let peer, seats != nil else { return receives(peer) }
        return receives(peer) || sessionUsers?.contains(peer.user) ?? true
    }

    /// Returns why a user may not receive gestures of a seat's devices; nil if the user may.
    func refusal(of peer: Peer?, on seat: String) -> CancellationReason? {
        if isSuspended { return .suspended }
        if let peer, !rules.trusts(peer.user) {
            guard receives(peer, on: seat) else { return .sessionInactive }
            if seats?.first(where: { $0.name == seat })?.isLocked == true || lockedUsers.contains(peer.user) {
                return .locked
            }
        }
        return hasPaused(peer) ? .paused : nil
    }

    /// True if the peer's user has paused gestures.
    private func hasPaused(_ peer: Peer?) -> Bool { pauses.contains { $0.user == peer?.user } }

    /// Returns why a subscription may not receive gestures of a seat's devices; nil if it may.
    func refusal(
        of peer: Peer?, on seat: String, _ scope: SubscriptionScope, needsPositions: Bool
    ) -> CancellationReason? {
        if let refusal = refusal(of: peer, on: seat) { return refusal }
        if scope == .focused || !maySubscribeToSession(peer), hasFocus(peer) == false { return .focusChanged }
        return needsPositions && positions(of: peer) == .withheld ? .focusChanged : nil
    }

    // MARK: - Access

    /// Returns the access of a client, as the client receives it.
    func access(of peer: Peer?) -> Access {
        Access(
            session: session(of: peer), seats: seats(of: peer), focus: focusAccess(of: peer),
            positions: positions(of: peer))
    }

    /// Returns the seats whose gestures the peer receives. Locks and a suspended machine have no effect here.
    private func seats(of peer: Peer?) -> [String] {
        guard let seats else { return receives(peer) ? [Seat.defaultName] : [] }
        return seats.filter { trusts(peer) || $0.user == peer?.user }.map(\.name)
    }

    private func session(of peer: Peer?) -> Access.Session {
        if isSuspended { return .suspended }
        let refusals = seats(of: peer).map { refusal(of: peer, on: $0) }
        if refusals.isEmpty { return trusts(peer) ? hasPaused(peer) ? .paused : .active : .inactive }
        guard refusals.contains(nil) else { return refusals.contains(.paused) ? .paused : .locked }
        return seats == nil ? .unmanaged : .active
    }

    private func focusAccess(of peer: Peer?) -> Access.Focus {
        guard let focus = focus(of: peer), let hasFocus = hasFocus(peer) else { return .unknown }
        if case .lost = focus.knowledge { return .lost }
        return hasFocus ? .focused : .unfocused
    }
}

/// The focus that a source reported for its user.
struct FocusState {
    enum Knowledge {
        /// The user's processes that belong to the focused window.
        case known(Set<Int32>)
        /// The source has gone, and the focus may have moved since.
        case lost
    }

    /// The focus source that reported the focus; nil for a source in the same process.
    let source: Peer?
    var knowledge: Knowledge
    /// The focused window, in fractions 0…1 of its output; nil if its position is not known.
    var window: Region?
    /// The window's output; nil if it is not known.
    var output: String?

    /// The user whose focus it is; 0 if the source belongs to root or is in the same process. The focus of user 0
    /// applies to every user without a report of their own.
    var user: UInt32 { source?.user ?? 0 }

    static func lost(_ source: Peer?) -> FocusState { FocusState(source: source, knowledge: .lost) }
}

/// A seat and the session that is active on it, as logind reports them.
public struct Seat: Hashable, Sendable {
    /// The seat's name, such as `seat0`, as in a device's ID_SEAT.
    public var name: String
    /// The active session; nil if no session is active.
    public var session: String?
    /// The user of that session.
    public var user: UInt32?
    /// True if that session is locked (LockedHint).
    public var isLocked: Bool

    public init(name: String, session: String? = nil, user: UInt32? = nil, isLocked: Bool = false) {
        self.name = name
        self.session = session
        self.user = user
        self.isLocked = isLocked
    }

    /// The seat of devices without an ID_SEAT.
    public static let defaultName = "seat0"
}
