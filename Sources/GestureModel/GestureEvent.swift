/// One step in the life of one gesture, as the arena emits it.
public struct GestureEvent: Hashable, Sendable {
    /// Unique while the daemon runs; `began`, every `changed` and the `ended` or `cancelled` of one gesture share it.
    public var gesture: UInt64
    public var phase: GesturePhase
    /// The kernel's time of the frame, or the deadline, that brought it.
    public var time: Timestamp
    /// In points of the device's surface; with `cancelled` the last value there was.
    public var value: GestureValue

    public init(gesture: UInt64, phase: GesturePhase, time: Timestamp, value: GestureValue) {
        self.gesture = gesture
        self.phase = phase
        self.time = time
        self.value = value
    }
}
