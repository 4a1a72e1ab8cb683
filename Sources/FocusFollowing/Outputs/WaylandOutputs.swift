package import DesktopAccess
package import GestureModel

/// The outputs of a Wayland compositor, from wl_output, with positions and fractional scales from
/// zxdg_output_manager_v1. Common compositors have both interfaces: sway and others built on wlroots, niri, Hyprland,
/// mutter and KWin.
final class WaylandOutputs: OutputSource {
    let name = "Wayland"

    private let connection: WaylandConnection
    private var conversation = WaylandOutputConversation()
    private var rate = MessageRate()

    /// Connects to the compositor in `WAYLAND_DISPLAY` and `XDG_RUNTIME_DIR`.
    convenience init(environment: [String: String]) throws(DesktopFailure) {
        try self.init(path: WaylandConnection.socketPath(environment))
    }

    init(path: String) throws(DesktopFailure) {
        connection = try WaylandConnection(path: path)
        try connection.send(conversation.dequeueRequests())
    }

    var descriptor: Int32 { connection.descriptor }

    func process() throws(DesktopFailure) -> ReportedOutputs? {
        try connection.receive { (message) throws(DesktopFailure) in
            try rate.count("outputs are not followed")
            try conversation.handle(message)
        }
        try connection.send(conversation.dequeueRequests())
        return conversation.dequeueOutputs().map { ReportedOutputs(outputs: $0) }
    }
}

/// The requests to a compositor, and the outputs in its events.
///
/// ```
/// globals ──► bind the outputs ──► sync ──► all outputs ──done──► changed outputs
/// ```
package struct WaylandOutputConversation {
    private static let output: StaticString = "wl_output"
    private static let manager: StaticString = "zxdg_output_manager_v1"
    /// The most outputs; a compositor with more is broken. Removed outputs count, because their ids are not reused.
    private static let mostOutputs = 1000

    package private(set) var globals = WaylandGlobals()
    private var requests = WaylandGlobals.requests
    private var nextObject = WaylandGlobals.Object.firstFree
    private var managerObject: UInt32?
    private var managerVersion: UInt32 = 0
    /// The callback after which all outputs are known.
    private var outputsEnd: UInt32?
    private var outputs: [WaylandOutput] = []
    /// True once all outputs are known.
    package private(set) var isReady = false
    private var hasChanged = false

    package init() {}

    package mutating func dequeueRequests() -> [UInt8] {
        defer { requests = [] }
        return requests
    }

    /// Returns the outputs if they have changed; otherwise nil. Also returns nil before all outputs are known.
    mutating func dequeueOutputs() -> [ReportedOutput]? { dequeueSurfaces()?.map(\.output) }

    /// Returns the outputs as ``dequeueOutputs()`` does, with what a client needs to show something on them.
    package mutating func dequeueSurfaces() -> [OutputSurface]? {
        guard isReady, hasChanged else { return nil }
        hasChanged = false
        return outputs.compactMap(\.surface)
    }

    /// - Throws: If the compositor violates the protocol, reports an error, or has too many outputs.
    package mutating func handle(_ message: WaylandMessage) throws(DesktopFailure) {
        if message.object == outputsEnd {
            (isReady, hasChanged) = (true, true)
        } else if message.object < WaylandGlobals.Object.firstFree {
            try handle(try globals.handle(message))
        } else if let index = outputs.firstIndex(where: { $0.owns(message.object) }) {
            if try outputs[index].handle(message, isLast: managerVersion >= 3) { hasChanged = true }
        } else if message.object >= nextObject {
            throw DesktopFailure("event \(message.opcode) of unknown object \(message.object)")
        }
        // Any other object is a removed output: the compositor sent this event before it read the release.
    }

    private mutating func handle(_ event: WaylandGlobals.Event?) throws(DesktopFailure) {
        switch event {
        case .complete:
            if let manager = globals.global(Self.manager) {
                let object = newObject()
                let bind = WaylandGlobals.bind(manager, Self.manager, upTo: 3, to: object)
                (managerObject, managerVersion) = (object, bind.version)
                requests += bind.request
            }
            for global in globals.all { try bind(global) }
            let callback = newObject()
            outputsEnd = callback
            requests += WaylandGlobals.sync(callback)
        case .added(let global): try bind(global)
        case .removed(let name):
            guard let index = outputs.firstIndex(where: { $0.global == name }) else { return }
            requests += outputs.remove(at: index).release
            hasChanged = true
        case nil: break
        }
    }

    private mutating func bind(_ global: WaylandGlobals.Global) throws(DesktopFailure) {
        guard global.interface == Self.output.description else { return }
        guard nextObject < 2 * Self.mostOutputs else { throw DesktopFailure("more than \(Self.mostOutputs) outputs") }
        let object = newObject()
        let bind = WaylandGlobals.bind(global, Self.output, upTo: 4, to: object)
        requests += bind.request
        var output = WaylandOutput(global: global.name, object: object, version: bind.version)
        if let managerObject {
            let detail = newObject()
            requests += WaylandRequest(to: managerObject, WaylandOutput.Request.getXDGOutput, detail, object).bytes
            output.detail = detail
        }
        outputs.append(output)
    }

    /// Returns an id for a new object of this client.
    package mutating func newObject() -> UInt32 {
        defer { nextObject += 1 }
        return nextObject
    }
}

/// An output of a compositor.
package struct OutputSurface: Hashable, Sendable {
    /// The id of the wl_output.
    package let object: UInt32
    package let output: ReportedOutput
    /// The size of the picture as the user sees it, in millimetres; 0 if the compositor does not know it.
    package let millimetres: Vector

    package init(object: UInt32, output: ReportedOutput, millimetres: Vector) {
        (self.object, self.output, self.millimetres) = (object, output, millimetres)
    }
}

/// One output: a wl_output, and its zxdg_output_v1. Changes take effect with the next `done`.
private struct WaylandOutput {
    enum Request {
        /// A request of zxdg_output_manager_v1.
        static let getXDGOutput: UInt16 = 1
        /// A request of zxdg_output_v1.
        static let destroyDetail: UInt16 = 0
        /// A request of wl_output since version 3.
        static let release: UInt16 = 0
    }

    private enum Event {
        static let geometry: UInt16 = 0
        static let mode: UInt16 = 1
        static let done: UInt16 = 2
        static let scale: UInt16 = 3
        static let name: UInt16 = 4
    }

    private enum DetailEvent {
        static let logicalPosition: UInt16 = 0
        static let logicalSize: UInt16 = 1
        static let done: UInt16 = 2
        static let name: UInt16 = 3
    }

    let global: UInt32
    let object: UInt32
    let version: UInt32
    /// The zxdg_output_v1; nil if the compositor lacks zxdg_output_manager_v1.
    var detail: UInt32?
    /// nil until the first `done` that arrives after the size is known.
    private(set) var committed: ReportedOutput?

    private var next = ReportedOutput(name: "", place: Region(x: 0, y: 0, width: 0, height: 0))
    private var mode = Vector.zero
    /// The size of the panel, not turned.
    private var panel = Vector.zero
    private var committedPanel = Vector.zero
    private var integerScale = 1.0
    private var logicalSize: Vector?

    init(global: UInt32, object: UInt32, version: UInt32) {
        (self.global, self.object, self.version) = (global, object, version)
    }

    func owns(_ object: UInt32) -> Bool { object == self.object || object == detail }

    /// The requests that release a removed output.
    var release: [UInt8] {
        (detail.map { WaylandRequest(to: $0, Request.destroyDetail).bytes } ?? [])
            + (version >= 3 ? WaylandRequest(to: object, Request.release).bytes : [])
    }

    /// - Parameter isLast: True if `done` of the wl_output also ends the events of the zxdg_output_v1.
    /// - Returns: True if the output has changed.
    mutating func handle(_ message: WaylandMessage, isLast: Bool) throws(DesktopFailure) -> Bool {
        var arguments = WaylandArguments(of: message)
        guard message.object == object else { return try handleDetail(message.opcode, &arguments, isLast) }
        switch message.opcode {
        case Event.geometry:
            (next.place.x, next.place.y) = (try arguments.integer(), try arguments.integer())
            panel = Vector(dx: try arguments.integer(), dy: try arguments.integer())
            // Skips the order of subpixels.
            _ = try arguments.word()
            (next.maker, next.model) = (try arguments.string(), try arguments.string())
            next.transform = Int(Int32(bitPattern: try arguments.word()))
        case Event.mode:
            let isCurrent = try arguments.word() & 1 != 0
            let size = Vector(dx: try arguments.integer(), dy: try arguments.integer())
            if isCurrent { mode = size }
        case Event.done: return commit()
        case Event.scale: integerScale = try arguments.integer()
        case Event.name: next.name = try arguments.string()
        default: break
        }
        return false
    }

    private mutating func handleDetail(
        _ opcode: UInt16, _ arguments: inout WaylandArguments, _ isLast: Bool
    ) throws(DesktopFailure) -> Bool {
        switch opcode {
        case DetailEvent.logicalPosition:
            (next.place.x, next.place.y) = (try arguments.integer(), try arguments.integer())
        case DetailEvent.logicalSize: logicalSize = Vector(dx: try arguments.integer(), dy: try arguments.integer())
        case DetailEvent.done: return isLast ? false : commit()
        // Since version 4, wl_output itself reports the name.
        case DetailEvent.name: if next.name.isEmpty { next.name = try arguments.string() }
        default: break
        }
        return false
    }

    /// Commits the changes, and returns true if the output has changed. Has no effect before the size is known, because
    /// the first `done` may arrive before the events of the zxdg_output_v1.
    private mutating func commit() -> Bool {
        guard detail == nil || logicalSize != nil else { return false }
        var output = next
        // Transforms beyond 7 are checked later.
        let turned = [1, 3, 5, 7].contains(output.transform) ? Vector(dx: mode.dy, dy: mode.dx) : mode
        let size = logicalSize ?? turned / max(integerScale, 1)
        (output.place.width, output.place.height) = (size.dx, size.dy)
        // Rounded to thousandths, because compositors round the size to whole pixels.
        output.scale = size.dx > 0 && turned.dx > 0 ? (turned.dx / size.dx * 1000).rounded() / 1000 : integerScale
        if output.name.isEmpty { output.name = "output-\(global)" }
        guard output != committed || panel != committedPanel else { return false }
        (committed, committedPanel) = (output, panel)
        return true
    }

    /// nil before ``committed`` is known.
    var surface: OutputSurface? {
        committed.map { output in
            let isTurned = [1, 3, 5, 7].contains(output.transform)
            let size = isTurned ? Vector(dx: committedPanel.dy, dy: committedPanel.dx) : committedPanel
            return OutputSurface(object: object, output: output, millimetres: size)
        }
    }
}

extension WaylandArguments {
    fileprivate mutating func integer() throws(DesktopFailure) -> Double { Double(Int32(bitPattern: try word())) }
}
