internal import GestureModel

/// How far a fingertip has moved since it landed, and when. This distinguishes a fingertip that rolls from one that
/// drags.
///
/// A fingertip that lands flattens, and the centre of its contact moves by up to 4 mm, most of it within 50 ms; then it
/// rests. A finger that drags goes on. They differ in when the distance was covered: a roll covers it early, on average
/// 25 ms after the landing, and a drag over its whole time, or faster and faster.
struct FingertipRoll: Sendable {
    /// When the contact came down, or a neighbour last lifted.
    private var landing: Timestamp
    /// True if a neighbour has lifted.
    private var isLeft = false
    /// When ``distance`` last changed.
    private var last: Timestamp
    /// From the position from which motion is measured, in points.
    private var distance = 0.0
    /// The integral of the distance over time, in points × microseconds.
    private var area = 0.0

    init(landing: Timestamp) {
        self.landing = landing
        last = landing
    }

    /// Measures from a new position.
    ///
    /// - Parameter isLeft: True if a neighbour has lifted.
    mutating func rebaseline(at time: Timestamp, isLeft: Bool) {
        if isLeft { (landing, self.isLeft) = (time, true) }
        (last, distance, area) = (time, 0, 0)
    }

    mutating func move(to distance: Double, at time: Timestamp) {
        area += (self.distance + distance) / 2 * Double((time - last).count)
        (self.distance, last) = (distance, time)
    }

    /// The motion of a drag is at least as late, on average, as this share of its time: one that keeps its speed is at
    /// 0.5, one that gets faster is later.
    private static let lateShare = 0.6
    /// What is later than this, and a quarter of the time besides, is no roll, however steady: a roll is over.
    private static let rollTime = 20_000.0

    /// In points per microsecond, 240 mm/s: no fingertip rolls so fast.
    private static let highestSpeed = 0.0015
    /// Fingers that tap together lift within this time. The last of them roll as they lift, faster and faster.
    private static let liftTime = 100_000.0

    /// True if the distance was covered early, as by a fingertip that rolls and then rests, or right after a neighbour
    /// has lifted.
    func isRoll(at time: Timestamp) -> Bool {
        guard distance > 0 else { return false }
        let age = Double((time - landing).count)
        guard distance < Self.highestSpeed * age else { return false }
        if isLeft, age < Self.liftTime { return true }
        let meanTime = age - (area + distance * Double((time - last).count)) / distance
        return meanTime < min(Self.lateShare * age, Self.rollTime + age / 4)
    }
}

extension Thresholds.StandardSet {
    /// Returns how far a fingertip of a touchscreen may roll and still tap, in points.
    ///
    /// - Parameter isAccompanied: True if several fingers are or were down. They land flatter than one that taps alone:
    ///   up to 7 mm.
    func rollDistance(isAccompanied: Bool) -> Double {
        isAccompanied ? Self.rollShareOfSeveral * tapDistance : tapDistance
    }
}
