package import DesktopAccess
internal import FocusFollowing
package import GestureModel
internal import LinuxSupport

/// Takes touches from apps with transparent surfaces above them, in a Wayland compositor that supports
/// zwlr_layer_shell_v1. The surfaces go with the connection, so that nothing is left of a process that is killed.
package final class TouchCovers {
    private let connection: WaylandConnection
    private var conversation = CoverConversation()

    /// Connects to the compositor in `WAYLAND_DISPLAY` and `XDG_RUNTIME_DIR`, and queries what it supports.
    ///
    /// - Throws: If the compositor cannot be reached, does not answer in time, or lacks an interface.
    package convenience init(environment: [String: String]) throws(DesktopFailure) {
        try self.init(path: WaylandConnection.socketPath(environment), timeout: .milliseconds(5000))
    }

    package init(path: String, timeout: Microseconds) throws(DesktopFailure) {
        connection = try WaylandConnection(path: path)
        let deadline = MonotonicClock.now + timeout
        try send()
        while !conversation.isReady {
            guard try connection.isReadable(before: deadline) else {
                throw DesktopFailure("Wayland: \(path): the compositor does not answer")
            }
            try process()
        }
    }

    package var descriptor: Int32 { connection.descriptor }

    /// The number of surfaces.
    package var count: Int { conversation.count }
    /// True if all surfaces are shown.
    package var isSettled: Bool { conversation.isSettled }

    /// Replaces what is covered.
    package func cover(_ screens: [ScreenCover]) throws(DesktopFailure) {
        conversation.cover(screens)
        try send()
    }

    /// What has happened.
    package struct Report: Hashable, Sendable {
        /// The outputs on which the compositor closed surfaces. They are shown again after the next ``cover(_:)`` that
        /// changes something.
        package var refused: Set<ExactText> = []
        /// True if all fingers that came down on the surfaces have lifted.
        package var hasLifted = false
    }

    /// Handles the messages that have arrived.
    ///
    /// - Throws: If the connection has ended, or the compositor reports an error or violates the protocol.
    @discardableResult
    package func process() throws(DesktopFailure) -> Report {
        try connection.receive { (message) throws(DesktopFailure) in try conversation.handle(message) }
        try send()
        var report = Report()
        for event in conversation.dequeueEvents() {
            switch event {
            case .refused(let output): report.refused.insert(output.exact)
            case .lifted: report.hasLifted = true
            }
        }
        return report
    }

    private func send() throws(DesktopFailure) {
        let needsMemory = conversation.needsMemory
        let requests = conversation.dequeueRequests()
        if needsMemory {
            try connection.send(requests, withMemoryOf: CoverConversation.memorySize)
        } else {
            try connection.send(requests)
        }
    }
}
