internal import CSystemd
internal import EvdevInput
internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// The pens and switches of the machine, which decide whether touches are ignored.
///
/// A sensor is open only while it concerns a touch device, so that a pen without a touch surface does not wake the
/// process.
///
/// The stored properties that a frame uses are `@exclusivity(unchecked)`, like those of ``Pipeline``.
final class Sensors {
    private let loop: EventLoop
    private let pipeline: Pipeline
    private let onDescriptorFreed: () -> Void
    @exclusivity(unchecked) private var entries: [Entry] = []
    private var surfaces: [TouchSurface] = []
    /// Called when a pen has events. The handler reads the touch device, so that the events of both are handled in the
    /// kernel's order.
    var onPenReadable: (PipelineDevice) -> Void = { _ in }

    /// A touch device that is open.
    struct TouchSurface {
        let node: TouchNode
        let device: PipelineDevice
    }

    init(on loop: EventLoop, _ pipeline: Pipeline, onDescriptorFreed: @escaping () -> Void) {
        self.loop = loop
        self.pipeline = pipeline
        self.onDescriptorFreed = onDescriptorFreed
    }

    /// A touch device that a sensor concerns.
    private struct Concern {
        let device: PipelineDevice
        /// The changes of a pen that were read but not applied yet, because earlier frames of the device come first.
        var changes: [(isNear: Bool, time: Timestamp)] = []
    }

    /// A sensor, open or not.
    private final class Entry {
        var node: SensorNode
        /// The touch devices that the sensor concerns: those on whose surfaces a pen writes, or those affected by
        /// switches.
        var concerns: [Concern] = []
        var sensor: EvdevSensor?
        var source: EventLoop.Source?
        /// The logged reason why it could not be opened.
        var failure: String?
        /// True if there was no free descriptor.
        var isEMFILE = false
        /// True if the last drain was cut short, and the descriptor possibly does not report the remaining events.
        @exclusivity(unchecked) var hasMore = false
        /// True while no touch device that the pen concerns is read, so that the pen is not read either.
        var isPaused = false
        /// nil unless reading the sensor failed.
        var loss: Loss?
        /// The delay before the next attempt to open it.
        var backoff = Backoff()

        init(_ node: SensorNode) { self.node = node }

        var timeToReopen: Timestamp? { if case .failed(let time) = loss { time } else { nil } }

        func concerns(_ device: PipelineDevice) -> Bool { concerns.contains { $0.device === device } }

        /// The loop releases the descriptor before the sensor closes it.
        func close() {
            source = nil
            sensor = nil
            hasMore = false
            isPaused = false
        }

        deinit { close() }
    }

    /// When to reopen a sensor that could not be read.
    private enum Loss {
        /// It was unplugged. udev reports when it is back.
        case gone
        /// It is opened again at this time, because it may still be present, and udev then reports no change.
        case failed(until: Timestamp)
    }

    // MARK: - Coming and going

    /// Replaces the sensors with those that udev currently knows.
    func setNodes(_ nodes: [SensorNode]) {
        for entry in entries where !nodes.contains(where: { $0.syspath == entry.node.syspath }) { close(entry) }
        entries.removeAll { entry in !nodes.contains { $0.syspath == entry.node.syspath } }
        for node in nodes { set(node) }
        update()
    }

    /// Adds a sensor, or applies udev's changes to it. A sensor that could not be opened is tried again.
    func add(_ node: SensorNode) {
        set(node)
        update()
    }

    /// Removes the sensor with this path; does nothing for other devices.
    func remove(syspath: String) {
        guard let entry = entries.first(where: { $0.node.syspath == syspath }) else { return }
        close(entry)
        entries.removeAll { $0 === entry }
        update()
    }

    /// Replaces the open touch devices, and determines again which of them the sensors concern.
    func setSurfaces(_ surfaces: [TouchSurface]) {
        self.surfaces = surfaces
        update()
    }

    func retryAfterEMFILE() {
        guard entries.contains(where: \.isEMFILE) else { return }
        update()
    }

    private func set(_ node: SensorNode) {
        guard let entry = entries.first(where: { $0.node.syspath == node.syspath }) else {
            return entries.append(Entry(node))
        }
        if entry.node.kind != node.kind { close(entry) }
        entry.node = node
        entry.loss = nil
    }

    /// When ``reopenFailed(at:)`` is due; nil if never.
    var nextTime: Timestamp? { entries.isEmpty ? nil : entries.compactMap(\.timeToReopen).min() }

    /// Reopens sensors whose reading failed although they were present.
    func reopenFailed(at time: Timestamp) {
        let due = entries.filter { entry in entry.timeToReopen.map { $0 <= time } ?? false }
        guard !due.isEmpty else { return }
        for entry in due { entry.loss = nil }
        update()
    }

    /// Determines which touch devices each sensor concerns, opens and closes sensors accordingly, and applies their
    /// states.
    private func update() {
        let pens = entries.map(\.node).filter { $0.kind == .pen }
        for entry in entries where entry.loss == nil {
            let (devices, match) = devices(concernedBy: entry.node, pens)
            for concern in entry.concerns where !devices.contains(where: { $0 === concern.device }) {
                pipeline.penLeft(entry.node.sysname, from: concern.device, at: MonotonicClock.now)
            }
            let known = entry.sensor == nil ? [] : entry.concerns
            entry.concerns = devices.map { device in known.first { $0.device === device } ?? Concern(device: device) }
            if devices.isEmpty {
                close(entry)
            } else if entry.sensor == nil {
                open(entry, match)
            }
            guard entry.node.kind == .pen, let sensor = entry.sensor, !sensor.state.isEmpty else { continue }
            for device in devices where !known.contains(where: { $0.device === device }) {
                pipeline.penArrived(entry.node.sysname, at: device, at: MonotonicClock.now)
            }
        }
        for surface in surfaces {
            let pens = entries.filter { $0.sensor?.kind == .pen && $0.concerns(surface.device) }
            pipeline.setPens(pens.map(\.node.sysname), of: surface.device)
        }
        applySwitches(at: MonotonicClock.now)
        updateReading()
    }

    private func devices(concernedBy node: SensorNode, _ pens: [SensorNode]) -> ([PipelineDevice], PenMatch) {
        switch node.kind {
        case .pen:
            let (indices, match) = node.surfaces(among: surfaces.map(\.node), pens: pens)
            return (indices.map { surfaces[$0].device }, match)
        case .switches:
            let inside = surfaces.filter { $0.node.placement.isInternal && $0.node.seat == node.seat }
            return (inside.map(\.device), .sameHardware)
        }
    }

    private func open(_ entry: Entry, _ match: PenMatch) {
        let node = entry.node
        do {
            let sensor = try EvdevSensor(path: node.node, kind: node.kind)
            entry.source = try loop.watch(sensor.descriptor, for: .readable) {
                [unowned self, unowned entry] events in
                read(entry, hasHungUp: events.hasHungUp)
                guard entry.node.kind == .pen else { return }
                for concern in entry.concerns { onPenReadable(concern.device) }
            }
            entry.sensor = sensor
            (entry.failure, entry.isEMFILE) = (nil, false)
            let names = entry.concerns.map(\.device.touchDevice.id).joined(separator: ", ")
            Log.info(
                node.kind == .pen
                    ? "\(node.sysname): \(node.name) (pen): touches of \(names) are ignored while it is near (\(match.rawValue))"
                    : "\(node.sysname): \(node.name) (switches): lid and tablet mode apply to \(names)")
        } catch {
            entry.isEMFILE = (error as? EvdevError)?.isEMFILE ?? false
            guard entry.failure != "\(error)" else { return }
            entry.failure = "\(error)"
            let consequence =
                node.kind == .pen ? "touches count while this pen is near" : "the lid and tablet mode are not known"
            Log.warning("\(node.sysname) (\(node.name)): cannot be used: \(error); \(consequence)")
        }
    }

    /// Closes a sensor, and resets its state: an unplugged pen is not near, and a lid counts as open while its switch
    /// is not read.
    private func close(_ entry: Entry) {
        let wasOpen = entry.sensor != nil
        entry.close()
        for concern in entry.concerns {
            pipeline.penLeft(entry.node.sysname, from: concern.device, at: MonotonicClock.now)
        }
        entry.concerns = []
        if wasOpen { onDescriptorFreed() }
    }

    // MARK: - Reading

    /// Reads the pens only while a client may receive touches of a device that they concern. Switches are always read:
    /// every client receives their state.
    func updateReading() {
        for entry in entries where entry.node.kind == .pen {
            let isAwaited = entry.concerns.contains { $0.device.isAwaited }
            guard let sensor = entry.sensor, entry.isPaused == isAwaited else { continue }
            entry.isPaused = !isAwaited
            entry.hasMore = false
            entry.source?.watch(isAwaited ? .readable : [])
            if isAwaited { reread(entry, sensor) { sensor.resume($0) } } else { sensor.pause() }
        }
    }

    /// True if a sensor has events that no descriptor reports.
    var hasMore: Bool { entries.contains { $0.hasMore } }

    /// Reads the switches. A pen is read with its touch devices.
    func drainSwitches() {
        for entry in entries where entry.node.kind == .switches { read(entry) }
    }

    /// Applies the changes of a device's pens up to the time of the next frame, and reads the pens before: because the
    /// kernel has delivered the frame, the pens' earlier events are available.
    ///
    /// - Parameter time: The time of the next frame: later changes are not applied yet. With nil nothing is read, all
    ///   changes are applied, and the caller must already have handled every frame that was read.
    func applyPens(of device: PipelineDevice, upTo time: Timestamp? = nil) {
        guard !entries.isEmpty else { return }
        for entry in entries where entry.node.kind == .pen && entry.concerns(device) {
            if time != nil { read(entry) }
            guard let index = entry.concerns.firstIndex(where: { $0.device === device }) else { continue }
            let count = entry.concerns[index].changes.prefix { change in time.map { change.time <= $0 } ?? true }.count
            guard count > 0 else { continue }
            let changes = entry.concerns[index].changes.prefix(count)
            entry.concerns[index].changes.removeFirst(count)
            for change in changes {
                if change.isNear {
                    pipeline.penArrived(entry.node.sysname, at: device, at: change.time)
                } else {
                    pipeline.penLeft(entry.node.sysname, from: device, at: change.time)
                }
            }
        }
    }

    /// Reads all sensors again; see ``Inputs/reread(at:)``.
    func reread() {
        for entry in entries where !entry.isPaused {
            if let sensor = entry.sensor { reread(entry, sensor) { sensor.reread($0) } }
        }
    }

    private func reread(
        _ entry: Entry, _ sensor: EvdevSensor, _ read: ((Timestamp) -> Void) -> EvdevDevice.DrainResult
    ) {
        let end = read { time in apply(entry, sensor, at: time) }
        if case .lost(let error) = end { lose(entry, error) }
        for concern in entry.concerns { applyPens(of: concern.device) }
    }

    private func read(_ entry: Entry, hasHungUp: Bool = false) {
        guard let sensor = entry.sensor else { return }
        guard !entry.isPaused else {
            if hasHungUp { lose(entry, EvdevDevice.lossError(path: sensor.path)) }
            return
        }
        let end = sensor.drain { time in apply(entry, sensor, at: time) }
        entry.hasMore = end == .more
        switch end {
        case .empty: if hasHungUp { lose(entry, EvdevDevice.lossError(path: sensor.path)) }
        case .more: break
        case .lost(let error): lose(entry, error)
        }
    }

    /// Closes a sensor whose reading has failed. The entry is kept until udev removes the sensor.
    private func lose(_ entry: Entry, _ error: EvdevError) {
        Log.notice("\(entry.node.sysname): lost: \(error)")
        let concerns = entry.concerns
        entry.loss = error.code == ENODEV ? .gone : .failed(until: MonotonicClock.now + entry.backoff.nextDelay())
        close(entry)
        for surface in surfaces where concerns.contains(where: { $0.device === surface.device }) {
            pipeline.setPens(surface.device.touchDevice.pens.filter { $0 != entry.node.sysname }, of: surface.device)
        }
        applySwitches(at: MonotonicClock.now)
    }

    private func apply(_ entry: Entry, _ sensor: EvdevSensor, at time: Timestamp) {
        guard sensor.kind == .pen else { return applySwitches(at: time) }
        for index in entry.concerns.indices { entry.concerns[index].changes.append((!sensor.state.isEmpty, time)) }
    }

    /// Switches devices off and on. A closed lid covers all built-in devices. In tablet mode only touchpads are off:
    /// the touchpad is folded away, but the screen is in use.
    private func applySwitches(at time: Timestamp) {
        for surface in surfaces {
            var state = EvdevSensor.State()
            for entry in entries where entry.node.kind == .switches && entry.concerns(surface.device) {
                state.formUnion(entry.sensor?.state ?? [])
            }
            let off: TouchDevice.OffReason? =
                if state.contains(.lidClosed) {
                    .lidClosed
                } else if state.contains(.tabletMode), surface.node.kind == .touchpad {
                    .tabletMode
                } else {
                    nil
                }
            guard pipeline.setOff(off, of: surface.device, at: time) else { continue }
            Log.info("\(surface.device.touchDevice.id): \(off.map { "off: \($0.sentence)" } ?? "no longer off")")
        }
    }
}
