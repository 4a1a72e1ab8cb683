/// What holds of who may hear what.
extension ShadowModel {
    /// What ends through it was cancelled before it.
    mutating func takeAccess(_ access: ReportedAccess?) {
        guard let access else { return note(.wholeLines, "no access") }
        self.access = access
        // A row may run on from taps that were not told.
        rows = [:]
        for (name, course) in open {
            guard let subscription = subscriptions[name.subscription] else { continue }
            if let refusal = refusal(of: subscription, on: course.device) {
                note(.access, "gesture \(name.gesture) goes on while \(refusal)")
                open[name] = nil
            } else if access.withholdsPositions {
                open[name]?.forgetPlaces()
            }
        }
    }

    /// Why nothing of a device is to be heard by a subscription.
    func refusal(of subscription: Subscription, on device: String) -> String? {
        guard let access else { return nil }
        if access.isSilent { return access.session }
        let namesSeats = !hearsEverySeat && access.session != "unmanaged"
        if namesSeats, let seat = devices[device]?.seat, !access.seats.contains(seat) { return "without \(seat)" }
        if !subscription.isOfSession, access.isAside { return access.focus }
        return subscription.needsPositions && access.withholdsPositions ? "positions are withheld" : nil
    }

    public func isOpen(_ gesture: Beginning) -> Bool {
        open[GestureName(subscription: gesture.subscription, gesture: gesture.gesture)] != nil
    }

    /// Whether a gesture is open that cannot be without fingers; one of several parts may be between them.
    public func holdsFingers(of device: String) -> Bool {
        open.contains { name, course in
            course.device == device && subscriptions[name.subscription]?.kind.isOfFingers ?? false
        }
    }

    /// Places are told all or none, never where they are withheld, and not again within a gesture.
    mutating func checkPlaces(of value: ServerLine.Value, after last: Course?) {
        let positions = value.positions
        if Set(positions.map { $0 == nil }).count > 1 { note(.shape, "some positions, and others not") }
        let isReported = positions.contains { $0 != nil }
        if isReported, access?.withholdsPositions == true { note(.access, "positions are withheld, and told") }
        // What a composition has no value of is in nobody's way.
        guard let last, let before = last.value.positions.first, let after = positions.first else { return }
        if before == nil, after != nil { note(.access, "positions come back") }
        if before != nil, after == nil { note(.constancy, "positions are gone, and were not withheld") }
    }
}

extension ShadowModel.Course {
    /// From now on its values have no places, and the numbers of its failures three decimals.
    mutating func forgetPlaces() {
        value.forgetPlaces()
        for index in parts.indices { parts[index].found.forgetPlaces() }
    }
}

extension GestureKind {
    fileprivate var isOfFingers: Bool { [.longPress, .drag, .magnify, .rotate].contains(self) }
}
