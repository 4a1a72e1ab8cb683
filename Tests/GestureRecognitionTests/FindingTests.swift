import GestureModel
import GestureRecognition
import Strokes
import Testing

/// An emitter that explains, and receives a hand's frames. Returns the descriptions of the findings.
private struct FindingTrial {
    private var emitter: GestureEmitter
    private var gestures: UInt64 = 0
    private var hand = Hand()

    init(_ gesture: GestureExpression, _ change: (inout Thresholds) -> Void = { _ in }, explains: Bool = true) {
        var thresholds = Thresholds()
        change(&thresholds)
        emitter = GestureEmitter(gesture, thresholds: thresholds, explains: explains)
    }

    /// Deadlines before the frame expire first.
    mutating func at(_ milliseconds: Double, _ touches: Touch...) -> [String] {
        var sentences = expire(before: Timestamp(milliseconds))
        emitter.update(hand.frame(at: Timestamp(milliseconds), touches), gestures: &gestures)
        sentences += emitter.findings.map(\.description)
        return sentences
    }

    mutating func wait() -> [String] { expire(before: Timestamp(microseconds: .max)) }

    mutating func cancel(_ reason: CancellationReason, at milliseconds: Double) -> [String] {
        emitter.cancel(reason, at: Timestamp(milliseconds))
        return emitter.findings.map(\.description)
    }

    private mutating func expire(before time: Timestamp) -> [String] {
        var sentences: [String] = []
        while let deadline = emitter.deadline, deadline < time {
            emitter.expire(at: deadline, gestures: &gestures)
            sentences += emitter.findings.map(\.description)
        }
        return sentences
    }
}

@Suite struct FindingTests {
    // MARK: - One gesture

    @Test(arguments: [(10.0, "tap: moved 14.2 pt > 10 pt at 92 ms"), (12, "tap: moved 14.2 pt > 12 pt at 92 ms")])
    func `the finding of a tap that moved has the distance, the limit and the time`(limit: Double, sentence: String) {
        var trial = FindingTrial(.tap(.init())) { $0.tap.maximumDistance = limit }
        #expect(trial.at(8, .down(1, 50, 50)) == [])
        #expect(trial.at(50, .move(1, 55, 50)) == [])
        #expect(trial.at(100, .move(1, 64.15, 50)) == [sentence])
        #expect(trial.at(108, .move(1, 90, 50)) == [])
        #expect(trial.at(116, .lift(1)) == [])
    }

    @Test func `with a higher limit the same tap is recognised`() {
        var trial = FindingTrial(.tap(.init())) { $0.tap.maximumDistance = 15 }
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(92, .move(1, 64.15, 50)) == [])
        #expect(trial.at(100, .lift(1)) == ["tap: recognised: 1 finger tapped at 100 ms"])
    }

    @Test(arguments: [
        (500, "long press: lifted after 300 ms < 500 ms at 300 ms"),
        (400, "long press: lifted after 300 ms < 400 ms at 300 ms"),
    ])
    func `the finding of a press that was too short has its duration`(limit: Int64, sentence: String) {
        var trial = FindingTrial(.longPress(.init())) { $0.longPress.minimumDuration = .milliseconds(limit) }
        #expect(trial.at(0, .down(1, 50, 50)) == [])
        #expect(trial.at(300, .lift(1)) == [sentence])
    }

    @Test func `a press wins when it is complete, not when it is pressing`() {
        var trial = FindingTrial(.longPress(.init()))
        #expect(trial.at(0, .down(1, 50, 50)) == [])
        #expect(trial.at(700, .lift(1)) == ["long press: recognised: 1 finger held at 500 ms"])
    }

    @Test(arguments: [(10.0, "drag: moved 9 pt < 10 pt at 60 ms"), (20, "drag: moved 9 pt < 20 pt at 60 ms")])
    func `the finding of a drag that was too short has its distance`(limit: Double, sentence: String) {
        var trial = FindingTrial(.drag(.init())) { $0.drag.minimumDistance = limit }
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(50, .move(1, 59, 50)) == [])
        #expect(trial.at(60, .lift(1)) == [sentence])
    }

    @Test func `a drag wins once`() {
        var trial = FindingTrial(.drag(.init()))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(8, .move(1, 62, 50)) == ["drag: recognised: 1 finger moved 12 pt at 8 ms"])
        #expect(trial.at(32, .move(1, 90, 50)) == [])
        #expect(trial.at(40, .lift(1)) == [])
    }

    @Test func `a swipe that was too slow has a finding`() {
        var trial = FindingTrial(.swipe(.init()))
        _ = trial.at(0, .down(1, 50, 50))
        _ = trial.at(2000, .move(1, 150, 50))
        let sentences = trial.at(2200, .lift(1))
        #expect(sentences.count == 1 && sentences[0].hasPrefix("swipe: went 50 pt/s < 100 pt/s"), "\(sentences)")
    }

    @Test func `the first of two taps that stays alone has a finding at its deadline`() {
        var trial = FindingTrial(.tap(.init(count: 2)))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(50, .lift(1)) == [])
        #expect(trial.wait() == ["tap: 1 tap < 2 at 400 ms"])
    }

    @Test func `a cancel from outside is the reason in the finding of an open gesture`() {
        var trial = FindingTrial(.drag(.init()))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(
            trial.cancel(.deviceLost, at: 20) == [
                "drag: cancelled: the device was removed or switched off, or the recording ended at 20 ms"
            ])
        #expect(trial.cancel(.deviceLost, at: 30) == [])
    }

    @Test func `an emitter without explanations has no findings`() {
        var trial = FindingTrial(.tap(.init()), explains: false)
        _ = trial.at(0, .down(1, 50, 50))
        #expect(trial.at(92, .move(1, 164, 50)) == [])
    }

    @Test(arguments: [
        (FailureReason.movedTooFar(by: 10, limit: 10), "moved 10 pt ≥ 10 pt"),
        (.heldTooLong(for: .milliseconds(750), limit: .milliseconds(750)), "held 750 ms ≥ 750 ms"),
        (.tooFewFingers(1, accepted: [2, 3]), "1 finger, needs 2 or 3"),
        (.tooFewFingers(1, accepted: .twoOrMore), "1 finger, needs 2 to 10"),
        (.deformedTooLittle(by: 3.19, limit: 16), "parted or turned 3.1 pt < 16 pt"),
    ])
    func `a failure is a number and its limit`(failure: FailureReason, sentence: String) {
        #expect(failure.description == sentence)
    }

    // MARK: - Compositions

    @Test func `each part of a race has a finding`() {
        var trial = FindingTrial(.composition(.init(.race, [.tap(.init()), .longPress(.init()), .drag(.init())])))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(
            trial.at(8, .move(1, 62, 50)) == [
                "tap (part 1): another gesture won at 8 ms", "long press (part 2): moved 12 pt > 10 pt at 8 ms",
                "drag (part 3): recognised: 1 finger moved 12 pt at 8 ms",
            ])
        #expect(trial.at(24, .lift(1)) == [])
    }

    @Test func `the part after a failed part of a sequence was not reached`() {
        var trial = FindingTrial(.composition(.init(.sequence, [.longPress(.init()), .drag(.init())])))
        _ = trial.at(0, .down(1, 50, 50))
        #expect(
            trial.at(100, .lift(1)) == [
                "long press (part 1): lifted after 100 ms < 500 ms at 100 ms",
                "drag (part 2): not reached at 100 ms",
            ])
    }

    @Test func `the parts of a sequence win one after the other, and the next time again`() {
        var trial = FindingTrial(.composition(.init(.sequence, [.longPress(.init()), .drag(.init())])))
        for start in [0.0, 2000] {
            let id = start > 0 ? 2 : 1
            #expect(trial.at(start, .down(id, 50, 50)) == [])
            #expect(
                trial.at(start + 600, .move(id, 70, 50)) == [
                    "long press (part 1): recognised: 1 finger held at 500 ms",
                    "drag (part 2): recognised: 1 finger moved 20 pt at 600 ms",
                ])
            #expect(trial.at(start + 700, .lift(id)) == [])
        }
    }
}
