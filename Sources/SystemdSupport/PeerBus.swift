internal import CSystemd
package import Glibc
package import LinuxSupport

/// The server's end of a D-Bus connection without a bus, which sends signals to one client.
package final class PeerBus {
    private let pointer: OpaquePointer

    /// Serves a client, which is authenticated in ``process()``.
    ///
    /// - Parameter descriptor: A connected socket. The connection closes it, also if an error is thrown.
    package init(serving descriptor: Int32) throws(Errno) {
        var new: OpaquePointer?
        var code = sd_bus_new(&new)
        if code >= 0 { code = sd_bus_set_fd(new, descriptor, descriptor) }
        guard let new, code >= 0 else {
            sd_bus_unref(new)
            close(descriptor)
            throw Errno(-code)
        }
        // From here on, sd-bus closes the descriptor.
        pointer = new
        var id = sd_id128_t()
        sd_id128_randomize(&id)
        for code in [sd_bus_set_server(pointer, 1, id), sd_bus_start(pointer)] where code < 0 { throw Errno(-code) }
    }

    deinit { sd_bus_close_unref(pointer) }

    /// The descriptor and the events to poll.
    package var polled: pollfd {
        pollfd(fd: sd_bus_get_fd(pointer), events: Int16(clamping: sd_bus_get_events(pointer)), revents: 0)
    }

    /// Handles received messages, and sends queued ones. Method calls are answered with an error, because there are no
    /// methods.
    ///
    /// - Throws: If the connection has ended.
    package func process() throws(Errno) {
        while true {
            let code = sd_bus_process(pointer, nil)
            guard code >= 0 else { throw Errno(-code) }
            if code == 0 { return }
        }
    }

    /// Sends a signal with the types of Touchégg's gestures, `uudiut`.
    package func emit(
        _ object: BusObject, _ member: String, _ first: UInt32, _ second: UInt32, _ number: Double, _ count: Int32,
        _ third: UInt32, _ time: UInt64
    ) throws(Errno) {
        var message: OpaquePointer?
        var code = sd_bus_message_new_signal(pointer, &message, object.path, object.interface, member)
        defer { sd_bus_message_unref(message) }
        func append<Value>(_ type: Int, _ value: Value) {
            guard code >= 0 else { return }
            var value = value
            code = withUnsafePointer(to: &value) { sd_bus_message_append_basic(message, CChar(type), $0) }
        }
        append(SD_BUS_TYPE_UINT32, first)
        append(SD_BUS_TYPE_UINT32, second)
        append(SD_BUS_TYPE_DOUBLE, number)
        append(SD_BUS_TYPE_INT32, count)
        append(SD_BUS_TYPE_UINT32, third)
        append(SD_BUS_TYPE_UINT64, time)
        if code >= 0 { code = sd_bus_send(pointer, message, nil) }
        guard code >= 0 else { throw Errno(-code) }
    }
}

extension PeerBus {
    /// Returns the user at the other end of a socket; nil if the kernel does not report one.
    package static func user(of descriptor: Int32) -> UInt32? {
        var peer = csystemd_peer()
        var length = socklen_t(MemoryLayout<csystemd_peer>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return nil }
        return peer.uid
    }
}
