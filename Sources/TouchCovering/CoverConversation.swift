internal import DesktopAccess
internal import FocusFollowing
internal import GestureModel

/// The requests to a compositor that keep transparent surfaces above everything, and what follows from its events. The
/// surfaces take the touches that begin on them, and never the keyboard.
///
/// ```
/// globals, outputs ──► bind ──► surface ──configure──► shown ──closed──► refused
///                                  └───────── no longer wanted ──► destroyed
/// ```
struct CoverConversation {
    /// What the owner learns.
    enum Event: Hashable {
        /// The compositor closed the surfaces on this output, and they do not come back by themselves.
        case refused(output: String)
        /// All fingers that came down on the surfaces have lifted.
        case lifted
    }

    private static let compositor: StaticString = "wl_compositor"
    private static let memory: StaticString = "wl_shm"
    private static let viewporter: StaticString = "wp_viewporter"
    private static let seat: StaticString = "wl_seat"
    static let layerShell: StaticString = "zwlr_layer_shell_v1"
    /// The name of the surfaces, by which compositors have rules.
    private static let namespace: StaticString = "gestured"
    /// Those of several people on a table. A compositor that says more is broken.
    private static let mostFingers = 100
    /// The one pixel of all surfaces. It is transparent black.
    static let memorySize = 4

    private struct Shared {
        var compositor: UInt32
        var viewporter: UInt32
        var layerShell: UInt32
        var buffer: UInt32
    }

    private struct Key: Hashable {
        var output: UInt32
        var rectangle: CoverRectangle
    }

    private struct Cover {
        var surface: UInt32
        var viewport: UInt32
        var layer: UInt32
        var outputName: String
        var isShown = false
    }

    private struct Seat {
        var object: UInt32
        var version: UInt32
        var touch: UInt32?
    }

    private var outputs = WaylandOutputConversation()
    private var surfaces: [OutputSurface] = []
    private var requests: [UInt8]
    /// True if ``requests`` need the memory of the pixel.
    private(set) var needsMemory = false
    private var events: [Event] = []
    private var shared: Shared?
    /// False if the compositor lacks surfaces above all others. Then it is only asked for its outputs.
    private(set) var hasSurfaces = true
    /// What is to be covered, among all outputs.
    private(set) var regions: [Region] = []
    private var seats: [Seat] = []
    private var wanted: [ScreenCover] = []
    private var covers: [Key: Cover] = [:]
    /// What the compositor closed.
    private var refused: Set<Key> = []
    /// Ids of destroyed objects, whose events may still arrive, and ids that may be used again.
    private var released: Set<UInt32> = []
    private var free: [UInt32] = []
    /// The fingers on the surfaces, each with its surface.
    private var fingers: [UInt32: UInt32] = [:]

    init() { requests = outputs.dequeueRequests() }

    /// True once the compositor has said what it can do.
    var isReady: Bool { outputs.isReady }
    /// True if everything that is wanted is shown, or was refused.
    var isSettled: Bool { isReady && covers.values.allSatisfy(\.isShown) }
    var count: Int { covers.count }
    /// True while a finger is on a surface.
    var isTouched: Bool { !fingers.isEmpty }

    mutating func dequeueRequests() -> [UInt8] {
        defer { (requests, needsMemory) = ([], false) }
        return requests
    }

    mutating func dequeueEvents() -> [Event] {
        defer { events = [] }
        // An output that is unplugged closes its surfaces before it goes.
        return events.filter { event in
            guard case .refused(let output) = event else { return true }
            return surfaces.contains { $0.output.name.exact == output.exact }
        }
    }

    /// Replaces what is covered.
    mutating func cover(_ screens: [ScreenCover]) {
        guard screens != wanted else { return }
        (wanted, refused) = (screens, [])
        update()
    }

    /// - Throws: If the compositor lacks an interface, violates the protocol or reports an error.
    mutating func handle(_ message: WaylandMessage) throws(DesktopFailure) {
        if let id = try WaylandGlobals.releasedID(message), released.remove(id) != nil { return free.append(id) }
        guard !released.contains(message.object) else { return }
        if let (key, cover) = covers.first(where: { $0.value.layer == message.object }) {
            return try handle(message, of: cover, key)
        }
        if let index = seats.firstIndex(where: { $0.object == message.object || $0.touch == message.object }) {
            return try handle(message, ofSeat: index)
        }
        // It ignores the events of further objects, such as `enter` of a surface.
        try outputs.handle(message)
        // In the order in which the ids were given.
        requests += outputs.dequeueRequests()
        guard let surfaces = outputs.dequeueSurfaces() else { return }
        self.surfaces = surfaces
        hasSurfaces = outputs.globals.global(Self.layerShell) != nil
        if shared == nil, hasSurfaces { try bind() }
        update()
    }

    // MARK: Objects

    private mutating func newObject() -> UInt32 { free.popLast() ?? outputs.newObject() }

    private mutating func bind(_ interface: StaticString, upTo version: UInt32) throws(DesktopFailure) -> UInt32 {
        guard let global = outputs.globals.global(interface) else {
            throw DesktopFailure("the compositor lacks \(interface)")
        }
        let object = newObject()
        requests += WaylandGlobals.bind(global, interface, upTo: version, to: object).request
        return object
    }

    private mutating func bind() throws(DesktopFailure) {
        let layerShell = try bind(Self.layerShell, upTo: 1)
        let compositor = try bind(Self.compositor, upTo: 4)
        let viewporter = try bind(Self.viewporter, upTo: 1)
        let memory = try bind(Self.memory, upTo: 1)
        let (pool, buffer) = (newObject(), newObject())
        requests += WaylandRequest(to: memory, Opcode.createPool, pool, UInt32(Self.memorySize)).bytes
        // One pixel of the format ARGB8888, which is 0.
        requests += WaylandRequest(to: pool, Opcode.createBuffer, buffer, 0, 1, 1, UInt32(Self.memorySize), 0).bytes
        requests += WaylandRequest(to: pool, Opcode.destroyPool).bytes
        released.insert(pool)
        needsMemory = true
        shared = Shared(compositor: compositor, viewporter: viewporter, layerShell: layerShell, buffer: buffer)
        for global in outputs.globals.all where global.interface == Self.seat.description {
            let seat = newObject()
            let bind = WaylandGlobals.bind(global, Self.seat, upTo: 5, to: seat)
            requests += bind.request
            seats.append(Seat(object: seat, version: bind.version))
        }
    }

    /// Makes the surfaces that are missing, and destroys those that are not wanted.
    private mutating func update() {
        regions = []
        var names: [Key: String] = [:]
        for screen in wanted {
            for surface in screen.chosen(of: surfaces) {
                for area in screen.areas {
                    guard let rectangle = area.rectangle(on: surface, touchscreen: screen.touchscreen) else { continue }
                    names[Key(output: surface.object, rectangle: rectangle)] = surface.output.name
                    regions.append(rectangle.region(in: surface.output.place))
                }
            }
        }
        guard shared != nil else { return }
        for key in covers.keys where names[key] == nil { remove(key) }
        for (key, name) in names where covers[key] == nil && !refused.contains(key) { add(key, name) }
    }

    private mutating func add(_ key: Key, _ name: String) {
        guard let shared else { return }
        let cover = Cover(surface: newObject(), viewport: newObject(), layer: newObject(), outputName: name)
        let rectangle = key.rectangle
        requests += WaylandRequest(to: shared.compositor, Opcode.createSurface, cover.surface).bytes
        requests += WaylandRequest(to: shared.viewporter, Opcode.getViewport, cover.viewport, cover.surface).bytes
        requests +=
            WaylandRequest(
                to: shared.layerShell, Opcode.getLayerSurface, cover.layer, cover.surface, key.output, Opcode.overlay,
                text: Self.namespace
            ).bytes
        requests +=
            WaylandRequest(to: cover.layer, Opcode.setSize, UInt32(rectangle.width), UInt32(rectangle.height)).bytes
        requests += WaylandRequest(to: cover.layer, Opcode.setAnchor, Opcode.top | Opcode.left).bytes
        // -1: at the edge of the output even where a panel keeps windows away, and no window moves for it.
        requests += WaylandRequest(to: cover.layer, Opcode.setExclusiveZone, UInt32(bitPattern: -1)).bytes
        requests +=
            WaylandRequest(
                to: cover.layer, Opcode.setMargin, UInt32(bitPattern: rectangle.y), 0, 0,
                UInt32(bitPattern: rectangle.x)
            ).bytes
        requests += WaylandRequest(to: cover.layer, Opcode.setKeyboardInteractivity, 0).bytes
        requests += WaylandRequest(to: cover.surface, Opcode.commit).bytes
        covers[key] = cover
    }

    private mutating func remove(_ key: Key) {
        guard let cover = covers.removeValue(forKey: key) else { return }
        requests += WaylandRequest(to: cover.layer, Opcode.destroyLayerSurface).bytes
        requests += WaylandRequest(to: cover.viewport, Opcode.destroyViewport).bytes
        requests += WaylandRequest(to: cover.surface, Opcode.destroySurface).bytes
        released.formUnion([cover.layer, cover.viewport, cover.surface])
        // No event follows about a finger on a surface that is gone.
        lift { $0 == cover.surface }
    }

    // MARK: Events

    private mutating func handle(_ message: WaylandMessage, of cover: Cover, _ key: Key) throws(DesktopFailure) {
        var arguments = WaylandArguments(of: message)
        switch message.opcode {
        case Opcode.configure:
            let (serial, width, height) = (try arguments.word(), try arguments.word(), try arguments.word())
            let size = (
                width > 0 ? width : UInt32(key.rectangle.width), height > 0 ? height : UInt32(key.rectangle.height)
            )
            requests += WaylandRequest(to: cover.layer, Opcode.acknowledge, serial).bytes
            requests += WaylandRequest(to: cover.viewport, Opcode.setDestination, size.0, size.1).bytes
            requests += WaylandRequest(to: cover.surface, Opcode.attach, shared?.buffer ?? 0, 0, 0).bytes
            requests += WaylandRequest(to: cover.surface, Opcode.damage, 0, 0, size.0, size.1).bytes
            requests += WaylandRequest(to: cover.surface, Opcode.commit).bytes
            covers[key]?.isShown = true
        case Opcode.closed:
            remove(key)
            refused.insert(key)
            events.append(.refused(output: cover.outputName))
        default: break
        }
    }

    /// Receives touches only so that the compositor takes the surfaces for ones that do: sway 1.7 would move the pointer
    /// instead.
    private mutating func handle(_ message: WaylandMessage, ofSeat index: Int) throws(DesktopFailure) {
        var arguments = WaylandArguments(of: message)
        let seat = seats[index]
        if message.object == seat.object {
            guard message.opcode == Opcode.capabilities else { return }
            let hasTouch = try arguments.word() & Opcode.touchCapability != 0
            if hasTouch, seat.touch == nil {
                let touch = newObject()
                requests += WaylandRequest(to: seat.object, Opcode.getTouch, touch).bytes
                seats[index].touch = touch
            } else if !hasTouch, let touch = seat.touch {
                if seat.version >= 3 { requests += WaylandRequest(to: touch, Opcode.releaseTouch).bytes }
                released.insert(touch)
                seats[index].touch = nil
            }
            return
        }
        switch message.opcode {
        case Opcode.down:
            for _ in 0..<2 { _ = try arguments.word() }
            let (surface, finger) = (try arguments.word(), try arguments.word())
            if fingers.count < Self.mostFingers { fingers[finger] = surface }
        case Opcode.up:
            for _ in 0..<2 { _ = try arguments.word() }
            if fingers.removeValue(forKey: try arguments.word()) != nil, fingers.isEmpty { events.append(.lifted) }
        case Opcode.cancel: lift { _ in true }
        default: break
        }
    }

    private mutating func lift(from isGone: (_ surface: UInt32) -> Bool) {
        guard !fingers.isEmpty else { return }
        fingers = fingers.filter { !isGone($0.value) }
        if fingers.isEmpty { events.append(.lifted) }
    }
}

/// The opcodes and values of the interfaces that the surfaces need.
private enum Opcode {
    // Requests.
    static let createSurface: UInt16 = 0
    static let createPool: UInt16 = 0
    static let createBuffer: UInt16 = 0
    static let destroyPool: UInt16 = 1
    static let getViewport: UInt16 = 1
    static let destroyViewport: UInt16 = 0
    static let setDestination: UInt16 = 2
    static let getLayerSurface: UInt16 = 0
    static let destroySurface: UInt16 = 0
    static let attach: UInt16 = 1
    static let damage: UInt16 = 2
    static let commit: UInt16 = 6
    static let setSize: UInt16 = 0
    static let setAnchor: UInt16 = 1
    static let setExclusiveZone: UInt16 = 2
    static let setMargin: UInt16 = 3
    static let setKeyboardInteractivity: UInt16 = 4
    static let acknowledge: UInt16 = 6
    static let destroyLayerSurface: UInt16 = 7
    static let getTouch: UInt16 = 2
    static let releaseTouch: UInt16 = 0

    // Events.
    static let configure: UInt16 = 0
    static let closed: UInt16 = 1
    static let capabilities: UInt16 = 0
    static let down: UInt16 = 0
    static let up: UInt16 = 1
    static let cancel: UInt16 = 4

    // Values.
    static let overlay: UInt32 = 3
    static let top: UInt32 = 1
    static let left: UInt32 = 4
    static let touchCapability: UInt32 = 4
}
