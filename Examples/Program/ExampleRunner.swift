internal import ExampleViews
internal import GestureModel
internal import Gestures

/// Attaches a view's gesture to a source of touches, and draws the view.
protocol ExampleRunner: AnyObject {
    /// The time of the callback that is running.
    var now: Timestamp { get }

    func play(_ feedback: SensoryFeedback)

    /// Attaches the view's gesture and draws the view until the source of touches ends.
    func run(_ view: some View) throws
}
