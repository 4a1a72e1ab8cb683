internal import GestureModel

extension Recording {
    /// The state, before the first event, of the slots whose first contact seems to begin at 0 on one axis.
    ///
    /// Initially every coordinate is 0, and the kernel does not send unchanged values. So the recording lacks the x of
    /// a slot's first contact if that contact begins at x = 0. If the device was used before the recording began, a
    /// missing x may have any value.
    package var initialState: [DeviceEvent] {
        SlotsAtZero(self).events
    }
}

/// The slots whose first contact begins at 0 on one axis. The kernel does not send this unchanged coordinate.
private struct SlotsAtZero {
    private let recording: Recording

    init(_ recording: Recording) { self.recording = recording }

    var events: [DeviceEvent] {
        guard let first = recording.events.first else { return [] }
        var state: [DeviceEvent] = []
        for slot in slots() {
            for (code, value) in [
                (AbsoluteCode.slot, slot), (AbsoluteCode.trackingID, -1), (AbsoluteCode.positionX, 0),
                (AbsoluteCode.positionY, 0),
            ] {
                state.append(.state(InputEvent(time: first.time, type: EventType.absolute, code: code, value: value)))
            }
        }
        guard !state.isEmpty else { return [] }
        let current = InputEvent(time: first.time, type: EventType.absolute, code: AbsoluteCode.slot, value: 0)
        return [.stateLost(first.time)] + state + [.state(current), .stateKnown]
    }

    /// Returns the slots whose first contact lacks one coordinate in its first frame, if 0 lies on that axis. A slot is
    /// left out if the coordinate is sent later, and a finger cannot have come there from 0.
    private func slots() -> [Int32] {
        guard let slots = recording.description.axis(AbsoluteCode.slot),
            let x = recording.description.axis(AbsoluteCode.positionX),
            let y = recording.description.axis(AbsoluteCode.positionY)
        else { return [] }
        var contacts: [Int32: FirstContact] = [:]
        var slot: Int32 = 0
        for event in recording.events {
            switch (event.type, event.code) {
            case (EventType.absolute, AbsoluteCode.slot): slot = event.value
            case (EventType.absolute, AbsoluteCode.trackingID) where event.value >= 0:
                if contacts[slot] == nil { contacts[slot] = FirstContact() } else { contacts[slot]?.isOver = true }
            case (EventType.absolute, AbsoluteCode.trackingID): contacts[slot]?.isOver = true
            case (EventType.absolute, AbsoluteCode.positionX):
                contacts[slot]?.apply(event.value, of: x, isKnown: \.hasX)
            case (EventType.absolute, AbsoluteCode.positionY):
                contacts[slot]?.apply(event.value, of: y, isKnown: \.hasY)
            case (EventType.synchronization, SynchronizationCode.report):
                for slot in contacts.keys { contacts[slot]?.isReported = true }
            default: break
            }
        }
        return contacts.keys.sorted().filter { slot in
            (0...slots.maximum).contains(slot) && contacts[slot]?.beginsAtZero(x, y) ?? false
        }
    }
}

/// The first contact of a slot.
private struct FirstContact {
    /// The share of an axis that counts as near 0: a finger crosses a tenth of the axis within a few frames.
    private static let near = 0.1
    /// The longest step, as a share of an axis. The fastest recorded finger crosses a touchpad in five frames, with a
    /// quarter of it in one.
    private static let step = 0.25

    /// True for each coordinate that was sent in the contact's first frame.
    var hasX = false
    var hasY = false
    var isReported = false
    var isOver = false
    /// The last value of the coordinate that is missing in the contact's first frame; nil if it was not sent later.
    private var last: Int32?
    /// False if a finger at 0 cannot have moved to the values that were sent later.
    private var isNearZero = true

    /// True if one coordinate is missing in the contact's first frame, and 0 lies on that axis.
    func beginsAtZero(_ x: DeviceDescription.Axis, _ y: DeviceDescription.Axis) -> Bool {
        guard hasX != hasY, isNearZero else { return false }
        let missing = hasX ? y : x
        return missing.minimum <= 0 && missing.maximum >= 0
    }

    mutating func apply(
        _ value: Int32, of axis: DeviceDescription.Axis, isKnown: WritableKeyPath<Self, Bool>
    ) {
        guard !isOver else { return }
        if !isReported { self[keyPath: isKnown] = true }
        guard !self[keyPath: isKnown] else { return }
        let limit = (last == nil ? Self.near : Self.step) * (Double(axis.maximum) - Double(axis.minimum))
        if abs(Double(value) - Double(last ?? 0)) > limit { isNearZero = false }
        last = value
    }
}
