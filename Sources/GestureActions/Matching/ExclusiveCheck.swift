package import DesktopAccess
internal import GestureModel
package import TouchCovering

/// Finds exclusive rules whose fingers also reach the app, or the desktop.
package enum ExclusiveCheck {
    /// Returns how this desktop takes touches from apps, or why it does not; nil if no rule is exclusive.
    package static func means(
        for actions: [Action], environment: [String: String]
    ) -> Result<TouchCovers.Means, DesktopFailure>? {
        guard actions.contains(where: \.isExclusive) else { return nil }
        return Result { () throws(DesktopFailure) in
            try TouchCovers.means(environment: environment, timeout: .milliseconds(2000))
        }
    }

    /// Returns a warning for each exclusive rule that does not take everything on the desktop with this environment.
    package static func problems(in actions: [Action], environment: [String: String]) -> [ActionFileProblem] {
        guard let means = means(for: actions, environment: environment) else { return [] }
        return actions.filter(\.isExclusive).compactMap { action in
            guard let reason = reason(action, means, isKDE: isKDE(environment)) else { return nil }
            return ActionFileProblem(
                .warning, line: action.line, place: "action.exclusive", "“\(action.name)”: \(reason)")
        }
    }

    private static func isKDE(_ environment: [String: String]) -> Bool {
        if case .kde? = try? DesktopChoice(environment: environment) { true } else { false }
    }

    static func reason(
        _ action: Action, _ means: Result<TouchCovers.Means, DesktopFailure>, isKDE: Bool
    ) -> String? {
        switch means {
        case .failure(let failure): return "the app receives the fingers, too: \(failure)"
        case .success(.touchOwnership) where action.filter.device == .kind(.touchpad):
            return "on X11 nothing is taken of a touchpad"
        case .success(.touchOwnership) where action.canHoldTouches || action.filter.isDark: return nil
        case .success(.touchOwnership):
            return "on X11 the app receives taps in a row, a tap before a drag, and the fingers of expressions, too"
        case .success where action.gesture.isFromEdge:
            return action.filter.device == .kind(.touchpad) ? "nothing is taken of a touchpad's edge" : nil
        case .success(.gnomeShell) where action.gesture.isSwipe && action.fingers.counts.allSatisfy({ $0 >= 3 }):
            return action.filter.device == .kind(.touchpad)
                ? nil : "GNOME Shell's own swipes are off, but of a touchscreen the app receives the fingers, too"
        case .success(.surfaces) where isKDE && action.gesture.isSwipe && action.filter.device != .kind(.touchscreen):
            return "KWin keeps its own swipes of touchpads: use five fingers, or switch them off in kwinrc"
        case .success:
            return
                "the app receives the fingers, too: here only edge, corner and slide on touchscreens are taken from it"
        }
    }
}
