public import GestureModel
internal import GesturePipeline
internal import GestureProtocol
internal import TouchInput
public import TouchRecordings

/// A recording run through the daemon's pipeline with one subscription, or several.
public struct RecordingRun: Sendable {
    /// The request was refused.
    public struct Refusal: Error, CustomStringConvertible {
        public let description: String
    }

    private let gestures: [String]
    private let filtersContacts: Bool
    private var thresholds = Thresholds()

    /// - Parameters:
    ///   - gesture: The expression's JSON.
    ///   - filtersContacts: True if palms, jumps and ghost touches are removed.
    public init(gesture: String, filtersContacts: Bool = true) {
        self.init(gestures: [gesture], filtersContacts: filtersContacts)
    }

    /// A run with a subscription for each gesture.
    public init(gestures: [String], filtersContacts: Bool = true) {
        self.gestures = gestures
        self.filtersContacts = filtersContacts
    }

    /// Sets a threshold of the configuration, such as `touchpad.slop`, in its unit there. Returns false if there is none.
    public mutating func set(_ name: String, to value: Double) -> Bool {
        for section in Thresholds.sections {
            for threshold in section.thresholds where "\(section.name).\(threshold.name)" == name {
                threshold.setValue(value, in: &thresholds)
                return true
            }
        }
        return false
    }

    /// The standard set of a kind of device.
    public static func standard(_ kind: TouchDeviceKind) -> String { #"{"standard":"\#(kind.rawValue)"}"# }

    /// The gestures of all subscriptions in the order in which they ended.
    public func events(of recording: Recording) throws -> [AbstractEvent] {
        try eventsBySubscription(of: recording).flatMap(\.self)
    }

    /// The gestures of each subscription in the order in which they ended.
    public func eventsBySubscription(of recording: Recording) throws -> [[AbstractEvent]] {
        var pipeline = Pipeline(thresholds: thresholds, server: "recognition")
        let device = try pipeline.add(
            id: "recording-1", node: "-", kind: recording.kind, recording.description, filtersContacts: filtersContacts)
        let client = try pipeline.connect()
        var end = recording.events.first?.time ?? Timestamp(microseconds: 0)
        for gesture in gestures {
            let request = Array(#"{"type":"subscribe","id":1,"gesture":\#(gesture)}"#.utf8) + [UInt8(ascii: "\n")]
            request.withUnsafeBytes { pipeline.receive($0, from: client, at: end) }
        }
        var reader = MessageReader(subscriptions: gestures.count)
        for event in recording.initialState { device.handle(event) }
        for event in recording.events {
            device.handle(.event(event))
            end = max(end, event.time)
            if event.type == EventType.synchronization { try reader.drain(&pipeline, client) }
        }
        while let deadline = pipeline.deadline {
            pipeline.expire(upTo: deadline)
            end = max(end, deadline)
        }
        pipeline.remove(device, at: end)
        try reader.drain(&pipeline, client)
        return reader.events.map(\.finished)
    }
}

/// Reads what one client is sent.
private struct MessageReader {
    /// Of each subscription, which are numbered from 1.
    var events: [AbstractEvents]
    private var lines = LineFramer(limit: .max)

    init(subscriptions: Int) { events = Array(repeating: AbstractEvents(), count: subscriptions) }

    mutating func drain(_ pipeline: inout Pipeline, _ client: ClientSession) throws {
        guard !client.outbox.isEmpty else { return }
        client.outbox.flush { bytes in
            lines.append(bytes)
            return bytes.count
        }
        while case .line(let line) = lines.next() { try decode(line) }
    }

    /// Values are cumulative: what is between the first and the last of a gesture need not be decoded, which is what
    /// takes the time.
    private mutating func decode(_ line: ArraySlice<UInt8>) throws {
        guard !MessageReader.isChange(line) else { return }
        switch try ServerMessage(line: Array(line)) {
        case .gesture(let message): events[message.subscription - 1].handle(message)
        case .error(let error): throw RecordingRun.Refusal(description: error.message)
        default: break
        }
    }

    /// The gesture's own phase is the first in its line.
    private static func isChange(_ line: ArraySlice<UInt8>) -> Bool {
        guard let key = line.firstRange(of: MessageReader.phaseKey) else { return false }
        return line[key.upperBound...].starts(with: "changed".utf8)
    }

    private static let phaseKey = Array(#""phase":""#.utf8)
}
