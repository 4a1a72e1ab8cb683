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
    /// Its line, including the newline; nil if the daemon does not write such messages.
    fileprivate var written: [UInt8]? {
        var line: [UInt8] = []
        switch self {
        case .hello(let hello): ServerText.append(hello, to: &line)
        case .ok(let id, let subscription): ServerText.appendOK(id: id, subscription: subscription, to: &line)
        case .deviceAdded(let device): ServerText.appendDeviceAdded(device, to: &line)
        case .deviceChanged(let device): ServerText.appendDeviceChanged(device, to: &line)
        case .deviceRemoved(let id): ServerText.appendDeviceRemoved(id: id, to: &line)
        default: return nil
        }
        return line
    }
}
