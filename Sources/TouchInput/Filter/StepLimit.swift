internal import GestureModel

/// Limits how far a contact moves in one frame.
///
/// These are the fastest recorded strokes. A fingertip crosses a 107 mm touchpad in five frames of 12 ms, with 25.2 mm
/// in one frame (2.1 m/s) and 22.8 mm in the first (1.9 m/s). From rest, a fingertip moves 18.3 mm in 10 ms on a 698 mm
/// screen (1.8 m/s), and 13.3 mm in 7.7 ms on a tablet (1.7 m/s). Ten fingers that sweep over a 480 mm screen move 43
/// mm in 8.5 ms (5.1 m/s). They move 17 mm in the frame before, and 39 mm in the next.
///
/// So distance alone does not distinguish a jump from a flick, but a jump starts and ends at rest. A doubtful step is
/// held back for one frame, and the next frame decides.
struct StepLimit: Hashable, Sendable {
    /// In millimetres: a step up to this length is never doubtful.
    let distance: Double
    /// In millimetres per second: a step up to this speed is never doubtful, however long it is. After a pause of the
    /// device, a long step may be normal motion.
    private let speed: Double

    /// True if a jump from rest means that another finger has taken over the slot. False for a touchscreen, and for a
    /// semi-multitouch device, whose contacts are corners of the box around the fingers.
    let replacesJumps: Bool
    /// True if a step that is possible counts although the contact lifts next.
    let confirmsAtLift: Bool

    init(kind: TouchDeviceKind, isSemiMultitouch: Bool) {
        confirmsAtLift = kind == .touchscreen
        replacesJumps = kind == .touchpad && !isSemiMultitouch
        switch kind {
        // Touchpads merge two tapping fingers into one contact, which then jumps from finger to finger. The centres of
        // two fingertips are hardly ever closer than 8 mm.
        case .touchpad: (distance, speed) = (8, 300)
        // Whole hands sweep over screens, whose frames are up to 26 ms apart.
        case .touchscreen: (distance, speed) = (20, 1000)
        }
    }

    /// In millimetres per second: no fingertip reaches this speed from rest. It is 1.5 times the fastest recorded.
    private static let maximumStartSpeed = 3000.0
    /// A contact younger than this has no reliable speed.
    private static let speedSettlingTime = Microseconds.milliseconds(40)
    /// A step is doubtful only if it is faster than the previous steps by this factor.
    private static let maximumAcceleration = 3.0

    func isDoubtful(
        _ millimetres: Double, in elapsed: Microseconds, after motion: StepTracker, at now: Timestamp
    ) -> Bool {
        guard millimetres > distance else { return false }
        let stepSpeed = millimetres / StepLimit.seconds(elapsed)
        let limit = StepLimit.maximumAcceleration * motion.speed
        let isYoung = motion.age(at: now) <= StepLimit.speedSettlingTime
        return stepSpeed > max(isYoung ? StepLimit.maximumStartSpeed : speed, limit)
    }

    /// True if a step of this speed, in millimetres per second, is impossible. Used if the contact lifts after a
    /// doubtful step.
    static func isImpossible(speed: Double) -> Bool { speed > maximumStartSpeed }

    /// Returns a distance in millimetres. If the contact comes back to within this distance of its position before the
    /// jump, the jump was one bad sample.
    ///
    /// - Parameter jump: The length of the jump, in millimetres.
    func returnDistance(jump: Double) -> Double { max(distance, jump / 3) }

    /// True if a step continues a stroke: it is within 60° of the last step, and at least a quarter as long. A shorter
    /// step would brake too hard for a finger: even from 2 m/s to a quarter of that in 12 ms, the deceleration is 13 g.
    static func continues(_ last: Vector, _ next: Vector) -> Bool {
        let along = last.dx * next.dx + last.dy * next.dy
        return next.length >= last.length / 4 && along > last.length * next.length / 2
    }

    /// Returns the duration of a step in seconds, if the next report follows it after `next`. A step that is much shorter
    /// began with a report that was stamped late: a panel with 60 reports in a second, or more, has stamped it.
    static func duration(of elapsed: Microseconds, before next: Microseconds) -> Double {
        let isLate = elapsed.count < next.count / 2
        return seconds(isLate ? max(elapsed, min(next, .milliseconds(17))) : elapsed)
    }

    /// Returns the duration of a step in seconds, at least the 8 ms of most devices' frames: frames that are sent in
    /// batches are less than a millisecond apart.
    static func seconds(_ elapsed: Microseconds) -> Double { max(elapsed, .milliseconds(8)).seconds }
}
