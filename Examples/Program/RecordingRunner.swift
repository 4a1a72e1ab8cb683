internal import ExampleViews
internal import GestureClient
internal import GestureModel
internal import Gestures
internal import Glibc
internal import TouchInput
internal import TouchRecordings

/// Runs an example on the frames of a recording, with the library's own recogniser.
final class RecordingRunner: ExampleRunner {
    private var now: Timestamp
    private let screen = Screen()
    private let recording: Recording
    private var assembler: FrameAssembler
    private let start: Timestamp
    /// The monotonic clock when the recording was started; nil to play it without waiting.
    private let realStart: Timestamp?
    private var lastDrawing: Timestamp

    /// The time from the last event to the removal of the device, as in `gestured --play`.
    private static let removalDelay = Microseconds.milliseconds(500)

    init(_ recording: Recording, isFast: Bool) throws(DeviceDescriptionError) {
        self.recording = recording
        assembler = try FrameAssembler(recording.description, kind: recording.kind)
        start = recording.events.first?.time ?? Timestamp(microseconds: 0)
        now = start
        lastDrawing = start
        realStart = isFast ? nil : .now
        screen.start(at: start)
    }

    private func note(_ text: String) { screen.print(text, at: now) }

    func play(_ feedback: SensoryFeedback) {
        screen.print("haptic feedback: \(feedback.haptic.rawValue)", at: now)
    }

    func run(_ view: some View) {
        let gesture = view.gesture.onCancelled { [weak self] in self?.note("cancelled \($0.name)") }
        let recogniser = GestureRecogniser(gesture, surface: assembler.surface)
        screen.draw(view.body(at: now), at: now)
        for event in recording.events {
            advance(to: event.time, recogniser, view)
            switch assembler.handle(event) {
            case .none: break
            case .frame: recogniser.update(assembler.frame)
            case .lost: recogniser.cancel(.resynchronised, at: now)
            }
        }
        // One microsecond longer, so that a deadline at the moment of the removal expires before it.
        advance(to: now + Self.removalDelay + Microseconds(1), recogniser, view)
        recogniser.cancel(.deviceLost, at: now)
        while !view.isSettled(at: now) { advance(to: now + screen.interval, recogniser, view) }
        screen.draw(view.body(at: now), at: now)
    }

    /// Expires deadlines and draws the view until `end`.
    private func advance(to end: Timestamp, _ recogniser: GestureRecogniser, _ view: some View) {
        while let next = [nextDrawing, recogniser.deadline].compactMap({ $0 }).min(), next < end {
            wait(until: next)
            recogniser.expire(at: now)
            guard next == nextDrawing else { continue }
            screen.draw(view.body(at: now), at: now)
            lastDrawing = now
        }
        wait(until: end)
    }

    private var nextDrawing: Timestamp { lastDrawing + screen.interval }

    private func wait(until time: Timestamp) {
        now = max(now, time)
        guard let realStart else { return }
        let delay = (realStart + (now - start) - Timestamp.now).count
        if delay > 0 { usleep(UInt32(clamping: delay)) }
    }
}
