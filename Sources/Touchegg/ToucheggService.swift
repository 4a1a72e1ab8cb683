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

    /// From this number on, users are persons and not services (login.defs).
    private static let firstPerson: UInt32 = 1000

    private let name: AbstractSocket
    private let socket: String
    private let log: (String) -> Void
    /// -1 until the name is bound.
    private var listener: Int32 = -1
    private var binding = Attempts()
    private var peers: [PeerBus] = []
    private var daemon: DaemonConnection?
    private var connecting = Attempts()
    private var devices: [String: TouchDevice] = [:]
    private var gestures = ToucheggGestures()

    /// When something is tried again, and the failure that was logged last.
    private struct Attempts {
        var backoff = Backoff()
        var next = Timestamp(microseconds: 0)
        var lastFailure = ""

        /// Records a failure.
        ///
        /// - Returns: False if it was the last failure, too.
        mutating func fail(_ failure: String) -> Bool {
            next = .now + backoff.nextDelay()
            defer { lastFailure = failure }
            return failure != lastFailure
        }

        mutating func succeed() { self = Attempts() }
    }

    /// - Parameters:
    ///   - name: The name of the abstract socket, without its NUL.
    ///   - socket: The daemon's socket.
    /// - Throws: ENAMETOOLONG if the name is too long.
    package init(name: String, socket: String, log: @escaping (String) -> Void) throws(Errno) {
        self.name = try AbstractSocket(name: name)
        (self.socket, self.log) = (socket, log)
    }

    deinit { if listener >= 0 { close(listener) } }

    /// Returns why a user must not serve Touchégg's protocol now; nil if nothing prevents it.
    ///
    /// Programs connect to the process that bound the name, and do not check its user. So while other persons have a
    /// session, one of them could bind it first, and invent gestures for this user's desktop.
    ///
    /// - Parameter others: The users who have a session.
    package static func obstacle(for user: UInt32, others: [UInt32] = LoginUsers.withSessions()) -> String? {
        let persons = others.filter { $0 >= firstPerson && $0 != user }.sorted()
        guard !persons.isEmpty else { return nil }
        return
            "users \(persons.map(String.init).joined(separator: ", ")) have sessions, too: each could serve Touchégg's "
            + "socket first and invent gestures; it is for machines with one user at a time"
    }

    /// Serves the programs. Does not return.
    package func run() -> Never {
        while true {
            bindIfDue()
            connectIfDue()
            let due = [listener < 0 ? binding.next : nil, daemon == nil ? connecting.next : nil].compactMap(\.self)
            let descriptors = [listener, daemon?.descriptor ?? -1]
            let ready = ReadyDescriptors.wait(for: descriptors, peers.map(\.polled), until: due.min())
            if let daemon, ready.contains(daemon.descriptor) { receive() }
            // Handles the programs' messages, and removes connections that have ended.
            peers = peers.filter { (try? $0.process()) != nil }
            if ready.contains(listener) { accept() }
        }
    }

    /// Binds the name, unless another process has. It is tried again then: a program that takes the name for a while
    /// does not end the service.
    private func bindIfDue() {
        guard listener < 0, binding.next <= .now else { return }
        do throws(Errno) {
            listener = try name.listen()
            if !binding.lastFailure.isEmpty { log("the abstract socket \(name.name) is free again, and served") }
            binding.succeed()
        } catch {
            if binding.fail("\(error)") { log(reason(error)) }
        }
    }

    private func reason(_ error: Errno) -> String {
        guard error.rawValue == EADDRINUSE else { return "the abstract socket \(name.name): \(error)" }
        let owner = name.owner.map { $0 == getuid() ? " of this user" : " of the user \($0)" } ?? ""
        return "the abstract socket \(name.name) is served by another program\(owner): tried again until it ends; "
            + "is it Touchégg's daemon?"
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
        guard daemon == nil, connecting.next <= .now else { return }
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
            connecting.succeed()
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
        send(gestures.cancel())
        if connecting.fail("\(failure)") { log("\(failure)") }
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
