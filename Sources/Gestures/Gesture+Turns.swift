internal import GestureModel

/// A moment at which something may be felt or heard.
public enum GestureTurn: Hashable, Sendable, CaseIterable {
    /// The gesture became active: a drag has left its minimum distance, a press has touched down. A tap never is.
    case began
    /// It succeeded: a press is complete, a drag let go of.
    case ended
}

extension Gesture {
    /// Runs `action` when the gesture begins, and when it ends with success. It is also told what stands for the device
    /// that the fingers are on, as whoever recognises the gesture has given it.
    package func onTurn(_ action: @escaping (GestureTurn, AnyObject?) -> Void) -> some Gesture<Value> {
        TurningGesture(base: self, action: action)
    }
}

private struct TurningGesture<Base: Gesture>: Gesture {
    typealias Value = Base.Value
    typealias Body = Never

    let base: Base
    let action: (GestureTurn, AnyObject?) -> Void

    func makePlan() -> GesturePlan<Value> {
        let plan = base.makePlan()
        let action = action
        var isActive = false
        return GesturePlan(plan.expression, nodeCount: plan.nodeCount) { occurrence, index in
            let update = plan.receive(occurrence, index)
            guard update.isNews else { return update }
            switch update.step {
            case .active:
                if !isActive { action(.began, occurrence.origin) }
                isActive = true
            case .ended:
                isActive = false
                action(.ended, occurrence.origin)
            case .failed: isActive = false
            // Of a composition, between two parts: it has begun already.
            case .possible: break
            }
            return update
        }
    }
}
