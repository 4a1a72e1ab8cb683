internal import GestureModel

/// How far a contact moves in one frame.
///
/// The fastest strokes recorded: a fingertip crosses a 107 mm touchpad in five frames of 12 ms, 25.2 mm in one of them
/// (2.1 m/s) and 22.8 mm in its first (1.9 m/s); on a 698 mm screen 18.3 mm in 10 ms (1.8 m/s) out of rest; on a tablet
/// 13.3 mm in 7.7 ms (1.7 m/s); ten fingers swept over a 480 mm screen 43 mm in 8.5 ms (5.1 m/s), after 17 mm in the
/// frame before and with 39 mm in the next. So no distance alone tells a flick: what tells a leap is that it
/// comes out of rest and goes to rest. A doubtful step is held back for one frame, and what follows decides.
struct StepLimit: Hashable, Sendable {
    /// Millimetres that are never doubted.
    let least: Double
    /// Millimetres per second below which nothing is doubted: the finger moved while the device was silent.
    let slowest: Double

    init(kind: TouchDeviceKind) {
        switch kind {
        // Touchpads merge two tapping fingers into one contact, which then leaps from finger to finger. Two
        // fingertips' centres are hardly closer than 8 mm.
        case .touchpad: (least, slowest) = (8, 300)
        // Whole hands sweep over screens, whose frames are as far as 26 ms apart.
        case .touchscreen: (least, slowest) = (20, 1000)
        }
    }

    /// Millimetres per second that no fingertip reaches out of rest: half as much again as the fastest recorded.
    static let fastestStart = 3000.0
    /// Before this a contact's own speed is not known.
    static let youth = Microseconds.milliseconds(40)
    /// A step is doubtful when it is so many times as fast as the last ones.
    static let acceleration = 3.0

    func isDoubtful(
        _ millimetres: Double, in elapsed: Microseconds, after contact: borrowing TrackedContact, at now: Timestamp
    ) -> Bool {
        guard millimetres > least else { return false }
        let speed = millimetres / StepLimit.seconds(elapsed)
        guard contact.age(at: now) > StepLimit.youth else {
            return speed > max(3 * contact.speed, StepLimit.fastestStart)
        }
        return speed > max(slowest, StepLimit.acceleration * contact.speed)
    }

    /// Whether a doubted step that nothing followed cannot have been one.
    func isImpossible(_ speed: Double) -> Bool { speed > StepLimit.fastestStart }

    /// How near to where it was a contact has come back when the leap was one bad sample; millimetres.
    func returning(from leap: Double) -> Double { max(least, leap / 3) }

    /// Whether a step goes on as a stroke does: onwards, within 60° of the last one, and not stopped dead. A fingertip
    /// that brakes from 2 m/s to a quarter of that in 12 ms has 13 g.
    static func continues(_ last: Vector, _ next: Vector) -> Bool {
        let along = last.dx * next.dx + last.dy * next.dy
        return next.length >= last.length / 4 && along > last.length * next.length / 2
    }

    /// Devices send frames in batches, whose times are less than a millisecond apart; 8 ms is a frame of most.
    static func seconds(_ elapsed: Microseconds) -> Double { max(elapsed, .milliseconds(8)).seconds }
}
