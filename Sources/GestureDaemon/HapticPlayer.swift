internal import CSystemd
internal import EvdevInput
internal import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// Plays haptic feedback. It enumerates devices, and opens them for writing, only after the first request.
final class HapticPlayer {
    private struct Entry {
        let node: HapticNode
        var state: State
    }

    private enum State {
        case unopened
        case open(OpenDevice)
        /// The device could not be opened. This is tried again after the next change that udev reports.
        case refused(EvdevError)
        /// The device is not used again while it exists.
        case broken(String)
    }

    private final class OpenDevice {
        let device: HapticDevice
        var source: EventLoop.Source?

        init(_ device: HapticDevice) { self.device = device }

        /// The loop releases the descriptor before the device closes it.
        deinit { source = nil }
    }

    private let loop: EventLoop
    private var nodes: HapticNodes?
    private var entries: [Entry] = []

    init(on loop: EventLoop) { self.loop = loop }

    /// Performs a request.
    ///
    /// - Parameter isActive: True if the client's user may receive gestures of `seat0`.
    /// - Returns: Why no device plays the feedback; nil if a device does.
    func perform(_ command: Pipeline.HapticCommand, isActive: Bool) -> HapticRefusal? {
        guard isActive else { return .notActive }
        do {
            try updateEntries()
        } catch {
            return .failed("\(error)")
        }
        var refusal: HapticRefusal?
        for node in HapticNode.order(entries.map(\.node), preferring: command.device) {
            let failure = play(command.feedback, on: node)
            guard let failure else { return nil }
            // The first device is the preferred one, so its failure is reported.
            refusal = refusal ?? failure
        }
        return refusal ?? .noDevice
    }

    /// Enumerates the devices for the first request, and again if any was added, removed or changed.
    private func updateEntries() throws(SystemError) {
        let isFirst = nodes == nil
        if isFirst { nodes = try HapticNodes() }
        guard let nodes, nodes.haveChanged() || isFirst else { return }
        let known = entries
        entries = nodes.enumerate().map { node in
            guard let entry = known.first(where: { $0.node == node }) else {
                return Entry(node: node, state: .unopened)
            }
            if case .refused = entry.state { return Entry(node: node, state: .unopened) }
            return entry
        }
    }

    private func play(_ feedback: HapticFeedback, on node: HapticNode) -> HapticRefusal? {
        guard let index = entries.firstIndex(where: { $0.node == node }) else { return .noDevice }
        if case .unopened = entries[index].state { entries[index].state = open(node) }
        switch entries[index].state {
        case .unopened: return .noDevice
        case .refused(let error): return HapticPlayer.refusal(error)
        case .broken(let reason): return .failed(reason)
        case .open(let open):
            guard let failure = failure(of: open.device, playing: feedback, node) else { return nil }
            Log.error("\(node.sysname): haptics disabled: \(failure)")
            entries[index].state = .broken(failure)
            return .failed(failure)
        }
    }

    private func failure(of device: HapticDevice, playing feedback: HapticFeedback, _ node: HapticNode) -> String? {
        do {
            try device.play(feedback)
        } catch {
            return "\(error)"
        }
        return device.isSlow ? "\(node.node): took too long to answer" : nil
    }

    private func open(_ node: HapticNode) -> State {
        do {
            let device = try HapticDevice(path: node.node)
            let open = OpenDevice(device)
            // No events are watched, because epoll always reports a hang-up.
            open.source = try loop.watch(device.descriptor, for: []) { [unowned self] _ in
                entries.removeAll { $0.node == node }
            }
            Log.info("\(node.sysname): opened for haptics")
            return .open(open)
        } catch let error as EvdevError {
            Log.error("\(error)")
            return .refused(error)
        } catch {
            return .broken("\(error)")
        }
    }

    /// Explains why a device could not be opened. Besides the configuration, haptics need write permission on the node
    /// (otherwise EACCES), and the systemd unit must allow writing to it (otherwise EPERM).
    private static func refusal(_ error: EvdevError) -> HapticRefusal {
        switch error.code {
        case EACCES: .notEnabled("\(error); the udev rule for haptics is missing")
        case EPERM: .notEnabled("\(error); the unit's drop-in for haptics is missing")
        default: .failed("\(error)")
        }
    }
}
