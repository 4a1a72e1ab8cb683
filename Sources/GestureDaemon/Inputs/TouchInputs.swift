internal import CSystemd
internal import EvdevInput
internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport
internal import TouchInput

/// The touch devices of the machine.
///
/// The stored properties that a frame uses are `@exclusivity(unchecked)`, like those of ``Pipeline``.
final class TouchInputs: Inputs {
    private let loop: EventLoop
    private let pipeline: Pipeline
    private let onDescriptorFreed: () -> Void
    private var monitor: TouchDevices?
    private var monitorSource: EventLoop.Source?
    @exclusivity(unchecked) private var entries: [Entry] = []
    private var catalogue: DeviceCatalogue
    private let sensors: Sensors
    private var lastGrabSearch: Timestamp?

    /// - Parameter onDescriptorFreed: Called when a device was closed.
    init(
        on loop: EventLoop, _ pipeline: Pipeline, _ configuration: Configuration,
        onDescriptorFreed: @escaping () -> Void
    ) throws {
        self.loop = loop
        self.pipeline = pipeline
        self.onDescriptorFreed = onDescriptorFreed
        catalogue = DeviceCatalogue(configuration)
        sensors = Sensors(on: loop, pipeline, onDescriptorFreed: onDescriptorFreed)
        sensors.onPenReadable = { [unowned self] device in
            if let entry = entries.first(where: { $0.pipelineDevice === device }) { read(entry) }
        }
        do {
            monitor = try TouchDevices(kind: configuration.kind)
        } catch {
            Log.error("\(error); no device can be found")
        }
        if let monitor {
            monitorSource = try loop.watch(monitor.descriptor, for: .readable) { [unowned self] _ in
                handleChanges()
            }
            for node in monitor.enumerate() { open(node) }
            sensors.setNodes(monitor.sensors())
        }
        if entries.isEmpty { Log.notice("no touch device found; waiting for one") }
    }

    /// A device in the pipeline, open or unavailable.
    private final class Entry {
        /// Identifies the device; see ``TouchNode/syspath``.
        var syspath: String { node.syspath }
        var sysname: String { node.sysname }
        let node: TouchNode
        let pipelineDevice: PipelineDevice
        /// nil if the device is unavailable.
        let device: EvdevDevice?
        let log: DeviceLog?
        /// Why the device is unavailable.
        let failure: Failure?
        var settings: DeviceSettings
        var source: EventLoop.Source?
        /// True while no client may receive the device's touches, so that nothing is read.
        @exclusivity(unchecked) var isPaused = false

        init(
            _ node: TouchNode, _ pipelineDevice: PipelineDevice, device: EvdevDevice? = nil, log: DeviceLog? = nil,
            settings: DeviceSettings = DeviceSettings(), failure: Failure? = nil
        ) {
            self.node = node
            self.pipelineDevice = pipelineDevice
            self.device = device
            self.log = log
            self.settings = settings
            self.failure = failure
        }

        /// The loop releases the descriptor before the device closes it.
        deinit { source = nil }
    }

    private struct Failure: Equatable {
        let reason: String
    }

    /// True if a device came or changed while descriptors were lacking. libudev may then not have read what it is.
    private var missesDevices = false
    /// The devices whose reading has failed, with the times at which they are reopened.
    @exclusivity(unchecked) private var failed: [(syspath: String, time: Timestamp)] = []
    /// The delay before the next attempt to open each device.
    private var backoffs: [String: Backoff] = [:]

    // MARK: - Reading

    var nextTime: Timestamp? {
        if sensors.hasMore { return Timestamp(microseconds: 0) }
        return failed.isEmpty ? sensors.nextTime : earlier(failed.map(\.time).min(), sensors.nextTime)
    }

    func drain(at time: Timestamp) -> Bool {
        reopenFailed(at: time)
        sensors.reopenFailed(at: time)
        sensors.drainSwitches()
        var isEmpty = true
        for entry in entries where !read(entry) { isEmpty = false }
        return isEmpty
    }

    func reread(at time: Timestamp) {
        sensors.reread()
        for entry in entries where !entry.isPaused {
            guard let device = entry.device else { continue }
            handle(device.reread(at: time) { entry.pipelineDevice.handle($0) }, of: entry)
        }
    }

    private func handle(_ end: EvdevDevice.DrainResult, of entry: Entry) {
        if case .lost(let error) = end { lose(entry, error) }
    }

    func updateReading(at time: Timestamp) {
        // Pens first: touches next to a pen that has come meanwhile are ignored.
        sensors.updateReading()
        for entry in entries where entry.isPaused == entry.pipelineDevice.isAwaited {
            guard let device = entry.device else { continue }
            pipeline.count(.resynchronisation)
            entry.isPaused.toggle()
            // The loss of a device is reported in any case.
            entry.source?.watch(entry.isPaused ? [] : .readable)
            if entry.isPaused {
                device.pause()
            } else {
                handle(device.resume(at: time) { entry.pipelineDevice.handle($0) }, of: entry)
            }
        }
    }

    /// Returns false if events are left.
    @discardableResult
    private func read(_ entry: Entry, hasHungUp: Bool = false) -> Bool {
        guard let device = entry.device else { return true }
        guard !entry.isPaused else {
            if hasHungUp { lose(entry, EvdevDevice.lossError(path: device.path)) }
            return true
        }
        let target = entry.pipelineDevice
        let end = device.drain { events in
            if let report = events.last, report.endsFrame { sensors.applyPens(of: target, upTo: report.time) }
            target.handle(events)
        } state: {
            target.handle($0)
        }
        if let log = entry.log, target.faultCount != log.faultCount, let faults = target.faults { log.write(faults) }
        switch end {
        case .empty:
            sensors.applyPens(of: target)
            if hasHungUp { lose(entry, EvdevDevice.lossError(path: device.path)) }
        case .more: return false
        case .lost(let error): lose(entry, error)
        }
        return true
    }

    private func lose(_ entry: Entry, _ error: EvdevError) {
        Log.notice("\(entry.sysname): lost: \(error)")
        remove(entry)
        guard error.code != ENODEV else { return }
        // The device may still be present. Then udev reports no change that would reopen it.
        var backoff = backoffs[entry.syspath] ?? Backoff()
        failed.append((entry.syspath, MonotonicClock.now + backoff.nextDelay()))
        backoffs[entry.syspath] = backoff
    }

    /// Reopens devices whose reading failed although they were present.
    private func reopenFailed(at time: Timestamp) {
        guard !failed.isEmpty else { return }
        let due = failed.filter { $0.time <= time }
        guard !due.isEmpty else { return }
        failed.removeAll { $0.time <= time }
        if lacksDescriptors != nil { missesDevices = true }
        for path in due.map(\.syspath) {
            if let node = monitor?.node(at: path) { open(node) } else { backoffs[path] = nil }
        }
    }

    private func remove(_ entry: Entry) {
        pipeline.remove(entry.pipelineDevice, at: MonotonicClock.now)
        entries = entries.filter { $0 !== entry }
        guard entry.device != nil else { return }
        pairSensors()
        onDescriptorFreed()
    }

    private func pairSensors() {
        sensors.setSurfaces(
            entries.filter { $0.device != nil }.map { Sensors.TouchSurface(node: $0.node, device: $0.pipelineDevice) })
    }

    // MARK: - Coming and going

    /// Handles some changes. The loop calls again while more are waiting.
    private func handleChanges() {
        if lacksDescriptors != nil { missesDevices = true }
        for _ in 0..<16 {
            guard let change = monitor?.nextChange() else { return }
            switch change {
            case .added(let node), .changed(let node):
                // udev may have classified it as a pen before.
                sensors.remove(syspath: node.syspath)
                open(node)
            case .sensor(let node):
                // udev may have classified it as a touchscreen before.
                entries.filter { $0.syspath == node.syspath }.forEach(remove)
                sensors.add(node)
            // Identified by its path, because a late removal by name would remove the device that now has the name.
            case .removed(let path):
                entries.filter { $0.syspath == path }.forEach(remove)
                sensors.remove(syspath: path)
                backoffs[path] = nil
            case .overrun: enumerate()
            }
        }
    }

    private func enumerate() {
        // Without free descriptors, present devices would look as if they were gone.
        missesDevices = lacksDescriptors != nil
        guard !missesDevices, let monitor else { return }
        let nodes = monitor.enumerate()
        let paths = nodes.map(\.syspath)
        entries.filter { !paths.contains($0.syspath) }.forEach(remove)
        nodes.forEach(open)
        sensors.setNodes(monitor.sensors())
    }

    /// The error of a query that needs free descriptors; nil if there are enough.
    private var lacksDescriptors: SystemError? {
        do {
            try monitor?.requireFreeDescriptors()
            return nil
        } catch {
            return error
        }
    }

    func retryAfterEMFILE() {
        if missesDevices { enumerate() }
        sensors.retryAfterEMFILE()
    }

    /// Opens a device that is not open, unless the configuration ignores it or it has keys for typing. An unavailable
    /// device is tried again, because its permissions may have changed. A device that is not opened is added as
    /// unavailable.
    private func open(_ node: TouchNode) {
        let known = entry(of: node)
        guard known?.device == nil else { return }
        let subject = "\(node.sysname) (\(node.name))"
        if let place = catalogue.ignoring(node) {
            return addUnavailable(node, Failure(reason: "ignored by \(place)")) { Log.info("\(subject): \($0)") }
        }
        guard let hasTypingKeys = node.hasTypingKeys else {
            let reason =
                lacksDescriptors?.description ?? "cannot read its keys, which may be keys for text or digits"
            return addUnavailable(node, Failure(reason: reason)) { Log.error("\(subject): cannot be used: \($0)") }
        }
        if hasTypingKeys {
            let reason = "has keys for text or digits: not opened, because what is typed on it would be read, too"
            return addUnavailable(node, Failure(reason: reason)) { Log.warning("\(subject): \($0)") }
        }
        do {
            let log = DeviceLog(of: node.sysname)
            let device = try EvdevDevice(path: node.node, log: log.write)
            // Throws if the device has no touch surface.
            _ = try FrameAssembler(device.description, kind: node.kind)
            known.map(remove)
            try add(node, device, log)
        } catch {
            if (error as? EvdevError)?.isEMFILE ?? false { missesDevices = true }
            addUnavailable(node, Failure(reason: "\(error)")) {
                Log.error("\(subject): cannot be used: \($0)")
            }
        }
    }

    /// Returns the entry of the device. Removes an entry with the same name if it is of another device, or if its kind
    /// has changed.
    private func entry(of node: TouchNode) -> Entry? {
        guard let known = entries.first(where: { $0.sysname == node.sysname }) else { return nil }
        if known.syspath == node.syspath, known.node.kind == node.kind { return known }
        remove(known)
        return nil
    }

    private func add(_ node: TouchNode, _ device: EvdevDevice, _ log: DeviceLog) throws {
        let isGrabbed = device.isGrabbedElsewhere() ?? false
        let settings = catalogue.settings(for: node)
        let target = try pipeline.add(
            id: node.sysname, node: node.node, kind: node.kind, device.description,
            availability: isGrabbed ? .grabbed : .open, settings: settings, seat: node.seat,
            path: node.identity.path)
        let entry = Entry(node, target, device: device, log: log, settings: settings)
        do {
            entry.source = try loop.watch(device.descriptor, for: .readable) {
                [unowned self, unowned entry] events in
                read(entry, hasHungUp: events.hasHungUp)
            }
        } catch {
            pipeline.remove(target, at: MonotonicClock.now)
            throw error
        }
        device.reportInitialState { target.handle($0) }
        entries.append(entry)
        pairSensors()
        if let warning = device.clockWarning { Log.warning(warning) }
        Log.info("\(node.sysname): \(device.description.name) (\(node.kind.rawValue))")
        if isGrabbed { logGrab(of: node) }
    }

    /// Adds a device that cannot be used, so that clients receive it with the reason. A known reason is not logged
    /// again.
    private func addUnavailable(_ node: TouchNode, _ failure: Failure, log: (String) -> Void) {
        let known = entry(of: node)
        guard failure != known?.failure else { return }
        log(failure.reason)
        known.map(remove)
        var device = TouchDevice(
            id: node.sysname, name: node.name, node: node.node, kind: node.kind, surface: Surface(size: .zero),
            slots: 0, resolution: nil, availability: .unavailable(reason: failure.reason), seat: node.seat)
        device.path = node.identity.path
        entries.append(Entry(node, pipeline.add(unavailable: device), failure: failure))
    }

    // MARK: - Grabs

    /// Tests each device, because the kernel does not report grabs. The test itself is a grab
    /// (``EvdevDevice/isGrabbedElsewhere()``), so it is made only when a client will see its result.
    func findGrabs(at time: Timestamp) {
        guard lastGrabSearch.map({ time - $0 >= .seconds(1) }) ?? true else { return }
        lastGrabSearch = time
        for entry in entries {
            // Whether a finger is down is not known of a device that is not read.
            if entry.isPaused, let device = entry.device {
                handle(device.resynchronise(at: time) { entry.pipelineDevice.handle($0) }, of: entry)
            }
            guard let isGrabbed = entry.device?.isGrabbedElsewhere(),
                pipeline.setGrabbed(isGrabbed, of: entry.pipelineDevice)
            else { continue }
            if isGrabbed {
                logGrab(of: entry.node)
            } else {
                Log.notice("\(entry.sysname): the process that had grabbed it has released it")
            }
        }
    }

    private func logGrab(of node: TouchNode) {
        Log.warning("\(node.sysname): grabbed by another process; no events until it releases the device")
    }

    // MARK: - Reloading

    /// Applies new settings to open devices, and tries again to open other devices. A device that is now ignored, or
    /// whose frames would change, is removed and added again, because clients must treat it as another device.
    func reload(_ configuration: Configuration) {
        catalogue = DeviceCatalogue(configuration)
        guard let monitor else { return }
        // The file may have given or taken a device its kind.
        monitor.kind = configuration.kind
        let nodes = monitor.enumerate()
        let paths = nodes.map(\.syspath)
        if lacksDescriptors == nil {
            entries.filter { !paths.contains($0.syspath) }.forEach(remove)
            sensors.setNodes(monitor.sensors())
        } else {
            missesDevices = true
        }
        nodes.forEach(reload)
    }

    private func reload(_ node: TouchNode) {
        guard let entry = entry(of: node), entry.device != nil else { return open(node) }
        let settings = catalogue.settings(for: node)
        if catalogue.ignoring(node) == nil, settings.makesSameFrames(as: entry.settings) {
            pipeline.setSettings(settings, of: entry.pipelineDevice)
            entry.settings = settings
        } else {
            remove(entry)
            open(node)
        }
    }
}

extension DeviceSettings {
    /// True if both settings make the same frames. Remarks are not compared, because they contain line numbers of the
    /// file, which may change.
    fileprivate func makesSameFrames(as other: DeviceSettings) -> Bool {
        surface == other.surface && quirks == other.quirks
    }
}
