internal import DesktopAccess
internal import FocusFollowing
internal import GestureModel
internal import Glibc
internal import SystemdSupport

/// Scopes of the user's systemd, one for each program that an action starts. The kernel keeps the descendants of a
/// program in its scope, also those that leave its session or outlive it, so that systemd can end them together.
///
/// A program may have a descendant as soon as it runs. It is therefore started as a process that waits, and runs once
/// systemd has moved this process into the scope:
///
/// ```
///           start()                  JobRemoved
///  process ─────────► StartTransient ──────────► in its scope
///                            │ refused, no answer, or the bus ends
///                            └──────────────────► without a scope
/// ```
final class ProgramScopes {
    /// Watches a descriptor until the returned object is released.
    var watch: (Int32, @escaping () -> Void) -> AnyObject? = { _, _ in nil }

    private struct Waiting {
        let unit: String
        /// The number of the call, whose answer may be an error.
        let call: UInt64
        let ready: (_ unit: String, _ hasScope: Bool) -> Void
    }

    private static let manager = BusObject(
        service: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
        interface: "org.freedesktop.systemd1.Manager")
    private let environment: [String: String]
    private let log: (String) -> Void
    private var bus: SessionBus?
    private var source: AnyObject?
    private var waiting: [Waiting] = []
    private var count = 0
    /// The last logged failure. The same failure is logged only once in a row.
    private var failure: String?

    init(environment: [String: String], log: @escaping (String) -> Void) {
        (self.environment, self.log) = (environment, log)
    }

    /// Connects to the session bus if there is no connection. Returns false without a bus.
    func connect() -> Bool {
        guard bus == nil else { return true }
        do throws(DesktopFailure) {
            let bus = try SessionBus(environment: environment, timeout: .milliseconds(1000))
            try bus.match(
                "type='signal',sender='\(Self.manager.service)',interface='\(Self.manager.interface)',member='JobRemoved'"
            )
            self.bus = bus
            source = watch(bus.descriptor) { [unowned self] in process() }
            return true
        } catch {
            report("\(error)")
            return false
        }
    }

    /// Moves a process into a new scope.
    ///
    /// - Parameters:
    ///   - timeout: Seconds after which systemd ends all processes of the scope; nil for never.
    ///   - ready: Called once, with false if systemd has refused the scope or the bus has ended.
    /// - Returns: The name of the scope.
    func start(
        _ process: pid_t, timeout: Double?, killDelay: Microseconds,
        ready: @escaping (_ unit: String, _ hasScope: Bool) -> Void
    ) -> String {
        count += 1
        let unit = "gestured-action-\(process)-\(count).scope"
        var properties: [String: BusValue] = [
            "Description": "A program of gestured-actions", "PIDs": .numbers([UInt32(process)]),
            "KillMode": "control-group", "CollectMode": "inactive-or-failed",
            "TimeoutStopUSec": .long(UInt64(killDelay.count)),
        ]
        if let timeout { properties["RuntimeMaxUSec"] = .long(UInt64(timeout * 1e6)) }
        do throws(DesktopFailure) {
            guard let bus else { throw DesktopFailure("there is no bus") }
            let arguments: [BusValue] = [.string(unit), "fail", .properties(properties), .noUnits]
            let call = try bus.send(Self.manager, "StartTransientUnit", arguments)
            waiting.append(Waiting(unit: unit, call: call, ready: ready))
            self.process()
        } catch {
            waiting.append(Waiting(unit: unit, call: 0, ready: ready))
            end(error)
        }
        return unit
    }

    /// Gives up waiting for a scope, for example because systemd does not answer.
    func abandon(_ unit: String) {
        report("systemd does not answer")
        settle(hasScope: false) { $0.unit == unit }
    }

    /// Asks systemd to end all processes of a scope.
    func stop(_ unit: String) {
        _ = try? bus?.send(Self.manager, "StopUnit", [.string(unit), "replace"])
    }

    private func process() {
        do throws(DesktopFailure) {
            while let message = try bus?.next() {
                if let failure = message.failure {
                    guard let call = message.answered, waiting.contains(where: { $0.call == call }) else { continue }
                    report("systemd refuses it: \(failure.reason)")
                    settle(hasScope: false) { $0.call == call }
                } else if message.member == "JobRemoved", message.skip("uo"), let unit = message.string() {
                    guard waiting.contains(where: { $0.unit == unit }) else { continue }
                    let result = message.string() ?? ""
                    if result == "done" { failure = nil } else { report("systemd did not start it: \(result)") }
                    settle(hasScope: result == "done") { $0.unit == unit }
                }
            }
        } catch {
            end(error)
        }
    }

    /// Called when the connection has ended. Programs that run stay in their scopes; later ones connect again.
    private func end(_ error: DesktopFailure) {
        (source, bus) = (nil, nil)
        report("\(error)")
        settle(hasScope: false) { _ in true }
    }

    private func settle(hasScope: Bool, _ isMeant: (Waiting) -> Bool) {
        let settled = waiting.filter(isMeant)
        waiting.removeAll(where: isMeant)
        for waiting in settled { waiting.ready(waiting.unit, hasScope) }
    }

    private func report(_ reason: String) {
        guard failure != reason else { return }
        failure = reason
        log("no scope of systemd for a program: \(reason); a timeout ends only the program's process group")
    }
}
