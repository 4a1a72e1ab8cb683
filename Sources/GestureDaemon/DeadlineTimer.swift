internal import GestureModel
internal import SystemdSupport

/// The daemon's only timer. It fires at the next deadline or before it.
///
/// If the deadline moves away with every frame, the timer is not changed: it fires, finds nothing due and is set again.
/// That is one wakeup in 40 ms instead of a system call per frame.
final class DeadlineTimer {
    var onFire: () -> Void = {}
    private var source: EventLoop.Source?
    /// When it fires; nil if it is not set.
    private var time: Timestamp?

    init(on loop: EventLoop) throws {
        source = try loop.makeTimer(priority: .deadline) { [unowned self] in fire() }
    }

    /// Sets the timer, unless it already fires earlier.
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
