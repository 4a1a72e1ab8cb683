internal import CFakeEvdev
internal import GestureModel
internal import Glibc
public import TouchInput

/// An evdev device without a kernel: a pipe whose reading end answers evdev's requests from a description.
///
/// Works only in the process that links this module. Parallel tests may have any number of them.
public final class FakeDevice {
    /// Requests a fake can refuse and count, by their number in linux/input.h.
    public enum Request: UInt32, Sendable {
        case identity = 0x02
        case name = 0x06
        case slots = 0x0a
        case keys = 0x18
        case horizontalAxis = 0x40
        case grab = 0x90
        case mask = 0x93
        case clock = 0xa0
    }

    private let device: OpaquePointer
    private let reader: Int32
    private var writer: Int32
    private var isReaderGiven = false

    public init(_ description: DeviceDescription) {
        var ends: [Int32] = [-1, -1]
        precondition(fake_descriptor_pipe(&ends) == 0, "no pipe for a fake device")
        reader = ends[0]
        writer = ends[1]
        device = OpaquePointer(description)
        precondition(fake_descriptor_attach(reader, device) == 0, "too many descriptors are open for a fake device")
    }

    deinit {
        hangUp()
        if !isReaderGiven { close(reader) }
        fake_device_destroy(device)
    }

    /// Returns the reading end, which the caller owns. Close it before the fake is destroyed.
    public func takeDescriptor() -> Int32 {
        precondition(!isReaderGiven, "a fake device has one reader")
        isReaderGiven = true
        return reader
    }

    /// Sends a frame: the events, then SYN_REPORT.
    public func emit(at microseconds: Int64, _ events: FakeEvent...) {
        send(at: microseconds, events + [.report])
    }

    /// Sends the events without a SYN_REPORT.
    public func send(at microseconds: Int64, _ events: [FakeEvent]) {
        follow(events)
        let bytes = events.bytes(at: Timestamp(microseconds: microseconds))
        let count = write(writer, bytes, bytes.count)
        precondition(count == bytes.count, "a fake device's pipe is full")
    }

    /// Changes the device's state without sending events, as in the gap that SYN_DROPPED reports.
    public func silently(_ events: FakeEvent...) { follow(events) }

    /// As after an unplug: reads and requests fail with ENODEV, and the descriptor polls POLLHUP.
    public func vanish() {
        fake_descriptor_remove(reader)
        hangUp()
    }

    /// Ends the stream: the descriptor polls POLLHUP and reads as ended.
    public func hangUp() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    /// Answers these requests with the errno; nil answers them normally again.
    public func refuse(_ request: Request, with code: Int32?) {
        fake_device_refuse(device, request.rawValue, code ?? 0)
    }

    public var isGrabbedElsewhere: Bool = false {
        didSet { refuse(.grab, with: isGrabbedElsewhere ? EBUSY : nil) }
    }

    public func requests(_ request: Request) -> Int { Int(fake_device_requests(device, request.rawValue)) }

    /// The clock that the reader chose (CLOCK_*).
    public var clock: Int32 { fake_device_clock(device) }

    /// Whether the reading end is still open in any process. Waits up to a second before it returns true: a child that
    /// another test is just starting has a copy of every descriptor until it executes.
    public var hasReader: Bool {
        var polled = pollfd(fd: writer, events: 0, revents: 0)
        return poll(&polled, 1, 1000) == 0
    }

    private func follow(_ events: [FakeEvent]) {
        for event in events { fake_device_follow(device, UInt32(event.type), UInt32(event.code), event.value) }
    }
}

extension OpaquePointer {
    /// A `struct fake_device` of this description, owned by the caller.
    fileprivate init(_ description: DeviceDescription) {
        let id = input_id(
            bustype: description.bus, vendor: description.vendor, product: description.product,
            version: description.version)
        self = fake_device_create(description.name, id)
        for property in description.properties { fake_device_add_property(self, UInt32(property)) }
        for capability in description.capabilities {
            for code in capability.codes { fake_device_add_code(self, UInt32(capability.type), UInt32(code)) }
        }
        for axis in description.axes {
            var information = input_absinfo(
                value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
                resolution: axis.resolution)
            fake_device_add_axis(self, UInt32(axis.code), &information)
        }
    }
}
