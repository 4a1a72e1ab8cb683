public import DesktopAccess
internal import GestureModel
internal import LinuxSupport
internal import SystemdSupport

/// Reports the focused window and the outputs to gestured, as long as the desktop runs. An idle follower does not wake
/// up.
public final class FocusFollower {
    /// gestured's socket for focus sources.
    public static let defaultPath = "/run/gestured/focus.sock"

    private let desktop: any Desktop
    private let log: (String) -> Void
    private let onChange: (DesktopFocus) -> Void
    private let loop: EventLoop
    private let outputs: OutputFollower
    private let reporter: FocusReporter
    private var focus: DesktopFocus?
    /// What the desktop has disabled.
    private var disabled: [DeviceFilter] = []
    /// The result of ``run(until:)``.
    private var end: Result<String?, DesktopFailure> = .success(nil)

    /// - Parameters:
    ///   - environment: Used to find the source of the desktop's outputs; nil if outputs are not reported.
    ///   - log: Receives messages for the user: about the connection to gestured, refused reports, an unknown focus,
    ///     and problems with the outputs.
    ///   - onChange: Receives the focus at the start and after each change, with or without a connection to gestured.
    /// - Throws: If the system lacks descriptors or memory for the event loop.
    public init(
        _ desktop: any Desktop, path: String = FocusFollower.defaultPath, table: ProcessTable = ProcessTable(),
        environment: [String: String]? = nil, log: @escaping (String) -> Void = { _ in },
        onChange: @escaping (DesktopFocus) -> Void = { _ in }
    ) throws(DesktopFailure) {
        self.desktop = desktop
        self.log = log
        self.onChange = onChange
        do {
            loop = try EventLoop()
            reporter = try FocusReporter(to: path, table: table, on: loop, log: log)
        } catch {
            throw DesktopFailure("\(error)")
        }
        outputs = OutputFollower(environment: environment, on: loop, log: log)
        outputs.onReadable = { [unowned self] in processOutputs() }
        reporter.onReplaced = { [unowned self] in finish(.success($0)) }
    }

    /// Reports the focus until another focus source of this user takes over or `stop` becomes readable. Returns
    /// gestured's message in the first case, and nil in the second.
    ///
    /// - Throws: If the connection to the desktop ends or fails.
    public func run(until stop: Int32 = -1) throws(DesktopFailure) -> String? {
        // The connection may already have read the first answer, so the descriptor may never become readable for it.
        try processDesktop()
        reporter.connect()
        do {
            var sources = [
                try loop.watch(desktop.descriptor, for: .readable) { [unowned self] _ in
                    do throws(DesktopFailure) { try processDesktop() } catch { finish(.failure(error)) }
                }
            ]
            if stop >= 0 {
                sources.append(
                    try loop.watch(stop, for: .readable) { [unowned self] _ in finish(.success(nil)) })
            }
            try withExtendedLifetime(sources) { _ = try loop.run() }
        } catch {
            throw DesktopFailure("\(error)")
        }
        return try end.get()
    }

    private func finish(_ end: Result<String?, DesktopFailure>) {
        self.end = end
        loop.exit(0)
    }

    private func processDesktop() throws(DesktopFailure) {
        let reported = try desktop.process()
        // After a restart of the desktop, its outputs need a new connection.
        if outputs.connectIfNeeded(to: desktop) || outputs.update(desktop.devices) { processOutputs() }
        if desktop.disabled != disabled {
            disabled = desktop.disabled
            let names = disabled.map(\.words).joined(separator: ", ")
            log("\(desktop.name): \(names.isEmpty ? "no touch device is disabled any more" : "disabled: \(names)")")
            reporter.report(disabled: disabled)
        }
        guard let focus = self.focus.update(reported) else { return }
        if case .unknown(let reason, _) = focus {
            log("\(desktop.name): \(reason); no app has the focus until it is reported")
        }
        onChange(focus)
        reporter.report(focus)
    }

    private func processOutputs() {
        outputs.process()
        if let layout = outputs.layout { reporter.report(layout) }
    }
}

extension DeviceFilter {
    /// For people.
    fileprivate var words: String {
        switch self {
        case .any: "all touch devices"
        case .kind(let kind): "every \(kind.rawValue)"
        case .id(let text), .name(let text), .path(let text): FocusedWindow.cut(text)
        }
    }
}
