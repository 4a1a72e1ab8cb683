package import GestureModel
package import Gestures

/// What SwiftUI's `View` is to the examples: state, a gesture that changes it, and what is seen of it.
///
/// What SwiftUI does unseen is spelled out: what is drawn of a `@GestureState` is an `AnimatedState` that follows it, and
/// of other state an `AnimatedValue` that is set where the state changes. Closures name `self`, since a view is an object
/// here; it lives at least as long as its gesture is at work. In place of shapes there is text.
package protocol View: AnyObject {
    associatedtype Attached: Gesture

    /// What `.gesture(…)` is given.
    var gesture: Attached { get }

    /// What is seen at a moment: lines of text.
    func body(at time: Timestamp) -> [String]

    /// Whether what is seen stays as it is until the next touch.
    func isSettled(at time: Timestamp) -> Bool
}
