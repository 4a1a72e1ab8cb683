public import DesktopAccess
public import GestureModel
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// A desktop that can be queried only from inside, by an extension of GNOME Shell or a script of KWin. The extension or
/// script reports the focus over the session bus, and only to followers.
///
/// ```
///                 the desktop's name has no owner
///        ┌──────────────────────────────────────────────┐
///        ▼                                              │
///     absent ──owner──► silent ──first report──► reported
///                         ▲                        │ the extension is switched off, or its report is invalid
///                         └────────────────────────┘
/// ```
///
/// The follower waits in each state, so it need not be restarted with the desktop. While the desktop is absent or
/// silent, the focus is unknown and no app has it.
public final class ReportingDesktop: Desktop {
    /// The differences between the desktops.
    struct Shell: Sendable {
        /// For people.
        let name: String
        /// The desktop's name on the bus.
        let service: String
        /// The object that reports the screen lock.
        let lock: (path: String, interface: String)
        /// The path of the object in GNOME Shell that starts and sends the reports, or, for KWin, of the object in this
        /// program that receives them.
        static let path = "/org/gestured/Focus"
        static let interface = "org.gestured.Focus1"
        /// Makes the desktop report on `bus` to the name `follower`. The closure may return the first report.
        let start: @Sendable (_ bus: SessionBus, _ follower: String) throws(DesktopFailure) -> DesktopReport?
        /// Ends the reports. The default does nothing, and is for a desktop that detects by itself that the follower
        /// has left the bus.
        var stop: @Sendable (_ bus: SessionBus) -> Void = { _ in }
        /// The object that signals changes of touch devices, and the query for them; nil if the desktop has no such
        /// object.
        var inputs: (path: String, devices: @Sendable (_ bus: SessionBus) -> [ReportedDevice])?
        /// Returns the touch devices that are disabled, for a desktop whose reports do not contain them.
        var disabled: (@Sendable (_ bus: SessionBus) -> [DeviceFilter])?
    }

    public var name: String { shell.name }

    private let shell: Shell
    private let bus: SessionBus
    /// This program's name on the bus.
    let follower: String
    private let table: ProcessTable
    /// The desktop's unique name on the bus; nil while the desktop does not run. Messages of other programs are
    /// ignored.
    private var owner: String?
    /// The desktop's process and its ancestors. They show no windows, although every app is their descendant.
    private var ancestors: Set<Int32> = []
    private var reported: DesktopFocus?
    private var isLocked = false
    public private(set) var devices: [ReportedDevice] = []
    public private(set) var disabled: [DeviceFilter] = []
    private var lastFocus: DesktopFocus?
    private var rate = MessageRate()

    /// Connects to the bus. The desktop itself may start later.
    ///
    /// - Throws: If there is no bus, or the desktop does not answer.
    init(
        _ shell: Shell, environment: [String: String], timeout: Microseconds = .milliseconds(20_000),
        table: ProcessTable = ProcessTable()
    ) throws(DesktopFailure) {
        self.shell = shell
        self.table = table
        (bus, follower) = try DesktopFailure.prefixing(shell.name) { () throws(DesktopFailure) in
            let bus = try SessionBus(environment: environment, timeout: timeout)
            let driver = "type='signal',sender='org.freedesktop.DBus'"
            try bus.match("\(driver),member='NameOwnerChanged',arg0='\(shell.service)'")
            try bus.match("type='signal',sender='\(shell.service)',path='\(Shell.path)'")
            try bus.match("type='signal',sender='\(shell.service)',path='\(shell.lock.path)',member='ActiveChanged'")
            if let inputs = shell.inputs {
                try bus.match("type='signal',sender='\(shell.service)',path='\(inputs.path)'")
            }
            return (bus, try bus.name())
        }
        try DesktopFailure.prefixing(shell.name) { () throws(DesktopFailure) in
            try adopt(owner: try bus.owner(of: shell.service))
        }
    }

    deinit { if owner != nil { shell.stop(bus) } }

    public var descriptor: Int32 { bus.descriptor }

    public func process() throws(DesktopFailure) -> DesktopFocus? {
        try DesktopFailure.prefixing(shell.name) { () throws(DesktopFailure) in
            while let message = try bus.next() {
                try handle(message)
                try rate.count("the focus is not followed")
            }
        }
        return lastFocus.update(isLocked ? .shell(.lockScreen) : reported)
    }

    private func handle(_ message: BusMessage) throws(DesktopFailure) {
        defer { message.acknowledge() }
        if message.sender == BusObject.driver.service {
            guard message.member == "NameOwnerChanged", message.string() == shell.service, message.string() != nil,
                let owner = message.string()
            else { return }
            return try adopt(owner: owner.isEmpty ? nil : owner)
        }
        // Any program can send to this connection, so only the desktop's messages are handled.
        guard let owner, message.sender == owner else { return }
        switch (message.path, message.member) {
        case (shell.lock.path, "ActiveChanged"): isLocked = message.bool() ?? isLocked
        case (Shell.path, "Report"): apply(DesktopReport(message.string() ?? ""))
        case (Shell.path, "Started"): try start()
        case (shell.inputs?.path, _): queryDevices()
        default: break
        }
    }

    private func adopt(owner: String?) throws(DesktopFailure) {
        self.owner = owner
        (ancestors, isLocked, devices, disabled) = ([], false, [], [])
        guard let owner else { return reported = .unknown("the desktop does not run") }
        var process = try bus.process(of: owner)
        while let next = process, next > 1, ancestors.insert(next).inserted { process = table.status(next)?.parent }
        let lock = BusObject(service: shell.service, path: shell.lock.path, interface: shell.lock.interface)
        isLocked = try bus.call(lock, "GetActive")?.bool() ?? false
        queryDevices()
        try start()
    }

    private func queryDevices() {
        devices = shell.inputs?.devices(bus) ?? []
        disabled = shell.disabled?(bus) ?? disabled
    }

    private func start() throws(DesktopFailure) {
        if let report = try shell.start(bus, follower) { apply(report) }
    }

    private func apply(_ report: DesktopReport) {
        devices = report.devices ?? devices
        let focus = report.focus
        if let query = shell.disabled {
            // A window that moves sends many reports.
            if focus.process != reported?.process || reported == nil { disabled = query(bus) }
        } else {
            disabled = report.disabled ?? disabled
        }
        if case .window(let window) = focus, let process = window.process, ancestors.contains(process) {
            reported = .unknown("invalid report: process \(process) is the desktop or started it, and shows no window")
        } else {
            reported = focus
        }
    }
}

extension DesktopFocus {
    fileprivate var process: Int32? { if case .window(let window) = self { window.process } else { nil } }
}
