internal import DesktopAccess
internal import FocusFollowing
internal import GestureModel
internal import Glibc
internal import LinuxSupport
internal import SystemdSupport

/// Presses keys through the portal `org.freedesktop.portal.RemoteDesktop`, for GNOME and KDE on Wayland. These desktops
/// do not accept keys from programs directly. The user consents in a dialog of the desktop. The portal then returns a
/// token with which later sessions open without a dialog.
///
/// ```
///          a key             answered              answered            consent
/// closed ────────► creating ─────────► selecting ─────────► starting ─────────► open
///   ▲ ▲               │                    │                   │ refusal         │
///   │ └───────────────┴────────────────────┴───────────────────┼─────────────────┘
///   │            the portal ends or closes the session         ▼
///   └──────────────────── retry() ────────────────────────── refused
/// ```
///
/// No step blocks, because the dialog may stay open without limit.
final class PortalKeyboard: Keyboard {
    private enum State {
        case closed
        case opening(Step)
        case open
        /// The user refused. The text is the error for further keys.
        case refused(String)
    }

    private enum Step: String {
        case creating = "CreateSession"
        case selecting = "SelectDevices"
        case starting = "Start"
    }

    private static let service = "org.freedesktop.portal.Desktop"
    private static let folder = "/org/freedesktop/portal/desktop"
    private static let desktop = BusObject(
        service: service, path: folder, interface: "org.freedesktop.portal.RemoteDesktop")
    private static let properties = BusObject(
        service: service, path: folder, interface: "org.freedesktop.DBus.Properties")
    /// The bit of the keyboard in the portal's device types.
    private static let keyboard: UInt32 = 1
    /// The first version of the interface that can restore sessions.
    private static let restoring: UInt32 = 2
    /// Long enough for the first call, which starts the portal.
    private static let timeout = Microseconds.milliseconds(5000)
    /// A key that has waited longer than this for the consent is not pressed, because the user no longer expects it.
    private static let keyTimeout = Microseconds.milliseconds(2000)
    private static let mostWaiting = 16

    private let bus: SessionBus
    private let names: XKBLibrary
    private let token: PortalToken
    private let log: (String) -> Void
    private let version: UInt32
    /// The portal's unique name on the bus; nil while the portal is not running. Signals of other senders are ignored,
    /// except those of the bus.
    private var owner: String?
    private var state = State.closed
    private var session = ""
    /// The number of handle tokens so far. It makes the paths of the portal's session and request objects unique.
    private var requests = 0
    private var request = ""
    /// The calls whose answers have not arrived.
    private var unanswered: Set<UInt64> = []
    /// Why the last session was closed or did not open; nil once one is open. Logged once, not at each key that tries again.
    private var lastProblem: String?
    private var waiting: [(keys: KeyCombination, since: Timestamp)] = []
    /// The desktop releases these keys when the session ends, as it does with this process.
    private var held: [KeyCombination.Modifier] = []

    /// - Throws: If there is no session bus or no portal, or the portal offers no keyboard.
    init(
        environment: [String: String], _ names: XKBLibrary, log: @escaping (String) -> Void
    ) throws(ActionFailure) {
        (self.names, self.log, token) = (names, log, PortalToken(environment: environment))
        do throws(DesktopFailure) {
            bus = try SessionBus(environment: environment, timeout: Self.timeout)
            version = try Self.number("version", bus)
            let devices = try Self.number("AvailableDeviceTypes", bus)
            guard devices & Self.keyboard != 0 else { throw DesktopFailure("it has no keyboard") }
            let portal = "type='signal',sender='\(Self.service)'"
            try bus.match("\(portal),interface='org.freedesktop.portal.Request'")
            try bus.match("\(portal),interface='org.freedesktop.portal.Session'")
            try bus.match(
                "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.service)'")
            owner = try bus.owner(of: Self.service)
        } catch {
            throw ActionFailure("the portal \(Self.desktop.interface) is not offered: \(error)")
        }
    }

    private static func number(_ property: String, _ bus: SessionBus) throws(DesktopFailure) -> UInt32 {
        let answer = try bus.call(
            properties, "Get", [.string(desktop.interface), .string(property)], startsService: true)
        guard case .unsigned(let number)? = answer?.variant() else {
            throw DesktopFailure("xdg-desktop-portal lacks it")
        }
        return number
    }

    var note: String? {
        let consent =
            if version < Self.restoring {
                "which asks for your consent in each session"
            } else if token.text != nil {
                "to which you have consented"
            } else {
                "which asks for your consent at the first key"
            }
        return "keys go through the RemoteDesktop portal, \(consent)"
    }

    // MARK: Keys

    /// Checks only the names, because the portal does not report the layout.
    func check(_ keys: KeyCombination) throws(ActionFailure) { _ = try codes(of: keys) }

    /// Returns the keysyms, those of the modifiers first.
    private func codes(of keys: KeyCombination) throws(ActionFailure) -> [UInt32] {
        var codes: [UInt32] = []
        for name in keys.modifiers.map(\.keysym) + [keys.key] { codes.append(try names.keysym(name)) }
        return codes
    }

    func press(_ keys: KeyCombination) throws(ActionFailure) {
        var keys = keys
        keys.modifiers.removeAll(where: held.contains)
        let codes = try codes(of: keys)
        switch state {
        case .open: try failing { () throws(DesktopFailure) in try press(codes) }
        case .refused(let reason): throw ActionFailure(reason, isLasting: true)
        case .closed:
            waiting = [(keys, MonotonicClock.now)]
            try create()
        case .opening:
            if waiting.count < Self.mostWaiting { waiting.append((keys, MonotonicClock.now)) }
        }
        try process()
    }

    func hold(_ modifiers: [KeyCombination.Modifier]) throws(ActionFailure) {
        guard modifiers != held else { return }
        guard case .open = state else {
            // A key without its modifier would have another meaning, so the consent comes first.
            if case .closed = state { try create() }
            if case .refused(let reason) = state { throw ActionFailure(reason, isLasting: true) }
            throw ActionFailure("the desktop asks for your consent first; make the gesture again", isLasting: true)
        }
        var changes: [(code: UInt32, state: UInt32)] = []
        for modifier in held where !modifiers.contains(modifier) {
            changes.append((try names.keysym(modifier.keysym), 0))
        }
        for modifier in modifiers where !held.contains(modifier) {
            changes.append((try names.keysym(modifier.keysym), 1))
        }
        held = modifiers
        try failing { () throws(DesktopFailure) in try send(changes) }
        try process()
    }

    private func press(_ codes: [UInt32]) throws(DesktopFailure) {
        try send(codes.map { ($0, UInt32(1)) } + codes.reversed().map { ($0, UInt32(0)) })
    }

    private func send(_ changes: [(code: UInt32, state: UInt32)]) throws(DesktopFailure) {
        for (code, state) in changes {
            let arguments: [BusValue] = [
                .path(session), .dictionary([:]), .integer(Int32(bitPattern: code)), .unsigned(state),
            ]
            unanswered.insert(try bus.send(Self.desktop, "NotifyKeyboardKeysym", arguments))
        }
    }

    // MARK: The session

    func clearWaiting() { waiting = [] }

    /// Allows the portal to ask again after a refusal.
    func retry() { if case .refused = state { state = .closed } }

    private func create() throws(ActionFailure) {
        try failing { () throws(DesktopFailure) in
            try begin(.creating, [], ["session_handle_token": .string(nextToken())])
        }
    }

    /// Begins a step. The answer is a signal of the object whose path is ``request``.
    private func begin(
        _ step: Step, _ arguments: [BusValue], _ options: [String: BusValue]
    ) throws(DesktopFailure) {
        let token = nextToken()
        let own = String(try bus.name().drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
        request = "\(Self.folder)/request/\(own)/\(token)"
        let options = options.merging(["handle_token": .string(token)]) { first, _ in first }
        unanswered.insert(
            try bus.send(Self.desktop, step.rawValue, arguments + [.dictionary(options)], startsService: true))
        state = .opening(step)
    }

    private func nextToken() -> String {
        requests += 1
        return "gestured\(getpid())_\(requests)"
    }

    var descriptor: Int32? { bus.descriptor }

    func process() throws(ActionFailure) {
        try failing { () throws(DesktopFailure) in
            while let message = try bus.next() { try handle(message) }
        }
    }

    private func failing(_ work: () throws(DesktopFailure) -> Void) throws(ActionFailure) {
        do throws(DesktopFailure) { try work() } catch { throw ActionFailure("RemoteDesktop portal: \(error)") }
    }

    private func handle(_ message: BusMessage) throws(DesktopFailure) {
        if let call = message.answered {
            guard unanswered.remove(call) != nil, let failure = message.failure else { return }
            return close("refused a request: \(failure.reason)")
        }
        if message.member == "NameOwnerChanged", message.sender == BusObject.driver.service {
            let (name, _, new) = (message.string(), message.string(), message.string() ?? "")
            guard name == Self.service else { return }
            owner = new.isEmpty ? nil : new
            switch state {
            case .closed, .refused: return
            case .opening, .open: return new.isEmpty ? close("has ended; the next key opens a new session") : ()
            }
        }
        // Any program can send to this connection, so only the portal's messages are handled. `owner` is known before
        // the first answer: a portal that the bus starts for a call owns its name before it answers.
        guard let owner, message.sender == owner else { return }
        switch (message.path, message.member, state) {
        case (request, "Response", .opening(let step)): try handle(message, after: step)
        case (session, "Closed", _): close("has closed the session; the next key opens a new one")
        default: break
        }
    }

    private func handle(_ response: BusMessage, after step: Step) throws(DesktopFailure) {
        let (code, results) = (response.unsigned() ?? 2, response.dictionary())
        switch (step, code) {
        case (.creating, 0):
            switch results["session_handle"] {
            case .string(let path)?, .path(let path)?: session = path
            default: return close("has sent no session")
            }
            var options: [String: BusValue] = ["types": .unsigned(Self.keyboard)]
            if version >= Self.restoring {
                // The consent lasts until the user revokes it.
                options["persist_mode"] = .unsigned(2)
                options["restore_token"] = token.text.map(BusValue.string)
            }
            try begin(.selecting, [.path(session)], options)
        case (.selecting, 0): try begin(.starting, [.path(session), ""], [:])
        case (.starting, 0):
            guard case .unsigned(let devices)? = results["devices"], devices & Self.keyboard != 0 else {
                return refuse("the keyboard was not shared in the desktop's dialog")
            }
            if case .string(let text)? = results["restore_token"] { store(text) }
            (state, lastProblem) = (.open, nil)
            try pressWaiting()
        case (_, 1): refuse("you have refused keys in the desktop's dialog")
        // KDE's portal does so where KWin offers no screencast.
        case (.creating, _): close("offers no session (\(code)); use run with a command of the desktop")
        default: close("has ended the request \(step.rawValue) (\(code))")
        }
    }

    private func store(_ text: String) {
        do throws(ActionFailure) {
            try token.store(text)
        } catch {
            log("\(error); the portal asks for your consent again")
        }
    }

    private func pressWaiting() throws(DesktopFailure) {
        defer { waiting = [] }
        for (keys, since) in waiting {
            guard MonotonicClock.now - since <= Self.keyTimeout, let codes = try? codes(of: keys) else {
                log("\(keys) not pressed: it waited for your consent; perform the gesture again")
                continue
            }
            try press(codes)
        }
    }

    private func refuse(_ reason: String) {
        let text = "\(reason); systemctl --user reload gestured-actions asks again"
        log("keys are not pressed: \(text)")
        (state, waiting) = (.refused(text), [])
    }

    /// Resets the state to `closed`, and logs the reason and the lost keys.
    private func close(_ reason: String) {
        let lost = waiting.isEmpty ? "" : "; not pressed: \(waiting.map { "\($0.keys)" }.joined(separator: ", "))"
        let problem = "\(reason)\(lost)"
        if problem != lastProblem { log("the RemoteDesktop portal \(problem)") }
        lastProblem = problem
        (state, session, waiting, held) = (.closed, "", [], [])
        unanswered = []
    }
}

/// The token with which the portal opens a session without a dialog. Its file is readable by this user only.
private struct PortalToken {
    private let folder: String?
    private var path: String? { folder.map { "\($0)/remote-desktop" } }
    /// In bytes. Portals return UUIDs.
    private static let longest = 4096

    init(environment: [String: String]) {
        folder = environment.xdgFolders("STATE", home: ".local/state").first.map { "\($0)/gestured" }
    }

    /// nil if no token is stored.
    var text: String? {
        guard let path, let bytes = try? FileContents.read(path, limit: Self.longest), !bytes.isEmpty else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Replaces the file, because a token is valid only once.
    func store(_ text: String) throws(ActionFailure) {
        guard let folder, let path else {
            throw ActionFailure("neither XDG_STATE_HOME nor HOME is set: no token stored")
        }
        for end in folder.indices.dropFirst() where folder[end] == "/" { mkdir(String(folder[..<end]), 0o755) }
        mkdir(folder, 0o700)
        let new = "\(path).new"
        unlink(new)
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw ActionFailure("\(new): not written: \(Errno.current)") }
        defer { close(file) }
        do throws(Errno) {
            try Array(text.utf8).span.bytes.withUnsafeBytes { (bytes) throws(Errno) in try writeAll(bytes, to: file) }
            guard rename(new, path) == 0 else { throw Errno.current }
        } catch {
            throw ActionFailure("\(path): not written: \(error)")
        }
    }
}
