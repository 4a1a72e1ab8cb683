internal import CEvdev
public import GestureModel
internal import Glibc
internal import LinuxSupport
public import TouchInput

/// An open evdev device. Deliberately not Sendable: it belongs to the event loop's thread.
///
/// libevdev describes the device and queries its state. Events are read without it, because it reads the descriptor once
/// more for each event.
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
    /// What the kernel has handed over, and the events of it that are reported together. The storage is kept, so that
    /// reading allocates nothing.
    private let received: UnsafeMutableBufferPointer<input_event>
    private let events: UnsafeMutableBufferPointer<InputEvent>
    // Unchecked, because each event needs it, and the run-time checks cost more than the filter.
    @exclusivity(unchecked) private var filter: EventFilter

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
        received = .allocate(capacity: 256)
        events = .allocate(capacity: 256)
        clockWarning = clock == 0 ? nil : "\(path): event times are not monotonic: \(Errno(-clock))"
        description = DeviceDescription(of: context)
        filter = EventFilter(description, slots: max(0, Int(libevdev_get_num_slots(context))))
        reportState(at: Timestamp(microseconds: 0)) { _ in }
    }

    deinit {
        // libevdev leaves the descriptor open.
        libevdev_free(context)
        close(descriptor)
        received.deallocate()
        events.deallocate()
    }

    // MARK: - Events

    /// The result of reading the waiting events.
    public enum DrainResult: Hashable, Sendable {
        /// No event is left: wait for the descriptor.
        case empty
        /// ``drainLimit`` was reached. The descriptor is still readable.
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
    /// The end of the file looks like an empty device. When the descriptor polls POLLHUP or POLLERR, drain the device.
    /// Then treat it as lost with ``lossError(path:)`` even if the result was `.empty`.
    ///
    /// - Parameters:
    ///   - handle: Receives events in order. They are valid during the call. Only the last of them may be a SYN_REPORT.
    ///   - handleState: Receives the state after events were lost.
    public func drain(
        _ handle: (UnsafeBufferPointer<InputEvent>) -> Void, state handleState: (DeviceEvent) -> Void
    ) -> DrainResult {
        var count = 0
        var left = Self.drainLimit
        while left > 0 {
            let room = min(left, received.count)
            let size = read(descriptor, received.baseAddress, room * MemoryLayout<input_event>.stride)
            if size < 0, errno == EINTR { continue }
            guard size >= 0 else {
                let code = errno
                report(&count, to: handle)
                return code == EAGAIN ? .empty : .lost(EvdevError(path: path, operation: "read", code: code))
            }
            let number = size / MemoryLayout<input_event>.stride
            left -= number
            if let time = collect(number, &count, handle) {
                if let failure = readState(lostAt: time, handleState) { return .lost(failure) }
            } else if number < room {
                report(&count, to: handle)
                return .empty
            }
        }
        report(&count, to: handle)
        return .more
    }

    /// Reports the frames that the first `number` of ``received`` complete, and keeps the rest in ``events``.
    ///
    /// - Returns: The time of a loss. The later events are then left out, because the state replaces them.
    @inline(__always)
    private func collect(
        _ number: Int, _ count: inout Int, _ handle: (UnsafeBufferPointer<InputEvent>) -> Void
    ) -> Timestamp? {
        for index in 0..<number {
            var event = InputEvent(received[index])
            if event.type == EventType.synchronization, event.code == SynchronizationCode.dropped {
                report(&count, to: handle)
                return event.time
            }
            switch filter.filter(&event) {
            case .passed: break
            case .corrected(let fault): log.write(fault)
            case .dropped(let fault):
                if let fault { log.write(fault) }
                continue
            }
            events[count] = event
            count &+= 1
            if event.endsFrame || count == events.count { report(&count, to: handle) }
        }
        return nil
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
    /// The state comes between ``DeviceEvent/stateLost(_:)`` and `stateKnown`. If the device floods, the state replaces
    /// the events beyond ``drainLimit``.
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

    /// Discards the waiting events and reports the state, from `stateLost` at `time` to `stateKnown`. Returns an error
    /// instead of reporting the state if a read fails.
    private func readState(lostAt time: Timestamp, _ body: (DeviceEvent) -> Void) -> EvdevError? {
        body(.stateLost(time))
        var event = input_event()
        var flag = LIBEVDEV_READ_FLAG_FORCE_SYNC
        while true {
            // libevdev reports differences from the state that it had read before, which say nothing here.
            let status = libevdev_next_event(context, flag.rawValue, &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue), Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                flag = LIBEVDEV_READ_FLAG_SYNC
            case -EAGAIN:
                reportState(at: time, body)
                body(.stateKnown)
                return nil
            case -EINTR: continue
            default: return EvdevError(path: path, operation: "resynchronise", code: -status)
            }
        }
    }

    // MARK: - State

    /// Reports the state from when the device was opened, so that contacts that are already down start no gesture. Call
    /// it once, before the first ``drain(_:)``; later it would report the last state that libevdev received. All times
    /// are 0.
    public func reportInitialState(_ body: (DeviceEvent) -> Void) {
        let time = Timestamp(microseconds: 0)
        body(.stateLost(time))
        reportState(at: time, body)
        body(.stateKnown)
    }

    /// Reports all slots, axes and keys as libevdev has queried them, and lets the filter follow.
    ///
    /// Empty slots are reported too: because the kernel does not repeat unchanged values, the next contact in a slot
    /// may come down without an x if the slot's last contact had the same x. The kernel's current slot is the last slot,
    /// because the next event may belong to it without selecting it.
    private func reportState(at time: Timestamp, _ body: (DeviceEvent) -> Void) {
        func report(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            let event = InputEvent(time: time, type: type, code: code, value: value)
            filter.setState(event)
            body(.state(event))
        }
        let slots = max(0, libevdev_get_num_slots(context))
        for slot in 0..<slots {
            report(EventType.absolute, AbsoluteCode.slot, slot)
            for axis in description.axes where axis.code > AbsoluteCode.slot {
                let value = libevdev_get_slot_value(context, UInt32(slot), UInt32(axis.code))
                report(EventType.absolute, axis.code, value)
            }
        }
        if slots > 0 { report(EventType.absolute, AbsoluteCode.slot, libevdev_get_current_slot(context)) }
        for axis in description.axes where axis.code < AbsoluteCode.slot {
            let value = libevdev_get_event_value(context, UInt32(EV_ABS), UInt32(axis.code))
            report(EventType.absolute, axis.code, value)
        }
        for key in description.capabilities.first(where: { $0.type == EventType.key })?.codes ?? [] {
            report(EventType.key, key, libevdev_get_event_value(context, UInt32(EV_KEY), UInt32(key)))
        }
    }

    /// Returns whether another process has grabbed the device (EVIOCGRAB), so that it is open but silent. Returns nil
    /// if this was not tested, or the device is being removed.
    ///
    /// The kernel reveals this only by refusing a grab. A successful grab cuts off every other reader, above all the
    /// compositor. The compositor would lose an event that arrives before the release. So the test runs only while
    /// nothing touches the device: no event is waiting, no contact is down, no key is pressed.
    public func isGrabbedElsewhere() -> Bool? {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard filter.isIdle, poll(&polled, 1, 0) == 0 else { return nil }
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

    /// Writes the fault and its value, without allocating.
    func write(_ fault: EventFilter.Fault) {
        // A number of 32 bits is short enough to be stored without heap memory.
        let value = String(fault.value)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: fault.text.utf8CodeUnitCount + 2 + value.utf8.count) {
            line in
            var count = fault.text.withUTF8Buffer { line.initialize(fromContentsOf: $0) }
            for byte in ": ".utf8 {
                line.initializeElement(at: count, to: byte)
                count += 1
            }
            for byte in value.utf8 {
                line.initializeElement(at: count, to: byte)
                count += 1
            }
            write(.error, UnsafeBufferPointer(line))
        }
    }

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
