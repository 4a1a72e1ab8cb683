internal import DesktopAccess
internal import FocusFollowing
internal import SystemdSupport

/// Follows the focused window, as the session's desktop reports it.
final class WindowFollower {
    var onChange: (ActionWindow) -> Void = { _ in }
    /// True if rules depend on the window. An unknown window is then logged.
    var isNeeded = false

    private let environment: [String: String]
    private let log: (String) -> Void
    private var desktop: (any Desktop)?
    private var source: EventLoop.Source?
    /// The logged reason why the desktop does not report the focus; nil if the focus is known or ``isNeeded`` is false.
    private var unknownReason: String?

    init(environment: [String: String], log: @escaping (String) -> Void) {
        (self.environment, self.log) = (environment, log)
    }

    func connect(on loop: EventLoop) {
        do {
            let desktop = try DesktopChoice(environment: environment).connect(environment: environment)
            self.desktop = desktop
            source = try loop.watch(copyOf: desktop.descriptor, for: .readable, priority: .init(rawValue: -5)) {
                [unowned self] _ in process()
            }
            process()
        } catch {
            log("\(error); " + (isNeeded ? "actions with app do not happen" : "GESTURE_APP is not set"))
        }
    }

    private func process() {
        do throws(DesktopFailure) {
            guard let focus = try desktop?.process() else { return }
            onChange(ActionWindow(focus))
            guard case .unknown(let reason, _) = focus, isNeeded else { return unknownReason = nil }
            if reason != unknownReason { log("\(reason); actions with app do not happen") }
            unknownReason = reason
        } catch {
            log("\(error); the focused window is not known any more")
            (source, desktop) = (nil, nil)
            onChange(ActionWindow())
        }
    }
}
