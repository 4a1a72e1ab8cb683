public import GestureModel

extension Gesture {
    /// Runs `action` when the gesture has succeeded; never when it failed or was cancelled.
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        AttachedGesture(base: self) {
            { update, _ in if case .ended(let value) = update.step { action(value) } }
        }
    }

    /// Runs `action` when the gesture was under way and will not succeed. (SwiftUI has no such callback.)
    ///
    /// It hears every ``/GestureModel/CancellationReason``: what came from outside, `failed` with the number that broke the limit, and
    /// `unsubscribed` when the gesture is removed. Where nothing had begun it hears nothing: a drag that never left its
    /// minimum distance, a tap that became none.
    public func onCancelled(_ action: @escaping (CancellationReason) -> Void) -> some Gesture<Value> {
        AttachedGesture(base: self) {
            { update, _ in if update.hasBegun, case .failed(let reason?) = update.step { action(reason) } }
        }
    }

    /// The gesture with its values turned into others. `body` runs for every value, whoever listens.
    public func map<Result>(_ body: @escaping (Value) -> Result) -> some Gesture<Result> {
        MappedGesture(base: self, transform: body)
    }
}

extension Gesture where Value: Equatable {
    /// Runs `action` while the gesture is active, with each value that differs from the one before. The value it ends
    /// with goes to ``onEnded(_:)`` alone.
    ///
    /// The current ``Transaction`` has no animation then, and tracks velocity, so that what settles after the gesture
    /// starts with the fingers' speed.
    public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        AttachedGesture(base: self) {
            var last: Value?
            return { update, _ in
                switch update.step {
                case .active(let value):
                    guard value != last else { return }
                    last = value
                    withTransaction(.change) { action(value) }
                case .ended, .failed: last = nil
                // Of a composition, between two parts: it is the same gesture still.
                case .possible: break
                }
            }
        }
    }
}

extension Transaction {
    /// The one of a change that follows fingers.
    static let change = {
        var transaction = Transaction(animation: nil)
        transaction.isContinuous = true
        transaction.tracksVelocity = true
        return transaction
    }()
}

/// A gesture with a callback; made anew for each recogniser, so that what it remembers is of one alone.
private struct AttachedGesture<Base: Gesture>: Gesture {
    typealias Value = Base.Value
    typealias Body = Never

    let base: Base
    let makeCallback: () -> (GestureUpdate<Value>, Timestamp) -> Void

    func makePlan() -> GesturePlan<Value> { base.makePlan().attaching(makeCallback()) }
}

private struct MappedGesture<Base: Gesture, Value>: Gesture {
    typealias Body = Never

    let base: Base
    let transform: (Base.Value) -> Value

    func makePlan() -> GesturePlan<Value> { base.makePlan().map(transform) }
}
