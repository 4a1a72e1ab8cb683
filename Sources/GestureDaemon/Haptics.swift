internal import CSystemd
internal import EvdevInput
internal import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import Glibc

/// What makes devices vibrate. Nothing is looked for, and nothing opened for writing, before the first request.
final class Haptics {
    private struct Entry {
        let node: HapticNode
        var state: State
    }

    private enum State {
        case unopened
        case open(OpenDevice)
        /// It may be opened again once udev has said anything.
        case refused(EvdevError)
        /// It is left alone for as long as it is there.
        case broken(String)
    }

    private final class OpenDevice {
        let device: HapticDevice
        var source: EventLoop.Source?

        init(_ device: HapticDevice) { self.device = device }

        /// The loop lets go of the descriptor before the device closes it.
        deinit { source = nil }
    }

    private let loop: EventLoop
    private var nodes: HapticNodes?
    private var entries: [Entry] = []

    init(on loop: EventLoop) { self.loop = loop }

    /// Carries out a request.
    ///
    /// - Parameter isActive: Whether the client's user is the one who sits at the machine.
    /// - Returns: Why nothing vibrates; nil where something does.
    func perform(_ command: Pipeline.HapticCommand, isActive: Bool) -> HapticRefusal? {
        guard isActive else { return .notActive }
        do {
            try look()
        } catch {
            return .failed("\(error)")
        }
        var refusal: HapticRefusal?
        for node in HapticNode.order(entries.map(\.node), preferring: command.device) {
            let failure = play(command.feedback, on: node)
            guard let failure else { return nil }
            // The first is the one that was meant.
            refusal = refusal ?? failure
        }
        return refusal ?? .noDevice
    }

    // MARK: - Coming and going

    /// Looks at the devices again if any has come or gone.
    private func look() throws(UdevError) {
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

    /// The device is gone, and its effect with it.
    private func lose(_ node: HapticNode) { entries.removeAll { $0.node == node } }

    // MARK: - Playing

    private func play(_ feedback: HapticFeedback, on node: HapticNode) -> HapticRefusal? {
        guard let index = entries.firstIndex(where: { $0.node == node }) else { return .noDevice }
        if case .unopened = entries[index].state { entries[index].state = open(node) }
        switch entries[index].state {
        case .unopened: return .noDevice
        case .refused(let error): return Haptics.refusal(error)
        case .broken(let why): return .failed(why)
        case .open(let open): return play(feedback, on: open.device, index)
        }
    }

    private func play(_ feedback: HapticFeedback, on device: HapticDevice, _ index: Int) -> HapticRefusal? {
        var failure: String?
        do {
            try device.play(feedback)
        } catch {
            failure = "\(error)"
        }
        if device.isSlow { failure = failure ?? "\(entries[index].node.node): took too long to answer" }
        guard let failure else { return nil }
        Log.error("\(entries[index].node.sysname) is not made to vibrate any more: \(failure)")
        entries[index].state = .broken(failure)
        return .failed(failure)
    }

    private func open(_ node: HapticNode) -> State {
        do {
            let device = try HapticDevice(path: node.node)
            let open = OpenDevice(device)
            // Of no event but a hang-up, which epoll tells unasked.
            open.source = try loop.watch(device.descriptor, for: 0) { [unowned self] _ in lose(node) }
            Log.info("\(node.sysname) is open to vibrate")
            return .open(open)
        } catch let error as EvdevError {
            Log.error("\(error)")
            return .refused(error)
        } catch {
            return .broken("\(error)")
        }
    }

    /// The node's rights (EACCES) and the unit's (EPERM) are to be given beside the configuration.
    private static func refusal(_ error: EvdevError) -> HapticRefusal {
        switch error.code {
        case EACCES: .notEnabled("\(error); the udev rule of haptics is missing")
        case EPERM: .notEnabled("\(error); the unit's drop-in for haptics is missing")
        default: .failed("\(error)")
        }
    }
}
