public import GestureModel
public import GestureProtocol

extension Pipeline {
    /// The next haptic request to carry out; nil when there is none. Its client waits until it is answered.
    public func nextHaptic() -> HapticCommand? {
        hapticCommands.isEmpty ? nil : hapticCommands.removeFirst()
    }

    /// Answers a request that ``nextHaptic()`` gave, and handles what its client sent after it.
    ///
    /// - Parameters:
    ///   - refusal: Why nothing vibrated; nil where something did.
    ///   - time: As for ``receive(_:from:at:)``.
    public func answer(_ command: HapticCommand, _ refusal: HapticRefusal?, at time: Timestamp) {
        let client = command.client.index
        guard clients[client]?.isWaiting == true else { return }
        clients[client]?.isWaiting = false
        if let refusal {
            refuse(client, refusal.error(id: command.id))
        } else {
            send(client) { ServerText.appendOK(id: command.id, to: &$0) }
        }
        cutOverrun(at: time)
        handleLines(of: command.client, at: time)
    }

    func queue(_ request: HapticRequest, _ client: Int, at time: Timestamp) throws(RequestError) {
        guard haptics == .enabled else {
            throw HapticRefusal.notEnabled("haptics.enabled is false").error(id: request.id)
        }
        try countHaptic(request.id, client, at: time)
        clients[client]?.isWaiting = true
        hapticCommands.append(
            HapticCommand(
                client: ClientHandle(index: client), feedback: request.feedback, device: request.device, id: request.id)
        )
    }

    /// Refused requests count as well: each costs the daemon a look at the devices.
    private func countHaptic(_ id: Int64, _ client: Int, at time: Timestamp) throws(RequestError) {
        let second = Microseconds.seconds(1)
        clients[client]?.haptics.removeAll { $0 + second <= time }
        guard let count = clients[client]?.haptics.count, count < limits.haptics else {
            throw RequestError(
                id: id, code: .tooManyHaptics,
                message: "limits.haptics: a client has at most \(limits.haptics) a second")
        }
        clients[client]?.haptics.append(time)
    }

    /// What `hello` says may be asked for.
    var capabilities: [String] {
        Hello.allCapabilities + (haptics == .enabled ? [Hello.hapticCapability] : [])
    }
}
