import CSystemd
import Foundation
import Glibc
import PrivateBus

@testable import FocusFollowing

extension PrivateBus {
    /// A bus that is listening.
    static var running: PrivateBus {
        let bus = PrivateBus()
        bus.start()
        return bus
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
    private let bus: BusProgram
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
        bus = BusProgram(on: address, name: name)
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
            bus.signal("/org/gestured/Focus", "org.gestured.Focus1", "Started")
        }
    }

    func setTouchpads(_ touchpads: [String: Bool]) { perform { [self] in self.touchpads = touchpads } }

    func setLocked(_ isLocked: Bool) {
        perform { [self] in
            self.isLocked = isLocked
            bus.signal("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "ActiveChanged") { bus.append($0, isLocked) }
        }
    }

    /// Returns when the bus has delivered everything that was sent before.
    func synchronise() {
        let done = DispatchSemaphore(value: 0)
        perform { [self] in
            bus.synchronise()
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
                guard sd_bus_process(bus.connection, &message) > 0 else { break }
                if let message { answer(message) }
            }
            sd_bus_flush(bus.connection)
            var polled = [isHung ? -1 : sd_bus_get_fd(bus.connection), wakeup[0]].map {
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
        if let name { sd_bus_release_name(bus.connection, name) }
        sd_bus_flush_close_unref(bus.connection)
        for end in wakeup { close(end) }
        ended.signal()
    }

    private func answer(_ message: OpaquePointer) {
        defer { sd_bus_message_unref(message) }
        guard sd_bus_message_is_method_call(message, nil, nil) > 0 else { return }
        let member = String(cString: sd_bus_message_get_member(message))
        if member != "GetActive" { lock.withLock { called.append(member) } }
        switch member {
        case "GetActive": bus.reply(message) { bus.append($0, isLocked) }
        case "Follow":
            guard let report else { return refuse(message) }
            followers.append(String(cString: sd_bus_message_get_sender(message)))
            bus.reply(message) { bus.append($0, report) }
        case "Get":
            if touchpads.isEmpty { guard version != nil else { return refuse(message) } }
            bus.reply(message) { answerProperty(of: message, in: $0) }
        case "loadScript", "start", "unloadScript": bus.reply(message)
        default: refuse(message)
        }
    }

    private func answerProperty(of message: OpaquePointer, in reply: OpaquePointer) {
        // The interface comes first.
        let (_, name) = (bus.string(message), bus.string(message))
        let device = String(cString: sd_bus_message_get_path(message)).split(separator: "/").last.map(String.init) ?? ""
        switch name {
        case "devicesSysNames":
            bus.open(reply, "v", "as")
            bus.open(reply, "a", "s")
            for touchpad in touchpads.keys.sorted() { bus.append(reply, touchpad) }
            bus.close(reply)
        case "touchpad", "touch", "enabled":
            bus.open(reply, "v", "b")
            bus.append(reply, name == "touchpad" || name == "enabled" && touchpads[device] == true)
        default:
            bus.open(reply, "v", "s")
            bus.append(reply, version ?? "")
        }
        bus.close(reply)
    }

    private func refuse(_ message: OpaquePointer) {
        bus.reply(message, error: "org.freedesktop.DBus.Error.UnknownMethod", "Object does not exist")
    }

    private func send(_ member: String, _ text: String, to destination: String) {
        bus.signal("/org/gestured/Focus", "org.gestured.Focus1", member, to: destination) { bus.append($0, text) }
    }
}
