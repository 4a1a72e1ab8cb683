/// How a change of state is to be shown. SwiftUI's `Transaction`.
///
/// It remembers which of its properties were set: only those replace the ones around it (``withTransaction(_:_:)``).
/// SwiftUI's custom keys are not here.
public struct Transaction: Sendable {
    private var chosenAnimation: Animation??
    private var chosenDisablesAnimations: Bool?
    private var chosenIsContinuous: Bool?
    private var chosenTracksVelocity: Bool?

    /// A transaction that sets nothing.
    public init() {}

    /// A transaction that sets the animation; nil sets that there is none.
    public init(animation: Animation?) { chosenAnimation = .some(animation) }

    /// What shows the change; nil shows it at once.
    public var animation: Animation? {
        get { chosenAnimation ?? nil }
        set { chosenAnimation = .some(newValue) }
    }

    /// Whether changes are shown at once, whatever the ``animation``.
    ///
    /// In SwiftUI it holds off the animations that views add on the way, and leaves one set here alone; there are no
    /// views here.
    public var disablesAnimations: Bool {
        get { chosenDisablesAnimations ?? false }
        set { chosenDisablesAnimations = newValue }
    }

    /// Whether the change is one of a series, such as a finger's. It changes nothing by itself: who watches a value can
    /// tell what is still going on from what has been decided.
    public var isContinuous: Bool {
        get { chosenIsContinuous ?? false }
        set { chosenIsContinuous = newValue }
    }

    /// Whether changes without an animation are remembered, so that the next one with a spring begins with their speed.
    /// A gesture's `updating` and `onChanged` set it.
    public var tracksVelocity: Bool {
        get { chosenTracksVelocity ?? false }
        set { chosenTracksVelocity = newValue }
    }

    /// The animation that the change is shown with, if any.
    var effectiveAnimation: Animation? { disablesAnimations ? nil : animation }

    /// This one, and what it leaves open as in `outer`.
    func merged(over outer: Transaction) -> Transaction {
        var merged = self
        merged.chosenAnimation = chosenAnimation ?? outer.chosenAnimation
        merged.chosenDisablesAnimations = chosenDisablesAnimations ?? outer.chosenDisablesAnimations
        merged.chosenIsContinuous = chosenIsContinuous ?? outer.chosenIsContinuous
        merged.chosenTracksVelocity = chosenTracksVelocity ?? outer.chosenTracksVelocity
        return merged
    }
}
