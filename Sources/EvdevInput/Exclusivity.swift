internal import CEvdev
internal import Glibc
internal import TouchInput

extension EvdevDevice {
    /// Whether another process holds the device for itself (EVIOCGRAB), so that it is open and yet silent.
    /// Nil where it was not tried, or the device is going away.
    ///
    /// The kernel tells only by refusing a grab, and a grab that succeeds takes the device from every other reader,
    /// the compositor above all, until it is let go a moment later: an event in between would be lost to them. So it
    /// is tried only while nothing touches the device: no event waits, no contact is down, no key is pressed.
    public func isGrabbedElsewhere() -> Bool? {
        guard libevdev_has_event_pending(context) == 0, isUntouched else { return nil }
        switch libevdev_grab(context, LIBEVDEV_GRAB) {
        case 0:
            libevdev_grab(context, LIBEVDEV_UNGRAB)
            return false
        case -EBUSY:
            return true
        default:
            return nil
        }
    }

    private var isUntouched: Bool {
        var pressed = false
        forEachPressedKey { _ in pressed = true }
        let slots = 0..<max(0, libevdev_get_num_slots(context))
        return !pressed
            && slots.allSatisfy { libevdev_get_slot_value(context, UInt32($0), UInt32(ABS_MT_TRACKING_ID)) == -1 }
    }
}
