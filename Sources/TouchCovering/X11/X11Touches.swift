package import DesktopAccess
internal import CXCB
internal import FocusFollowing
package import GestureModel
internal import Glibc
internal import LinuxSupport

/// The touches of an X server, each held back from the apps until its owner decides (XInput 2.2): a passive grab of touches
/// on the root window. The server gives them back to the apps when this connection ends.
package final class X11Touches {
    package enum Event: Hashable, Sendable {
        case began(HeldTouch)
        /// Its finger has lifted.
        case lifted(id: UInt32, Timestamp)
        /// Devices have come or gone. The fingers on those that are gone never lift.
        case devicesChanged
    }

    private let connection: X11Connection
    private let input: UnsafePointer<cxcb_input>
    private let touchscreens: X11Touchscreens
    private let randr: X11Randr?
    private var outputs: [OutputSurface] = []
    private let opcode: UInt8
    private var isGrabbed = false
    private var order = TouchOrder()
    /// Never shown. It asks whether another program holds the pointer, and whether the window manager has handled its events.
    private let window: xcb_window_t
    private var isRight = false
    private var rate = MessageRate()
    /// The kernel's devices, by the server's numbers. An empty name is that of no kernel's device.
    private var devices: [UInt16: String] = [:]

    static let allMasters: UInt16 = 1
    private static let allDevices: UInt16 = 0
    private static let anyModifier: UInt32 = 1 << 31
    static let touchMask =
        XCB_INPUT_XI_EVENT_MASK_TOUCH_BEGIN.rawValue | XCB_INPUT_XI_EVENT_MASK_TOUCH_UPDATE.rawValue
        | XCB_INPUT_XI_EVENT_MASK_TOUCH_END.rawValue

    /// Connects to the display in `DISPLAY`.
    ///
    /// - Throws: If libxcb or its XInput is not installed, there is no server, or it lacks XInput 2.2.
    package init(environment: [String: String]) throws(DesktopFailure) {
        connection = try Self.connect(environment)
        guard let input = connection.library.input, let touchscreens = X11Touchscreens(connection),
            let data = connection.data(of: input.pointee.id)
        else { throw Self.lacksTouches(connection) }
        (self.input, self.touchscreens, opcode) = (input, touchscreens, data.pointee.major_opcode)
        window = Self.makeWindow(connection)
        randr = X11Randr(connection)
        randr?.selectChanges()
        connection.selectInput(XCB_INPUT_XI_EVENT_MASK_HIERARCHY.rawValue, on: connection.root, of: Self.allDevices)
        outputs = randr?.surfaces() ?? []
    }

    /// - Throws: If libxcb or its XInput is not installed, or there is no server.
    static func connect(_ environment: [String: String]) throws(DesktopFailure) -> X11Connection {
        let display = try environment.value(of: "DISPLAY", for: "X11")
        let connection = try X11Connection(display: display, library: X11Library.installed.get())
        guard connection.library.input != nil else {
            throw DesktopFailure(
                "X11 display \(display): libxcb-xinput is not installed; on Debian, install libxcb-xinput0",
                command: "sudo apt install libxcb-xinput0")
        }
        return connection
    }

    static func lacksTouches(_ connection: X11Connection) -> DesktopFailure {
        DesktopFailure("X11 display \(connection.display): the server lacks XInput 2.2")
    }

    private static func makeWindow(_ connection: X11Connection) -> xcb_window_t {
        let xcb = connection.library.xcb.pointee
        let window = xcb.generate_id(connection.connection)
        let values = [XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue]
        _ = xcb.create_window(
            connection.connection, 0, window, connection.root, 0, 0, 1, 1, 0,
            UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0, XCB_CW_EVENT_MASK.rawValue, values)
        return window
    }

    package var descriptor: Int32 { connection.descriptor }
    /// When ``give(at:)`` is due; nil if only events change anything.
    package var deadline: Timestamp? { order.deadline }
    /// True while touches that are the apps' are still held.
    package var isWaiting: Bool { order.isWaiting }

    /// Returns where on the root window areas are.
    package func regions(of cover: ScreenCover) -> [Region] {
        cover.chosen(of: outputs).flatMap { surface in
            cover.areas.compactMap { area in
                area.rectangle(on: surface, touchscreen: cover.touchscreen)?.region(in: surface.output.place)
            }
        }
    }

    /// Begins or ends to hold touches. Those that are held when it ends are the apps'.
    ///
    /// - Throws: If another program holds them.
    package func hold(_ isWanted: Bool) throws(DesktopFailure) {
        guard isWanted != isGrabbed else { return }
        // For a client that rejects a touch, the touch ends at once. Only the raw event says when its finger lifts.
        connection.selectInput(
            isWanted ? XCB_INPUT_XI_EVENT_MASK_RAW_TOUCH_END.rawValue : 0, on: connection.root, of: Self.allMasters)
        var modifiers = [Self.anyModifier]
        if isWanted {
            try grab(&modifiers)
        } else {
            _ = input.pointee.input_xi_passive_ungrab_device(
                connection.connection, connection.root, 0, Self.allMasters, 1,
                UInt8(XCB_INPUT_GRAB_TYPE_TOUCH_BEGIN.rawValue), &modifiers)
        }
        isGrabbed = isWanted
        // libxcb may have read events while it waited for the answer.
        connection.wake()
    }

    private func grab(_ modifiers: inout [UInt32]) throws(DesktopFailure) {
        var mask = [Self.touchMask]
        let cookie = input.pointee.input_xi_passive_grab_device(
            connection.connection, 0, connection.root, 0, 0, Self.allMasters, 1, 1,
            UInt8(XCB_INPUT_GRAB_TYPE_TOUCH_BEGIN.rawValue), UInt8(XCB_INPUT_GRAB_MODE_22_TOUCH.rawValue),
            UInt8(XCB_INPUT_GRAB_MODE_22_ASYNC.rawValue), 0, &mask, &modifiers)
        guard let reply = input.pointee.input_xi_passive_grab_device_reply(connection.connection, cookie, nil) else {
            try connection.check()
            throw DesktopFailure("X11 display \(connection.display): the server refuses to hold touches")
        }
        defer { free(reply) }
        guard reply.pointee.num_modifiers == 0 else {
            throw DesktopFailure(
                "X11 display \(connection.display): another program holds all touches (such as KWin, GNOME Shell, Touchégg or another gesturectl)"
            )
        }
    }

    /// Takes a touch from the apps, or gives all of it to them at the next ``give(at:)``.
    package func decide(_ touch: UInt32, isTaken: Bool) {
        guard isTaken else { return order.give(touch) }
        order.take(touch)
        end(touch, XCB_INPUT_EVENT_MODE_ACCEPT_TOUCH)
    }

    /// Gives touches that are the apps', unless another program holds the pointer.
    ///
    /// - Returns: How many touches no app receives, because the pointer was held for too long.
    package func give(at now: Timestamp) -> Int {
        var (dropped, isAsked) = (0, false)
        // libxcb may have read events while it waited for an answer.
        defer { if isAsked { connection.wake() } }
        while true {
            let step = order.next(at: now) {
                isAsked = true
                return isPointerHeld
            }
            switch step {
            case .give(let touch): end(touch, XCB_INPUT_EVENT_MODE_REJECT_TOUCH)
            case .drop(let touch):
                end(touch, XCB_INPUT_EVENT_MODE_ACCEPT_TOUCH)
                dropped += 1
            case .wait:
                if order.needsAnswer { askManager() }
                return dropped
            case .nothing: return dropped
            }
        }
    }

    private func end(_ touch: UInt32, _ mode: xcb_input_event_mode_t) {
        _ = input.pointee.input_xi_allow_events(
            connection.connection, 0, Self.pointer, UInt8(mode.rawValue), touch, connection.root)
        _ = connection.library.xcb.pointee.flush(connection.connection)
    }

    /// A window that is not shown cannot grab the pointer, but the server says first whether another program has done so.
    private var isPointerHeld: Bool {
        let xcb = connection.library.xcb.pointee
        let mode = UInt8(XCB_GRAB_MODE_ASYNC.rawValue)
        let cookie = xcb.grab_pointer(connection.connection, 0, window, 0, mode, mode, 0, 0, 0)
        guard let reply = xcb.grab_pointer_reply(connection.connection, cookie, nil) else { return false }
        defer { free(reply) }
        return UInt32(reply.pointee.status) == XCB_GRAB_STATUS_ALREADY_GRABBED.rawValue
    }

    /// A window manager moves windows that are not shown as they ask, after it has handled what came before. Without one the server
    /// does it.
    private func askManager() {
        isRight.toggle()
        _ = connection.library.xcb.pointee.configure_window(
            connection.connection, window, UInt16(XCB_CONFIG_WINDOW_X.rawValue), [isRight ? 1 : 0])
    }

    /// The first master pointer, as which the server reports touches.
    private static let pointer: UInt16 = 2

    /// Handles what has happened.
    ///
    /// - Returns: True if the outputs have changed, so that areas are elsewhere.
    /// - Throws: If the server has closed the connection.
    package func process(_ handle: (Event) -> Void) throws(DesktopFailure) -> Bool {
        var outputsChanged = false
        while let event = connection.library.xcb.pointee.poll_for_event(connection.connection) {
            defer { free(event) }
            if let touch = X11TouchEvent(event, opcode: opcode) {
                if let event = try read(touch) { handle(event) }
            } else if let first = randr?.firstEvent, first...first + 1 ~= Int32(event.pointee.response_type & 0x7F) {
                try rate.count(Self.consequence)
                outputs = randr?.surfaces() ?? []
                outputsChanged = true
            }
        }
        try connection.check()
        return outputsChanged
    }

    /// Of too many changes.
    private static let consequence = "touches are not held"

    private func read(_ event: X11TouchEvent) throws(DesktopFailure) -> Event? {
        switch event {
        case .began(let id, let number, let position, let stamp, let movesPointer):
            order.begin(id, movesPointer: movesPointer)
            let time = X11Time.timestamp(stamp, now: MonotonicClock.now)
            return .began(HeldTouch(id: id, device: device(number), position: position, time: time))
        case .ended: return nil
        case .moved(let moved):
            if moved == window { order.answer(at: MonotonicClock.now) }
            return nil
        case .lifted(let id, let stamp): return .lifted(id: id, X11Time.timestamp(stamp, now: MonotonicClock.now))
        case .devicesChanged:
            try rate.count(Self.consequence)
            devices = [:]
            return .devicesChanged
        }
    }

    private func device(_ number: UInt16) -> String {
        if let known = devices[number] { return known }
        let id = touchscreens.id(of: number) ?? ""
        devices[number] = id
        return id
    }
}

extension X11Connection {
    /// Selects events of XInput.
    func selectInput(_ mask: UInt32, on window: xcb_window_t, of devices: UInt16) {
        // One mask of one word.
        let words = [UInt32(devices) | 1 << 16, mask]
        words.withUnsafeBytes { bytes in
            guard let masks = bytes.bindMemory(to: xcb_input_event_mask_t.self).baseAddress else { return }
            _ = library.input?.pointee.input_xi_select_events(connection, window, 1, masks)
        }
    }
}
