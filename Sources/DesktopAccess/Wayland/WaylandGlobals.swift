/// The start of every conversation with a compositor: this client requests the list of globals, and binds some of them
/// when the list is complete.
package struct WaylandGlobals {
    /// The ids of this client's first objects. The compositor's ids begin at 0xFF000000.
    package enum Object {
        package static let display: UInt32 = 1
        package static let registry: UInt32 = 2
        package static let globalsEnd: UInt32 = 3
        /// The first id for further objects of this client. Their ids must have no gaps.
        package static let firstFree: UInt32 = 4
        package static let firstOfCompositor: UInt32 = 0xFF00_0000
    }

    private enum DisplayRequest {
        static let sync: UInt16 = 0
        static let getRegistry: UInt16 = 1
    }

    private enum DisplayEvent {
        static let error: UInt16 = 0
        static let deleteID: UInt16 = 1
    }

    enum RegistryRequest {
        static let bind: UInt16 = 0
    }

    private enum RegistryEvent {
        static let global: UInt16 = 0
        static let globalRemove: UInt16 = 1
    }

    package enum CallbackEvent {
        package static let done: UInt16 = 0
    }

    package struct Global: Hashable {
        package let name: UInt32
        package let interface: String
        package let version: UInt32
    }

    package enum Event: Hashable {
        /// The list is complete.
        case complete
        /// A global was added later.
        case added(Global)
        /// The global with this name was removed.
        case removed(UInt32)
    }

    /// The most globals. A compositor with more is broken, and would make this process use unlimited memory.
    private static let mostGlobals = 1000

    package private(set) var all: [Global] = []
    package private(set) var isComplete = false

    package init() {}

    /// The first requests.
    package static var requests: [UInt8] {
        WaylandRequest(to: Object.display, DisplayRequest.getRegistry, Object.registry).bytes + sync(Object.globalsEnd)
    }

    /// Returns a request that the compositor answers with an event of the new object `callback`, after it has handled
    /// all earlier requests.
    package static func sync(_ callback: UInt32) -> [UInt8] {
        WaylandRequest(to: Object.display, DisplayRequest.sync, callback).bytes
    }

    /// Handles the events of the display and the registry, and the callback at the end of the list.
    ///
    /// - Throws: If the compositor reports an error, has too many globals or violates the protocol, or if the event
    ///   belongs to another object.
    package mutating func handle(_ message: WaylandMessage) throws(DesktopFailure) -> Event? {
        var arguments = WaylandArguments(of: message)
        switch (message.object, message.opcode) {
        case (Object.display, DisplayEvent.error):
            let (object, code, text) = (try arguments.word(), try arguments.word(), try arguments.string())
            throw DesktopFailure("the compositor reported error \(code) of object \(object): \(text)")
        // Only clients that make and destroy many objects use ids again; see `releasedID`.
        case (Object.display, DisplayEvent.deleteID): return nil
        case (Object.registry, RegistryEvent.global):
            let (name, interface) = (try arguments.word(), try arguments.string())
            let global = Global(name: name, interface: interface, version: try arguments.word())
            guard all.count < Self.mostGlobals else { throw DesktopFailure("more than \(Self.mostGlobals) globals") }
            all.append(global)
            return isComplete ? .added(global) : nil
        case (Object.registry, RegistryEvent.globalRemove):
            let name = try arguments.word()
            all.removeAll { $0.name == name }
            return .removed(name)
        case (Object.globalsEnd, CallbackEvent.done) where !isComplete:
            isComplete = true
            return .complete
        default: throw DesktopFailure("unexpected event \(message.opcode) of object \(message.object)")
        }
    }

    /// Returns the id that a message of the display releases, so that this client may use it again; nil for any other
    /// message.
    package static func releasedID(_ message: WaylandMessage) throws(DesktopFailure) -> UInt32? {
        guard message.object == Object.display, message.opcode == DisplayEvent.deleteID else { return nil }
        var arguments = WaylandArguments(of: message)
        return try arguments.word()
    }

    /// Returns the first global with an interface; nil if the compositor lacks the interface.
    package func global(_ interface: StaticString) -> Global? { all.first { $0.interface == interface.description } }

    /// Returns the request that binds `object` to a global, and the version that it binds.
    ///
    /// - Parameter newest: The newest version whose events the conversation handles.
    package static func bind(
        _ global: Global, _ interface: StaticString, upTo newest: UInt32, to object: UInt32
    ) -> (request: [UInt8], version: UInt32) {
        let version = min(global.version, newest)
        let request = WaylandRequest(
            bind: global.name, of: Object.registry, interface: interface, version: version, to: object)
        return (request.bytes, version)
    }
}
