internal import CSystemd
internal import EvdevInput
internal import GestureModel
internal import GesturePipeline
internal import Glibc
internal import TouchInput

extension TouchInputs {
    /// The entry that has the device's name, if it is this device's.
    func entry(of node: TouchNode) -> Entry? {
        guard let known = entries.first(where: { $0.sysname == node.sysname }) else { return nil }
        if known.syspath == node.syspath { return known }
        remove(known)
        return nil
    }

    /// Opens a device, unless it is open. One that could not be used is tried again: its rights may have changed.
    func open(_ node: TouchNode) {
        let known = entry(of: node)
        guard known?.device == nil else { return }
        if let place = knowledge.ignoring(node) {
            show(node, Failure(reason: "ignored by \(place)")) { Log.info("\(node.sysname) (\(node.name)) is \($0)") }
            return
        }
        do {
            let log = DeviceLog(of: node.sysname)
            let device = try usableDevice(node, log)
            known.map(remove)
            try add(node, device, log)
        } catch {
            let isExhaustion = (error as? EvdevError).map { [EMFILE, ENFILE].contains($0.code) } ?? false
            show(node, Failure(reason: "\(error)", isExhaustion: isExhaustion)) {
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
        let entry = Entry(node, handle, device: device, log: log, settings: settings)
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
    private func show(_ node: TouchNode, _ failure: Failure, log: (String) -> Void) {
        let known = entry(of: node)
        guard failure != known?.failure else { return }
        log(failure.reason)
        known.map(remove)
        let unavailable = TouchDevice(
            id: node.sysname, name: node.name, node: node.node, kind: node.kind, surface: Surface(size: .zero),
            slots: 0, resolution: nil, availability: .unavailable(reason: failure.reason), seat: node.seat)
        entries.append(Entry(node, daemon.pipeline.add(unavailable: unavailable), failure: failure))
    }
}
