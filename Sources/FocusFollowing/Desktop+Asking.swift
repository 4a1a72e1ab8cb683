internal import Glibc

extension Desktop {
    /// Who has the focus now.
    ///
    /// - Throws: where the desktop does not say so in time, too.
    public func focus(within patience: Duration) throws(DesktopFailure) -> Focus {
        let deadline = ContinuousClock.now + patience
        while true {
            if let focus = try process() { return focus }
            let left = deadline - .now
            guard left > .zero else { throw DesktopFailure("\(name): it does not tell who has the focus") }
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Rounded up, so that the last wait is no busy one.
            poll(&polled, 1, Int32(left / .milliseconds(1)) + 1)
        }
    }
}
