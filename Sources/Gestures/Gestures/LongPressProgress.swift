public import GestureModel

/// The progress of a long press, to draw it as a ring that fills or a row that turns red. (SwiftUI has no such type; there
/// an animation has to approximate it.)
///
///     let progress = LongPressProgress()
///     let gesture = onLongPressGesture(minimumDuration: 1, progress: progress) { delete() }
///
///     func draw(at now: Timestamp) {  // as long as something is pressed
///         trash.width = row.width * progress.fraction(at: now)
///         trash.isRed = progress.fraction(at: now) > 0.5
///     }
///
/// For hold to delete, read ``fraction(at:)`` to draw and delete in `perform`. A state that is set to 1 at touch-down with a
/// linear animation draws the same bar, but its value is 1 from the start: a threshold on it is exceeded at once.
///
/// The progress is computed from the start of the press and its deadline, which are known at touch-down, so it advances
/// without events. Draw while ``isPressing``, until ``deadline``.
///
/// It is a reference. The gesture writes it on the actor or thread of its callbacks, before they run. If several gestures
/// share it, it describes the press of the last event.
public final class LongPressProgress {
    /// The press of one gesture. Identifies it, so that the end of one gesture's press does not end another's.
    fileprivate final class Press {
        let began: Timestamp
        var deadline: Timestamp?

        init(began: Timestamp) { self.began = began }
    }

    private var press: Press?

    /// Nothing is pressed.
    public init() {}

    /// True from touch-down until the last finger lifts, a finger moves too far before completion, the press is cancelled,
    /// or the gesture is removed. It stays true after completion until the lift.
    ///
    /// In a race, and after `exclusively(before:)`, a press begins when it has won, which is at its completion. In a
    /// sequence, where the next gesture continues with the same fingers, it lasts until the sequence is over.
    public var isPressing: Bool { press != nil }

    /// The time at which the press is or was complete; nil if nothing is pressed, and for press and hold.
    public var deadline: Timestamp? { press?.deadline }

    /// The progress at a time: 0 at the start of the press, 1 from its ``deadline`` until it is over, and then 0.
    ///
    /// With a minimum duration of 0 s it is 1 at touch-down, with `.infinity` it stays 0. If a finger joins, the deadline
    /// moves and the fraction decreases a little.
    ///
    /// - Parameter now: on the clock of the frames, which is CLOCK_MONOTONIC for a device.
    public func fraction(at now: Timestamp) -> Double {
        guard let press, let deadline = press.deadline else { return 0 }
        if now >= deadline { return 1 }
        guard now > press.began else { return 0 }
        return (now - press.began).seconds / (deadline - press.began).seconds
    }

    /// - Parameter old: the same gesture's press before the event.
    /// - Returns: its press after the event.
    fileprivate func update(_ value: GestureValue.LongPress?, after old: Press?, at time: Timestamp) -> Press? {
        guard let value else {
            if press === old { press = nil }
            return nil
        }
        let new = old ?? Press(began: time)
        new.deadline = value.deadline
        press = new
        return new
    }
}

@available(*, unavailable)
extension LongPressProgress: Sendable {}

extension LongPressGesture {
    /// Updates `progress`, before the callbacks that are added after this modifier.
    ///
    ///     LongPressGesture(minimumDuration: 1).tracking(progress).onEnded { _ in delete() }
    public func tracking(_ progress: LongPressProgress) -> some Gesture<Bool> {
        AnyGesture {
            var press: LongPressProgress.Press?
            return self.makePlan().onEvent { _, context, index in
                let value = context.press(index)
                if value != nil || press != nil {
                    press = progress.update(value, after: press, at: context.event.time)
                }
            }
        }
    }
}
