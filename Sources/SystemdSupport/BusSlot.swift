internal import CSystemd

/// A match, or an unanswered call, of a ``Bus`` on a loop. Releasing the slot cancels the match or the call.
package final class BusSlot {
    private let handler: (BusMessage) -> Void
    private let onRefusal: (BusFailure) -> Void
    private var slot: OpaquePointer?

    /// Returns nil if sd-bus cannot send the request for the match.
    init?(
        matching rule: String, on bus: Bus, onRefusal: @escaping (BusFailure) -> Void,
        _ handler: @escaping (BusMessage) -> Void
    ) {
        self.handler = handler
        self.onRefusal = onRefusal
        let data = Unmanaged.passUnretained(self).toOpaque()
        let code = sd_bus_add_match_async(
            bus.pointer, &slot, rule, { message, data, _ in BusSlot.dispatch(message, data) { $0.handler($1) } },
            // Without an install handler sd-bus closes the connection when a match is refused.
            { message, data, _ in
                BusSlot.dispatch(message, data) { slot, message in message.failure.map(slot.onRefusal) }
            }, data)
        guard code >= 0 else { return nil }
    }

    /// Returns nil if sd-bus cannot send the call.
    init?(sending call: BusMessage, on bus: Bus, _ handler: @escaping (BusMessage) -> Void) {
        self.handler = handler
        onRefusal = { _ in }
        let data = Unmanaged.passUnretained(self).toOpaque()
        let code = sd_bus_call_async(
            bus.pointer, &slot, call.pointer,
            { message, data, _ in BusSlot.dispatch(message, data) { $0.handler($1) } },
            data, 0)
        guard code >= 0 else { return nil }
    }

    deinit { sd_bus_slot_unref(slot) }

    /// False when the connection has ended: sd-bus then answers each open call with an error. Such answers are ignored,
    /// because the owner of the connection reports the end.
    private var isOpen: Bool { sd_bus_is_open(sd_bus_slot_get_bus(slot)) > 0 }

    private static func dispatch(
        _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ body: (BusSlot, BusMessage) -> Void
    ) -> Int32 {
        guard let data, let message else { return 0 }
        // Retained meanwhile, because a handler may release the last reference to its slot.
        let slot = Unmanaged<BusSlot>.fromOpaque(data).takeUnretainedValue()
        withExtendedLifetime(slot) {
            if slot.isOpen { body(slot, BusMessage(adopting: sd_bus_message_ref(message))) }
        }
        return 0
    }
}
