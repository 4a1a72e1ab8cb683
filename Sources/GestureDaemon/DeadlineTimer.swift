internal import GestureModel
internal import SystemdSupport

/// The one timer of the daemon. It fires at the next deadline or before it, never after it.
///
/// A deadline that moves away with every frame leaves the timer where it is: it fires, nothing is due, and it is set again.
/// That is one wakeup in 40 ms instead of a system call per frame.
final class DeadlineTimer {
    var onFire: () -> Void = {}
    private var source: EventLoop.Source?
    /// When it fires; nil if it does not.
    private var time: Timestamp?

    init(on loop: EventLoop) throws {
        source = try loop.makeTimer(priority: .deadline) { [unowned self] in fire() }
    }

    /// Fires at a time, unless it fires before that.
    func fire(by next: Timestamp?) {
        guard let next, time.map({ next < $0 }) ?? true else { return }
        source?.fire(at: next)
        time = next
    }

    private func fire() {
        time = nil
        onFire()
    }
}
