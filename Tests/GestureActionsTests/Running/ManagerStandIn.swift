import CSystemd
import Glibc
import PrivateBus

/// Replaces the user's systemd on a private bus. It answers as systemd does, but has no kernel that moves processes.
final class ManagerStandIn {
    enum Conduct {
        /// Starts each scope.
        case starts
        /// Answers with an error.
        case refuses
        /// Accepts the job, which then fails.
        case fails
        /// Does not answer.
        case hangs
    }

    struct Scope: Hashable {
        var unit: String
        var process: pid_t = 0
        /// Microseconds; nil for none.
        var timeout: UInt64?
        var strings: [String: String] = [:]
    }

    var conduct: Conduct
    private(set) var scopes: [Scope] = []
    private(set) var stopped: [String] = []
    private let bus: BusProgram

    init(at address: String, _ conduct: Conduct) {
        self.conduct = conduct
        bus = BusProgram(on: address, name: "org.freedesktop.systemd1")
    }

    deinit { sd_bus_close_unref(bus.connection) }

    /// Answers the calls that have arrived.
    func process() {
        var message: OpaquePointer?
        while sd_bus_process(bus.connection, &message) > 0 {
            guard let call = message else { continue }
            if sd_bus_message_is_method_call(call, nil, nil) > 0 { answer(call) }
            sd_bus_message_unref(call)
            message = nil
        }
    }

    private func answer(_ call: OpaquePointer) {
        switch String(cString: sd_bus_message_get_member(call)) {
        case "StartTransientUnit": start(call)
        case "StopUnit": stopped.append(bus.string(call))
        default: break
        }
    }

    private func start(_ call: OpaquePointer) {
        var scope = Scope(unit: bus.string(call))
        precondition(bus.string(call) == "fail")
        sd_bus_message_enter_container(call, CChar(SD_BUS_TYPE_ARRAY), "(sv)")
        while sd_bus_message_enter_container(call, CChar(SD_BUS_TYPE_STRUCT), "sv") > 0 {
            read(bus.string(call), call, &scope)
            sd_bus_message_exit_container(call)
        }
        scopes.append(scope)
        switch conduct {
        case .hangs: return
        case .refuses:
            bus.reply(call, error: "org.freedesktop.systemd1.NoSuchProcess")
        case .starts, .fails:
            bus.reply(call) { sd_bus_message_append_basic($0, CChar(SD_BUS_TYPE_OBJECT_PATH), "/job/1") }
            removeJob(of: "another.scope", "failed")
            removeJob(of: scope.unit, conduct == .starts ? "done" : "timeout")
        }
    }

    private func read(_ name: String, _ call: OpaquePointer, _ scope: inout Scope) {
        var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
        sd_bus_message_peek_type(call, &type, &contents)
        sd_bus_message_enter_container(call, CChar(SD_BUS_TYPE_VARIANT), contents)
        switch name {
        case "PIDs":
            var process: UInt32 = 0
            sd_bus_message_enter_container(call, CChar(SD_BUS_TYPE_ARRAY), "u")
            sd_bus_message_read_basic(call, CChar(SD_BUS_TYPE_UINT32), &process)
            sd_bus_message_exit_container(call)
            scope.process = pid_t(process)
        case "RuntimeMaxUSec", "TimeoutStopUSec":
            var time: UInt64 = 0
            sd_bus_message_read_basic(call, CChar(SD_BUS_TYPE_UINT64), &time)
            if name == "RuntimeMaxUSec" { scope.timeout = time }
        default: scope.strings[name] = bus.string(call)
        }
        sd_bus_message_exit_container(call)
    }

    private func removeJob(of unit: String, _ result: String) {
        bus.signal("/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "JobRemoved") { signal in
            var id: UInt32 = 1
            sd_bus_message_append_basic(signal, CChar(SD_BUS_TYPE_UINT32), &id)
            sd_bus_message_append_basic(signal, CChar(SD_BUS_TYPE_OBJECT_PATH), "/job/1")
            bus.append(signal, unit)
            bus.append(signal, result)
        }
    }
}
