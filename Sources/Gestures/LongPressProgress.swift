public import GestureModel

/// How far a long press has come, for whoever draws it: a ring that fills, a row that turns red. (SwiftUI has none; there
/// an animation has to stand in for it.)
///
///     let progress = LongPressProgress()
///     let gesture = onLongPressGesture(minimumDuration: 1, progress: progress) { delete() }
///
///     func draw(at now: Timestamp) {  // as long as something is pressed
///         trash.width = row.width * progress.fraction(at: now)
///         trash.isRed = progress.fraction(at: now) > 0.5
///     }
///
/// Holding to delete reads ``fraction(at:)`` like this, and deletes in `perform`. A value that is set to 1 at touch-down
/// under a linear animation shows the same bar, but is 1 from the start: a threshold read from it is passed at once.
///
/// Nothing has to happen for it to grow: it comes from the start of the press and its deadline, which are known from
/// touch-down on, here as well as through the daemon. Draw while ``isPressing``, until ``deadline``.
///
/// It is a reference that the gesture writes, on the actor or thread of its callbacks and before any of them. Several
/// gestures may share one; it is then of the press that was last heard of.
public final class LongPressProgress {
    /// A press as one gesture has it. Its own until it is over, so that the end of one press does not end another's.
    final class Press {
        let began: Timestamp
        var deadline: Timestamp?

        init(began: Timestamp, deadline: Timestamp?) {
            self.began = began
            self.deadline = deadline
        }
    }

    private var press: Press?

    /// Nothing is pressed.
    public init() {}

    /// From touch-down to the last lift, to a move too far before completion, to any cancellation and to removal. A press
    /// that completes goes on until the lift.
    ///
    /// In a race, and after `exclusively(before:)`, a press counts from when it has won, which is its completion. In a
    /// sequence, where the next gesture takes the fingers over, it lasts until the sequence is over.
    public var isPressing: Bool { press != nil }

    /// When the press is complete, or was; nil where nothing is pressed, and for press and hold.
    public var deadline: Timestamp? { press?.deadline }

    /// From 0 when the press began to 1 at its ``deadline``, and 1 from then until it is over, after which it is 0.
    ///
    /// A minimum duration of 0 s is complete at touch-down: 1. One of `.infinity` never is: 0. Where fingers join, the
    /// deadline moves on, and the fraction back a little.
    ///
    /// - Parameter now: on the clock of the frames; CLOCK_MONOTONIC where they are a device's.
    public func fraction(at now: Timestamp) -> Double {
        guard let press, let deadline = press.deadline else { return 0 }
        if now >= deadline { return 1 }
        guard now > press.began else { return 0 }
        return (now - press.began).seconds / (deadline - press.began).seconds
    }

    /// - Parameter old: the same gesture's press so far.
    /// - Returns: its press now.
    func follow(_ value: GestureValue.LongPress?, after old: Press?, at time: Timestamp) -> Press? {
        guard let value else {
            if press === old { press = nil }
            return nil
        }
        let new = old ?? Press(began: time, deadline: value.deadline)
        new.deadline = value.deadline
        press = new
        return new
    }
}

@available(*, unavailable)
extension LongPressProgress: Sendable {}

extension LongPressGesture {
    /// Keeps `progress` up to date, before any callback runs: attach it first.
    ///
    ///     LongPressGesture(minimumDuration: 1).tracking(progress).onEnded { _ in delete() }
    public func tracking(_ progress: LongPressProgress) -> some Gesture<Bool> {
        TrackedPress(base: self, progress: progress)
    }
}

private struct TrackedPress: Gesture {
    typealias Value = Bool
    typealias Body = Never

    let base: LongPressGesture
    let progress: LongPressProgress

    func makePlan() -> GesturePlan<Bool> {
        let plan = base.makePlan()
        let progress = progress
        var press: LongPressProgress.Press?
        return GesturePlan(plan.expression, nodeCount: plan.nodeCount) { occurrence, index in
            let value = occurrence.press(index)
            if value != nil || press != nil {
                press = progress.follow(value, after: press, at: occurrence.event.time)
            }
            return plan.receive(occurrence, index)
        }
    }
}

extension GestureOccurrence {
    /// The long press that fingers are down for, and that counts, complete or not.
    func press(_ index: Int) -> GestureValue.LongPress? {
        let part = event.part(index)
        guard !event.phase.isTerminal, case .longPress(let press)? = part.value else { return nil }
        return press.pressing && (part.phase == .active || part.phase == .ended) ? press : nil
    }
}
