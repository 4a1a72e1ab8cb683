internal import CGlibc
internal import GestureModel
internal import Glibc

/// An epoll descriptor that is readable while a socket has work or a deadline has passed. It stays the same when the
/// socket is replaced, so that an event loop can watch it once.
final class WaitDescriptor {
    /// nil if the process has no free descriptors; ``open()`` tries again.
    private(set) var descriptor: Int32?
    private var timer: Int32 = -1
    private var watched: (socket: Int32, forWriting: Bool)?
    private var deadline: Timestamp?

    init() { open() }

    deinit {
        guard let descriptor else { return }
        close(timer)
        close(descriptor)
    }

    /// Creates the descriptor, if it could not be created before.
    func open() {
        guard descriptor == nil else { return }
        timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard timer >= 0 else { return }
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else {
            close(timer)
            return
        }
        descriptor = epoll
        (watched, deadline) = (nil, nil)
        control(EPOLL_CTL_ADD, timer, EPOLLIN.rawValue)
    }

    /// Watches this socket instead of the previous one; nil watches no socket. Call it with nil before a watched socket
    /// is closed.
    ///
    /// - Parameter forWriting: True if the descriptor should also be readable while the socket accepts bytes.
    func watch(_ socket: Int32?, forWriting: Bool = false) {
        guard socket != watched?.socket || forWriting != watched?.forWriting ?? false else { return }
        if let watched, watched.socket != socket { control(EPOLL_CTL_DEL, watched.socket, 0) }
        guard let socket else {
            watched = nil
            return
        }
        let events = EPOLLIN.rawValue | (forWriting ? EPOLLOUT.rawValue : 0)
        control(watched?.socket == socket ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, events)
        watched = (socket, forWriting)
    }

    /// Sets the time from which the descriptor is readable; nil for never. The time holds until the next call with
    /// another time.
    func setDeadline(_ deadline: Timestamp?) {
        guard deadline != self.deadline, descriptor != nil else { return }
        self.deadline = deadline
        var time = itimerspec()
        if let deadline {
            // A time of 0 disarms the timer.
            let microseconds = max(deadline.microseconds, 1)
            time.it_value = timespec(
                tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1000)
        }
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &time, nil)
    }

    private func control(_ operation: Int32, _ watched: Int32, _ events: UInt32) {
        guard let descriptor else { return }
        var event = epoll_event(events: events, data: epoll_data_t(fd: watched))
        epoll_ctl(descriptor, operation, watched, &event)
    }
}
