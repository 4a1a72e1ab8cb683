import Foundation
import GestureModel
import Testing
import TouchRecordings

/// The synthetic hand, and recordings in files.
@Suite struct HandTests {
    private let drag = Hand().down(at: Point(x: 100, y: 100)).move(to: Point(x: 500, y: 100), in: 0.5).up()

    @Test func `the same calls make the same frames, another seed others`() {
        let again = Hand().down(at: Point(x: 100, y: 100)).move(to: Point(x: 500, y: 100), in: 0.5).up()
        let other = Hand(seed: 2).down(at: Point(x: 100, y: 100)).move(to: Point(x: 500, y: 100), in: 0.5).up()
        #expect(again.frames == drag.frames && other.frames != drag.frames)
    }

    @Test func `frames begin, move and end, with increasing times, at the rate`() {
        let phases = drag.frames.map { $0.contacts[0].phase }
        #expect(phases.first == .began && phases.last == .ended)
        #expect(phases.dropFirst().dropLast().allSatisfy { $0 == .moved })
        let times = drag.frames.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect((55...65).contains(drag.frames.count), "0.5 s at 120 Hz")
    }

    @Test func `reports scatter across the movement by the deviation that was measured`() {
        var squares: [Double] = []
        for seed in 1...40 as ClosedRange<UInt64> {
            let hand = Hand(seed: seed).down(at: .zero).move(to: Point(x: 400, y: 0), in: 0.5)
            squares += hand.frames.dropFirst().map { $0.contacts[0].position.y * $0.contacts[0].position.y }
        }
        let deviation = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
        #expect((0.2...0.24).contains(deviation), "\(deviation) pt")
    }

    @Test func `without jitter a hand speeds up and brakes evenly, and ends where it was sent`() {
        let hand = Hand(jitter: .none).down(at: .zero).move(to: Point(x: 100, y: 50), in: 0.1)
        let places = hand.frames.map { $0.contacts[0].position }
        #expect(places.last == Point(x: 100, y: 50))
        let steps = zip(places, places.dropFirst()).map { ($1 - $0).length }
        #expect(steps[0] < steps[5] && steps[steps.count - 1] < steps[5])
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.x <= $1.x })
    }

    @Test func `two fingers touch down together, and another one later`() {
        let hand = Hand(jitter: .none).down(at: .zero, Point(x: 50, y: 0)).hold(0.1).down(at: Point(x: 100, y: 0)).up()
        #expect(hand.frames.map(\.contacts.count) == [2, 3, 3])
        #expect(hand.frames[1].contacts.map(\.phase) == [.stationary, .stationary, .began])
        let tap = Hand().tap(at: .zero, Point(x: 50, y: 0))
        #expect(tap.frames[0].contacts.map(\.phase) == [.began, .began])
        #expect(tap.frames.last?.contacts.map(\.phase) == [.ended, .ended])
    }

    @Test func `a missing file and one that is no recording name the path and the reason`() throws {
        let missing = #expect(throws: RecordingFileError.self) { try Recording(contentsOf: "/nonexistent.evemu") }
        #expect(missing.map { "\($0)" }?.hasPrefix("/nonexistent.evemu: ") == true)
        let file = URL.temporaryDirectory.appending(path: "gestured-hand-\(UUID()).evemu")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("nonsense".utf8).write(to: file)
        let invalid = #expect(throws: RecordingFileError.self) { try Recording(contentsOf: file.path) }
        #expect(invalid.map { $0.reason.isEmpty } == false)
    }

    @Test func `a movement of less than a microsecond moves`() {
        let hand = Hand(jitter: .none).down(at: .zero).move(to: Point(x: 10, y: 0), in: 1e-9)
        #expect(hand.frames.last?.contacts[0].position == Point(x: 10, y: 0))
    }

    @Test func `a hand that taps with fingers down traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Hand().down(at: .zero).tap(at: Point(x: 10, y: 0))
        }
        expect(result, "a hand with 1 fingers down cannot tap")
    }

    @Test func `a rate that has no microseconds between reports traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Hand(rate: 3_000_000)
        }
        expect(result, "a hand's rate must be 1 to 100000 reports per second, not 3000000.0")
    }

    @Test func `a jitter that is not a number traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Hand(jitter: Hand.Jitter(interval: .nan))
        }
        expect(result, "a hand's jitter must have an interval below 1")
    }

    /// A release build traps without a message.
    private func expect(_ result: ExitTest.Result?, _ message: String) {
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!_isDebugAssertConfiguration() || output.contains(message), "\(output.prefix(400))")
    }

}
