internal import GestureClient
internal import GestureModel
internal import GestureProtocol
internal import Glibc
package import LinuxSupport
internal import SystemdSupport

/// Serves Touchégg's protocol to this user's programs, with the gestures of gestured. The protocol is D-Bus without a
/// bus, on an abstract socket.
package final class ToucheggService {
    private static let object = BusObject(
        service: "", path: "/io/github/joseexposito/Touchegg", interface: "io.github.joseexposito.Touchegg")
    /// The largest number of connected programs. A session has fewer.
    private static let maximumPeers = 64

    private let socket: String
    private let log: (String) -> Void
    private let listener: Int32
    private var peers: [PeerBus] = []
    private var daemon: DaemonConnection?
    private var backoff = Backoff()
    private var nextAttempt = Timestamp(microseconds: 0)
    private var lastFailure = ""
    private var devices: [String: TouchDevice] = [:]
    private var gestures = ToucheggGestures()

    /// - Parameters:
    ///   - name: The name of the abstract socket, without its NUL.
    ///   - socket: The daemon's socket.
    /// - Throws: EADDRINUSE if another program serves the abstract socket; ENAMETOOLONG if the name is too long; or
    ///   another error of the socket.
    package init(name: String, socket: String, log: @escaping (String) -> Void) throws(Errno) {
        (self.socket, self.log) = (socket, log)
        listener = Glibc.socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = [0] + Array(name.utf8)
        guard listener >= 0 else { throw .current }
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else { throw Errno(ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = MemoryLayout<sa_family_t>.size + bytes.count
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(length)) }
        }
        guard bound == 0, listen(listener, 16) == 0 else { throw .current }
    }

    /// Runs also after ``init(name:socket:log:)`` has thrown an error.
    deinit { if listener >= 0 { close(listener) } }

    /// Serves the programs. Does not return.
    package func run() -> Never {
        while true {
            connectIfDue()
            var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
            polled.append(pollfd(fd: daemon?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
            polled += peers.map(\.polled)
            let wait = daemon == nil ? max(0, (nextAttempt - .now).count / 1000 + 1) : -1
            poll(&polled, nfds_t(polled.count), Int32(clamping: wait))
            if polled[1].revents != 0 { receive() }
            // Handles the programs' messages, and removes connections that have ended.
            peers = peers.filter { (try? $0.process()) != nil }
            if polled[0].revents != 0 { accept() }
        }
    }

    /// Accepts a program of this user, up to ``maximumPeers`` programs. Refuses other users, because any local process
    /// can reach an abstract socket.
    private func accept() {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        guard PeerBus.user(of: descriptor) == getuid(), peers.count < ToucheggService.maximumPeers else {
            close(descriptor)
            return
        }
        if let peer = try? PeerBus(serving: descriptor) { peers.append(peer) }
    }

    // MARK: The daemon

    private func connectIfDue() {
        guard daemon == nil, nextAttempt <= .now else { return }
        do throws(ConnectionFailure) {
            let daemon = try DaemonConnection(path: socket)
            for (id, set) in [(Int64(1), GestureExpression.Standard.touchpad), (2, .touchscreen)] {
                let kind: TouchDeviceKind = set == .touchpad ? .touchpad : .touchscreen
                let request = SubscribeRequest(id: id, gesture: .standard(set), device: .kind(kind), scope: .session)
                try daemon.send(.subscribe(request))
            }
            self.daemon = daemon
        } catch {
            disconnect(error)
        }
    }

    private func receive() {
        do throws(ConnectionFailure) {
            guard let lines = try daemon?.nextLines() else { throw .ended }
            for line in lines {
                guard let message = try? ServerMessage(line: line) else { continue }
                handle(message)
            }
        } catch {
            disconnect(error)
        }
    }

    private func handle(_ message: ServerMessage) {
        switch message {
        case .hello(let hello):
            backoff.reset()
            lastFailure = ""
            devices = Dictionary(hello.devices.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        case .deviceAdded(let device), .deviceChanged(let device): devices[device.id] = device
        case .deviceRemoved(let id): devices[id] = nil
        case .gesture(let message):
            guard let device = devices[message.device] else { return }
            send(gestures.handle(message, from: device))
        case .error(let error): log("gestured refuses its gestures: \(error.message)")
        default: break
        }
    }

    private func disconnect(_ failure: ConnectionFailure) {
        daemon = nil
        nextAttempt = .now + backoff.nextDelay()
        send(gestures.cancel())
        if "\(failure)" != lastFailure { log("\(failure)") }
        lastFailure = "\(failure)"
    }

    private func send(_ signals: [ToucheggSignal]) {
        for signal in signals {
            for peer in peers {
                try? peer.emit(
                    ToucheggService.object, signal.step.rawValue, signal.kind.rawValue, signal.direction.rawValue,
                    signal.percentage, Int32(clamping: signal.fingers), signal.deviceNumber, signal.elapsed)
            }
        }
    }
}
