internal import GestureModel

/// One change of a value under an animation.
struct Motion<Data: VectorArithmetic> {
    enum Course {
        /// Runs beside the motions before it; their effects add.
        case added(Animation.Course, epsilon: Double)
        /// Replaces the motions before it once it has begun.
        case takeover(SpringRun<Data>)
    }

    /// How far the change moved the target.
    let change: Data
    /// When the change was made; for a takeover, when the spring begins.
    let begin: Timestamp
    let course: Course
    /// The first moment at which it is over; nil if it never is.
    let end: Timestamp?

    init(_ change: Data, begin: Timestamp, course: Course) {
        (self.change, self.begin, self.course) = (change, begin, course)
        let duration =
            switch course {
            case .added(let course, let epsilon): course.duration(epsilon: epsilon)
            case .takeover(let run): run.duration
            }
        end = duration.isFinite ? begin + .seconds(duration.roundedUpToMicroseconds) : nil
    }

    func isOver(at time: Timestamp) -> Bool { end.map { $0 <= time } ?? false }

    var isTakeover: Bool { if case .takeover = course { true } else { false } }

    func hasTakenOver(at time: Timestamp) -> Bool { isTakeover && begin <= time }

    /// What this change keeps from the shown value, and the speed at which it gives it back: alone, or, once it has taken
    /// over, with all before it.
    func state(at time: Timestamp) -> SpringRun<Data>.State {
        guard time >= begin else { return SpringRun.State(displacement: change, velocity: .zero) }
        guard !isOver(at: time) else { return SpringRun.State(displacement: .zero, velocity: .zero) }
        let elapsed = seconds(at: time)
        switch course {
        case .takeover(let run): return run.state(at: elapsed)
        case .added(let course, let epsilon):
            let progress = course.progress(at: elapsed, epsilon: epsilon)
            return SpringRun.State(
                displacement: change.scaled(by: 1 - progress.fraction), velocity: change.scaled(by: progress.rate))
        }
    }

    /// Since it began. Not `Microseconds.seconds`, which takes the longest time a clock knows for infinity: an endless
    /// motion has a value then, too.
    private func seconds(at time: Timestamp) -> Double { Double((time - begin).count) / 1_000_000 }

    /// The motion with an end to its endless repetition, if it has one.
    func finishing(after time: Timestamp) -> Motion {
        guard end == nil, case .added(let course, let epsilon) = course else { return self }
        let finishing = course.finishing(after: seconds(at: time), epsilon: epsilon)
        return Motion(change, begin: begin, course: .added(finishing, epsilon: epsilon))
    }

    /// The response, in seconds, of a spring that has taken over and still runs.
    func response(at time: Timestamp) -> Double? {
        guard case .takeover(let run) = course, begin <= time, !isOver(at: time) else { return nil }
        return run.response(at: seconds(at: time))
    }
}

extension Double {
    fileprivate var roundedUpToMicroseconds: Double { (self * 1_000_000).rounded(.up) / 1_000_000 }
}

extension Motion: Sendable where Data: Sendable {}
extension Motion.Course: Sendable where Data: Sendable {}
