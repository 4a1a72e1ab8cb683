package import DesktopAccess
internal import GestureModel
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// Keeps the touches of all outputs from the apps until the first has lifted, so that a tap that wakes a screen does nothing
/// else.
package final class Shield {
    private let mark: ProcessMark
    private let cover: Cover
    private let loop: EventLoop
    private var sources: [EventLoop.Source] = []
    private var end: Result<Void, DesktopFailure> = .success(())
    private var isEnding = false

    private enum Cover {
        case surfaces(TouchCovers)
        case window(X11Shield)

        init(_ environment: [String: String]) throws(DesktopFailure) {
            if environment.isX11 {
                self = .window(try X11Shield(environment: environment))
            } else {
                let covers = try TouchCovers(environment: environment)
                try covers.cover([ScreenCover(on: .every, areas: [CoverArea(.everywhere, width: 0)])])
                self = .surfaces(covers)
            }
        }

        var descriptors: [Int32] {
            switch self {
            case .surfaces(let covers): covers.descriptors
            case .window(let window): [window.descriptor]
            }
        }

        var isTouched: Bool {
            switch self {
            case .surfaces(let covers): covers.isTouched
            case .window(let window): window.isTouched
            }
        }

        /// Returns whether all fingers that came down have lifted, and whether the desktop has closed the shield.
        func process() throws(DesktopFailure) -> (hasLifted: Bool, isClosed: Bool) {
            switch self {
            case .surfaces(let covers):
                let report = try covers.process()
                return (report.hasLifted, !report.refused.isEmpty && covers.isEmpty)
            case .window(let window): return (try window.process(), false)
            }
        }

        func remove() throws(DesktopFailure) {
            switch self {
            case .surfaces(let covers): try covers.cover([])
            case .window(let window): window.remove()
            }
        }
    }

    /// How long the shield is still known to rules after it has gone. Rules with `dark` ask when the touch begins, but a
    /// busy machine may hear of it after a short tap has lifted.
    private static let afterglow = Microseconds.milliseconds(200)

    /// Shows the shield.
    ///
    /// - Throws: If another shield of this user is up, or the desktop shows none.
    package init(environment: [String: String]) throws(DesktopFailure) {
        mark = try ProcessMark(.shield, environment)
        cover = try Cover(environment)
        do {
            loop = try EventLoop()
        } catch {
            throw DesktopFailure("\(error)")
        }
    }

    /// Returns when the first fingers have lifted, or at SIGTERM or SIGINT. A finger that is down at the signal lifts first.
    ///
    /// - Throws: If the compositor closes the shield or ends.
    package func run() throws(DesktopFailure) {
        do {
            sources = try cover.descriptors.map {
                try loop.watch($0, for: .readable) { [unowned self] _ in process() }
            }
            sources += [
                try loop.watch(signal: SIGTERM) { [unowned self] in stop() },
                try loop.watch(signal: SIGINT) { [unowned self] in stop() },
            ]
            _ = try loop.run()
        } catch {
            throw DesktopFailure("\(error)")
        }
        try end.get()
    }

    private func stop() {
        isEnding = true
        if !cover.isTouched { loop.exit(0) }
    }

    private func process() {
        do throws(DesktopFailure) {
            let (hasLifted, isClosed) = try cover.process()
            if hasLifted { return try lower() }
            guard isClosed, !isEnding else { return }
            throw DesktopFailure("the compositor closed the shield")
        } catch {
            end = .failure(error)
            loop.exit(0)
        }
    }

    private func lower() throws(DesktopFailure) {
        try cover.remove()
        guard !isEnding, let timer = try? loop.makeTimer({ [unowned self] in loop.exit(0) }) else {
            return loop.exit(0)
        }
        isEnding = true
        timer.fire(at: MonotonicClock.now + Self.afterglow)
        sources.append(timer)
    }
}
