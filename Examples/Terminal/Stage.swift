package import ExampleViews
package import GestureModel
package import Gestures

/// What a view is run by: the daemon's gestures, or those of a recording.
package protocol Stage: AnyObject {
    /// The moment at which callbacks run.
    var now: Timestamp { get }

    func play(_ feedback: SensoryFeedback)

    /// Runs the view's gesture and draws what is seen of it.
    func run(_ view: some View) throws
}
