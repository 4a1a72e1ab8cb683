package import GestureModel
internal import Glibc
internal import LinuxSupport
package import SystemdSupport

/// A connection to the user's message bus. It delivers messages one at a time. Apart from calls that wait for an
/// answer, it blocks only until the bus has accepted the connection and the queued messages.
package final class SessionBus {
    private let bus: Bus
    private let address: String
    private let timeout: Microseconds

    /// Connects to `DBUS_SESSION_BUS_ADDRESS`, or else to the bus in `XDG_RUNTIME_DIR`.
    ///
    /// - Parameter timeout: How long a call may take before the service counts as hung. A starting desktop is busy for
    ///   several seconds.
    package init(environment: [String: String], timeout: Microseconds) throws(DesktopFailure) {
        let folder = environment.value(of: "XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        let address = environment.value(of: "DBUS_SESSION_BUS_ADDRESS") ?? "unix:path=\(folder)/bus"
        bus = try Self.naming(address) { () throws(Errno) in try Bus(at: address) }
        (self.address, self.timeout) = (address, timeout)
    }

    deinit { bus.flush() }

    /// Becomes readable when ``next()`` may return a message.
    package var descriptor: Int32 { bus.descriptor }

    /// Returns this connection's own name, such as `:1.45`.
    package func name() throws(DesktopFailure) -> String {
        try Self.naming(address) { () throws(Errno) in try bus.name() }
    }

    /// Returns the next message that has arrived; nil if no message has arrived.
    ///
    /// - Throws: If the connection has ended.
    package func next() throws(DesktopFailure) -> BusMessage? {
        try Self.naming(address) { () throws(Errno) in try bus.next() }
    }

    /// Subscribes to signals.
    package func match(_ rule: String) throws(DesktopFailure) {
        try call(BusObject.driver, "AddMatch", [.string(rule)])
    }

    /// Returns the unique name of the connection that owns `name`; nil if no connection owns it.
    package func owner(of name: String) throws(DesktopFailure) -> String? {
        try call(BusObject.driver, "GetNameOwner", [.string(name)])?.string()
    }

    package func process(of name: String) throws(DesktopFailure) -> Int32? {
        try call(BusObject.driver, "GetConnectionUnixProcessID", [.string(name)])?.unsigned().flatMap(
            Int32.init(exactly:))
    }

    /// Returns a property of an object; nil if the object lacks the property or does not answer, or if
    /// ``BusMessage/variant()`` cannot read the value.
    package func property(_ name: String, of object: BusObject) -> BusValue? {
        let properties = BusObject(
            service: object.service, path: object.path, interface: "org.freedesktop.DBus.Properties")
        return try? call(properties, "Get", [.string(object.interface), .string(name)])?.variant()
    }

    /// Calls a method and waits for the answer.
    ///
    /// - Parameter startsService: True if the bus may start the service for the call.
    /// - Returns: The answer; nil if the service, the object, the interface or the method does not exist.
    @discardableResult
    package func call(
        _ object: BusObject, _ method: String, _ arguments: [BusValue] = [], startsService: Bool = false
    ) throws(DesktopFailure) -> BusMessage? {
        do throws(BusFailure) {
            return try bus.call(object, method, arguments, startsService: startsService, timeout: timeout)
        } catch {
            if Self.absences.contains(error.name) { return nil }
            guard error.code != Errno(ETIMEDOUT) else { throw DesktopFailure("\(object.service) does not answer") }
            throw DesktopFailure("\(object.service) \(object.path) \(method): \(error.reason)")
        }
    }

    /// Calls a method without waiting. The answer comes from ``next()``.
    ///
    /// - Returns: The number of the call. Its answer has the same number in ``BusMessage/answered``.
    package func send(
        _ object: BusObject, _ method: String, _ arguments: [BusValue], startsService: Bool = false
    ) throws(DesktopFailure) -> UInt64 {
        try Self.naming(address) { () throws(Errno) in
            try bus.send(object, method, arguments, startsService: startsService)
        }
    }

    private static let absences: Set<String> = Set(
        ["UnknownMethod", "UnknownObject", "UnknownInterface", "ServiceUnknown", "NameHasNoOwner"].map {
            "org.freedesktop.DBus.Error.\($0)"
        })

    /// Prefixes errors of `work` with the address of the bus.
    private static func naming<Value>(
        _ address: String, _ work: () throws(Errno) -> Value
    ) throws(DesktopFailure) -> Value {
        do throws(Errno) { return try work() } catch { throw DesktopFailure("session bus \(address): \(error)") }
    }
}
