public import GestureModel

/// Fingers that touch and stay down without moving. SwiftUI's gesture, for any number of fingers.
///
///     LongPressGesture().onEnded { _ in showMenu() }
///
/// For example, a finger touches down and stays. After 500 ms `onEnded` runs, with the finger still down. If the finger
/// lifts after 300 ms, or has moved 10 points by then, `onEnded` does not run.
///
/// Its value is `true`. It is active from touch-down and ends when the minimum duration is over, while the fingers are
/// still down. It fails if a finger lifts before that, or moves too far. What the fingers do after the end has no
/// effect.
///
/// With a minimum duration of `.infinity` it is a press and hold, which is active until the last finger lifts. This
/// lift is neither a success (`onEnded` does not run, as in SwiftUI) nor a cancellation (`onCancelled` does not run).
public struct LongPressGesture: Gesture, Sendable {
    public typealias Value = Bool
    public typealias Body = Never

    /// In seconds.
    public let minimumDuration: Double
    /// In points.
    public let maximumDistance: Double
    /// The accepted numbers of fingers, each 1…10.
    public let fingers: FingerCounts

    /// - Parameters:
    ///   - minimumDuration: In seconds, rounded to microseconds, from when the last finger touched down. 0 or more;
    ///     durations above 10⁹ s (31 years) are treated as `.infinity`. Anything else traps.
    ///   - maximumDistance: In points; the gesture fails when a finger has moved this far before the end. 0 or more, or
    ///     `.infinity` for no limit; anything else traps.
    ///   - fingers: The accepted numbers of fingers, each 1…10; an empty set or any other number traps.
    public init(minimumDuration: Double = 0.5, maximumDistance: Double = 10, fingers: FingerCounts = .one) {
        requireNumber(ofSeconds: minimumDuration, "longPress.minimumDuration")
        self.minimumDuration = minimumDuration
        self.maximumDistance = maximumDistance
        self.fingers = fingers
        requireParameters(expression)
    }

    private var expression: GestureExpression.LongPress {
        .init(
            fingers: fingers, minimumDuration: minimumDuration > 1e9 ? .never : .seconds(minimumDuration),
            maximumDistance: maximumDistance)
    }

    public func _makePlan() -> _GesturePlan<Bool> {
        _GesturePlan(.longPress(expression)) { value, _ in
            guard case .longPress = value else { return nil }
            return true
        }
    }
}

/// Returns a long press with callbacks for its completion, and for the beginning and end of the press. SwiftUI's view
/// modifier of the same name, as a gesture.
///
///     let recogniser = GestureRecogniser(
///         onLongPressGesture(minimumDuration: 1) {
///             delete()
///         } onPressingChanged: { isPressing in
///             isHolding = isPressing
///         })
///
/// - Parameters:
///   - minimumDuration: In seconds, as for ``LongPressGesture``.
///   - maximumDistance: In points, as for ``LongPressGesture``.
///   - fingers: As for ``LongPressGesture``.
///   - progress: Updated during the press, to draw it.
///   - action: Runs when the press is complete, while the fingers are still down, after `onPressingChanged` with
///     `false`.
///   - onPressingChanged: Receives `true` at touch-down. It receives `false` when the press is complete, when a finger
///     lifts before that or moves too far, at a cancellation, and at removal. In a press and hold, only the last
///     finger's lift counts. Each `true` is followed by one `false`.
public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: Double = 10, fingers: FingerCounts = .one,
    progress: LongPressProgress? = nil, perform action: @escaping () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
) -> some Gesture<Bool> {
    let press = LongPressGesture(
        minimumDuration: minimumDuration, maximumDistance: maximumDistance, fingers: fingers
    )
    .tracking(progress ?? LongPressProgress())
    return AnyGesture {
        var wasPressing = false
        return press._makePlan().onChange { update, context in
            var isPressing = false
            if case .active = update.step { isPressing = true }
            if isPressing != wasPressing { context.run { onPressingChanged?(isPressing) } }
            wasPressing = isPressing
        }
    }
    .onEnded { _ in action() }
}

extension GestureEventContext {
    /// Returns the long press at a node while it is in progress, from touch-down until its fingers lift, whether
    /// complete or not; nil otherwise.
    fileprivate func press(_ index: Int) -> GestureValue.LongPress? {
        let part = event.part(index)
        guard !event.phase.isTerminal, case .longPress(let press)? = part.value else { return nil }
        return press.pressing && (part.phase == .active || part.phase == .ended) ? press : nil
    }
}

/// The progress of a long press, to draw it as a ring that fills or a row that turns red. (SwiftUI has no such type;
/// there an animation has to approximate it.)
///
///     let progress = LongPressProgress()
///     let gesture = onLongPressGesture(minimumDuration: 1, progress: progress) { delete() }
///
///     func draw(at now: Timestamp) {  // as long as something is pressed
///         trash.width = row.width * progress.fraction(at: now)
///         trash.isRed = progress.fraction(at: now) > 0.5
///     }
///
/// To delete after a press, draw a bar with ``fraction(at:)``, and delete in `perform`. A state that is set to 1 at
/// touch-down with a linear animation draws the same bar, but the state's value is 1 from the start: it exceeds every
/// threshold at once.
///
/// The progress is computed from the start of the press and its deadline, which are known at touch-down, so it advances
/// without events. Draw while ``isPressing``, until ``deadline``.
///
/// It is a reference. The gesture writes it on the actor or thread of its callbacks, before these run. If several
/// gestures share one object, the object describes the press of the last event.
public final class LongPressProgress {
    /// The press of one gesture. Compared by identity, so that the end of one gesture's press does not end the press of
    /// another gesture.
    fileprivate final class Press {
        let began: Timestamp
        var deadline: Timestamp?

        init(began: Timestamp) { self.began = began }
    }

    private var press: Press?

    /// Creates a progress without a press.
    public init() {}

    /// True from touch-down until the press is over. Before completion, a finger that lifts or moves too far ends the
    /// press; after completion, the last lift ends it. A press and hold ends when a finger moves too far, or when the
    /// last finger lifts. A cancellation and the removal of the gesture end every press.
    ///
    /// In a race and in an ``ExclusiveGesture``, a press begins when it has won: at its completion or later. The end of
    /// a sequence also ends a press in it.
    public var isPressing: Bool { press != nil }

    /// The time at which the press is or was complete; nil if nothing is pressed, and for a press and hold.
    public var deadline: Timestamp? { press?.deadline }

    /// Returns the progress at a time: 0 at the start of the press, 1 from its ``deadline`` until the press is over,
    /// and 0 afterwards.
    ///
    /// With a minimum duration of 0 s it is 1 at touch-down, with `.infinity` it stays 0. If a finger joins, the
    /// deadline moves and the fraction decreases a little.
    ///
    /// - Parameter now: On the clock of the frames, which is CLOCK_MONOTONIC for a device.
    public func fraction(at now: Timestamp) -> Double {
        guard let press, let deadline = press.deadline else { return 0 }
        if now >= deadline { return 1 }
        guard now > press.began else { return 0 }
        return (now - press.began).seconds / (deadline - press.began).seconds
    }

    /// - Parameter old: The press of the same gesture before the event.
    /// - Returns: The press of the gesture after the event.
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
    /// Updates `progress` before running the callbacks that are added after this modifier.
    ///
    ///     LongPressGesture(minimumDuration: 1).tracking(progress).onEnded { _ in delete() }
    public func tracking(_ progress: LongPressProgress) -> some Gesture<Bool> {
        AnyGesture {
            var press: LongPressProgress.Press?
            return self._makePlan().onEvent { _, context, index in
                let value = context.press(index)
                if value != nil || press != nil {
                    press = progress.update(value, after: press, at: context.event.time)
                }
            }
        }
    }
}
