internal import CSystemd
internal import EvdevInput
internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import TouchInput

/// The touch devices of the machine, as they come and go.
final class TouchInputs: Inputs {
    unowned let daemon: Daemon
    private(set) var monitor: TouchDevices?
    private var monitorSource: EventLoop.Source?
    var entries: [Entry] = []
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

    func read(_ entry: Entry, hungUp: Bool = false) {
        guard let device = entry.device else { return }
        entry.hasMore = false
        switch drain(device, entry) {
        case .empty: if hungUp { lose(entry, EvdevDevice.lossError(path: device.path)) }
        case .more: entry.hasMore = true
        case .lost(let error): lose(entry, error)
        }
    }

    private func drain(_ device: EvdevDevice, _ entry: Entry) -> Drain {
        let (daemon, pipeline, handle) = (daemon, daemon.pipeline, entry.handle)
        let end = device.drain { event in
            pipeline.handle(event, from: handle)
            // A frame is on its way before the device is asked for the next, and a backlog fills nobody's queue.
            if event.isReport { daemon.flush() }
        }
        if let log = entry.log, let faults = handle.faults { log.write(faults) }
        return end
    }

    private func lose(_ entry: Entry, _ error: EvdevError) {
        Log.notice("\(entry.sysname) is gone (\(error))")
        remove(entry)
    }

    func remove(_ entry: Entry) {
        daemon.pipeline.remove(entry.handle, at: MonotonicClock.now)
        entries = entries.filter { $0 !== entry }
        if entry.device != nil { daemon.hasFreeDescriptor = true }
    }
}

extension DeviceEvent {
    fileprivate var isReport: Bool {
        guard case .event(let event) = self else { return false }
        return event.type == EventType.synchronization && event.code == SynchronizationCode.report
    }
}
