public import GestureModel

extension Pipeline {
    /// Whether the pipeline's host can carry out haptic requests.
    public enum Haptics: Hashable, Sendable {
        /// Each is refused where it is read: a recording that is replayed moves nothing.
        case notEnabled
        /// Each is handed out by ``Pipeline/nextHaptic()`` and answered by ``Pipeline/answer(_:_:at:)``.
        case enabled
    }

    /// A haptic request to carry out, once, and to answer.
    public struct HapticCommand: Hashable, Sendable {
        public let client: ClientHandle
        public let feedback: HapticFeedback
        /// The id of the device to prefer.
        public let device: String?
        let id: Int64
    }
}
