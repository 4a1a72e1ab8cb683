/// The start of every conversation with a compositor: this client requests the list of globals, and binds some of them when
/// the list is complete.
struct WaylandGlobals {
    /// The first objects of this client. Those of the compositor begin at 0xFF000000.
    enum Object {
        static let display: UInt32 = 1
        static let registry: UInt32 = 2
        static let globalsEnd: UInt32 = 3
        /// For the conversation's own objects. Their ids must have no gaps.
        static let firstFree: UInt32 = 4
        static let firstOfCompositor: UInt32 = 0xFF00_0000
    }

    struct Global: Hashable {
        let name: UInt32
        let interface: String
        let version: UInt32
    }

    enum Event: Hashable {
        /// The list is complete.
        case complete
        /// A global came later.
        case added(Global)
        /// The global with this name is gone.
        case removed(UInt32)
    }

    /// More indicate a broken compositor, and would use unlimited memory.
    private static let mostGlobals = 1000

    private(set) var all: [Global] = []
    private(set) var isComplete = false

    /// The first requests.
    static var requests: [UInt8] {
        WaylandRequest(to: Object.display, 1, Object.registry).bytes + sync(Object.globalsEnd)
    }

    /// A request that the compositor answers, with an event of the new object `callback`, after all requests before it.
    static func sync(_ callback: UInt32) -> [UInt8] { WaylandRequest(to: Object.display, 0, callback).bytes }

    /// Handles the events of the display and the registry.
    ///
    /// - Throws: If the compositor reports an error, or the event is of another object.
    mutating func handle(_ message: WaylandMessage) throws(FocusFailure) -> Event? {
        var arguments = WaylandArguments(of: message)
        switch (message.object, message.opcode) {
        case (Object.display, 0):
            let (object, code, text) = (try arguments.word(), try arguments.word(), try arguments.string())
            throw FocusFailure("the compositor reported error \(code) of object \(object): \(text)")
        case (Object.display, 1): return nil  // delete_id: this client does not reuse ids.
        case (Object.registry, 0):
            let (name, interface) = (try arguments.word(), try arguments.string())
            let global = Global(name: name, interface: interface, version: try arguments.word())
            guard all.count < Self.mostGlobals else { throw FocusFailure("more than \(Self.mostGlobals) globals") }
            all.append(global)
            return isComplete ? .added(global) : nil
        case (Object.registry, 1):
            let name = try arguments.word()
            all.removeAll { $0.name == name }
            return .removed(name)
        case (Object.globalsEnd, 0) where !isComplete:
            isComplete = true
            return .complete
        default: throw FocusFailure("unexpected event \(message.opcode) of object \(message.object)")
        }
    }

    /// The first global with an interface; nil if the compositor lacks it.
    func global(_ interface: StaticString) -> Global? { all.first { $0.interface == interface.description } }

    /// The request that makes `object` stand for a global.
    ///
    /// - Parameter newest: The newest version whose events the conversation handles.
    static func bind(
        _ global: Global, _ interface: StaticString, upTo newest: UInt32, to object: UInt32
    ) -> (request: [UInt8], version: UInt32) {
        let version = min(global.version, newest)
        let request = WaylandRequest(
            bind: global.name, of: Object.registry, interface: interface, version: version, to: object)
        return (request.bytes, version)
    }
}
