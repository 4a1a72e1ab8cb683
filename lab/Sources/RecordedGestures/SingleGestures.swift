public import GestureModel
internal import Gestures
internal import TouchInput
public import TouchRecordings

/// A receiver of one gesture: a subscription as an action has it, and the library's gesture of the same fingers.
public struct SingleReceiver: Sendable {
    /// The word of RULES.md for what it receives, and the fingers: `scroll2`.
    public let name: String
    /// The subscription's expression. Every parameter but the fingers has its default.
    public let gesture: String

    fileprivate let library: Library
    fileprivate let fingers: FingerCounts

    fileprivate enum Library { case tap, longPress, drag, swipe, magnify, rotate }

    private init(_ name: String, _ gesture: String, _ library: Library, _ fingers: FingerCounts) {
        let counts = fingers.counts
        self.name = counts.count == 1 ? "\(name)\(counts[0])" : name
        self.gesture = #"{"\#(gesture)":{"fingers":\#(counts)}}"#
        self.library = library
        self.fingers = fingers
    }

    /// What people make rules for. On a touchpad, one finger that moves points, and what it does is not scored.
    public static func all(on kind: TouchDeviceKind) -> [SingleReceiver] {
        kind == .touchpad ? several : several + [.init("tap", "tap", .tap, 5), .init("drag", "drag", .drag, 1)]
    }

    private static let several =
        (1...4).map { SingleReceiver("tap", "tap", .tap, .init($0)) }
        + (1...2).map { SingleReceiver("hold", "longPress", .longPress, .init($0)) }
        + (2...4).map { SingleReceiver("drag", "drag", .drag, .init($0)) }
        + (3...4).map { SingleReceiver("swipe", "swipe", .swipe, .init($0)) }
        + (2...4).map { SingleReceiver("pinch", "magnify", .magnify, .init($0)) }
        + [SingleReceiver("rotate", "rotate", .rotate, [2, 3, 4])]
}

/// A recording's frames, without palms and faults, handed to the Swift library as an app hands it its own.
public struct LibraryRun {
    private let recording: Recording

    public init(_ recording: Recording) { self.recording = recording }

    /// What each receiver's gesture ended with, in the order of ``SingleReceiver/all(on:)``.
    public func eventsByReceiver() throws -> [[AbstractEvent]] {
        var assembler = try FrameAssembler(recording.description, kind: recording.kind)
        var filter = ContactFilter(for: assembler, recording.description, kind: recording.kind)
        let runs = SingleReceiver.all(on: recording.kind).map { Run($0, on: assembler.surface) }
        func update() {
            if let confirmed = filter.confirmed { for run in runs { run.update(confirmed) } }
            guard !filter.frame.contacts.isEmpty else { return }
            for run in runs { run.update(filter.frame) }
        }
        func release(until time: Timestamp) {
            while let deadline = filter.deadline, deadline <= time {
                filter.expire(at: deadline)
                update()
            }
        }
        for event in recording.events where assembler.handle(event) == .frame {
            release(until: assembler.frame.time)
            filter.filterFrame(of: &assembler)
            update()
        }
        let end = (recording.events.last?.time ?? Timestamp(microseconds: 0)) + .milliseconds(10_000)
        release(until: end)
        for run in runs { run.expire(at: end) }
        return runs.map(\.finished)
    }

    /// What the callbacks of one gesture received.
    private final class Run {
        private(set) var finished: [AbstractEvent] = []
        /// Of the frame that is handled: a tap and a press have no time.
        private var now = Timestamp(microseconds: 0)
        /// When the gesture in progress began.
        private var start: Timestamp?
        private var recogniser: GestureRecogniser?

        init(_ receiver: SingleReceiver, on surface: Surface) {
            recogniser = GestureRecogniser(gesture(receiver.library, receiver.fingers), surface: surface)
        }

        func update(_ frame: TouchFrame) {
            now = frame.time
            recogniser?.update(frame)
        }

        func expire(at time: Timestamp) {
            now = time
            recogniser?.expire(at: time)
        }

        private func gesture(_ gesture: SingleReceiver.Library, _ fingers: FingerCounts) -> AnyGesture<Void> {
            let count = fingers.most
            switch gesture {
            case .tap:
                return recorded(TapGesture(fingers: fingers).map { true }) { _ in
                    .tap(.init(fingers: count, count: 1, location: .zero))
                }
            case .longPress:
                return recorded(LongPressGesture(fingers: fingers)) { _ in
                    .longPress(
                        .init(
                            fingers: count, location: .zero, startLocation: .zero, pressing: true, completed: true,
                            deadline: nil))
                }
            case .drag:
                return recorded(DragGesture(fingers: fingers)) { value in
                    .drag(
                        .init(
                            fingers: value.fingers, location: value.location, startLocation: value.startLocation,
                            velocity: value.velocity))
                }
            case .swipe:
                return recorded(SwipeGesture(fingers: fingers)) { value in
                    .swipe(
                        .init(
                            fingers: value.fingers, direction: value.direction, location: value.location,
                            startLocation: value.startLocation, velocity: value.velocity))
                }
            case .magnify:
                return recorded(MagnifyGesture(fingers: fingers)) { value in
                    .magnify(
                        .init(
                            fingers: value.fingers, location: value.startLocation, startLocation: value.startLocation,
                            magnification: value.magnification, velocity: value.velocity))
                }
            case .rotate:
                return recorded(RotateGesture(fingers: fingers)) { value in
                    .rotate(
                        .init(
                            fingers: value.fingers, location: value.startLocation, startLocation: value.startLocation,
                            rotation: value.rotation.radians, velocity: value.velocity.radians))
                }
            }
        }

        private func begin() { start = start ?? now }

        private func end(_ value: GestureValue) {
            if let event = AbstractEvents.event(value, from: start ?? now, to: now) { finished.append(event) }
            start = nil
        }

        private func recorded<Recorded: Gesture>(
            _ gesture: Recorded, _ value: @escaping (Recorded.Value) -> GestureValue
        ) -> AnyGesture<Void> where Recorded.Value: Equatable {
            AnyGesture(
                gesture
                    .onChanged { [weak self] _ in self?.begin() }
                    .onCancelled { [weak self] _ in self?.start = nil }
                    .onEnded { [weak self] ended in self?.end(value(ended)) }
                    .map { _ in })
        }
    }
}
