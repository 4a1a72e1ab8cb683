internal import EvdevInput
internal import GestureModel
internal import Glibc
internal import TouchInput

/// Prints the devices and events of EvdevInput, one line each, until standard input ends. Tests run it as an unmodified
/// child process on a replaced udev and kernel.
@main struct EvdevTrace {
    static func main() {
        do {
            try Trace().run()
        } catch {
            print(error)
            exit(1)
        }
    }
}

final class Trace {
    private let touchDevices: TouchDevices
    private var devices: [(sysname: String, device: EvdevDevice)] = []

    init() throws {
        touchDevices = try TouchDevices()
    }

    func run() {
        for node in touchDevices.enumerate() { open(node) }
        print("ready")
        while true {
            // Standard output to a pipe is buffered, and the test waits for these lines.
            fflush(nil)
            var polled = ([STDIN_FILENO, touchDevices.descriptor] + devices.map { $0.device.descriptor })
                .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), -1) > 0, polled[0].revents == 0 else { return }
            for (entry, state) in zip(devices, polled.dropFirst(2)) where state.revents != 0 { drain(entry, state) }
            while let change = touchDevices.nextChange() { follow(change) }
        }
    }

    private func open(_ node: TouchNode) {
        do {
            let device = try EvdevDevice(path: node.node) { print("\(node.sysname) log", $1) }
            let grabbed = device.isGrabbedElsewhere().map { $0 ? " grabbed" : "" } ?? " touched"
            let seat = node.seat == "seat0" ? "" : " on \(node.seat)"
            print("\(node.sysname) \(node.kind) \(node.name): \(device.description.axes.count) axes\(grabbed)\(seat)")
            device.reportInitialState { print(node.sysname, line($0)) }
            devices.append((node.sysname, device))
        } catch {
            print(error)
        }
    }

    private func drain(_ entry: (sysname: String, device: EvdevDevice), _ state: pollfd) {
        var end = entry.device.drain { print(entry.sysname, line($0)) }
        while end == .more { end = entry.device.drain { print(entry.sysname, line($0)) } }
        if end == .empty, state.revents & Int16(POLLHUP) != 0 {
            end = .lost(EvdevDevice.lossError(path: entry.device.path))
        }
        guard case .lost(let error) = end else { return }
        print("\(entry.sysname) lost: \(error)")
        devices.removeAll { $0.sysname == entry.sysname }
    }

    private func follow(_ change: DeviceChange) {
        switch change {
        case .added(let node):
            guard !devices.contains(where: { $0.sysname == node.sysname }) else { return }
            print("\(node.sysname) added")
            open(node)
        case .changed(let node): print("\(node.sysname) changed")
        case .sensor(let node): print("\(node.sysname) \(node.kind) \(node.name)")
        case .removed(let path): print("\(path.split(separator: "/").last ?? "") removed")
        case .overrun: print("overrun")
        }
    }

    private func line(_ event: DeviceEvent) -> String {
        switch event {
        case .event(let event): "\(event.time.microseconds) \(event.type) \(event.code) \(event.value)"
        case .stateLost: "state lost"
        case .state(let event): "state \(event.type) \(event.code) \(event.value)"
        case .stateKnown: "state known"
        }
    }
}
