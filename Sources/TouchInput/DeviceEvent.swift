public import GestureModel

/// What a live device tells: events, and the places where events were lost and the state had to be asked for.
///
/// Between ``stateLost(_:)`` and ``stateKnown`` come only ``state(_:)`` events. They say what is true now, not what
/// happened: a contact that appears there went down unseen, one that vanishes there lifted unseen.
public enum DeviceEvent: Hashable, Sendable {
    case event(InputEvent)
    /// Events are missing from here on (SYN_DROPPED), or the device was just opened. A frame begun before it is not
    /// whole and never will be.
    case stateLost(Timestamp)
    /// One value that differs from what the events before told. May hold more than one SYN_REPORT.
    case state(InputEvent)
    /// The device's state is known again; events go on.
    case stateKnown
}
