import CSystemd
import Foundation
import Glibc

@testable import FocusFollowing

/// A message bus of a test's own.
final class PrivateBus {
    let address: String
    private let folder = Folder()
    private let process = Process()

    init() {
        address = "unix:path=\(folder.path)/bus"
        folder.write(
            """
            <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy>
            </busconfig>
            """, to: "bus.conf")
        process.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
        process.arguments = ["--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile", "--print-address=1"]
        let output = Pipe()
        process.standardOutput = output
        try! process.run()
        // The line is printed when the bus listens.
        _ = output.fileHandleForReading.availableData
    }

    deinit {
        // It may have inherited a mask that blocks SIGTERM.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }
}

/// A program on the bus: a desktop with an extension, or another one. It answers on a thread of its own, because the code
/// under test waits for answers.
final class ScriptedShell: @unchecked Sendable {
    /// What Follow answers; nil for a desktop without the extension.
    private var report: String?
    private var isLocked: Bool
    /// KWin's touchpads by their names, and whether each is enabled.
    private var touchpads: [String: Bool]
    private var followers: [String] = []
    private var called: [String] = []
    private let lock = NSCondition()
    private let bus: OpaquePointer
    private let isHung: Bool
    /// nil for a program that is not the desktop.
    private let name: String?
    /// The Shell's own version; nil for one that does not report it.
    private let version: String?
    private var wakeup: [Int32] = [-1, -1]
    private var work: [() -> Void] = []
    private let ended = DispatchSemaphore(value: 0)
    private var hasEnded = false

    init(
        on address: String, name: String? = "org.gnome.Shell", report: String? = nil, isLocked: Bool = false,
        isHung: Bool = false, version: String? = nil, touchpads: [String: Bool] = [:]
    ) {
        self.touchpads = touchpads
        (self.name, self.report, self.isLocked, self.isHung, self.version) = (name, report, isLocked, isHung, version)
        var bus: OpaquePointer?
        sd_bus_new(&bus)
        sd_bus_set_address(bus, address)
        sd_bus_set_bus_client(bus, 1)
        precondition(sd_bus_start(bus) >= 0, "the scripted desktop cannot connect to its bus")
        self.bus = bus!
        if let name { precondition(sd_bus_request_name(bus, name, 0) >= 0, "\(name) is taken") }
        precondition(pipe(&wakeup) == 0)
        Thread { [self] in loop() }.start()
    }

    /// Leaves the bus. When this returns, the bus has sent the end to all who follow the name.
    func end() {
        perform { [self] in hasEnded = true }
        ended.wait()
    }

    /// The methods that were called, without GetActive.
    var calls: [String] { lock.withLock { called } }

    /// Sends a report to each follower.
    func send(_ text: String) {
        perform { [self] in for follower in followers { send("Report", text, to: follower) } }
    }

    /// Sends a report to a connection that has not called Follow.
    func send(_ text: String, to connection: String) { perform { [self] in send("Report", text, to: connection) } }

    func enableExtension(_ text: String) {
        perform { [self] in
            report = text
            signal("/org/gestured/Focus", "org.gestured.Focus1", "Started")
        }
    }

    func setTouchpads(_ touchpads: [String: Bool]) { perform { [self] in self.touchpads = touchpads } }

    func setLocked(_ isLocked: Bool) {
        perform { [self] in
            self.isLocked = isLocked
            signal("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "ActiveChanged") {
                var value: Int32 = isLocked ? 1 : 0
                sd_bus_message_append_basic($0, CChar(SD_BUS_TYPE_BOOLEAN), &value)
            }
        }
    }

    /// Returns when the bus has delivered everything that was sent before.
    func synchronise() {
        let done = DispatchSemaphore(value: 0)
        perform { [self] in
            var call: OpaquePointer?
            sd_bus_message_new_method_call(
                bus, &call, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
            precondition(sd_bus_call(bus, call, 0, nil, nil) >= 0, "the bus does not answer")
            sd_bus_message_unref(call)
            done.signal()
        }
        done.wait()
    }

    // MARK: - On the thread

    private func perform(_ body: @escaping () -> Void) {
        lock.withLock { work.append(body) }
        _ = write(wakeup[1], [0], 1)
    }

    private func loop() {
        while !hasEnded {
            while !isHung {
                var message: OpaquePointer?
                guard sd_bus_process(bus, &message) > 0 else { break }
                if let message { answer(message) }
            }
            sd_bus_flush(bus)
            var polled = [isHung ? -1 : sd_bus_get_fd(bus), wakeup[0]].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            poll(&polled, 2, -1)
            guard polled[1].revents != 0 else { continue }
            var byte: UInt8 = 0
            _ = read(wakeup[0], &byte, 1)
            lock.withLock { work.isEmpty ? nil : work.removeFirst() }?()
        }
        // The answer arrives after the bus has sent the signal to the name's followers. If a connection just closes, the
        // bus may first serve others.
        if let name { sd_bus_release_name(bus, name) }
        sd_bus_flush_close_unref(bus)
        for end in wakeup { close(end) }
        ended.signal()
    }

    private func answer(_ message: OpaquePointer) {
        defer { sd_bus_message_unref(message) }
        guard sd_bus_message_is_method_call(message, nil, nil) > 0 else { return }
        let member = String(cString: sd_bus_message_get_member(message))
        if member != "GetActive" { lock.withLock { called.append(member) } }
        var reply: OpaquePointer?
        sd_bus_message_new_method_return(message, &reply)
        defer { sd_bus_message_unref(reply) }
        switch member {
        case "GetActive":
            var value: Int32 = isLocked ? 1 : 0
            sd_bus_message_append_basic(reply, CChar(SD_BUS_TYPE_BOOLEAN), &value)
        case "Follow":
            guard let report else { return refuse(message) }
            followers.append(String(cString: sd_bus_message_get_sender(message)))
            sd_bus_message_append_basic(reply, CChar(SD_BUS_TYPE_STRING), report)
        case "Get":
            if touchpads.isEmpty { guard version != nil else { return refuse(message) } }
            answerProperty(of: message, in: reply)
        case "loadScript", "start", "unloadScript": break
        default: return refuse(message)
        }
        sd_bus_send(bus, reply, nil)
    }

    private func answerProperty(of message: OpaquePointer, in reply: OpaquePointer?) {
        var property: UnsafePointer<CChar>?
        // The interface comes first.
        for _ in 1...2 { sd_bus_message_read_basic(message, CChar(SD_BUS_TYPE_STRING), &property) }
        let device = String(cString: sd_bus_message_get_path(message)).split(separator: "/").last.map(String.init) ?? ""
        let name = property.map { String(cString: $0) } ?? ""
        switch name {
        case "devicesSysNames":
            sd_bus_message_open_container(reply, CChar(SD_BUS_TYPE_VARIANT), "as")
            sd_bus_message_open_container(reply, CChar(SD_BUS_TYPE_ARRAY), "s")
            for touchpad in touchpads.keys.sorted() {
                sd_bus_message_append_basic(reply, CChar(SD_BUS_TYPE_STRING), touchpad)
            }
            sd_bus_message_close_container(reply)
        case "touchpad", "touch", "enabled":
            sd_bus_message_open_container(reply, CChar(SD_BUS_TYPE_VARIANT), "b")
            let isTrue = name == "touchpad" || name == "enabled" && touchpads[device] == true
            var value: Int32 = isTrue ? 1 : 0
            sd_bus_message_append_basic(reply, CChar(SD_BUS_TYPE_BOOLEAN), &value)
        default:
            sd_bus_message_open_container(reply, CChar(SD_BUS_TYPE_VARIANT), "s")
            sd_bus_message_append_basic(reply, CChar(SD_BUS_TYPE_STRING), version ?? "")
        }
        sd_bus_message_close_container(reply)
    }

    private func refuse(_ message: OpaquePointer) {
        var error = sd_bus_error()
        sd_bus_error_set(&error, "org.freedesktop.DBus.Error.UnknownMethod", "Object does not exist")
        sd_bus_reply_method_error(message, &error)
        sd_bus_error_free(&error)
    }

    private func send(_ member: String, _ text: String, to destination: String) {
        signal("/org/gestured/Focus", "org.gestured.Focus1", member, to: destination) {
            sd_bus_message_append_basic($0, CChar(SD_BUS_TYPE_STRING), text)
        }
    }

    private func signal(
        _ path: String, _ interface: String, _ member: String, to destination: String? = nil,
        _ body: (OpaquePointer) -> Void = { _ in }
    ) {
        var message: OpaquePointer?
        sd_bus_message_new_signal(bus, &message, path, interface, member)
        body(message!)
        if let destination { sd_bus_message_set_destination(message, destination) }
        precondition(sd_bus_send(bus, message, nil) >= 0, "\(member) cannot be sent")
        sd_bus_message_unref(message)
    }
}
