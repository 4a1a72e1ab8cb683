internal import GestureModel
internal import LinuxSupport

/// A connection to a compositor: its socket, and the messages in its bytes.
package final class WaylandConnection {
    private let socket: FocusSocket
    private var framer = WaylandFramer()

    /// - Throws: An error that names the socket.
    init(path: String) throws(FocusFailure) {
        socket = try FocusSocket(path: path, desktop: "Wayland")
    }

    /// The socket to which an app would connect: `WAYLAND_DISPLAY`, in `XDG_RUNTIME_DIR` unless it is an absolute path. Like
    /// libwayland, it uses `wayland-0` if the variable is not set.
    package static func socketPath(_ environment: [String: String]) throws(FocusFailure) -> String {
        let name = environment.value(of: "WAYLAND_DISPLAY") ?? "wayland-0"
        if name.hasPrefix("/") { return name }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            throw FocusFailure("Wayland: XDG_RUNTIME_DIR, the folder of the socket \(name), is not set")
        }
        return "\(folder)/\(name)"
    }

    var descriptor: Int32 { socket.descriptor }

    func send(_ requests: [UInt8]) throws(FocusFailure) {
        guard !requests.isEmpty else { return }
        try socket.sendAll(requests)
    }

    /// Handles the messages that have arrived. Reads only once, so that a compositor that keeps sending does not block the
    /// caller.
    func receive(_ handle: (WaylandMessage) throws(FocusFailure) -> Void) throws(FocusFailure) {
        _ = try socket.receive { (bytes) throws(FocusFailure) -> Void? in
            framer.append(bytes)
            while let message = try framer.next() { try handle(message) }
            return ()
        }
    }
}

/// The start of every conversation with a compositor: this client requests the list of globals, and binds some of them when
/// the list is complete.
package struct WaylandGlobals {
    /// The first objects of this client. Those of the compositor begin at 0xFF000000.
    package enum Object {
        package static let display: UInt32 = 1
        package static let registry: UInt32 = 2
        package static let globalsEnd: UInt32 = 3
        /// For the conversation's own objects. Their ids must have no gaps.
        package static let firstFree: UInt32 = 4
        static let firstOfCompositor: UInt32 = 0xFF00_0000
    }

    package struct Global: Hashable {
        let name: UInt32
        let interface: String
        let version: UInt32
    }

    package enum Event: Hashable {
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

    package init() {}

    /// The first requests.
    package static var requests: [UInt8] {
        WaylandRequest(to: Object.display, 1, Object.registry).bytes + sync(Object.globalsEnd)
    }

    /// A request that the compositor answers, with an event of the new object `callback`, after all requests before it.
    package static func sync(_ callback: UInt32) -> [UInt8] { WaylandRequest(to: Object.display, 0, callback).bytes }

    /// Handles the events of the display and the registry.
    ///
    /// - Throws: If the compositor reports an error, or the event is of another object.
    package mutating func handle(_ message: WaylandMessage) throws(FocusFailure) -> Event? {
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
    package func global(_ interface: StaticString) -> Global? { all.first { $0.interface == interface.description } }

    /// The request that makes `object` stand for a global.
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

/// A message in the Wayland wire format: an object, the number of one of its events or requests, and arguments.
package struct WaylandMessage: Equatable {
    package let object: UInt32
    let opcode: UInt16
    /// 32-bit words in the machine's byte order, like the whole format.
    let arguments: [UInt8]

    /// The object's id, then the length of the whole message in bytes (upper half) and the opcode (lower half).
    static let headerSize = 8
}

/// Splits a compositor's bytes into messages.
///
/// A header limits a message to 65,535 bytes, so the framer keeps no more than that of an incomplete one.
package struct WaylandFramer {
    private var bytes: [UInt8] = []
    private var start = 0

    package init() {}

    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeSubrange(..<start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// Returns the next whole message; nil until all its bytes have arrived.
    ///
    /// - Throws: If a length is not a multiple of 4, or less than the header's.
    package mutating func next() throws(FocusFailure) -> WaylandMessage? {
        let held = bytes[start...]
        guard held.count >= WaylandMessage.headerSize else { return nil }
        let object = held.word(at: 0)
        let second = held.word(at: 4)
        let length = Int(second >> 16)
        guard length >= WaylandMessage.headerSize, length.isMultiple(of: 4) else {
            throw FocusFailure("message to object \(object) has the invalid length \(length)")
        }
        guard held.count >= length else { return nil }
        start += length
        return WaylandMessage(
            object: object, opcode: UInt16(truncatingIfNeeded: second),
            arguments: Array(held.prefix(length).dropFirst(WaylandMessage.headerSize)))
    }
}

/// Reads a message's arguments in order, and never beyond the message's end.
struct WaylandArguments {
    private let message: WaylandMessage
    private var rest: ArraySlice<UInt8>

    init(of message: WaylandMessage) {
        self.message = message
        rest = message.arguments[...]
    }

    mutating func word() throws(FocusFailure) -> UInt32 {
        guard rest.count >= 4 else { throw tooShort }
        defer { rest = rest.dropFirst(4) }
        return rest.word(at: 0)
    }

    /// Reads a length in bytes, and that many bytes, which are padded to a multiple of 4.
    mutating func bytes() throws(FocusFailure) -> ArraySlice<UInt8> {
        let length = Int(try word())
        let padded = (length + 3) / 4 * 4
        guard padded <= rest.count else { throw tooShort }
        defer { rest = rest.dropFirst(padded) }
        return rest.prefix(length)
    }

    /// Reads a string, which ends with a zero. Replaces invalid UTF-8.
    mutating func string() throws(FocusFailure) -> String {
        let bytes = try bytes()
        guard bytes.last == 0 else {
            throw FocusFailure("unterminated string in \(event)")
        }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    mutating func words() throws(FocusFailure) -> [UInt32] {
        let bytes = try bytes()
        guard bytes.count.isMultiple(of: 4) else {
            throw FocusFailure("array of \(bytes.count) bytes in \(event) does not consist of words")
        }
        return stride(from: 0, to: bytes.count, by: 4).map { bytes.word(at: $0) }
    }

    private var tooShort: FocusFailure {
        FocusFailure("\(event) is too short for its arguments")
    }

    private var event: String { "event \(message.opcode) of object \(message.object)" }
}

/// A request in the Wayland wire format.
package struct WaylandRequest {
    private var words: [UInt32]

    package init(to object: UInt32, _ opcode: UInt16, _ arguments: UInt32...) {
        words = [object, UInt32(opcode)] + arguments
    }

    /// Makes a `wl_registry.bind`. Its new object may have any interface, so it contains the interface's name and version.
    init(bind name: UInt32, of registry: UInt32, interface: StaticString, version: UInt32, to object: UInt32) {
        self.init(to: registry, 0, name)
        append(interface)
        words += [version, object]
    }

    private mutating func append(_ string: StaticString) {
        string.withUTF8Buffer { utf8 in
            words.append(UInt32(utf8.count + 1))
            for start in stride(from: 0, through: utf8.count, by: 4) {
                var word: UInt32 = 0
                withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: utf8[start..<min(start + 4, utf8.count)]) }
                words.append(word)
            }
        }
    }

    package var bytes: [UInt8] {
        var words = words
        words[1] |= UInt32(4 * words.count) << 16
        return words.withUnsafeBytes { Array($0) }
    }
}

extension ArraySlice<UInt8> {
    /// The 32-bit word `offset` bytes after the start. Traps if it is not within the slice.
    func word(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && offset + 4 <= count, "reading a word beyond the end of a message")
        return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
}
