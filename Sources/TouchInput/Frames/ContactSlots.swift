internal import GestureModel

/// The slots of one device, with the reported values of each contact. For a device without slots there is one slot for
/// each contact that it can locate.
struct ContactSlots: Sendable {
    /// The meaning of ABS_PRESSURE.
    private enum PointerPressure: Hashable, Sendable {
        /// ABS_PRESSURE is not used: the device has ABS_MT_PRESSURE, uses protocol A, or has several slots and no
        /// ABS_PRESSURE.
        case ofNone
        /// The pressure of the only contact that the device can locate.
        case ofOnlyContact
        /// The pressure of a single contact, or of any of several. The value is the last that the device sent; nil
        /// before the first.
        case shared(Int32?)
    }

    /// BTN_TOUCH of a device that reports contacts.
    private enum TouchKey: Hashable, Sendable {
        /// Not pressed, or never reported.
        case released
        case pressed
        /// Released since the last frame.
        case releasing
        /// Released in the last frame.
        case left
    }

    var slots: [ContactSlot]
    /// The slot to which events refer. It is outside of ``slots`` after the device selected a slot that it does not
    /// have.
    private var current = 0
    /// One more than the highest slot that was ever selected or had a contact. Higher slots are skipped, because panels
    /// announce up to 60 slots, but use ten.
    private var used = 1
    /// The most contacts with separate positions at once.
    let positions: Int
    let scale: SurfaceScale
    // Stored, because each event needs the codes.
    private let xCode: UInt16
    private let yCode: UInt16
    private var pointerPressure: PointerPressure
    private let kind: TouchDeviceKind
    private var touchKey = TouchKey.released
    private let thresholds: TouchThresholds?

    init(
        _ touchProtocol: TouchProtocol, _ description: DeviceDescription, kind: TouchDeviceKind,
        on scale: SurfaceScale, _ thresholds: TouchThresholds?
    ) {
        self.kind = kind
        slots = Array(repeating: ContactSlot(), count: touchProtocol.storedSlots)
        positions = touchProtocol.slots
        self.scale = scale
        (xCode, yCode) = (touchProtocol.xCode, touchProtocol.yCode)
        self.thresholds = thresholds
        if touchProtocol == .unslotted || description.axis(AbsoluteCode.contactPressure) != nil {
            pointerPressure = .ofNone
        } else if positions == 1 {
            pointerPressure = .ofOnlyContact
        } else {
            pointerPressure = description.axis(AbsoluteCode.pressure) == nil ? .ofNone : .shared(nil)
        }
        if touchProtocol == .unslotted { used = positions }
    }

    /// False for a single-touch device, which has the axes of a pointer.
    var hasContactAxes: Bool { xCode == AbsoluteCode.positionX }

    // MARK: - Events

    /// Stores the value of an axis other than ABS_PRESSURE.
    ///
    /// - Parameter isFollowing: False during a resynchronisation. A resynchronisation selects every slot, so a
    ///   selection does not mark a slot as used. Faults are not counted, because the history is unknown.
    @inline(__always)
    mutating func set(_ code: UInt16, _ value: Int32, isFollowing: Bool, faults: inout DeviceFaults) {
        if code == xCode {
            guard slots.indices.contains(current) else { return }
            let isFaulty = scale.x.isFaulty(value)
            slots[current].setX(value, isFaulty: isFaulty)
            if isFaulty, isFollowing { faults.count(.outsideRange) }
        } else if code == yCode {
            guard slots.indices.contains(current) else { return }
            let isFaulty = scale.y.isFaulty(value)
            slots[current].setY(value, isFaulty: isFaulty)
            if isFaulty, isFollowing { faults.count(.outsideRange) }
        } else if code >= AbsoluteCode.slot, hasContactAxes {
            setContactAxis(code, value, isFollowing: isFollowing, faults: &faults)
        }
    }

    /// Stores ABS_PRESSURE if it is used; see ``PointerPressure``.
    mutating func setPointerPressure(_ value: Int32) {
        switch pointerPressure {
        case .ofNone: break
        case .ofOnlyContact: slots[0].detail.pressure = value
        case .shared: pointerPressure = .shared(value)
        }
    }

    @inline(__always)
    private mutating func setContactAxis(
        _ code: UInt16, _ value: Int32, isFollowing: Bool, faults: inout DeviceFaults
    ) {
        if code == AbsoluteCode.slot {
            current = Int(value)
            if !slots.indices.contains(current) {
                if isFollowing { faults.count(.unknownSlot) }
            } else if isFollowing {
                used = max(used, current + 1)
            }
            return
        }
        guard slots.indices.contains(current) else { return }
        switch code {
        case AbsoluteCode.trackingID:
            if value >= 0, isFollowing { countSharedID(value, &faults) }
            if let fault = slots[current].setTrackingID(value), isFollowing { faults.count(fault) }
            if value >= 0 { used = max(used, current + 1) }
        case AbsoluteCode.distance: slots[current].distance = value
        default: slots[current].detail.set(code, value)
        }
    }

    private func countSharedID(_ trackingID: Int32, _ faults: inout DeviceFaults) {
        for index in 0..<used where index != current && slots[index].trackingID == trackingID {
            faults.count(.sharedID)
        }
    }

    /// Begins or ends the contact of a single-touch device, which has BTN_TOUCH instead of a tracking id.
    ///
    /// On a touchscreen with contacts a release ends them all, in the next frame. When the kernel suspends a device, it
    /// releases the key, but leaves the contacts in their slots. It does the same when a device is unplugged: no frame
    /// follows then, and the contacts are cancelled with the device. On a touchpad the key may also depend on how hard
    /// fingers press.
    mutating func setTouchKey(isPressed: Bool, isFollowing: Bool, faults: inout DeviceFaults) {
        guard !hasContactAxes else {
            guard kind == .touchscreen else { return }
            if isPressed {
                touchKey = .pressed
                for index in 0..<used { slots[index].isReleased = false }
            } else if touchKey == .pressed {
                touchKey = .releasing
            }
            return
        }
        guard let fault = slots[0].setTrackingID(isPressed ? 0 : -1), isFollowing else { return }
        faults.count(fault)
    }

    /// True if the value is a coordinate far beyond its axis.
    func isFaulty(_ code: UInt16, _ value: Int32) -> Bool {
        code == xCode && scale.x.isFaulty(value) || code == yCode && scale.y.isFaulty(value)
    }

    /// Ends a resynchronisation in each slot. Called when the state of all slots has been queried.
    mutating func endResynchronisation() {
        for index in slots.indices { slots[index].endResynchronisation() }
    }

    // MARK: - Frames

    /// Assigns the pointer's pressure to a single contact. With several contacts the pressure may be that of any of
    /// them, and is not assigned.
    @inline(__always)
    mutating func sharePressure() {
        if case .shared(let pressure) = pointerPressure { share(pressure) }
    }

    private mutating func share(_ pressure: Int32?) {
        let contacts = slots[..<used].reduce(0) { $0 + ($1.trackingID == nil ? 0 : 1) }
        for index in 0..<used {
            if slots[index].trackingID == nil {
                slots[index].detail.pressure = nil
            } else if contacts == 1 {
                slots[index].detail.pressure = pressure
            }
        }
    }

    /// True if a contact came, went or was replaced since the last frame.
    var hasReplacedContact: Bool {
        let slots = slots.span
        for index in slots.indices where slots[index].isReplaced { return true }
        return false
    }

    /// Appends the changes since the last frame, for slots that are separate contacts.
    ///
    /// - Returns: The number of contacts that are down, and the first of them.
    @inline(__always)
    mutating func report(
        rebaselines: Bool, ids: inout ContactIDs, into contacts: inout [Contact], _ details: inout [ContactDetail],
        faults: inout DeviceFaults
    ) -> (count: Int, first: Contact?) {
        switch touchKey {
        case .released, .pressed: break
        case .releasing: touchKey = .left
        case .left:
            touchKey = .released
            for index in 0..<used { slots[index].release() }
        }
        var count = 0
        var first: Contact?
        for index in 0..<used {
            let contact = slots[index].report(
                thresholds, rebaselines: rebaselines, on: scale, ids: &ids, into: &contacts, &details, faults: &faults)
            guard let contact else { continue }
            count += 1
            first = first ?? contact
        }
        return (count, first)
    }

    /// Ends a frame of a device whose slots are the corners of a box, and returns the touching corners.
    ///
    /// - Parameter isTouching: False while the fingers only hover.
    mutating func endFrameOfBox(isTouching: Bool, faults: inout DeviceFaults) -> BoxCorners {
        var corners = BoxCorners()
        for index in slots.indices {
            if slots[index].updateTouching(thresholds, faults: &faults), isTouching {
                corners.add(slots[index], on: scale)
            }
            slots[index].endFrame()
        }
        return corners
    }

    /// Returns the reported contacts of the first two slots, and removes them from the slots.
    mutating func removeReportedPair() -> (ReportedContact?, ReportedContact?) {
        (slots[0].removeReportedContact(), slots[1].removeReportedContact())
    }
}
