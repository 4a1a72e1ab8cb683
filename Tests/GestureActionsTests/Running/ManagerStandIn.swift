import CSystemd
import Glibc

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
    private var bus: OpaquePointer?

    init(at address: String, _ conduct: Conduct) {
        self.conduct = conduct
        sd_bus_new(&bus)
        sd_bus_set_address(bus, address)
        sd_bus_set_bus_client(bus, 1)
        precondition(sd_bus_start(bus) >= 0, "the stand-in cannot connect to its bus")
        precondition(sd_bus_request_name(bus, "org.freedesktop.systemd1", 0) >= 0, "the name is taken")
    }

    deinit { sd_bus_close_unref(bus) }

    /// Answers the calls that have arrived.
    func process() {
        var message: OpaquePointer?
        while sd_bus_process(bus, &message) > 0 {
            guard let call = message else { continue }
            if sd_bus_message_is_method_call(call, nil, nil) > 0 { answer(call) }
            sd_bus_message_unref(call)
            message = nil
        }
    }

    private func answer(_ call: OpaquePointer) {
        switch String(cString: sd_bus_message_get_member(call)) {
        case "StartTransientUnit": start(call)
        case "StopUnit": stopped.append(string(call))
        default: break
        }
    }

    private func start(_ call: OpaquePointer) {
        var scope = Scope(unit: string(call))
        precondition(string(call) == "fail")
        sd_bus_message_enter_container(call, CChar(SD_BUS_TYPE_ARRAY), "(sv)")
        while sd_bus_message_enter_container(call, CChar(SD_BUS_TYPE_STRUCT), "sv") > 0 {
            read(string(call), call, &scope)
            sd_bus_message_exit_container(call)
        }
        scopes.append(scope)
        switch conduct {
        case .hangs: return
        case .refuses:
            var error = sd_bus_error()
            sd_bus_error_set(&error, "org.freedesktop.systemd1.NoSuchProcess", "not today")
            sd_bus_reply_method_error(call, &error)
            sd_bus_error_free(&error)
        case .starts, .fails:
            var reply: OpaquePointer?
            sd_bus_message_new_method_return(call, &reply)
            sd_bus_message_append_basic(reply, CChar(SD_BUS_TYPE_OBJECT_PATH), "/job/1")
            sd_bus_send(bus, reply, nil)
            sd_bus_message_unref(reply)
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
        default: scope.strings[name] = string(call)
        }
        sd_bus_message_exit_container(call)
    }

    private func removeJob(of unit: String, _ result: String) {
        var (signal, id): (OpaquePointer?, UInt32) = (nil, 1)
        sd_bus_message_new_signal(
            bus, &signal, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "JobRemoved")
        sd_bus_message_append_basic(signal, CChar(SD_BUS_TYPE_UINT32), &id)
        sd_bus_message_append_basic(signal, CChar(SD_BUS_TYPE_OBJECT_PATH), "/job/1")
        sd_bus_message_append_basic(signal, CChar(SD_BUS_TYPE_STRING), unit)
        sd_bus_message_append_basic(signal, CChar(SD_BUS_TYPE_STRING), result)
        sd_bus_send(bus, signal, nil)
        sd_bus_message_unref(signal)
    }

    private func string(_ message: OpaquePointer) -> String {
        var text: UnsafePointer<CChar>?
        sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_STRING), &text)
        return text.map { String(cString: $0) } ?? ""
    }
}
