public import GestureModel

/// Fingers that touch and stay down without moving. SwiftUI's gesture, for any number of fingers.
///
/// Its value is `true`. It is active from touch-down and ends when the minimum duration is over, while the fingers are still
/// down. It fails if they lift before or move too far. What they do after the end has no effect.
///
/// With a minimum duration of `.infinity` it is press and hold: active until the lift, which is neither a success
/// (`onEnded` does not run, as in SwiftUI) nor a cancellation (`onCancelled` does not run).
public struct LongPressGesture: Gesture {
    public typealias Value = Bool
    public typealias Body = Never

    /// In seconds.
    public let minimumDuration: Double
    /// In points.
    public let maximumDistance: Double
    /// The accepted numbers of fingers, each 1…10.
    public let fingers: FingerCounts

    /// - Parameters:
    ///   - minimumDuration: in seconds, rounded to microseconds, from when the last finger touched down. 0 or more;
    ///     durations above 10⁹ s (31 years) are treated as `.infinity`. Anything else traps.
    ///   - maximumDistance: in points; the gesture fails when a finger has moved this far before the end. 0 or more, or
    ///     `.infinity` for no limit; anything else traps.
    ///   - fingers: the accepted numbers of fingers, each 1…10; an empty set or any other number traps.
    public init(minimumDuration: Double = 0.5, maximumDistance: Double = 10, fingers: FingerCounts = .one) {
        // As microseconds NaN is 0.
        precondition(!minimumDuration.isNaN, "longPress.minimumDuration: expected a number of seconds, found nan")
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

    public func makePlan() -> GesturePlan<Bool> {
        GesturePlan(.longPress(expression)) { value, _ in
            guard case .longPress = value else { return nil }
            return true
        }
    }
}

/// A long press with callbacks for its completion, and for the beginning and end of the press. SwiftUI's view modifier of
/// the same name, as a gesture.
///
///     let recogniser = GestureRecogniser(
///         onLongPressGesture(minimumDuration: 1) {
///             delete()
///         } onPressingChanged: { isPressing in
///             isHolding = isPressing
///         })
///
/// - Parameters:
///   - minimumDuration: in seconds, as for ``LongPressGesture``.
///   - maximumDistance: in points, as for ``LongPressGesture``.
///   - fingers: as for ``LongPressGesture``.
///   - progress: updated during the press, to draw it.
///   - action: runs when the press is complete, while the fingers are still down, after `onPressingChanged` with `false`.
///   - onPressingChanged: receives `true` at touch-down. It receives `false` when the press is complete, when a finger lifts
///     before or moves too far, at a cancellation, and at removal. Each `true` is followed by one `false`.
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
        return press.makePlan().onChange { update, context in
            var isPressing = false
            if case .active = update.step { isPressing = true }
            if isPressing != wasPressing { context.run { onPressingChanged?(isPressing) } }
            wasPressing = isPressing
        }
    }
    .onEnded { _ in action() }
}

extension GestureEventContext {
    /// The long press at a node, from touch-down until its fingers lift, whether complete or not.
    func press(_ index: Int) -> GestureValue.LongPress? {
        let part = event.part(index)
        guard !event.phase.isTerminal, case .longPress(let press)? = part.value else { return nil }
        return press.pressing && (part.phase == .active || part.phase == .ended) ? press : nil
    }
}
