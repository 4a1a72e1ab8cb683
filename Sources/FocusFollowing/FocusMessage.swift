internal import FoundationEssentials
internal import GestureModel

/// What gestured says on the focus socket.
enum FocusMessage: Hashable {
    case hello(protocol: Int, server: String)
    /// The processes of this user's clients.
    case subscribers([Int32])
    case ok(id: Int?)
    case error(id: Int?, code: String, message: String)
    /// What a later daemon may say.
    case unknown(type: String)

    private struct Line: Decodable {
        var type: String
        var id: Int?
        var `protocol`: Int?
        var server: String?
        var processes: [Int32]?
        var code: String?
        var message: String?
    }

    init(line: some Sequence<UInt8>) throws(IPCFailure) {
        let bytes = Data(line)
        guard let line = try? JSONDecoder().decode(Line.self, from: bytes), let message = Self(line) else {
            throw IPCFailure("it said what is no message: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
        }
        self = message
    }

    private init?(_ line: Line) {
        switch line.type {
        case "hello":
            guard let number = line.protocol else { return nil }
            self = .hello(protocol: number, server: line.server ?? "gestured")
        case "subscribers":
            guard let processes = line.processes else { return nil }
            self = .subscribers(processes)
        case "ok": self = .ok(id: line.id)
        case "error":
            guard let code = line.code else { return nil }
            self = .error(id: line.id, code: code, message: line.message ?? code)
        default: self = .unknown(type: line.type)
        }
    }
}

/// What it is told: who has the focus.
struct FocusReport: Hashable, Encodable {
    let type = "focus"
    var id = 0
    var processes: [Int32]
    var app: String?
    var window: Rectangle?

    struct Rectangle: Hashable, Encodable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        init(_ region: Region) { (x, y, width, height) = (region.x, region.y, region.width, region.height) }
    }

    init(_ focus: Focus, processes: [Int32]) {
        self.processes = processes
        guard case .window(let window) = focus else { return }
        // A longer one is no app id (D-Bus names have at most 255 bytes), and could exceed what gestured takes in a line.
        app = window.app.flatMap { $0.utf8.count <= 255 ? $0 : nil }
        self.window = window.rectangle.map(Rectangle.init)
    }

    /// A line, with its newline.
    func encoded() throws(IPCFailure) -> [UInt8] { try JSONLine.encoded(self) }
}

enum JSONLine {
    static func encoded(_ value: some Encodable) throws(IPCFailure) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
        } catch {
            throw IPCFailure("cannot be told: \(error)")
        }
    }
}
