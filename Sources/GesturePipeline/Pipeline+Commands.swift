public import GestureModel
public import GestureProtocol

/// Requests that the daemon carries out.
extension Pipeline {
    /// Whether the daemon can carry out haptic requests.
    public enum Haptics: Hashable, Sendable {
        /// Each request is refused. A replayed recording vibrates no device.
        case notEnabled
        /// ``Pipeline/nextHaptic()`` returns each request, and ``Pipeline/answer(_:_:at:)`` answers it.
        case enabled
    }

    /// A haptic request to carry out and to answer.
    public struct HapticCommand {
        public let session: ClientSession
        public let feedback: HapticFeedback
        /// The id of the device to prefer.
        public let device: String?
        let id: Int64
    }

    /// A request to read the configuration again, to carry out and to answer.
    public struct ReloadCommand {
        let session: ClientSession
        let id: Int64
    }

    /// True if a request waits to be carried out.
    public var hasCommands: Bool { !hapticCommands.isEmpty || !reloadCommands.isEmpty }

    /// Removes and returns the next haptic request. Later requests of its client wait until it is answered.
    public func nextHaptic() -> HapticCommand? { hapticCommands.isEmpty ? nil : hapticCommands.removeFirst() }

    /// Removes and returns the next reload request. Later requests of its client wait until it is answered.
    public func nextReload() -> ReloadCommand? { reloadCommands.isEmpty ? nil : reloadCommands.removeFirst() }

    /// Answers a haptic request. The client's later requests can be handled then.
    ///
    /// - Parameters:
    ///   - refusal: Why no device vibrated; nil if one did.
    ///   - time: As for ``serve(at:_:)``.
    public func answer(_ command: HapticCommand, _ refusal: HapticRefusal?, at time: Timestamp) {
        answer(command.id, of: command.session, refusal?.error(id: command.id), at: time)
    }

    /// Answers a reload request. The client's later requests can be handled then.
    ///
    /// - Parameters:
    ///   - mistakes: What is wrong with the new configuration; nil if it was applied.
    ///   - time: As for ``serve(at:_:)``.
    public func answer(_ command: ReloadCommand, mistakes: String?, at time: Timestamp) {
        let error = mistakes.map { RequestError(id: command.id, code: .badConfiguration, message: $0) }
        answer(command.id, of: command.session, error, at: time)
    }

    private func answer(_ id: Int64, of session: ClientSession, _ error: RequestError?, at time: Timestamp) {
        guard session.isAwaitingAnswer else { return }
        session.isAwaitingAnswer = false
        if let error { session.send(error) } else { session.send(.ok(id: id, subscription: nil)) }
        closeOverrun(at: time)
        awaitTurn(session)
    }

    func queue(_ request: HapticRequest, from session: ClientSession, at time: Timestamp) throws(RequestError) {
        guard haptics == .enabled else {
            throw HapticRefusal.notEnabled("haptics.enabled is false").error(id: request.id)
        }
        // Refused requests count as well: for each, the daemon looks at the devices.
        guard session.countHapticRequest(at: time, limit: limits.haptics) else {
            throw RequestError(
                id: request.id, code: .tooManyHaptics,
                message: "limits.haptics: a client has at most \(limits.haptics) a second")
        }
        session.isAwaitingAnswer = true
        hapticCommands.append(
            HapticCommand(session: session, feedback: request.feedback, device: request.device, id: request.id))
    }

    /// Answers with what the connection's user has used, or all users for one that is trusted.
    func sendStatus(_ id: Int64, to session: ClientSession) {
        let isTrusted = access.trusts(session.peer)
        let users = accounts.users.compactMap { account in
            account.user.flatMap { user in
                isTrusted || user == session.peer?.user
                    ? StatusMessage.User(user: user, used: account.used, limits: account.largest) : nil
            }
        }
        let account = session.account
        session.send(
            .status(StatusMessage(id: id, used: account.used, limits: account.largest ?? Usage(), users: users)))
    }

    func queueReload(_ id: Int64, from session: ClientSession) throws(RequestError) {
        guard access.trusts(session.peer) else {
            throw RequestError(
                id: id, code: .notPermitted, reason: "notRoot",
                message: "reload: only root and the user who runs gestured may reload")
        }
        session.isAwaitingAnswer = true
        reloadCommands.append(ReloadCommand(session: session, id: id))
    }

    /// The capabilities in `hello`.
    var capabilities: [String] { Hello.allCapabilities + (haptics == .enabled ? [Hello.hapticCapability] : []) }
}
