public import GestureModel

extension Gesture {
    /// Runs `action` when the gesture ends successfully. It does not run for a gesture that failed or was cancelled.
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        AnyGesture {
            self.makePlan().onChange { update, context in
                if case .ended(let value) = update.step { context.run { action(value) } }
            }
        }
    }

    /// Runs `action` when the gesture was in progress and is over without success. (SwiftUI has no such callback.)
    ///
    /// It receives every ``/GestureModel/CancellationReason``: reasons outside the gesture, `failed` with the limit that
    /// was exceeded, and `unsubscribed` when the gesture is removed. It does not run for a gesture that had not begun, such
    /// as a drag within its minimum distance or an incomplete tap.
    public func onCancelled(_ action: @escaping (CancellationReason) -> Void) -> some Gesture<Value> {
        AnyGesture {
            self.makePlan().onChange { update, context in
                if update.hasBegun, case .failed(let reason?) = update.step { context.run { action(reason) } }
            }
        }
    }

    /// The gesture with transformed values. `body` runs for every value, even if no callback uses it.
    public func map<Result>(_ body: @escaping (Value) -> Result) -> some Gesture<Result> {
        AnyGesture { self.makePlan().map(body) }
    }
}

extension Gesture where Value: Equatable {
    /// Runs `action` while the gesture is active, for each value that differs from the previous one. The final value is
    /// passed to ``onEnded(_:)`` only.
    ///
    /// During `action` the current ``Transaction`` has no animation and tracks velocity, so that an animation after the
    /// gesture starts with the finger's velocity.
    public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        AnyGesture {
            var last: Value?
            return self.makePlan().onChange { update, context in
                switch update.step {
                case .active(let value):
                    guard value != last else { return }
                    last = value
                    withTransaction(.change(at: context.event.time)) { action(value) }
                case .ended, .failed: last = nil
                // A composition between two of its parts: the gesture continues.
                case .possible: break
                }
            }
        }
    }
}

extension Transaction {
    /// The transaction of a change that follows fingers.
    fileprivate static func change(at time: Timestamp) -> Transaction {
        var transaction = Transaction.tracking
        transaction.animation = nil
        transaction.time = time
        return transaction
    }
}

/// A moment of a gesture that deserves feedback.
public enum GestureMilestone: Hashable, Sendable, CaseIterable {
    /// The gesture became active: a drag has moved its minimum distance, a press has touched down. Taps never become
    /// active.
    case began
    /// The gesture ended successfully: a press is complete, the fingers of a drag have lifted.
    case ended
}

extension Gesture {
    /// Runs `action` when the gesture begins, and when it ends successfully. It also receives the origin that
    /// ``GestureCallbacks`` was created with.
    package func onMilestone(
        _ action: @escaping (GestureMilestone, (any GestureOrigin)?) -> Void
    ) -> some Gesture<Value> {
        AnyGesture {
            var isActive = false
            return self.makePlan().onChange { update, context in
                switch update.step {
                case .active:
                    if !isActive { action(.began, context.origin) }
                    isActive = true
                case .ended:
                    isActive = false
                    action(.ended, context.origin)
                case .failed: isActive = false
                // A composition between two of its parts: it has already begun.
                case .possible: break
                }
            }
        }
    }
}
