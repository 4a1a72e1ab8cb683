public import GestureModel
public import GestureProtocol

/// The messages about one recording, in the form that a page reads. Frames are packed, because as JSON lines they are
/// twenty times as large.
public struct PackedRecording {
    private enum Item {
        case frame(ContactsMessage, isMotion: Bool)
        case line(ServerMessage, isChange: Bool)
        /// With the settings that would have decided otherwise; nil if there are none.
        case explanation(ExplanationMessage, remedy: String?)
    }

    public let device: TouchDevice
    private var items: [Item] = []
    private var lastStates: [(id: Int, state: String)] = []

    public init(device: TouchDevice) { self.device = device }

    /// Adds a message of the recording's client, with lengths in millimetres. Ignores all messages except contacts,
    /// gestures and explanations.
    public mutating func add(_ message: ServerMessage) {
        switch message {
        case .contacts(let contacts):
            let states = contacts.contacts.map { (id: $0.id, state: $0.state.word) }
            let isMotion =
                states.elementsEqual(lastStates, by: ==)
                && contacts.contacts.allSatisfy { $0.phase != .known(.began) && $0.phase != .known(.ended) }
            lastStates = states
            items.append(.frame(contacts, isMotion: isMotion))
        case .gesture(let gesture): items.append(.line(message, isChange: gesture.phase == .changed))
        case .explanation(let explanation): items.append(.explanation(explanation, remedy: nil))
        default: break
        }
    }

    /// Replaces each explanation when the recording is complete, because the whole touch determines what would have
    /// decided otherwise.
    ///
    /// - Parameter body: May change the explanation. Returns the settings, with their values, that would have decided
    ///   otherwise; nil if there are none.
    public mutating func amend(_ body: (inout ExplanationMessage) -> String?) {
        items = items.map { item in
            guard case .explanation(var explanation, _) = item else { return item }
            let remedy = body(&explanation)
            return .explanation(explanation, remedy: remedy)
        }
    }

    /// The messages, in order.
    var messages: [ServerMessage] {
        items.map { item in
            switch item {
            case .frame(let contacts, _): .contacts(contacts)
            case .line(let message, _): message
            case .explanation(let explanation, _): .explanation(explanation)
            }
        }
    }

    /// - Parameters:
    ///   - limit: The most bytes. If a recording is larger, some of the frames and gesture messages that report only
    ///     movement are dropped first, and then the end of the recording.
    ///   - faults: A phrase for each fault of the device.
    public func json(limit: Int, faults: [String] = []) -> [UInt8] {
        var every = 1
        while true {
            let bytes = json(every: every, limit: every < 64 ? .max : limit, faults)
            if bytes.count <= limit || every >= 64 { return bytes }
            every = every == 1 ? min(64, max(2, bytes.count / limit + 1)) : every * 2
        }
    }

    private func json(every: Int, limit: Int, _ faults: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        var faults = faults
        bytes.append(contentsOf: #"{"device":"#.utf8)
        bytes += device.line.dropLast()
        bytes.append(contentsOf: ",\"every\":\(every),\"frames\":[".utf8)
        var skipped = 0
        var isFirst = true
        for item in items {
            var isOptional = false
            switch item {
            case .frame(_, let isMotion): isOptional = isMotion
            case .line(_, let isChange): isOptional = isChange
            case .explanation: break
            }
            if isOptional, every > 1 {
                skipped += 1
                guard skipped % every == 0 else { continue }
            }
            if bytes.count > limit - 8192 {
                faults.append("the recording is too large for a page, which shows its beginning")
                break
            }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            switch item {
            case .frame(let contacts, _): append(contacts, to: &bytes)
            case .line(let message, _):
                message.append(to: &bytes)
                bytes.removeLast()
            case .explanation(let explanation, let remedy):
                ServerMessage.explanation(explanation).append(to: &bytes)
                // Its newline and its brace.
                bytes.removeLast(2)
                bytes.append(contentsOf: ",\"remedy\":".utf8)
                bytes.append(json: remedy.map { .string($0) } ?? .null)
                bytes.append(UInt8(ascii: "}"))
            }
        }
        bytes.append(contentsOf: #"],"faults":"#.utf8)
        bytes.append(json: .array(faults.map { .string($0) }))
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Appends a frame as `[time, id, phase, x, y, pressure, state, cause, id, …]`, with positions in hundredths of a
    /// millimetre. If a contact has no pressure, its size takes the place of the pressure.
    private func append(_ message: ContactsMessage, to bytes: inout [UInt8]) {
        var numbers = [JSONValue.integer(message.time.microseconds)]
        for contact in message.contacts {
            let cause = contact.cause?.value.flatMap(ContactReport.Cause.allCases.firstIndex) ?? -1
            let force = contact.pressure ?? contact.size
            numbers += [
                JSONValue(contact.id),
                JSONValue(contact.phase.value.flatMap(ContactReport.Phase.allCases.firstIndex) ?? 1),
                .integer(PackedRecording.hundredths(contact.position.x)),
                .integer(PackedRecording.hundredths(contact.position.y)), force.map { JSONValue($0) } ?? .null,
                JSONValue(contact.state.value.flatMap(ContactReport.State.allCases.firstIndex) ?? 0), JSONValue(cause),
            ]
        }
        bytes.append(json: .array(numbers))
    }

    private static func hundredths(_ length: Double) -> Int64 { Int64(exactly: (length * 100).rounded()) ?? 0 }
}
