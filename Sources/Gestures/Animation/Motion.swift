internal import GestureModel

/// One change of an animated value, and the animation that shows it.
struct Motion<Data: VectorArithmetic> {
    enum Course {
        /// Runs in addition to earlier motions; their effects add up.
        case added(AnimationCourse, epsilon: Double)
        /// Replaces earlier motions from its beginning on.
        case takeover(SpringRun<Data>)
    }

    /// By how much the change moved the target.
    private let change: Data
    /// When the change was made; for a takeover, when the spring starts.
    private let begin: Timestamp
    private let course: Course
    /// nil if the motion never ends.
    let end: Timestamp?

    init(_ change: Data, begin: Timestamp, course: Course) {
        (self.change, self.begin, self.course) = (change, begin, course)
        let duration =
            switch course {
            case .added(let course, let epsilon): course.duration(epsilon: epsilon)
            case .takeover(let run): run.duration
            }
        // Rounded up: at its end a motion must be within its epsilon.
        end = duration.isFinite ? begin + .seconds((duration * 1_000_000).rounded(.up) / 1_000_000) : nil
    }

    func isOver(at time: Timestamp) -> Bool { end.map { $0 <= time } ?? false }

    var isTakeover: Bool { if case .takeover = course { true } else { false } }

    func hasTakenOver(at time: Timestamp) -> Bool { isTakeover && begin <= time }

    /// The part of the change that is still to be shown, and the velocity at which it decreases. For a takeover that has
    /// begun it includes all earlier motions.
    func state(at time: Timestamp) -> SpringRun<Data>.State {
        guard time >= begin else { return SpringRun.State(displacement: change, velocity: .zero) }
        guard !isOver(at: time) else { return SpringRun.State(displacement: .zero, velocity: .zero) }
        switch course {
        case .takeover(let run): return run.state(at: seconds(at: time))
        case .added(let course, let epsilon):
            let progress = course.progress(at: seconds(at: time), epsilon: epsilon)
            return SpringRun.State(
                displacement: change.scaled(by: 1 - progress.fraction), velocity: change.scaled(by: progress.rate))
        }
    }

    /// Seconds since the beginning. Not `Microseconds.seconds`, which returns infinity for the longest representable time;
    /// an infinite motion has a value at that time.
    private func seconds(at time: Timestamp) -> Double { Double((time - begin).count) / 1_000_000 }

    /// The motion with its infinite repetition, if any, ended after `time`.
    func finishing(after time: Timestamp) -> Motion {
        guard end == nil, case .added(let course, let epsilon) = course else { return self }
        let finishing = course.finishing(after: seconds(at: time), epsilon: epsilon)
        return Motion(change, begin: begin, course: .added(finishing, epsilon: epsilon))
    }

    /// The response in seconds of a spring that has taken over and is still running.
    func response(at time: Timestamp) -> Double? {
        guard case .takeover(let run) = course, begin <= time, !isOver(at: time) else { return nil }
        return run.response(at: seconds(at: time))
    }
}

extension Motion: Sendable where Data: Sendable {}
extension Motion.Course: Sendable where Data: Sendable {}
