internal import FoundationEssentials

/// What holds of the standard sets, which say different things of what one hand does.
extension ShadowModel {
    /// A tap in a row is the first, or comes after one of as many fingers.
    struct RowName: Hashable {
        let subscription: Int
        let device: String
    }

    mutating func checkStandard(
        _ value: ServerLine.Value, _ subscription: Subscription, on device: String
    ) -> [Part] {
        guard value.kind == .simultaneous else {
            if value.phase != nil { note(.shape, "a phase of what is no composition") }
            // A hand goes on with another number of fingers wherever these have come to.
            check(value, Self.hand, subscription, on: device, isLater: true)
            return []
        }
        guard let parts = Part.tree(Self.pinch, value) else {
            note(.shape, "not a magnification and a rotation")
            return []
        }
        for part in parts { check(part, subscription, on: device) }
        checkTables(of: parts)
        if Set(parts.map(\.phase)).count > 1 { note(.togetherness, "a magnification without its rotation") }
        if Set(parts.dropFirst().map(\.found.fingers)).count > 1 { note(.fingers, "two numbers of fingers at once") }
        return parts
    }

    mutating func checkRow(_ course: Course, of subscription: Int) {
        guard let tap = course.value.tap else { return }
        let name = RowName(subscription: subscription, device: course.device)
        if tap.count > 1, !mayMissTaps, let last = rows[name], last.fingers != tap.fingers || last.count >= tap.count {
            note(.asked, "tap \(tap.count) of \(tap.fingers) fingers after \(last.count) of \(last.fingers)")
        }
        rows[name] = tap
    }

    func isStandard(_ line: ServerLine) -> Bool {
        line.subscription.map { subscriptions[$0]?.kind == .standard } ?? false
    }

    /// One thing that a hand does gives way to another; and others may take the fingers.
    func mayOutcompete(_ reason: String, _ name: GestureName) -> Bool {
        reason == "outcompeted" && (mayBeClaimed || subscriptions[name.subscription]?.kind == .standard)
    }

    /// Any number of fingers.
    private static let hand = asked(#"{"drag":{"fingers":[1,2,3,4,5,6,7,8,9,10]}}"#)
    private static let pinch = asked(#"{"simultaneous":[{"magnify":{}},{"rotate":{}}]}"#)

    private static func asked(_ gesture: String) -> ClientLine.Gesture {
        do {
            return try JSONDecoder().decode(ClientLine.Gesture.self, from: Data(gesture.utf8))
        } catch {
            preconditionFailure("\(gesture): \(error)")
        }
    }
}

extension ShadowModel.Subscription {
    /// Whether its gestures have values of that kind.
    func brings(_ kind: GestureKind) -> Bool {
        self.kind == .standard ? [.tap, .longPress, .drag, .simultaneous].contains(kind) : kind == self.kind
    }
}
