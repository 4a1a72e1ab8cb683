internal import CSystemd

/// A match, or a call that is not answered yet, for as long as it is held.
final class BusSlot {
    private let handler: (BusMessage) -> Void
    private let onRefusal: (BusMessage.Failure) -> Void
    private var slot: OpaquePointer?

    /// Has `rule` matched on the bus, without waiting for it.
    ///
    /// - Parameter onRefusal: Hears that the bus does not match it.
    init?(
        matching rule: String, on bus: OpaquePointer, onRefusal: @escaping (BusMessage.Failure) -> Void,
        _ handler: @escaping (BusMessage) -> Void
    ) {
        self.handler = handler
        self.onRefusal = onRefusal
        let data = Unmanaged.passUnretained(self).toOpaque()
        let code = sd_bus_add_match_async(
            bus, &slot, rule, { message, data, _ in BusSlot.dispatch(data, message) },
            // Without one of its own sd-bus takes a match that is refused for the end of the connection.
            { message, data, _ in BusSlot.dispatchInstalled(data, message) }, data)
        guard code >= 0 else { return nil }
    }

    /// Sends a call, without waiting for its answer.
    ///
    /// - Parameter handler: Gets the answer, or the error, within the 25 s that sd-bus gives a call.
    init?(sending call: OpaquePointer, on bus: OpaquePointer, _ handler: @escaping (BusMessage) -> Void) {
        self.handler = handler
        onRefusal = { _ in }
        let data = Unmanaged.passUnretained(self).toOpaque()
        let code = sd_bus_call_async(
            bus, &slot, call, { message, data, _ in BusSlot.dispatch(data, message) }, data, 0)
        guard code >= 0 else { return nil }
    }

    deinit { sd_bus_slot_unref(slot) }

    /// A connection that ends answers every open call with an error of its own making: its end is told elsewhere.
    private var isOpen: Bool { sd_bus_is_open(sd_bus_slot_get_bus(slot)) > 0 }

    private static func dispatch(_ data: UnsafeMutableRawPointer?, _ message: OpaquePointer?) -> Int32 {
        guard let data, let message else { return 0 }
        // Held while it runs: a handler may drop the last reference to its own slot.
        let slot = Unmanaged<BusSlot>.fromOpaque(data).takeUnretainedValue()
        withExtendedLifetime(slot) {
            if slot.isOpen { slot.handler(BusMessage(pointer: message)) }
        }
        return 0
    }

    private static func dispatchInstalled(_ data: UnsafeMutableRawPointer?, _ message: OpaquePointer?) -> Int32 {
        guard let data, let message, let failure = BusMessage(pointer: message).failure else { return 0 }
        let slot = Unmanaged<BusSlot>.fromOpaque(data).takeUnretainedValue()
        withExtendedLifetime(slot) {
            if slot.isOpen { slot.onRefusal(failure) }
        }
        return 0
    }
}
