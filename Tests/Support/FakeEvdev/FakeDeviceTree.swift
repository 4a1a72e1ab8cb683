internal import CFakeEvdev
internal import FoundationEssentials
public import GestureModel
internal import Glibc
public import TouchInput
internal import TouchRecordings

/// Fake devices for an unmodified child process. The child is started with ``environment``, whose preloaded library replaces
/// libudev and the kernel by the contents of a directory (see `CFakeEvdevPreload/tree.h`).
public final class FakeDeviceTree {
    public let directory: String
    /// Variables of the child, in addition to those it inherits.
    public var environment: [String: String] {
        ["FAKE_EVDEV": directory, "LD_PRELOAD": BuildProducts.preloadLibrary]
    }

    /// When the last event was sent, in microseconds: no device's time goes back.
    public private(set) var lastTime: Int64 = 0

    private let uevents: Int32
    private var writers: [String: Int32] = [:]
    private var states: [String: [FakeEvent]] = [:]
    private var devpaths: [String: String] = [:]
    private var descriptions: [String: DeviceDescription] = [:]
    /// The number of the last input, as the kernel counts them.
    private var inputs = 0

    public init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/fake-evdev-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        uevents = Self.fifo(directory + "/uevents")
    }

    deinit {
        for writer in writers.values { close(writer) }
        close(uevents)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Adds a device. Its node, `/dev/input/<sysname>`, can be opened before udev announces it.
    ///
    /// - Parameters:
    ///   - properties: Udev's properties apart from its kind: `["LIBINPUT_CALIBRATION_MATRIX=0 1 0 1 0 0"]`.
    ///   - parent: The path of the hardware in sysfs.
    ///   - announced: Whether udev announces it; otherwise only enumeration finds it.
    ///   - tagged: Whether udev's properties name its kind.
    public func add(
        _ description: DeviceDescription, as sysname: String, _ kind: TouchDeviceKind, properties: [String] = [],
        parent: String = "/devices/virtual", announced: Bool = true, tagged: Bool = true
    ) throws {
        let tag = tagged ? ["ID_INPUT_\(kind.rawValue.uppercased())=1"] : []
        try add(description, as: sysname, properties: tag + properties, parent: parent, announced: announced)
    }

    /// Adds a device of any kind: its properties name the kind, such as `ID_INPUT_TABLET=1`.
    public func add(
        _ description: DeviceDescription, as sysname: String, properties: [String],
        parent: String = "/devices/virtual", announced: Bool = true
    ) throws {
        writers[sysname] = Self.fifo(path(sysname))
        states[sysname] = []
        var header: [UInt8] = []
        EvemuWriter.header(description, into: &header)
        try write(header, sysname, ".evemu")
        inputs += 1
        devpaths[sysname] = "\(parent)/input/input\(inputs)/\(sysname)"
        descriptions[sysname] = description
        try setProperties(properties, of: sysname)
        if announced { announce("add", sysname) }
    }

    /// Replaces the properties that udev reports of the device. ``change(_:)`` announces it.
    public func setProperties(_ properties: [String], of sysname: String) throws {
        let description = descriptions[sysname] ?? DeviceDescription(name: "")
        func attribute(_ type: UInt16) -> String {
            let codes = description.capabilities.first { $0.type == type }?.codes ?? []
            return Self.words(type == EventType.absolute ? description.axes.map(\.code) : codes)
        }
        let attributes = [
            "capabilities/abs=\(attribute(EventType.absolute))", "capabilities/key=\(attribute(EventType.key))",
            "capabilities/sw=\(attribute(EventType.switches))", "properties=\(Self.words(description.properties))",
        ]
        let lines = ["DEVPATH=\(devpaths[sysname] ?? "")", "ID_INPUT=1"] + attributes + properties
        try write((lines.joined(separator: "\n") + "\n").utf8, sysname, ".udev")
    }

    /// A bitmap as in sysfs: words in hexadecimal, the lowest last.
    private static func words(_ bits: [UInt16]) -> String {
        var words = [UInt64](repeating: 0, count: Int((bits.max() ?? 0) / 64) + 1)
        for bit in bits { words[Int(bit / 64)] |= 1 << UInt64(bit % 64) }
        return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
    }

    /// Removes a device: reads and requests fail with ENODEV, its descriptors poll POLLHUP, udev announces it.
    ///
    /// - Parameter announced: Whether udev announces it.
    public func remove(_ sysname: String, announced: Bool = true) {
        let reader = open(path(sysname), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        for suffix in ["", ".evemu", ".udev", ".state", ".refuse", ".fail"] { unlink(path(sysname) + suffix) }
        if let writer = writers.removeValue(forKey: sysname) { close(writer) }
        awaitEnd(of: reader)
        if announced { announce("remove", sysname) }
    }

    /// Makes udev announce a change of the device, for example of its permissions.
    public func change(_ sysname: String) { announce("change", sysname) }

    /// Makes the monitor report lost messages.
    public func overrun() { announce("overrun") }

    /// Sends a frame: the events, then SYN_REPORT.
    public func emit(_ sysname: String, at microseconds: Int64, _ events: FakeEvent...) throws {
        try send(sysname, at: microseconds, events + [.report])
    }

    /// Sends the events without a SYN_REPORT.
    public func send(_ sysname: String, at microseconds: Int64, _ events: [FakeEvent]) throws {
        lastTime = max(lastTime, microseconds)
        try follow(sysname, events)
        put(events.bytes(at: Timestamp(microseconds: microseconds)), writers[sysname] ?? -1)
    }

    /// Sends frames, each with a SYN_REPORT, in one write: the reader finds all of them at once if they fit into a page.
    public func play(_ sysname: String, _ frames: [(time: Int64, events: [FakeEvent])]) throws {
        lastTime = max(lastTime, frames.last?.time ?? 0)
        try follow(sysname, frames.flatMap(\.events))
        let bytes = frames.flatMap { ($0.events + [.report]).bytes(at: Timestamp(microseconds: $0.time)) }
        put(bytes, writers[sysname] ?? -1)
    }

    /// Changes the state without sending events, as in the gap that SYN_DROPPED reports.
    public func silently(_ sysname: String, _ events: FakeEvent...) throws { try follow(sysname, events) }

    /// Makes opening the device fail with this errno.
    public func refuseOpening(_ sysname: String, with code: Int32) throws {
        try write("0 \(code)\n".utf8, sysname, ".refuse")
    }

    /// A call of the program that can fail once.
    public enum Call: String {
        case open, read
        /// Of any socket.
        case send
    }

    /// Allows ``failNext(_:of:with:)``. Call it before the program starts.
    public func allowFailures() throws { try write([], "failures", "") }

    /// Makes the next such call fail with this errno, once.
    ///
    /// - Parameter sysname: The device; nil for a call of a socket.
    public func failNext(_ call: Call, of sysname: String? = nil, with code: Int32) throws {
        let name = sysname ?? "socket"
        try Data("\(call.rawValue) \(code)\n".utf8).write(
            to: URL(fileURLWithPath: path(name) + ".fail"), options: .atomic)
    }

    /// True if the call has failed.
    public func hasFailed(_ sysname: String? = nil) -> Bool {
        access(path(sysname ?? "socket") + ".fail", F_OK) != 0
    }

    /// Allows opening and grabbing the device again.
    public func permit(_ sysname: String) { unlink(path(sysname) + ".refuse") }

    /// Answers EVIOCGRAB as if another process had grabbed the device.
    public func grabElsewhere(_ sysname: String) throws { try write("90 \(EBUSY)\n".utf8, sysname, ".refuse") }

    /// A child that another test is just starting has a copy of every descriptor until it executes. The stream ends only
    /// then.
    private func awaitEnd(of reader: Int32) {
        var polled = pollfd(fd: reader, events: 0, revents: 0)
        poll(&polled, 1, 1000)
        close(reader)
    }

    private func path(_ sysname: String) -> String { directory + "/" + sysname }

    private func announce(_ action: String, _ sysname: String) {
        announce("\(action) \(sysname) \(devpaths[sysname] ?? "")")
    }

    private func announce(_ line: String) { put(Array((line + "\n").utf8), uevents) }

    /// Only the last value of each code of each slot is part of the state.
    private func follow(_ sysname: String, _ events: [FakeEvent]) throws {
        let state = (states[sysname, default: []] + events.filter { $0.type != EventType.synchronization })
            .reduced()
        states[sysname] = state
        let bytes = state.bytes(at: Timestamp(microseconds: 0))
        try Data(bytes).write(to: URL(fileURLWithPath: path(sysname) + ".state"), options: .atomic)
    }

    private func write(_ bytes: some Sequence<UInt8>, _ sysname: String, _ suffix: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(sysname) + suffix))
    }

    private func put(_ bytes: [UInt8], _ descriptor: Int32) {
        precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "a fake device's FIFO is full or gone")
    }

    /// Opened in both directions: neither end waits for the other, and the stream ends when this end is closed.
    private static func fifo(_ path: String) -> Int32 {
        precondition(mkfifo(path, 0o600) == 0, "cannot make \(path)")
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        fake_descriptor_widen(descriptor)
        return descriptor
    }
}

extension [FakeEvent] {
    /// Returns the shortest list of events that leads to the same state. It ends with the current slot.
    fileprivate func reduced() -> [FakeEvent] {
        var values: [[Int32]: FakeEvent] = [:]
        var slot: Int32 = 0
        for event in self {
            if event.type == EventType.absolute, event.code == AbsoluteCode.slot { slot = event.value }
            let isOfSlot = event.type == EventType.absolute && event.code > AbsoluteCode.slot
            values[[isOfSlot ? slot : -1, Int32(event.type), Int32(event.code)]] = event
        }
        let sorted = values.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return sorted.flatMap { key, event in key[0] < 0 ? [event] : [.slot(key[0]), event] } + [.slot(slot)]
    }
}
