internal import GestureModel
// sin and cos.
internal import Glibc

/// Where one finger goes, and when it is down. Positions are millimetres from the top left corner, times run from the
/// stroke's beginning.
struct FingerPath {
    var arrival: Microseconds
    var departure: Microseconds
    var motion: Motion

    func isDown(at time: Microseconds) -> Bool { time >= arrival && time < departure }
}

/// A path and the speed along it. The finger is still before its start. After its end it is still, too; a flick
/// continues at its last speed.
struct Motion {
    enum Path {
        case line(from: Point, to: Point)
        /// Around `centre`, at an angle and distance that change evenly; radians, clockwise from the right.
        case spiral(centre: Point, angles: (from: Double, to: Double), radii: (from: Double, to: Double))
    }

    enum Profile {
        /// The hand's own, from rest to rest (Flash and Hogan's minimum jerk).
        case minimumJerk
        /// Its first half: the finger leaves the surface at full speed.
        case flick
    }

    var path: Path
    var profile = Profile.minimumJerk
    var start = Microseconds.zero
    var duration: Microseconds

    func position(at time: Microseconds) -> Point {
        let share = Double(time.count - start.count) / Double(max(duration.count, 1))
        let progress = profile.progress(share)
        switch path {
        case .line(let from, let to): return from + (to - from) * progress
        case .spiral(let centre, let angles, let radii):
            let angle = angles.from + (angles.to - angles.from) * progress
            let radius = radii.from + (radii.to - radii.from) * progress
            return centre + Vector(dx: cos(angle), dy: sin(angle)) * radius
        }
    }
}

extension Motion.Profile {
    /// The share of the path covered after a share of the time.
    fileprivate func progress(_ share: Double) -> Double {
        switch self {
        case .minimumJerk: Self.minimumJerk(min(max(share, 0), 1))
        case .flick where share > 1: 1 + (share - 1) * Self.peakSpeed
        case .flick: 2 * Self.minimumJerk(max(share, 0) / 2)
        }
    }

    /// The speed in the middle of a minimum-jerk motion, where 1 is the mean speed.
    private static let peakSpeed = 1.875

    private static func minimumJerk(_ share: Double) -> Double {
        share * share * share * (10 - 15 * share + 6 * share * share)
    }
}
