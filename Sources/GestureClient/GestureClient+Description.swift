extension GestureClient.State: CustomStringConvertible {
    /// `disconnected: …`, `connecting`, or `connected to gestured 0.2.0 with 2 devices`.
    public var description: String {
        switch self {
        case .disconnected(nil): "disconnected"
        case .disconnected(let failure?): "disconnected: \(failure)"
        case .connecting: "connecting"
        case .connected(let hello): "connected to \(hello)"
        }
    }
}
