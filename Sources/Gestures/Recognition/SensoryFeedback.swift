public import GestureModel

/// Haptic feedback, named by its occasion. SwiftUI's `SensoryFeedback`; kinds that a motor cannot distinguish play the
/// same effect.
///
/// It is a value and plays nothing by itself: a connection to the daemon sends its ``haptic``.
public struct SensoryFeedback: Hashable, Sendable {
    /// The perceived weight of colliding objects. SwiftUI's `SensoryFeedback.Weight`.
    public enum Weight: Hashable, Sendable, CaseIterable {
        /// Small, light objects.
        case light
        /// Objects of medium size and weight.
        case medium
        /// Large, heavy objects.
        case heavy
    }

    /// The effect that the daemon plays.
    public let haptic: HapticFeedback

    /// A task was completed.
    public static let success = SensoryFeedback(haptic: .success)
    /// Something needs attention.
    public static let warning = SensoryFeedback(haptic: .warning)
    /// A task failed.
    public static let error = SensoryFeedback(haptic: .error)
    /// A selection changed.
    public static let selection = SensoryFeedback(haptic: .selection)
    /// An activity began. Played as `impact(weight: .light)`.
    public static let start = SensoryFeedback.impact(weight: .light)
    /// An activity ended. Played as `impact(weight: .heavy)`.
    public static let stop = SensoryFeedback.impact(weight: .heavy)
    /// An object was aligned. Played as `selection`.
    public static let alignment = selection

    /// A value rose above a threshold. Played as `selection`.
    public static let increase = selection
    /// A value fell below a threshold. Played as `selection`.
    public static let decrease = selection
    /// A discrete level changed. Played as `selection`.
    public static let levelChange = selection
    /// A drawn path is complete. Played as `success`.
    public static let pathComplete = success

    /// Objects collided. SwiftUI's `intensity` is missing because few motors support one.
    public static func impact(weight: Weight = .medium) -> SensoryFeedback {
        switch weight {
        case .light: SensoryFeedback(haptic: .light)
        case .medium: SensoryFeedback(haptic: .medium)
        case .heavy: SensoryFeedback(haptic: .heavy)
        }
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
    /// Runs `action` when the gesture begins, and when it ends successfully. `action` also receives the origin with
    /// which ``GestureCallbacks`` was created.
    package func onMilestone(
        _ action: @escaping (GestureMilestone, (any GestureOrigin)?) -> Void
    ) -> some Gesture<Value> {
        AnyGesture {
            var isActive = false
            return self._makePlan().onChange { update, context in
                switch update.step {
                case .active:
                    if !isActive { action(.began, context.origin) }
                    isActive = true
                case .ended:
                    isActive = false
                    action(.ended, context.origin)
                case .failed: isActive = false
                // The gesture has not begun. Or it is a composition: its active part is over, and another part can
                // still begin.
                case .possible: break
                }
            }
        }
    }
}
