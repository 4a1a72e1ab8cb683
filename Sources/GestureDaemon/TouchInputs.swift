internal import CSystemd
internal import EvdevInput
internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import TouchInput

/// The touch devices of the machine, as they come and go.
final class TouchInputs: Inputs {
    /// A device that is in the pipeline: open, or with the reason why not.
    final class Entry {
        let sysname: String
        let handle: Pipeline.DeviceHandle
        let device: EvdevDevice?
        let log: DeviceLog?
        /// Why there is no device.
        let failure: String?
        /// What it was taken in with, and what has changed since.
        var settings: DeviceSettings
        var source: EventLoop.Source?
        /// The last drain was cut short; libevdev holds events that no descriptor tells of.
        var hasMore = false

        init(
            _ sysname: String, _ handle: Pipeline.DeviceHandle, device: EvdevDevice? = nil, log: DeviceLog? = nil,
            settings: DeviceSettings = DeviceSettings(), failure: String? = nil
        ) {
            self.sysname = sysname
            self.handle = handle
            self.device = device
            self.log = log
            self.settings = settings
            self.failure = failure
        }

        /// The loop lets go of the descriptor before the device closes it.
        deinit { source = nil }
    }

    unowned let daemon: Daemon
    private(set) var monitor: TouchDevices?
    private var monitorSource: EventLoop.Source?
    private(set) var entries: [Entry] = []
    var knowledge: KnownDevices

    init(of daemon: Daemon, _ configuration: Configuration) throws {
        self.daemon = daemon
        knowledge = KnownDevices(configuration)
        do {
            let monitor = try TouchDevices()
            self.monitor = monitor
            monitorSource = try daemon.loop.watch(monitor.descriptor, for: EPOLLIN.rawValue) { [unowned self] _ in
                takeChanges()
            }
            for node in monitor.enumerate() { open(node) }
        } catch let error as UdevError {
            Log.error("\(error); no device will be found")
        }
        if entries.isEmpty { Log.notice("no touch device yet") }
    }

    var nextTime: Timestamp? { entries.contains { $0.hasMore } ? Timestamp(microseconds: 0) : nil }

    func drain(at time: Timestamp) -> Bool {
        for entry in entries { read(entry) }
        return !entries.contains { $0.hasMore }
    }

    func reread(at time: Timestamp) {
        let daemon = daemon
        for entry in entries {
            guard let device = entry.device else { continue }
            entry.hasMore = false
            let handle = entry.handle
            let end = device.reread(at: time) { daemon.pipeline.take($0, from: handle) }
            if case .lost(let error) = end { lose(entry, error) }
        }
    }

    // MARK: - Reading

    private func read(_ entry: Entry, hungUp: Bool = false) {
        guard let device = entry.device else { return }
        entry.hasMore = false
        let daemon = daemon
        switch drain(device, entry, into: &daemon.pipeline, of: daemon) {
        case .empty: if hungUp { lose(entry, EvdevDevice.lossError(path: device.path)) }
        case .more: entry.hasMore = true
        case .lost(let error): lose(entry, error)
        }
    }

    /// The pipeline is at hand for as long as the device has events: to ask for it with each would cost more than taking one,
    /// and what is asked of it through the daemon is asked of a copy.
    private func drain(
        _ device: EvdevDevice, _ entry: Entry, into pipeline: inout Pipeline, of daemon: Daemon
    ) -> Drain {
        let handle = entry.handle
        let end = device.drain { event in
            pipeline.take(event, from: handle)
            // A frame is on its way before the device is asked for the next, and a backlog fills nobody's queue.
            if event.isReport { daemon.flush(&pipeline) }
        }
        if let log = entry.log, let faults = pipeline.faults(of: handle) { log.write(faults) }
        return end
    }

    private func lose(_ entry: Entry, _ error: EvdevError) {
        Log.notice("\(entry.sysname) is gone (\(error))")
        remove(entry)
    }

    func remove(_ entry: Entry) {
        daemon.pipeline.remove(entry.handle, at: MonotonicClock.now)
        entries = entries.filter { $0 !== entry }
    }

    // MARK: - Coming and going

    private func takeChanges() {
        while let change = monitor?.nextChange() {
            switch change {
            case .added(let node), .changed(let node): open(node)
            case .removed(let sysname): entries.filter { $0.sysname == sysname }.forEach(remove)
            case .overrun: enumerateAgain()
            }
        }
        daemon.settle()
    }

    private func enumerateAgain() {
        // A device that is gone must be known to be, or another one of its name would be taken for it.
        for entry in entries { read(entry) }
        let nodes = monitor?.enumerate() ?? []
        let sysnames = nodes.map(\.sysname)
        entries.filter { !sysnames.contains($0.sysname) }.forEach(remove)
        nodes.forEach(open)
    }

    /// Opens a device, unless it is open. One that could not be used is tried again: its rights may have changed.
    func open(_ node: TouchNode) {
        let known = entries.first { $0.sysname == node.sysname }
        guard known?.device == nil else { return }
        if let place = knowledge.ignoring(node) {
            show(node, unavailable: "ignored by \(place)") { Log.info("\(node.sysname) (\(node.name)) is \($0)") }
            return
        }
        do {
            let log = DeviceLog(of: node.sysname)
            let device = try usableDevice(node, log)
            known.map(remove)
            try add(node, device, log)
        } catch {
            show(node, unavailable: "\(error)") {
                Log.error("\(node.sysname) (\(node.name)) cannot be used: \($0)")
            }
        }
    }

    private func usableDevice(_ node: TouchNode, _ log: DeviceLog) throws -> EvdevDevice {
        let device = try EvdevDevice(path: node.node, log: log.write)
        _ = try FrameAssembler(device.description, kind: node.kind)
        return device
    }

    private func add(_ node: TouchNode, _ device: EvdevDevice, _ log: DeviceLog) throws {
        let isGrabbed = device.isGrabbedElsewhere() ?? false
        let settings = knowledge.settings(for: node)
        let handle = try daemon.pipeline.add(
            id: node.sysname, node: node.node, kind: node.kind, device.description,
            availability: isGrabbed ? .grabbed : .open, settings: settings, seat: node.seat)
        let entry = Entry(node.sysname, handle, device: device, log: log, settings: settings)
        do {
            entry.source = try watch(entry, device)
        } catch {
            daemon.pipeline.remove(handle, at: MonotonicClock.now)
            throw error
        }
        device.initialState { daemon.pipeline.take($0, from: handle) }
        entries.append(entry)
        if let warning = device.clockWarning { Log.warning(warning) }
        Log.info("\(node.sysname): \(device.description.name) (\(node.kind.rawValue))")
        if isGrabbed { Log.warning("\(node.sysname) is grabbed by another process and silent until it lets go") }
    }

    private func watch(_ entry: Entry, _ device: EvdevDevice) throws(SystemError) -> EventLoop.Source {
        try daemon.loop.watch(device.descriptor, for: EPOLLIN.rawValue) { [unowned self, unowned entry] bits in
            read(entry, hungUp: bits & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
            daemon.settle()
        }
    }

    /// Lets clients see a device that cannot be used, and why. A reason that is known already is not told again.
    private func show(_ node: TouchNode, unavailable reason: String, log: (String) -> Void) {
        let known = entries.first { $0.sysname == node.sysname }
        guard reason != known?.failure else { return }
        log(reason)
        known.map(remove)
        let unavailable = TouchDevice(
            id: node.sysname, name: node.name, node: node.node, kind: node.kind, surface: Surface(size: .zero),
            slots: 0, resolution: nil, availability: .unavailable(reason: reason), seat: node.seat)
        let handle = daemon.pipeline.add(unavailable: unavailable)
        entries.append(Entry(node.sysname, handle, failure: reason))
    }
}

extension DeviceEvent {
    fileprivate var isReport: Bool {
        guard case .event(let event) = self else { return false }
        return event.type == EventType.synchronization && event.code == SynchronizationCode.report
    }
}
