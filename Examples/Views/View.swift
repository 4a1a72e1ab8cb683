package import GestureModel
package import Gestures

/// Stands for SwiftUI's `View` in the examples: state, a gesture that changes it, and text that shows it.
///
/// The examples write out one thing that SwiftUI does implicitly: what it draws under animations is a property of the view
/// here, an `AnimatedState` that follows the states.
package protocol View {
    associatedtype Attached: Gesture

    /// The argument of `.gesture(…)` in SwiftUI.
    var gesture: Attached { get }

    /// The lines of text that show the view at a time.
    func body(at time: Timestamp) -> [String]

    /// True if the lines stay as they are until the next touch.
    func isSettled(at time: Timestamp) -> Bool
}
