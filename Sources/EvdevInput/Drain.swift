internal import CEvdev
internal import GestureModel
internal import Glibc
public import TouchInput

/// How reading a device came to its end.
public enum Drain: Hashable, Sendable {
    /// Nothing is left: wait for the descriptor.
    case empty
    /// The bound was reached first, and there is more to read.
    case more
    /// The device is gone or broken. Where a ``DeviceEvent/stateLost(_:)`` came, no `stateKnown` may have followed.
    case lost(EvdevError)
}

extension EvdevDevice {
    /// How many events one drain hands out: 40 frames of ten fingers take 2000, so only a flooding device meets it.
    public static let drainLimit = 4096
    /// Events a read takes at most: the kernel's own buffer for a slotted device holds as many or a few times more.
    static let bufferCapacity = 64

    /// Reads what the device has, up to ``drainLimit`` events.
    ///
    /// Each event is handed out before the next read. A read that the device does not fill has left it empty, so most
    /// frames cost one.
    ///
    /// libevdev does not see them: it would look at each event in a dozen ways that the assembler looks at it in again,
    /// which is a third of what a frame costs. It is asked where it is needed, for the state after SYN_DROPPED. The events
    /// the kernel still holds then are superseded by that state and left out; a second overrun while it is being read
    /// comes out as a second ``DeviceEvent/stateLost(_:)``.
    ///
    /// The end of the file reads as an empty device: when the descriptor polls POLLHUP or POLLERR, drain, and then take
    /// the device for lost with ``lossError(path:)`` even if this said `.empty`.
    public func drain(_ body: (DeviceEvent) -> Void) -> Drain {
        var left = Self.drainLimit
        while left > 0 {
            let size = read(descriptor, buffer, Self.bufferCapacity * MemoryLayout<input_event>.stride)
            if size < 0, errno == EINTR { continue }
            if size < 0, errno != EAGAIN { return .lost(EvdevError(path: path, operation: "read", code: errno)) }
            let count = max(size, 0) / MemoryLayout<input_event>.stride
            left -= count
            switch handOut(count, body) {
            case .whole: if count < Self.bufferCapacity { return .empty }
            case .overrun: if let failure = readState(body) { return .lost(failure) }
            }
        }
        return .more
    }

    private enum Run { case whole, overrun }

    private func handOut(_ count: Int, _ body: (DeviceEvent) -> Void) -> Run {
        for index in 0..<count {
            let event = InputEvent(buffer[index])
            if event.type == EventType.synchronization, event.code == SynchronizationCode.dropped {
                body(.stateLost(event.time))
                return .overrun
            }
            if event.type == EventType.absolute, event.code == AbsoluteCode.slot { checkSlot(event.value) }
            body(.event(event))
        }
        return .whole
    }

    private func checkSlot(_ slot: Int32) {
        guard slots > 0, !(0..<slots).contains(slot) else { return }
        log.complain("kernel bug: invalid slot \(slot) of \(slots)")
    }

    /// What a hang-up of the descriptor means: the device is gone.
    public static func lossError(path: String) -> EvdevError {
        EvdevError(path: path, operation: "read", code: ENODEV)
    }

    /// Hands out the state that the kernel knows. What libevdev finds different from what it saw last is of no use, as it
    /// saw nothing since; but it is up to date then. Bounded by the number of slots.
    private func readState(_ body: (DeviceEvent) -> Void) -> EvdevError? {
        var event = input_event()
        var flag = LIBEVDEV_READ_FLAG_FORCE_SYNC
        while true {
            let status = libevdev_next_event(context, flag.rawValue, &event)
            flag = LIBEVDEV_READ_FLAG_SYNC
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue), Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue), -EINTR:
                continue
            case -EAGAIN:
                knownState(body)
                body(.stateKnown)
                return nil
            default: return EvdevError(path: path, operation: "resynchronise", code: -status)
            }
        }
    }
}

extension InputEvent {
    @inline(__always)
    fileprivate init(_ event: input_event) {
        let time = withUnsafePointer(to: event) { cevdev_microseconds($0) }
        self.init(time: Timestamp(microseconds: time), type: event.type, code: event.code, value: event.value)
    }
}
