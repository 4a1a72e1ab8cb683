internal import CEvdev
public import GestureModel
internal import Glibc
internal import LinuxSupport
public import TouchInput

/// An open evdev device. Deliberately not Sendable: it belongs to the event loop's thread.
public final class EvdevDevice {
    /// The device node, for messages.
    public let path: String
    /// Readable when events are waiting. Owned by the device.
    public let descriptor: Int32
    /// Why event times are not CLOCK_MONOTONIC; nil if the device accepted that clock.
    public let clockWarning: String?
    /// The kernel's description of the device when it was opened.
    public let description: DeviceDescription

    private let context: OpaquePointer
    private let log: EvdevLog
    /// The events that are reported together. The storage is kept, so that reading allocates nothing.
    private let events: UnsafeMutableBufferPointer<InputEvent>

    /// Opens a device node for reading, without blocking.
    ///
    /// - Parameter log: Receives libevdev's messages of priority `info` and `error` once the device is open, as UTF-8
    ///   that is valid during the call.
    /// - Throws: An ``EvdevError`` if the node cannot be opened or queried. Its code is ENOTTY if the node is not an
    ///   evdev device.
    public convenience init(
        path: String, log: @escaping (EvdevLogPriority, UnsafeBufferPointer<UInt8>) -> Void = { _, _ in }
    ) throws(EvdevError) {
        var descriptor: Int32
        repeat { descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw EvdevError(path: path, operation: "open", code: errno) }
        try self.init(descriptor: descriptor, path: path, log: log)
    }

    /// Takes ownership of an open descriptor, even if the initialiser throws.
    public init(
        descriptor: Int32, path: String,
        log: @escaping (EvdevLogPriority, UnsafeBufferPointer<UInt8>) -> Void = { _, _ in }
    ) throws(EvdevError) {
        // A blocking descriptor would delay every other device.
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
            let code = errno
            close(descriptor)
            throw EvdevError(path: path, operation: "open", code: code)
        }
        guard let context = libevdev_new() else {
            close(descriptor)
            throw EvdevError(path: path, operation: "open", code: ENOMEM)
        }
        cevdev_set_log(context, nil, LIBEVDEV_LOG_INFO)
        let code = libevdev_set_fd(context, descriptor)
        guard code == 0 else {
            libevdev_free(context)
            close(descriptor)
            throw EvdevError(path: path, operation: "query", code: -code)
        }
        self.log = EvdevLog(log)
        cevdev_set_log(context, self.log.record, LIBEVDEV_LOG_INFO)
        let clock = libevdev_set_clock_id(context, CLOCK_MONOTONIC)
        self.path = path
        self.descriptor = descriptor
        self.context = context
        events = .allocate(capacity: 256)
        clockWarning = clock == 0 ? nil : "\(path): event times are not monotonic: \(Errno(-clock))"
        description = DeviceDescription(of: context)
    }

    deinit {
        // libevdev leaves the descriptor open.
        libevdev_free(context)
        close(descriptor)
        events.deallocate()
    }

    // MARK: - Events

    /// The result of reading the waiting events.
    public enum DrainResult: Hashable, Sendable {
        /// No event is left: wait for the descriptor.
        case empty
        /// ``drainLimit`` was reached. Drain again before waiting: libevdev may hold more events in its own queue, and
        /// these do not make the descriptor readable.
        case more
        /// The device is gone or broken. After a ``DeviceEvent/stateLost(_:)``, `stateKnown` may be missing.
        case lost(EvdevError)
    }

    /// The most events that one drain reports. 40 frames of ten fingers have 2000, so only a flooding device reaches
    /// this limit.
    public static let drainLimit = 4096

    /// Reports the waiting events, up to ``drainLimit``.
    ///
    /// The events of a frame are reported together, before the next read, so the read that finds the device empty
    /// delays no frame. The events of a frame that is not complete are reported when nothing more is waiting.
    ///
    /// After SYN_DROPPED the device's state replaces the events that the kernel still holds. A second overrun while
    /// that state is being read is reported as a second ``DeviceEvent/stateLost(_:)``.
    ///
    /// libevdev cannot distinguish the end of the file from an empty device. When the descriptor polls POLLHUP or
    /// POLLERR, drain the device. Then treat it as lost with ``lossError(path:)`` even if the result was `.empty`.
    ///
    /// - Parameters:
    ///   - handle: Receives events in order. They are valid during the call. Only the last of them may be a SYN_REPORT.
    ///   - handleState: Receives the state after events were lost.
    public func drain(
        _ handle: (UnsafeBufferPointer<InputEvent>) -> Void, state handleState: (DeviceEvent) -> Void
    ) -> DrainResult {
        var event = input_event()
        var count = 0
        for _ in 0..<Self.drainLimit {
            let status = libevdev_next_event(context, LIBEVDEV_READ_FLAG_NORMAL.rawValue, &event)
            if status == Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue) {
                events[count] = InputEvent(event)
                count &+= 1
                if event.endsFrame || count == events.count { report(&count, to: handle) }
                continue
            }
            if status == -EINTR { continue }
            report(&count, to: handle)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                if let failure = readState(lostAt: InputEvent(event).time, handleState) { return .lost(failure) }
            case -EAGAIN:
                return .empty
            default:
                return .lost(EvdevError(path: path, operation: "read", code: -status))
            }
        }
        report(&count, to: handle)
        return .more
    }

    /// Reports the first `count` of ``events``.
    @inline(__always)
    private func report(_ count: inout Int, to handle: (UnsafeBufferPointer<InputEvent>) -> Void) {
        guard count > 0 else { return }
        handle(UnsafeBufferPointer(rebasing: events[..<count]))
        count = 0
    }

    /// Drains as ``drain(_:state:)``, but reports one event at a time.
    public func drain(_ body: (DeviceEvent) -> Void) -> DrainResult {
        drain({ events in for event in events { body(.event(event)) } }, state: body)
    }

    /// Reports the waiting events and then queries the state, as after an overrun, because contacts may have lifted
    /// without an event while the device slept or had no power.
    ///
    /// The state comes between ``DeviceEvent/stateLost(_:)`` and `stateKnown`, and consists of the differences from
    /// the reported events and of all slots. If the device floods, the state replaces the events beyond ``drainLimit``.
    ///
    /// - Parameter time: The time of `stateLost`.
    /// - Returns: `.empty`, or `.lost` if the device is gone or broken. After a `stateLost`, `stateKnown` may then be
    ///   missing.
    public func reread(at time: Timestamp, _ body: (DeviceEvent) -> Void) -> DrainResult {
        if case .lost(let error) = drain(body) { return .lost(error) }
        return resynchronise(at: time, body)
    }

    /// Queries the state as ``reread(at:_:)`` does, and discards the waiting events instead of reporting them.
    public func resynchronise(at time: Timestamp, _ body: (DeviceEvent) -> Void) -> DrainResult {
        var event = input_event()
        let status = libevdev_next_event(context, LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue, &event)
        guard status == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) else {
            return .lost(EvdevError(path: path, operation: "resynchronise", code: -status))
        }
        if let failure = readState(lostAt: time, body) { return .lost(failure) }
        return .empty
    }

    /// Stops all events: the kernel keeps none for this descriptor, so nothing wakes the process. A kernel before 4.4
    /// still keeps them; the caller does not wait for the descriptor to become readable meanwhile.
    public func pause() { cevdev_mute(descriptor) }

    /// Lets events pass again, and queries the state (``resynchronise(at:_:)``). Events from before the pause and from
    /// the pause are discarded, so contacts that are down begin nothing.
    public func resume(at time: Timestamp, _ body: (DeviceEvent) -> Void) -> DrainResult {
        cevdev_unmute(descriptor)
        return resynchronise(at: time, body)
    }

    /// Returns the error of a device whose descriptor hung up.
    public static func lossError(path: String) -> EvdevError {
        EvdevError(path: path, operation: "read", code: ENODEV)
    }

    /// Reports `stateLost` at `time`, the differences between the kernel's state and libevdev's, all slots, and
    /// `stateKnown`. Returns an error instead of reporting `stateKnown` if a read fails. The device's slots and event
    /// codes limit the number of differences.
    private func readState(lostAt time: Timestamp, _ body: (DeviceEvent) -> Void) -> EvdevError? {
        body(.stateLost(time))
        var event = input_event()
        while true {
            let status = libevdev_next_event(context, LIBEVDEV_READ_FLAG_SYNC.rawValue, &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue), Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                body(.state(InputEvent(event)))
            case -EAGAIN:
                // libevdev reports no new position of a slot whose contact has lifted. The kernel does not repeat a
                // value that it has sent, so the slot's next contact could come down at the position from before.
                reportSlots { body(.state(InputEvent(time: time, type: EventType.absolute, code: $0, value: $1))) }
                body(.stateKnown)
                return nil
            case -EINTR: continue
            default: return EvdevError(path: path, operation: "resynchronise", code: -status)
            }
        }
    }

    // MARK: - State

    /// Reports the state from when the device was opened, so that contacts that are already down start no gesture. Call
    /// it once, before the first ``drain(_:)``; later it would report the last state that libevdev received.
    ///
    /// Empty slots are reported too: because the kernel does not repeat unchanged values, the next contact in a slot
    /// may come down without an x if the slot's last contact had the same x. All times are 0.
    public func reportInitialState(_ body: (DeviceEvent) -> Void) {
        let time = Timestamp(microseconds: 0)
        func report(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            body(.state(InputEvent(time: time, type: type, code: code, value: value)))
        }
        body(.stateLost(time))
        reportSlots { report(EventType.absolute, $0, $1) }
        for axis in description.axes where axis.code < AbsoluteCode.slot {
            let value = libevdev_get_event_value(context, UInt32(EV_ABS), UInt32(axis.code))
            report(EventType.absolute, axis.code, value)
        }
        for key in pressedKeys { report(EventType.key, key, 1) }
        body(.stateKnown)
    }

    /// Reports all slots, and last the kernel's current slot: the kernel's next event may belong to this slot without
    /// selecting it.
    private func reportSlots(_ report: (UInt16, Int32) -> Void) {
        let slots = libevdev_get_num_slots(context)
        guard slots > 0 else { return }
        for slot in 0..<slots {
            report(AbsoluteCode.slot, slot)
            for axis in description.axes where axis.code > AbsoluteCode.slot {
                report(axis.code, libevdev_get_slot_value(context, UInt32(slot), UInt32(axis.code)))
            }
        }
        report(AbsoluteCode.slot, libevdev_get_current_slot(context))
    }

    private var pressedKeys: [UInt16] {
        let keys = description.capabilities.first { $0.type == EventType.key }?.codes ?? []
        return keys.filter { libevdev_get_event_value(context, UInt32(EV_KEY), UInt32($0)) != 0 }
    }

    /// Returns whether another process has grabbed the device (EVIOCGRAB), so that it is open but silent. Returns nil
    /// if this was not tested, or the device is being removed.
    ///
    /// The kernel reveals this only by refusing a grab. A successful grab cuts off every other reader, above all the
    /// compositor. The compositor would lose an event that arrives before the release. So the test runs only while
    /// nothing touches the device: no event is waiting, no contact is down, no key is pressed.
    public func isGrabbedElsewhere() -> Bool? {
        let slots = 0..<max(0, libevdev_get_num_slots(context))
        let isEmpty = slots.allSatisfy {
            libevdev_get_slot_value(context, UInt32($0), UInt32(ABS_MT_TRACKING_ID)) == -1
        }
        guard libevdev_has_event_pending(context) == 0, isEmpty, pressedKeys.isEmpty else { return nil }
        switch libevdev_grab(context, LIBEVDEV_GRAB) {
        case 0:
            libevdev_grab(context, LIBEVDEV_UNGRAB)
            return false
        case -EBUSY:
            return true
        default:
            return nil
        }
    }
}

@available(*, unavailable)
extension EvdevDevice: Sendable {}

extension input_event {
    fileprivate var endsFrame: Bool { type == UInt16(EV_SYN) && code == UInt16(SYN_REPORT) }
}

extension InputEvent {
    @inline(__always)
    fileprivate init(_ event: input_event) {
        let time = withUnsafePointer(to: event) { cevdev_microseconds($0) }
        self.init(time: Timestamp(microseconds: time), type: event.type, code: event.code, value: event.value)
    }
}

/// The priority of a message of libevdev. Most messages report kernel bugs: a slot out of range, a tracking id that
/// changes during a touch. A broken device causes a message with every frame, so the log must limit their rate.
public enum EvdevLogPriority: Sendable {
    case error, info
}

/// libevdev's log handler: a record at an address that stays valid during the device's lifetime, with a C function that
/// calls the closure `write`.
private final class EvdevLog {
    let record: UnsafeMutablePointer<cevdev_log>
    private let write: (EvdevLogPriority, UnsafeBufferPointer<UInt8>) -> Void

    init(_ write: @escaping (EvdevLogPriority, UnsafeBufferPointer<UInt8>) -> Void) {
        self.write = write
        record = .allocate(capacity: 1)
        record.initialize(
            to: cevdev_log(
                write: { context, priority, text in
                    guard let context, let text else { return }
                    Unmanaged<EvdevLog>.fromOpaque(context).takeUnretainedValue().handle(priority, text)
                }, context: Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit { record.deallocate() }

    private func handle(_ priority: libevdev_log_priority, _ text: UnsafePointer<CChar>) {
        let priority = priority == LIBEVDEV_LOG_ERROR ? EvdevLogPriority.error : .info
        var length = strlen(text)
        // libevdev ends its messages with a newline.
        if length > 0, text[length - 1] == 10 { length -= 1 }
        UnsafeRawBufferPointer(start: text, count: length).withMemoryRebound(to: UInt8.self) { write(priority, $0) }
    }
}

/// A failed operation on a device.
public struct EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The device node, as it was opened.
    public let path: String
    /// The operation that failed, as it follows "cannot" in the message: `open`, `query`, `read`.
    public let operation: String
    /// The errno.
    public let code: Int32

    public init(path: String, operation: String, code: Int32) {
        self.path = path
        self.operation = operation
        self.code = code
    }

    public var description: String {
        // The error of querying the name of a file that is not an evdev node.
        if code == ENOTTY { return "\(path): not an input device, such as /dev/input/event5" }
        return "\(path): cannot \(operation): \(Errno(code))"
    }
}

extension DeviceDescription {
    /// Copies everything that libevdev read from the kernel when it opened the device.
    init(of context: OpaquePointer) {
        self.init(
            name: libevdev_get_name(context).map { String(cString: $0) } ?? "",
            bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(context)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(context)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(context)),
            version: UInt16(truncatingIfNeeded: libevdev_get_id_version(context)),
            properties: (0...UInt32(INPUT_PROP_MAX)).filter { libevdev_has_property(context, $0) == 1 }
                .map(UInt16.init),
            capabilities: Self.capabilities(of: context),
            axes: (0...UInt32(ABS_MAX)).compactMap { Self.axis($0, of: context) }
        )
    }

    /// Returns the event types and their codes. Type 0 lists the event types themselves, as in EVIOCGBIT(0) and evemu's
    /// `B: 00` lines.
    private static func capabilities(of context: OpaquePointer) -> [Capability] {
        let types = (0...UInt32(EV_MAX)).filter { libevdev_has_event_type(context, $0) == 1 }
        let itself = Capability(type: UInt16(EV_SYN), codes: types.map(UInt16.init))
        return [itself] + types.filter { hasBitmap($0) }.map { codes(ofType: $0, context) }
    }

    /// True if the kernel has a bitmap of the type's codes. EV_REP, EV_PWR and EV_FF_STATUS have no bitmap. libevdev
    /// reports every code of EV_REP and no code of the other two.
    private static func hasBitmap(_ type: UInt32) -> Bool {
        switch Int32(type) {
        case EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW, EV_LED, EV_SND, EV_FF: true
        default: false
        }
    }

    private static func codes(ofType type: UInt32, _ context: OpaquePointer) -> Capability {
        let codes = 0...UInt32(max(0, libevdev_event_type_get_max(type)))
        return Capability(
            type: UInt16(type),
            codes: codes.filter { libevdev_has_event_code(context, type, $0) == 1 }.map(UInt16.init)
        )
    }

    private static func axis(_ code: UInt32, of context: OpaquePointer) -> Axis? {
        guard let axis = libevdev_get_abs_info(context, code)?.pointee else { return nil }
        return Axis(
            code: UInt16(code), minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
            resolution: axis.resolution
        )
    }
}
