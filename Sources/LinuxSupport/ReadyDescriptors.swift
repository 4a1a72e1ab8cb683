public import GestureModel
public import Glibc

/// The descriptors that a wait found ready: they have what was waited for, or have hung up.
public struct ReadyDescriptors {
    private let polled: [pollfd]

    /// Waits until a descriptor is ready, a signal was handled, or `deadline` has passed.
    ///
    /// - Parameters:
    ///   - descriptors: Those to read from. Negative ones are ignored.
    ///   - others: Those with other events, as poll(2) takes them.
    ///   - deadline: When the wait ends, rounded up to a millisecond, because the last wait would otherwise be a busy
    ///     loop; nil waits without a limit.
    public static func wait(
        for descriptors: [Int32], _ others: [pollfd] = [], until deadline: Timestamp? = nil
    ) -> ReadyDescriptors {
        (try? polling(descriptors, others, until: deadline)) ?? ReadyDescriptors(polled: [])
    }

    private static func polling(
        _ descriptors: [Int32], _ others: [pollfd], until deadline: Timestamp?
    ) throws(Errno) -> ReadyDescriptors {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } + others
        let left = deadline.map { max(0, ($0 - MonotonicClock.now).count / 1000 + 1) } ?? -1
        guard poll(&polled, nfds_t(polled.count), Int32(clamping: left)) >= 0 else { throw Errno.current }
        return ReadyDescriptors(polled: polled)
    }

    /// True if none is ready.
    public var isEmpty: Bool { polled.allSatisfy { $0.revents == 0 } }

    public func contains(_ descriptor: Int32) -> Bool { polled.contains { $0.fd == descriptor && $0.revents != 0 } }

    /// Waits until the descriptor is ready, also if signals are handled meanwhile.
    ///
    /// - Returns: False if it is not by `deadline`. The call may return up to 1 ms later.
    public static func wait(for descriptor: Int32, until deadline: Timestamp) throws(Errno) -> Bool {
        while MonotonicClock.now < deadline {
            do throws(Errno) {
                if try !polling([descriptor], [], until: deadline).isEmpty { return true }
            } catch {
                if error.rawValue != EINTR { throw error }
            }
        }
        return false
    }
}
