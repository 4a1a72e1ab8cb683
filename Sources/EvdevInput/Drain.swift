internal import CEvdev
public import GestureModel
internal import Glibc
public import TouchInput

/// How reading a device came to its end.
public enum Drain: Hashable, Sendable {
    /// Nothing is left: wait for the descriptor.
    case empty
    /// The bound was reached first. Drain again before waiting: libevdev may hold the rest in its own queue, where
    /// no readable descriptor tells of it.
    case more
    /// The device is gone or broken. Where a ``DeviceEvent/stateLost(_:)`` came, no `stateKnown` may have followed.
    case lost(EvdevError)
}

extension EvdevDevice {
    /// How many events one drain hands out: 40 frames of ten fingers take 2000, so only a flooding device meets it.
    public static let drainLimit = 4096

    /// Reads what the device has, up to ``drainLimit`` events.
    ///
    /// Each event is handed out before the next read, so the read that finds the device empty delays no frame.
    /// After SYN_DROPPED the events the kernel still holds are superseded by its state and left out; a second overrun
    /// while that state is being read comes out as a second ``DeviceEvent/stateLost(_:)``.
    ///
    /// libevdev cannot tell the end of the file from an empty device: when the descriptor polls POLLHUP or POLLERR,
    /// drain, and then take the device for lost with ``lossError(path:)`` even if this said `.empty`.
    public func drain(_ body: (DeviceEvent) -> Void) -> Drain {
        var event = input_event()
        for _ in 0..<Self.drainLimit {
            let status = libevdev_next_event(context, LIBEVDEV_READ_FLAG_NORMAL.rawValue, &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                body(.event(InputEvent(event)))
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                body(.stateLost(InputEvent(event).time))
                if let failure = readState(body) { return .lost(failure) }
                body(.stateKnown)
            case -EAGAIN:
                return .empty
            case -EINTR:
                continue
            default:
                return .lost(EvdevError(path: path, operation: "read", code: -status))
            }
        }
        return .more
    }

    /// Reads what the device has, and then asks the kernel what is true now, as after an overrun: a device that slept, or
    /// lost its power meanwhile, may have lifted its contacts without a word.
    ///
    /// The state comes out between ``DeviceEvent/stateLost(_:)`` and `stateKnown`; only what differs from the events seen is
    /// told. Events that are not read before it, of a device that floods, are superseded by it and left out.
    ///
    /// - Parameter time: What `stateLost` carries.
    /// - Returns: `.empty`, or `.lost`; where that came after `stateLost`, no `stateKnown` followed.
    public func reread(at time: Timestamp, _ body: (DeviceEvent) -> Void) -> Drain {
        if case .lost(let error) = drain(body) { return .lost(error) }
        var event = input_event()
        let status = libevdev_next_event(context, LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue, &event)
        guard status == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) else {
            return .lost(EvdevError(path: path, operation: "resynchronise", code: -status))
        }
        body(.stateLost(time))
        if let failure = readState(body) { return .lost(failure) }
        body(.stateKnown)
        return .empty
    }

    /// What a hang-up of the descriptor means: the device is gone.
    public static func lossError(path: String) -> EvdevError {
        EvdevError(path: path, operation: "read", code: ENODEV)
    }

    /// Hands out the difference between the kernel's state and what libevdev had seen. Bounded by the number of slots.
    private func readState(_ body: (DeviceEvent) -> Void) -> EvdevError? {
        var event = input_event()
        while true {
            let status = libevdev_next_event(context, LIBEVDEV_READ_FLAG_SYNC.rawValue, &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue), Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                body(.state(InputEvent(event)))
            case -EAGAIN: return nil
            case -EINTR: continue
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
