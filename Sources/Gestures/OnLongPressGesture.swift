public import GestureModel

/// A long press with what to do while it lasts and when it is complete: SwiftUI's view modifier of the same name, as a
/// gesture, since there are no views here.
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
///   - progress: is kept up to date, for whoever draws how far the press has come.
///   - action: runs when the press has lasted long enough, with the fingers still down.
///   - onPressingChanged: hears `true` at touch-down, and `false` when the press is over: when the last finger lifts,
///     complete or not, at a move too far, at any cancellation and at removal. Each `true` is followed by one `false`.
public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: Double = 10, fingers: FingerCounts = .one,
    progress: LongPressProgress? = nil, perform action: @escaping () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
) -> some Gesture<Bool> {
    let press = LongPressGesture(
        minimumDuration: minimumDuration, maximumDistance: maximumDistance, fingers: fingers)
    return WatchedPress(
        base: press.tracking(progress ?? LongPressProgress()).onEnded { _ in action() },
        onPressingChanged: onPressingChanged)
}

/// A press that says when the fingers come and go, which is later than its own end.
private struct WatchedPress<Base: Gesture<Bool>>: Gesture {
    typealias Value = Bool
    typealias Body = Never

    let base: Base
    let onPressingChanged: ((Bool) -> Void)?

    func makePlan() -> GesturePlan<Bool> {
        let plan = base.makePlan()
        guard let onPressingChanged else { return plan }
        var isPressing = false
        return GesturePlan(plan.expression, nodeCount: plan.nodeCount) { occurrence, index in
            let update = plan.receive(occurrence, index)
            let wasPressing = isPressing
            isPressing = occurrence.press(index) != nil
            if isPressing != wasPressing { onPressingChanged(isPressing) }
            return update
        }
    }
}
