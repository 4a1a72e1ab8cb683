package import GestureModel
package import Gestures

/// Stands for SwiftUI's `View` in the examples: state, a gesture that changes it, and text that shows it.
///
/// The examples write out what SwiftUI does implicitly: an `AnimatedState` follows a `@GestureState`, and an
/// `AnimatedValue` is set where other state changes. Closures name `self` because a view is an object here. They capture it
/// weakly: if it is released with a finger down, the cancellation of its gesture finds no view.
package protocol View: AnyObject {
    associatedtype Attached: Gesture

    /// The argument of `.gesture(…)` in SwiftUI.
    var gesture: Attached { get }

    /// The lines of text that show the view at a time.
    func body(at time: Timestamp) -> [String]

    /// True if the lines stay as they are until the next touch.
    func isSettled(at time: Timestamp) -> Bool
}
