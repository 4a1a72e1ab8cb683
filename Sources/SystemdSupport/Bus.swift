internal import CSystemd
package import GestureModel
internal import Glibc
package import LinuxSupport

/// A connection to a message bus, on sd-bus.
///
/// Its owner either reads the messages itself, one at a time (``next()``), or attaches the connection to a loop, which
/// passes each message to the handler of its ``BusSlot``.
package final class Bus {
    /// For the sd-bus functions that this class does not wrap, because only one owner needs them.
    package let pointer: OpaquePointer

    /// - Parameters:
    ///   - address: Such as `unix:path=/run/dbus/system_bus_socket`.
    ///   - isBus: False for a service that listens at the address itself, without a bus.
    ///   - waitsForBus: True to wait until the bus exists, by watching the folder of its socket
    ///     (sd_bus_set_watch_bind(3)).
    package init(at address: String, isBus: Bool = true, waitsForBus: Bool = false) throws(Errno) {
        var new: OpaquePointer?
        let code = sd_bus_new(&new)
        guard let new else { throw Errno(-code) }
        pointer = new
        sd_bus_set_bus_client(pointer, isBus ? 1 : 0)
        sd_bus_set_watch_bind(pointer, waitsForBus ? 1 : 0)
        // Otherwise the loop's exit would wait until the socket has accepted all queued messages.
        sd_bus_set_close_on_exit(pointer, 0)
        try Self.check(sd_bus_set_address(pointer, address))
        try Self.check(sd_bus_start(pointer))
    }

    deinit { sd_bus_close_unref(pointer) }

    /// Waits until the socket has accepted all queued messages.
    package func flush() { sd_bus_flush(pointer) }

    /// Returns this connection's own name, such as `:1.45`.
    package func name() throws(Errno) -> String {
        var name: UnsafePointer<CChar>?
        try Self.check(sd_bus_get_unique_name(pointer, &name))
        return name.map { String(cString: $0) } ?? ""
    }

    @discardableResult
    fileprivate static func check(_ code: Int32) throws(Errno) -> Int32 {
        guard code >= 0 else { throw Errno(-code) }
        return code
    }
}

// MARK: - Without a loop

extension Bus {
    /// Becomes readable when ``next()`` may return a message.
    package var descriptor: Int32 { sd_bus_get_fd(pointer) }

    /// Returns the next message that has arrived; nil if no message has arrived.
    ///
    /// - Throws: If the connection has ended.
    package func next() throws(Errno) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let code = try Self.check(sd_bus_process(pointer, &message))
            if let message { return BusMessage(adopting: message) }
            if code == 0 { return nil }
        }
    }

    /// Calls a method and waits for the answer.
    ///
    /// - Parameters:
    ///   - startsService: True if the bus may start the service for the call.
    ///   - timeout: How long the answer may take.
    package func call(
        _ object: BusObject, _ method: String, _ arguments: [BusValue], startsService: Bool, timeout: Microseconds
    ) throws(BusFailure) -> BusMessage {
        let request: BusMessage
        do { request = try self.request(object, method, arguments, startsService: startsService) } catch {
            throw BusFailure(error)
        }
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        var reply: OpaquePointer?
        let code = sd_bus_call(pointer, request.pointer, UInt64(timeout.count), &error, &reply)
        guard code >= 0, let reply else { throw BusFailure(error, Errno(-code)) }
        return BusMessage(adopting: reply)
    }

    /// Calls a method without waiting. The answer comes from ``next()``.
    ///
    /// - Returns: The number of the call. The answer has the same number in ``BusMessage/answered``.
    package func send(
        _ object: BusObject, _ method: String, _ arguments: [BusValue], startsService: Bool
    ) throws(Errno) -> UInt64 {
        let request = try request(object, method, arguments, startsService: startsService)
        var number: UInt64 = 0
        try Self.check(sd_bus_send(pointer, request.pointer, &number))
        try Self.check(sd_bus_flush(pointer))
        return number
    }

    private func request(
        _ object: BusObject, _ method: String, _ arguments: [BusValue], startsService: Bool
    ) throws(Errno) -> BusMessage {
        var created: OpaquePointer?
        let code = sd_bus_message_new_method_call(
            pointer, &created, object.service, object.path, object.interface, method)
        guard let created else { throw Errno(-code) }
        let request = BusMessage(adopting: created)
        sd_bus_message_set_auto_start(created, startsService ? 1 : 0)
        for argument in arguments { try Self.check(argument.append(to: created)) }
        return request
    }
}

// MARK: - On a loop

extension Bus {
    /// Lets a loop handle the messages.
    package func attach(to loop: EventLoop, priority: EventLoop.Priority) throws(Errno) {
        sd_bus_detach_event(pointer)
        try Self.check(sd_bus_attach_event(pointer, loop.event, Int32(priority.rawValue)))
    }

    /// Adds a match, without waiting for the bus to accept it.
    ///
    /// - Parameter onRefusal: Called if the bus refuses the match.
    /// - Returns: nil if the request for the match cannot be sent.
    package func match(
        _ rule: String, onRefusal: @escaping (BusFailure) -> Void, _ handler: @escaping (BusMessage) -> Void
    ) -> BusSlot? {
        BusSlot(matching: rule, on: self, onRefusal: onRefusal, handler)
    }

    /// Calls a method without waiting for its answer. The call does not start a service that is not running.
    ///
    /// - Parameter handler: Receives the answer, or an error after at most 25 s, sd-bus's default timeout. It is not
    ///   called if the connection ends.
    /// - Returns: nil if the call cannot be sent.
    package func call(
        _ object: BusObject, _ method: String, _ arguments: [BusValue], _ handler: @escaping (BusMessage) -> Void
    ) -> BusSlot? {
        guard let request = try? request(object, method, arguments, startsService: false) else { return nil }
        return BusSlot(sending: request, on: self, handler)
    }
}

/// An interface of an object on the bus.
package struct BusObject: Hashable, Sendable {
    package let service: String
    package let path: String
    package let interface: String

    package init(service: String, path: String, interface: String) {
        (self.service, self.path, self.interface) = (service, path, interface)
    }

    /// The bus itself.
    package static let driver = BusObject(
        service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
}

/// Why a call failed: the error that the service or the bus returned, or a local error.
package struct BusFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Such as `org.freedesktop.DBus.Error.UnknownObject`; empty if the call could not be created.
    package let name: String
    /// For people; empty if the service has sent no text.
    package let text: String
    /// The errno of the error.
    package let code: Errno

    init(_ error: sd_bus_error, _ code: Errno) {
        name = error.name.map { String(cString: $0) } ?? ""
        text = error.message.map { String(cString: $0) } ?? ""
        self.code = code
    }

    init(_ code: Errno) { (name, text, self.code) = ("", "", code) }

    /// The text, or else the name, or else the errno.
    package var reason: String { !text.isEmpty ? text : !name.isEmpty ? name : "\(code)" }

    package var description: String { name.isEmpty || text.isEmpty ? reason : "\(name): \(text)" }
}
