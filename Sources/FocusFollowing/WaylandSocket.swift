internal import Glibc

/// A connection to a Wayland compositor that does not block, closed when it is let go of.
struct WaylandSocket: ~Copyable {
    let descriptor: Int32

    /// The socket that an app would connect to: `WAYLAND_DISPLAY`, in `XDG_RUNTIME_DIR` where it is no absolute path;
    /// `wayland-0` where it is not set, as libwayland has it.
    static func path(_ environment: [String: String]) throws(DesktopFailure) -> String {
        let name = environment["WAYLAND_DISPLAY"].flatMap { $0.isEmpty ? nil : $0 } ?? "wayland-0"
        if name.hasPrefix("/") { return name }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw DesktopFailure("Wayland: XDG_RUNTIME_DIR is not set, which has the socket \(name)")
        }
        return "\(folder)/\(name)"
    }

    init(path: String) throws(WaylandFailure) {
        var address = sockaddr_un()
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw WaylandFailure("the path is too long for a socket")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(AF_UNIX, Int32(type), 0)
        let connected = withUnsafeBytes(of: address) { bytes in
            connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
        }
        guard connected == 0 else {
            let code = errno
            close(descriptor)
            throw WaylandFailure("no compositor answers there (\(String(cString: strerror(code))))")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// A few requests of some ten bytes: a compositor that has no room for them has long stopped reading.
    func send(_ bytes: [UInt8]) throws(WaylandFailure) {
        guard !bytes.isEmpty else { return }
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw WaylandFailure("the compositor takes no requests (\(String(cString: strerror(errno))))")
        }
    }

    /// Reads into `buffer`. Without room for ancillary data the kernel closes descriptors that are sent along; no event
    /// used here has one.
    ///
    /// - Returns: How many bytes; nil where nothing is there now.
    func receive(into buffer: inout [UInt8]) throws(WaylandFailure) -> Int? {
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return count }
            switch count == 0 ? 0 : errno {
            case EINTR: continue
            case EAGAIN: return nil
            case 0, ECONNRESET: throw WaylandFailure("the compositor ended the connection")
            case let code: throw WaylandFailure(String(cString: strerror(code)))
            }
        }
    }

    /// Waits until there is something to read, or the end of it.
    func wait(until deadline: ContinuousClock.Instant) throws(WaylandFailure) {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw WaylandFailure("the compositor does not answer") }
            var polled = pollfd(descriptor: descriptor)
            // Rounded up, so that the last wait is no busy one.
            switch poll(&polled, 1, Int32(left / .milliseconds(1)) + 1) {
            case 1...: return
            case 0: continue
            default: if errno != EINTR { throw WaylandFailure(String(cString: strerror(errno))) }
            }
        }
    }
}

extension pollfd {
    fileprivate init(descriptor: Int32) { self.init(fd: descriptor, events: Int16(POLLIN), revents: 0) }
}
