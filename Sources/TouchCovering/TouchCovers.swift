package import DesktopAccess
internal import FocusFollowing
package import GestureModel
internal import LinuxSupport

/// Takes touches from apps: with transparent surfaces above them, in a Wayland compositor that supports
/// zwlr_layer_shell_v1, or with gestured's extension in GNOME Shell. Both go with the connection, so that nothing is left of a
/// process that is killed.
package final class TouchCovers {
    /// How touches are taken.
    package enum Means: Hashable, Sendable {
        case surfaces
        case gnomeShell
        /// On X11, where the server holds touches until it is known whose they are: ``X11Touches``.
        case touchOwnership
    }

    /// Returns how the desktop takes touches from apps.
    ///
    /// - Throws: If it takes none.
    package static func means(
        environment: [String: String], timeout: Microseconds
    ) throws(DesktopFailure) -> Means {
        if environment.isX11 {
            _ = try X11Touches(environment: environment)
            return .touchOwnership
        }
        return try TouchCovers(environment: environment, timeout: timeout).shell == nil ? .surfaces : .gnomeShell
    }

    private let connection: WaylandConnection
    private var conversation = CoverConversation()
    /// nil where surfaces take the touches.
    private var shell: GnomeShellTouches?
    private var swipes = TakenSwipes()
    /// Ten fingers on the fastest touchscreens cause fewer.
    private var rate = MessageRate(most: 20_000)

    /// Connects to the compositor in `WAYLAND_DISPLAY` and `XDG_RUNTIME_DIR`, and queries what it supports.
    ///
    /// - Throws: If the compositor cannot be reached, does not answer in time, or takes no touches away.
    package init(environment: [String: String], timeout: Microseconds = .milliseconds(5000)) throws(DesktopFailure) {
        guard environment.value(of: "WAYLAND_DISPLAY") != nil else {
            throw DesktopFailure("no touches are taken from apps outside of Wayland and X11")
        }
        let path = try WaylandConnection.socketPath(environment)
        connection = try WaylandConnection(path: path)
        let deadline = MonotonicClock.now + timeout
        try send()
        while !conversation.isReady {
            guard try connection.isReadable(before: deadline) else {
                throw DesktopFailure("Wayland: \(path): the compositor does not answer")
            }
            try receive()
        }
        guard !conversation.hasSurfaces else { return }
        guard case .gnome? = try? DesktopChoice(environment: environment) else {
            throw DesktopFailure("Wayland: \(path): the compositor lacks \(CoverConversation.layerShell)")
        }
        let shell = try GnomeShellTouches(environment: environment, timeout: timeout)
        guard try shell.take([], TakenSwipes()) else {
            throw DesktopFailure(
                "GNOME Shell: gestured's extension is not enabled, or older than this program; log in again after an update"
            )
        }
        self.shell = shell
    }

    /// Those that become readable when ``process()`` has work.
    package var descriptors: [Int32] { [connection.descriptor] + (shell.map { [$0.descriptor] } ?? []) }

    /// True while nothing that is wanted is covered.
    package var isEmpty: Bool { shell == nil ? conversation.count == 0 : conversation.regions.isEmpty }
    /// True while a finger is known to be on a surface.
    package var isTouched: Bool { conversation.isTouched }

    /// Replaces what is covered.
    ///
    /// - Parameter swipes: Those that GNOME Shell leaves to others; no other desktop can.
    package func cover(_ screens: [ScreenCover], swipes: TakenSwipes = TakenSwipes()) throws(DesktopFailure) {
        conversation.cover(screens)
        self.swipes = swipes
        try send()
        try shell?.take(conversation.regions, swipes)
    }

    /// What has happened.
    package struct Report: Hashable, Sendable {
        /// The outputs on which the compositor closed surfaces. They are shown again after the next change of what is
        /// covered.
        package var refused: Set<ExactText> = []
        /// True if all fingers that came down on the surfaces have lifted.
        package var hasLifted = false
    }

    /// Handles the messages that have arrived.
    ///
    /// - Throws: If the connection has ended, or the compositor reports an error or violates the protocol.
    @discardableResult
    package func process() throws(DesktopFailure) -> Report {
        let before = conversation.regions
        try receive()
        var report = Report()
        for event in conversation.dequeueEvents() {
            switch event {
            case .refused(let output): report.refused.insert(output.exact)
            case .lifted: report.hasLifted = true
            }
        }
        if let shell {
            let news = try shell.process()
            if news.hasStarted || before != conversation.regions { try shell.take(conversation.regions, swipes) }
            report.hasLifted = news.hasLifted
        }
        return report
    }

    private func receive() throws(DesktopFailure) {
        try connection.receive { (message) throws(DesktopFailure) in
            try rate.count("the surfaces are removed")
            try conversation.handle(message)
        }
        try send()
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
