package import GestureModel
package import Gestures

/// What SwiftUI's `View` is to the examples: state, a gesture that changes it, and what is seen of it.
///
/// Three things that SwiftUI does unseen are spelled out here. What is drawn is an `AnimatedValue` of the state, set
/// wherever the state changes. Closures name `self`, since a view is an object. And in place of shapes there is text.
package protocol View: AnyObject {
    associatedtype Attached: Gesture

    /// What `.gesture(…)` is given.
    var gesture: Attached { get }

    /// What is seen at a moment: lines of text.
    func body(at time: Timestamp) -> [String]

    /// Whether what is seen stays as it is until the next touch.
    func isSettled(at time: Timestamp) -> Bool
}
