internal import GestureModel
internal import GestureProtocol

extension FuzzTarget {
    /// The bytes that a daemon, or another program in its place, sends to a client. A message that is written again is read
    /// as the same message.
    static let serverMessage = FuzzTarget("serverMessage") { bytes in
        bytes.split(separator: UInt8(ascii: "\n")).flatMap { line -> [String] in
            guard let message = try? ServerMessage(line: Array(line)), let written = message.written else { return [] }
            guard let again = try? ServerMessage(line: written.dropLast()), again.written == written else {
                return ["does not read what it writes: \(String(decoding: written, as: UTF8.self))"]
            }
            return []
        }
    }
}

extension ServerMessage {
    /// Its line, including the newline; nil for a type of which only the reading is fuzzed.
    fileprivate var written: [UInt8]? {
        switch self {
        case .hello, .ok, .deviceAdded, .deviceChanged, .deviceRemoved:
            var line: [UInt8] = []
            append(to: &line)
            return line
        default: return nil
        }
    }
}
