internal import SystemdSupport

/// The order of the daemon's work.
extension EventLoop.Priority {
    /// Sessions, locks and the focus: a client that may no longer receive is sent its cancel before the next event.
    static let access = Self(rawValue: -100)
    static let device = normal
    /// After the devices: queued frames precede the deadlines that are later than they are.
    static let deadline = Self(rawValue: 10)
    /// New connections that have waited for some steps of the clients: a client's `hello` does not wait until all were read.
    static let accept = Self(rawValue: 15)
    /// Connections and requests. Each handler does a bounded amount of work.
    static let client = Self(rawValue: 20)
}
