internal import CEvdev
public import GestureModel
internal import Glibc
internal import LinuxSupport
internal import TouchInput

/// An open node of a pen or of switches, from which the kernel passes only a few event codes. Deliberately not
/// Sendable: it belongs to the event loop's thread.
///
/// It does not use libevdev: when libevdev opens a device, it queries the value of every axis, and would thus read the
/// pen's position.
public final class EvdevSensor {
    /// The switches that are on, or the tools of a pen node that are near, one bit each. Only switches have names.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The lid is closed.
        public static let lidClosed = State(rawValue: 1 << 0)
        /// The machine is folded into a tablet.
        public static let tabletMode = State(rawValue: 1 << 1)
    }

    /// The device node, for messages.
    public let path: String
    /// Readable when events are waiting. Owned by the sensor.
    public let descriptor: Int32
    public let kind: SensorNode.Kind
    /// The tools that are near, one bit each, or the switches that are on. Kept up to date by ``drain(_:)`` and
    /// ``reread(_:)``.
    public private(set) var state = State()

    private let type: UInt16
    private let codes: [UInt16]

    /// Opens a node for reading, and reads its state.
    ///
    /// - Throws: An ``EvdevError``. It has EINVAL and the operation `mask` if the kernel cannot withhold events (before
    ///   4.4).
    public convenience init(path: String, kind: SensorNode.Kind) throws(EvdevError) {
        var descriptor: Int32 = -1
        repeat { descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw EvdevError(path: path, operation: "open", code: errno) }
        try self.init(descriptor: descriptor, path: path, kind: kind)
    }

    /// Takes ownership of an open descriptor that does not block, even if the initialiser throws.
    public init(descriptor: Int32, path: String, kind: SensorNode.Kind) throws(EvdevError) {
        self.descriptor = descriptor
        self.path = path
        self.kind = kind
        (type, codes) =
            switch kind {
            case .pen: (EventType.key, EvdevSensor.penCodes(descriptor))
            case .switches: (EventType.switches, EvdevSensor.switches)
            }
        // In this order, because changing the clock discards the events that arrived before the mask was set.
        for (operation, code) in [
            ("mask", cevdev_pass_only(descriptor, type, codes, codes.count)),
            ("set the clock of", cevdev_use_monotonic_clock(descriptor)),
        ] where code < 0 {
            throw EvdevError(path: path, operation: operation, code: -code)
        }
        try readState()
    }

    deinit { close(descriptor) }

    /// The BTN_TOOL_* codes of tools that a hand holds, so without BTN_TOOL_FINGER.
    private static let tools = [
        KeyCode.toolPen, KeyCode.toolRubber, KeyCode.toolBrush, KeyCode.toolPencil, KeyCode.toolAirbrush,
        KeyCode.toolMouse, KeyCode.toolLens,
    ]
    /// Returns the codes that show that a pen is near. Some pens, such as that of the panel IRtouch 6615:0070, have no
    /// tool, and report only that their tip touches.
    private static func penCodes(_ descriptor: Int32) -> [UInt16] {
        var present: UInt32 = 0
        let code = cevdev_has(descriptor, EventType.key, tools, tools.count, &present)
        return code == 0 && present == 0 ? [KeyCode.touch] : tools
    }

    /// In the order of ``State``'s bits.
    private static let switches = [SwitchCode.lid, SwitchCode.tabletMode]

    /// Reads the waiting events, up to ``EvdevDevice/drainLimit``, and reports each change of ``state`` with its time.
    ///
    /// After SYN_DROPPED the kernel's state replaces the lost events. A change that this state reveals has the current
    /// time, because the change may have been later than the loss.
    public func drain(_ onChange: (Timestamp) -> Void) -> EvdevDevice.DrainResult {
        for _ in 0..<EvdevDevice.drainLimit / EvdevSensor.batch {
            let result = withUnsafeTemporaryAllocation(of: input_event.self, capacity: EvdevSensor.batch) { events in
                readBatch(UnsafeMutableBufferPointer(rebasing: events[...]), onChange)
            }
            if let result { return result }
        }
        return .more
    }

    /// Queries the state again, and reports a change. Called after the machine has slept, because changes during sleep
    /// are not reported, and after events were lost.
    public func reread(_ onChange: (Timestamp) -> Void) -> EvdevDevice.DrainResult {
        do throws(EvdevError) {
            try readState(onChange)
            return .empty
        } catch {
            return .lost(error)
        }
    }

    /// Stops all events; see ``EvdevDevice/pause()``.
    public func pause() { cevdev_mute(descriptor) }

    /// Lets the events pass again, discards earlier ones, and reports a change of ``state``.
    public func resume(_ onChange: (Timestamp) -> Void) -> EvdevDevice.DrainResult {
        let code = cevdev_pass_only(descriptor, type, codes, codes.count)
        guard code == 0 else { return .lost(EvdevError(path: path, operation: "mask", code: -code)) }
        return reread(onChange)
    }

    private static let batch = 64

    /// Reads one batch of events. Returns nil if more may be waiting.
    private func readBatch(
        _ events: UnsafeMutableBufferPointer<input_event>, _ onChange: (Timestamp) -> Void
    ) -> EvdevDevice.DrainResult? {
        let size = MemoryLayout<input_event>.size
        let count = read(descriptor, events.baseAddress, events.count * size)
        guard count > 0 else {
            let code = count == 0 ? ENODEV : errno
            if code == EINTR { return nil }
            return code == EAGAIN ? .empty : .lost(EvdevError(path: path, operation: "read", code: code))
        }
        for event in events[..<(count / size)] {
            if event.type == EventType.synchronization, event.code == SynchronizationCode.dropped {
                // The remaining events of the batch are older than the state.
                let end = reread(onChange)
                return end == .empty ? nil : end
            }
            guard event.type == type, let bit = codes.firstIndex(of: event.code) else { continue }
            var next = state
            let flag = State(rawValue: 1 << UInt32(bit))
            if event.value == 0 { next.remove(flag) } else { next.insert(flag) }
            let time = withUnsafePointer(to: event) { cevdev_microseconds($0) }
            apply(next, Timestamp(microseconds: time), onChange)
        }
        return nil
    }

    /// Queries the state, and reports a change. The kernel then discards the waiting events of this type, so that no
    /// older event is applied later.
    private func readState(_ onChange: (Timestamp) -> Void = { _ in }) throws(EvdevError) {
        var bits: UInt32 = 0
        let code = cevdev_state(descriptor, type, codes, codes.count, &bits)
        guard code == 0 else { throw EvdevError(path: path, operation: "query", code: -code) }
        apply(State(rawValue: bits), MonotonicClock.now, onChange)
    }

    private func apply(_ next: State, _ time: Timestamp, _ onChange: (Timestamp) -> Void) {
        guard next != state else { return }
        state = next
        onChange(time)
    }
}

@available(*, unavailable)
extension EvdevSensor: Sendable {}
