public import GestureModel
public import TouchInput
public import TouchRecordings

/// Where one finger was, from its touch to its lift, alone on its surface.
public struct Trace: Sendable {
    public struct Sample: Hashable, Sendable {
        public var time: Timestamp
        /// Points.
        public var position: Point

        public init(time: Timestamp, position: Point) {
            self.time = time
            self.position = position
        }
    }

    /// In the order of their times, no two of the same.
    public private(set) var samples: [Sample] = []
    /// When the finger left; nil where the recording ends before.
    public var lift: Timestamp?

    public init() {}

    /// A sample of the same time as the last replaces it, as it does in the tracker.
    public mutating func append(_ sample: Sample) {
        if sample.time == samples.last?.time { samples.removeLast() }
        samples.append(sample)
    }

    /// From the touch to the lift, or to the last sample of a finger that was never seen to leave.
    public var duration: Microseconds {
        guard let first = samples.first, let last = samples.last else { return .zero }
        return (lift ?? last.time) - first.time
    }
}

extension Trace {
    /// The episodes of a recording, each from nothing on the surface to nothing again, in which there was one finger.
    public static func episodes(of recording: Recording) throws(DeviceDescriptionError) -> [Trace] {
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        var episodes = Episodes()
        for event in recording.events {
            switch assembler.handle(event) {
            case .none: break
            case .frame: episodes.handle(assembler.frame)
            case .lost: episodes.spoil()
            }
        }
        return episodes.finish()
    }
}

/// Collects the single-finger episodes out of frames.
private struct Episodes {
    private enum State {
        case idle
        case single(Trace, id: Int)
        /// More than one finger, or one that was there before anyone looked: until all have left.
        case other
    }

    private var state = State.idle
    private var traces: [Trace] = []

    mutating func handle(_ frame: TouchFrame) {
        switch state {
        case .idle: begin(with: frame)
        case .single(let trace, let id): follow(trace, id, frame)
        case .other: break
        }
        if case .other = state, !frame.contacts.contains(where: \.isDown) { state = .idle }
    }

    /// What the fingers do from here on is not known.
    mutating func spoil() {
        if case .single = state { state = .other }
    }

    mutating func finish() -> [Trace] {
        if case .single(let trace, _) = state { traces.append(trace) }
        return traces
    }

    private mutating func begin(with frame: TouchFrame) {
        guard frame.contacts.count == 1, let contact = frame.contacts.first, contact.phase == .began else {
            state = .other
            return
        }
        follow(Trace(), contact.id, frame)
    }

    private mutating func follow(_ trace: Trace, _ id: Int, _ frame: TouchFrame) {
        guard frame.contacts.count == 1, let contact = frame.contacts.first, contact.id == id else {
            state = .other
            return
        }
        var trace = trace
        if contact.isDown {
            trace.append(Trace.Sample(time: frame.time, position: contact.position))
            state = .single(trace, id: id)
        } else {
            trace.lift = frame.time
            traces.append(trace)
            state = .idle
        }
    }
}
