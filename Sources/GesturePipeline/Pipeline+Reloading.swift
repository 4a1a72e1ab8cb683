public import GestureModel
internal import GestureProtocol
internal import TouchInput

extension Pipeline {
    /// A request to read the configuration anew, to be carried out once and answered.
    public struct ReloadCommand: Hashable, Sendable {
        public let client: ClientHandle
        let id: Int64
    }

    /// The next request for a new configuration; nil when there is none. Its client waits until it is answered.
    public func nextReload() -> ReloadCommand? {
        reloadCommands.isEmpty ? nil : reloadCommands.removeFirst()
    }

    /// Answers a request that ``nextReload()`` gave, and handles what its client sent after it.
    ///
    /// - Parameters:
    ///   - mistakes: What is wrong with the new configuration; nil where it is in force now.
    ///   - time: As for ``receive(_:from:at:)``.
    public func answer(_ command: ReloadCommand, mistakes: String?, at time: Timestamp) {
        let client = command.client.index
        guard clients[client]?.isWaiting == true else { return }
        clients[client]?.isWaiting = false
        if let mistakes {
            refuse(client, RequestError(id: command.id, code: .badConfiguration, message: mistakes))
        } else {
            send(client) { ServerText.appendOK(id: command.id, to: &$0) }
        }
        cutOverrun(at: time)
        handleLines(of: command.client, at: time)
    }

    func reload(_ id: Int64, _ client: Int) throws(RequestError) {
        guard access.trusts(clients[client]?.peer) else {
            throw RequestError(
                id: id, code: .notPermitted, reason: "notRoot",
                message: "reload: only root, or whoever runs gestured, may")
        }
        clients[client]?.isWaiting = true
        reloadCommands.append(ReloadCommand(client: ClientHandle(index: client), id: id))
    }

    /// Takes over another configuration. No client notices but by what it says: gestures in progress go on as they began,
    /// and the next ones are recognised by it.
    ///
    /// - Parameter thresholds: Of devices that have none of their own.
    public func configure(thresholds: Thresholds, limits: Limits, haptics: Haptics) {
        self.thresholds = thresholds
        self.limits = limits
        self.haptics = haptics
        for client in clients.indices { clients[client]?.outbox.limit = limits.outbox }
    }

    /// Takes over what is said of a device now. Its surface and quirks stay those it was taken in with: another surface is
    /// another device.
    public func setSettings(_ settings: DeviceSettings, of device: DeviceHandle) {
        guard let index = index(of: device), let assembler = tracks[index].source?.assembler else { return }
        tracks[index].device.assumption = settings.sentence(assembler.assumption)
        setThresholds(settings.thresholds, of: device)
    }

    /// What recognition uses on one device from the next gesture on.
    public func setThresholds(_ thresholds: Thresholds?, of device: DeviceHandle) {
        guard let index = index(of: device) else { return }
        tracks[index].thresholds = thresholds ?? self.thresholds
        for subscription in subscriptions { place(subscription) }
    }
}
