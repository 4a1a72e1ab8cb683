internal import FoundationEssentials
internal import GesturePipeline

/// A focus source, and what it has heard.
struct WorldSource {
    let handle: Pipeline.ClientHandle
    let citizen: Citizen
    /// Requests without an answer.
    var open = 0
    private(set) var violations: [String] = []
    private var subscribers: [Int32]?
    private var isGreeted = false
    private(set) var isReplaced = false

    init(handle: Pipeline.ClientHandle, citizen: Citizen) {
        self.handle = handle
        self.citizen = citizen
    }

    private struct Line: Decodable {
        let type: String
        let code: String?
        let processes: [Int32]?
    }

    mutating func read(_ pipeline: inout Pipeline) {
        while pipeline.hasOutput(handle) {
            var bytes: [UInt8] = []
            pipeline.flush(handle) { waiting in
                bytes += waiting
                return waiting.count
            }
            for line in bytes.split(separator: UInt8(ascii: "\n")) { take(Data(line)) }
        }
    }

    /// - Parameter expected: The processes of the user's clients.
    mutating func check(subscribers expected: [Int32]) {
        guard isGreeted, !isReplaced else { return }
        if subscribers != expected { violations.append("told of \(subscribers ?? []), there are \(expected)") }
        if open != 0 { violations.append("\(open) requests without an answer") }
        open = 0
    }

    private mutating func take(_ bytes: Data) {
        guard let line = try? JSONDecoder().decode(Line.self, from: bytes) else {
            return violations.append(String(decoding: bytes, as: UTF8.self))
        }
        if !isGreeted, line.type != "hello" { violations.append("\(line.type) before hello") }
        switch line.type {
        case "hello": isGreeted = true
        case "subscribers": subscribers = line.processes
        case "ok": open -= 1
        case "error" where line.code == "replaced": isReplaced = true
        default: violations.append(String(decoding: bytes, as: UTF8.self))
        }
    }
}
