internal import GestureModel

/// What each kind of event changes.
extension FrameAssembler {
    @inline(__always)
    mutating func takeAbsolute(_ code: UInt16, _ value: Int32) {
        if isUnslotted { return takeUnslotted(code, value) }
        if code == xCode {
            guard contactSlots.indices.contains(current) else { return }
            contactSlots[current].takeX(value)
            if scale.x.isFaulty(value) { note(.outsideRange) }
        } else if code == yCode {
            guard contactSlots.indices.contains(current) else { return }
            contactSlots[current].takeY(value)
            if scale.y.isFaulty(value) { note(.outsideRange) }
        } else {
            takeOther(code, value)
        }
    }

    @inline(__always)
    private mutating func takeOther(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteCode.pressure: if hasOnePressure { takePressure(value) }
        case AbsoluteCode.x: boxEvidence?.pointerX = value
        case AbsoluteCode.y: boxEvidence?.pointerY = value
        default: if hasContactAxes { takeContact(code, value) }
        }
    }

    @inline(__always)
    private mutating func takeContact(_ code: UInt16, _ value: Int32) {
        if code == AbsoluteCode.slot {
            current = Int(value)
            guard contactSlots.indices.contains(current) else { return note(.unknownSlot) }
            // Not where the state is told: that names all slots.
            if state == .following { reached = max(reached, current + 1) }
            return
        }
        guard contactSlots.indices.contains(current) else { return }
        switch code {
        case AbsoluteCode.trackingID:
            if value >= 0 { noteShared(value) }
            if let fault = contactSlots[current].track(value) { note(fault) }
            if value >= 0 { reached = max(reached, current + 1) }
        case AbsoluteCode.distance: contactSlots[current].distance = value
        default: contactSlots[current].detail.take(code, value)
        }
    }

    private mutating func takeUnslotted(_ code: UInt16, _ value: Int32) {
        unslotted.take(code, value)
        let isFaulty = code == xCode && scale.x.isFaulty(value) || code == yCode && scale.y.isFaulty(value)
        if isFaulty { note(.outsideRange) }
    }

    /// ABS_PRESSURE of a device whose contacts have none of their own.
    private mutating func takePressure(_ value: Int32) {
        for index in contactSlots.indices { contactSlots[index].detail.pressure = value }
    }

    mutating func takeKey(_ code: UInt16, isPressed: Bool) {
        if code == KeyCode.touch {
            switch contactProtocol {
            case .single: if let fault = contactSlots[0].track(isPressed ? 0 : -1) { note(fault) }
            case .unslotted: unslotted.take(isTouching: isPressed)
            case .slots, .box: break
            }
        }
        fingerCount.take(code, isPressed: isPressed)
        if isTouchpad { buttons.take(code, isPressed: isPressed) }
    }

    /// The state that is told in one piece says nothing of how it came to be.
    private mutating func note(_ fault: DeviceFault) {
        if state == .following { faults.count(fault) }
    }

    private mutating func noteShared(_ trackingID: Int32) {
        for index in 0..<reached where index != current && contactSlots[index].tracked == trackingID {
            note(.sharedID)
        }
    }

    mutating func takeSynchronization(_ event: InputEvent) -> Step {
        switch (event.code, state) {
        case (SynchronizationCode.report, .following):
            if event.time < frame.time { faults.count(.timeWentBack) }
            assemble(at: event.time)
            return frame.contacts.isEmpty ? .none : .frame
        case (SynchronizationCode.report, .discarding):
            settle()
            return .none
        case (SynchronizationCode.multitouchReport, .following) where isUnslotted:
            unslotted.endContact(faults: &faults)
            return .none
        case (SynchronizationCode.dropped, .following):
            state = .discarding
            unslotted.discard()
            return .lost
        case (SynchronizationCode.dropped, _):
            return .lost
        default:
            return .none
        }
    }
}
