/// Checks of access.
extension ShadowModel {
    /// The gestures that it ends were cancelled before.
    mutating func applyAccess(_ access: ReportedAccess?) {
        guard let access else { return record(.wholeLines, "no access") }
        self.access = access
        // A count may continue from taps that were not sent.
        lastTaps = [:]
        for (name, openGesture) in open {
            guard let subscription = subscriptions[name.subscription] else { continue }
            if let refusal = refusal(of: subscription, on: openGesture.device) {
                record(.access, "gesture \(name.gesture) goes on while \(refusal)")
                open[name] = nil
            } else if access.withholdsPositions {
                open[name]?.removePositions()
                let hasLostPath = withholdsPaths(on: openGesture.device)
                open[name]?.hasLostPath = hasLostPath
            }
        }
    }

    /// A subscription is silent because of positions only if they are withheld.
    mutating func checkPositions(_ line: ServerLine) {
        guard let number = line.subscription, subscriptions[number] != nil, let positions = line.positions else {
            return record(.wholeLines, "subscriptionChanged without a subscription or positions")
        }
        if positions == "withheld", access?.withholdsPositions != true {
            record(.access, "subscription \(number) is silent although positions are granted")
        }
    }

    /// Why a subscription receives nothing of a device.
    func refusal(of subscription: Subscription, on device: String) -> String? {
        guard let access else { return nil }
        if access.isSilent { return access.session }
        let namesSeats = !receivesEverySeat && access.session != "unmanaged"
        if namesSeats, let seat = devices[device]?.seat, !access.seats.contains(seat) { return "without \(seat)" }
        if !subscription.isOfSession, access.lacksFocus { return access.focus }
        let needsPaths = subscription.gesture.needsPaths && withholdsPaths(on: device)
        return subscription.needsPositions && access.withholdsPositions || needsPaths ? "positions are withheld" : nil
    }

    public func isOpen(_ gesture: BegunGesture) -> Bool {
        open[GestureName(subscription: gesture.subscription, gesture: gesture.gesture)] != nil
    }

    /// True if a gesture of this device has begun and is not over.
    public func hasOpenGesture(of device: String) -> Bool { open.values.contains { $0.device == device } }

    /// True if an open gesture must have fingers; a composition may be between two parts.
    public func holdsFingers(of device: String) -> Bool {
        open.contains { name, openGesture in
            openGesture.device == device && subscriptions[name.subscription]?.kind.isOfFingers ?? false
        }
    }

    /// Either all positions are present or none. They are absent while withheld, and then until the end of the gesture.
    mutating func checkWithheldPositions(of value: ServerLine.Value, after last: OpenGesture?) {
        let positions = value.positions
        if Set(positions.map { $0 == nil }).count > 1 { record(.shape, "some positions, and others not") }
        let isReported = positions.contains { $0 != nil }
        if isReported, access?.withholdsPositions == true { record(.access, "withheld positions were sent") }
        // Parts without a value have no positions.
        guard let last, let before = last.value.positions.first, let after = positions.first else { return }
        if before == nil, after != nil { record(.access, "positions come back") }
        if before != nil, after == nil { record(.constancy, "positions are gone, and were not withheld") }
    }
}

extension ShadowModel.OpenGesture {
    /// From now on its values have no positions, and its failures have three decimals.
    mutating func removePositions() {
        value.removePositions()
        for index in parts.indices { parts[index].found.removePositions() }
    }
}

extension GestureKind {
    fileprivate var isOfFingers: Bool { [.longPress, .drag, .magnify, .rotate].contains(self) }
}
