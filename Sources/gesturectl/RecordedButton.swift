internal import GestureModel
internal import TouchInput

/// The button under a touchpad's surface, in a recording.
struct RecordedButton {
    private let presses: [Timestamp]
    private let releases: [Timestamp]

    init(_ events: [InputEvent]) {
        let own = events.filter { $0.type == EventType.key && $0.code == KeyCode.leftButton }
        presses = own.filter { $0.value == 1 }.map(\.time)
        releases = own.filter { $0.value == 0 }.map(\.time)
    }

    private func isDown(at time: Timestamp) -> Bool {
        guard let press = presses.last(where: { $0 <= time }) else { return false }
        return !releases.contains { press < $0 && $0 <= time }
    }

    /// Why a touch whose gesture ended at a time is a click: `the button was pressed at 120 ms, and a click is no
    /// gesture`. A press ends what had begun. Before that, the first press of the touch decides, and is known at the
    /// lift.
    func cause(of touch: TrackedTouch, at time: Timestamp) -> String? {
        let ending = presses.last { $0 <= time && time - $0 < TrackedTouch.heldLift }
        let own = ending.map { [$0] } ?? presses.filter(touch.contains)
        guard let press = own.first else {
            return isDown(at: touch.start) ? "the button was down already, and a click is no gesture" : nil
        }
        return "the button was pressed at \(max(press - touch.start, .zero).count / 1000) ms"
            + (own.count > 1 ? ", the first of \(own.count) times" : "") + ", and a click is no gesture"
    }

    /// The last time of its release from the start of a touch until a gesture began.
    func release(in touch: TrackedTouch, before start: Timestamp) -> Timestamp? {
        releases.last { $0 <= start && $0 >= touch.start }
    }

    /// True if a touch did not click, in a recording with clicks.
    func isUntouched(by touch: TrackedTouch) -> Bool {
        !presses.isEmpty && !presses.contains(where: touch.contains) && !isDown(at: touch.start)
    }
}
