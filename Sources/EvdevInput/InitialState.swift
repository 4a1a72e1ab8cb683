internal import CEvdev
internal import GestureModel
public import TouchInput

extension EvdevDevice {
    /// Hands out the state found when the device was opened, so that contacts already down are known and start
    /// nothing. Call it once, before the first ``drain(_:)``: later it would tell the state libevdev last saw.
    ///
    /// Empty slots are told too: the kernel does not repeat a value that does not change, so the next contact in a
    /// slot may come down without its x where the last one left the same x behind. All times are 0.
    public func initialState(_ body: (DeviceEvent) -> Void) {
        body(.stateLost(Self.beforeAll))
        slotState(body)
        axisState(body)
        keyState(body)
        body(.stateKnown)
    }

    private static var beforeAll: Timestamp { Timestamp(microseconds: 0) }

    private func state(_ type: Int32, _ code: UInt16, _ value: Int32) -> DeviceEvent {
        .state(InputEvent(time: Self.beforeAll, type: UInt16(type), code: code, value: value))
    }

    /// Ends with the slot the kernel writes to: its next event may belong to that slot without naming it.
    private func slotState(_ body: (DeviceEvent) -> Void) {
        let slots = libevdev_get_num_slots(context)
        guard slots > 0 else { return }
        for slot in 0..<slots {
            body(state(EV_ABS, AbsoluteCode.slot, slot))
            for axis in description.axes where axis.code > AbsoluteCode.slot {
                let value = libevdev_get_slot_value(context, UInt32(slot), UInt32(axis.code))
                body(state(EV_ABS, axis.code, value))
            }
        }
        body(state(EV_ABS, AbsoluteCode.slot, libevdev_get_current_slot(context)))
    }

    private func axisState(_ body: (DeviceEvent) -> Void) {
        for axis in description.axes where axis.code < AbsoluteCode.slot {
            body(state(EV_ABS, axis.code, libevdev_get_event_value(context, UInt32(EV_ABS), UInt32(axis.code))))
        }
    }

    private func keyState(_ body: (DeviceEvent) -> Void) {
        forEachPressedKey { body(state(EV_KEY, $0, 1)) }
    }

    func forEachPressedKey(_ body: (UInt16) -> Void) {
        for keys in description.capabilities where keys.type == EventType.key {
            for code in keys.codes where libevdev_get_event_value(context, UInt32(EV_KEY), UInt32(code)) != 0 {
                body(code)
            }
        }
    }
}
