/// The requests that the daemon must carry out and has not started.
struct CommandQueue {
    /// Whether the daemon can carry out haptic requests.
    var haptics: Pipeline.Haptics
    private var haptic: [Pipeline.HapticCommand] = []
    private var reload: [Pipeline.ReloadCommand] = []

    init(_ haptics: Pipeline.Haptics) { self.haptics = haptics }

    var isEmpty: Bool { haptic.isEmpty && reload.isEmpty }

    mutating func append(_ command: Pipeline.HapticCommand) { haptic.append(command) }
    mutating func append(_ command: Pipeline.ReloadCommand) { reload.append(command) }

    mutating func nextHaptic() -> Pipeline.HapticCommand? { haptic.isEmpty ? nil : haptic.removeFirst() }
    mutating func nextReload() -> Pipeline.ReloadCommand? { reload.isEmpty ? nil : reload.removeFirst() }

    /// Removes the requests of a client that has left.
    mutating func removeAll(of session: ClientSession) {
        haptic.removeAll { $0.session === session }
        reload.removeAll { $0.session === session }
    }
}
