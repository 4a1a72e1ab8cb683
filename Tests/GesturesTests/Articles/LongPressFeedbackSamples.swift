import GestureModel
import Gestures
import Strokes
import Testing

private final class DeletableRow {
    let progress = LongPressProgress()
    private(set) var isDeleted = false

    var gesture: some Gesture<Bool> {
        onLongPressGesture(minimumDuration: 1, progress: progress) { [weak self] in self?.isDeleted = true }
    }

    /// The width of the red part of the row, in points.
    func redWidth(at time: Timestamp) -> Double { 300 * progress.fraction(at: time) }

    /// True if the bin is red.
    func isArmed(at time: Timestamp) -> Bool { progress.fraction(at: time) > 0.5 }
}

private struct HoldRing {
    @GestureState(resetTransaction: Transaction(animation: .smooth(duration: 0.25))) var isHolding = false
    @State private(set) var isDeleted = false
    private let ring: AnimatedState<Double>

    init() { ring = _isHolding.shown { $0 ? 1 : 0 } }

    var gesture: some Gesture<Bool> {
        LongPressGesture(minimumDuration: 1)
            .updating($isHolding) { value, state, transaction in
                state = value
                transaction.animation = .linear(duration: 1)
            }
            .onEnded { _ in isDeleted = true }
    }

    /// The fraction of the ring that is drawn, 0…1.
    func shown(at time: Timestamp) -> Double { min(max(ring.value(at: time), 0), 1) }
}

/// The samples of LongPressFeedback.md, and the statements about them.
@Suite struct LongPressFeedbackSamples {
    @Test func `a press is detected at touch-down, and over when it is complete`() {
        var (isDetecting, didComplete) = (false, false)

        let gesture = onLongPressGesture(minimumDuration: 0.5) {
            didComplete = true
        } onPressingChanged: { isPressing in
            isDetecting = isPressing
            if !isPressing { didComplete = false }
        }

        var hand = Hand(gesture)
        hand.at(0, .down(1, 10, 10))
        #expect(isDetecting && !didComplete)
        hand.wait(until: 500)
        #expect(!isDetecting && didComplete)
        hand.at(700, .lift(1))
        #expect(!isDetecting && didComplete)
        hand.at(1000, .down(2, 10, 10))
        hand.at(1200, .lift(2))
        #expect(!isDetecting && !didComplete)
    }

    @Test func `press and hold is pressed until the lift, and does not succeed`() {
        @GestureState var isPressed = false
        var scale: Double { isPressed ? 0.95 : 1 }

        let gesture = LongPressGesture(minimumDuration: .infinity)
            .updating($isPressed) { value, state, _ in state = value }

        var outcomes: [String] = []
        var hand = Hand(
            gesture.onEnded { _ in outcomes.append("ended") }.onCancelled { outcomes.append($0.name) })
        hand.at(0, .down(1, 10, 10))
        hand.wait(until: 60_000)
        #expect(scale == 0.95)
        hand.at(60_001, .lift(1))
        #expect(scale == 1 && outcomes.isEmpty)
    }

    @Test func `a row's red part grows evenly, is armed from half on, and deletes when full`() {
        let row = DeletableRow()
        var hand = Hand(row.gesture)
        hand.at(0, .down(1, 10, 10))
        #expect(row.redWidth(at: milliseconds(0)) == 0)
        #expect(row.redWidth(at: milliseconds(250)) == 75)
        #expect(!row.isArmed(at: milliseconds(500)) && row.isArmed(at: milliseconds(501)))
        hand.wait(until: 999)
        #expect(!row.isDeleted)
        hand.wait(until: 1000)
        #expect(row.isDeleted && row.redWidth(at: milliseconds(1000)) == 300)
    }

    @Test func `a row that is released early is neither deleted nor red`() {
        let row = DeletableRow()
        var hand = Hand(row.gesture)
        hand.at(0, .down(1, 10, 10))
        hand.at(900, .lift(1))
        #expect(!row.isDeleted && row.redWidth(at: milliseconds(900)) == 0)
        hand.at(2000, .down(2, 10, 10))
        hand.cancel(.deviceLost, at: 2900)
        #expect(!row.isDeleted && row.redWidth(at: milliseconds(2900)) == 0)
    }

    @Test func `the ring grows evenly and is full at the time of the deletion`() {
        let item = HoldRing()
        var hand = Hand(item.gesture)
        hand.at(0, .down(1, 10, 10))
        for time in stride(from: Int64(0), through: 1000, by: 50) {
            #expect(isClose(item.shown(at: milliseconds(time)), Double(time) / 1000, within: 1e-9))
        }
        hand.wait(until: 999)
        #expect(!item.isDeleted)
        hand.wait(until: 1000)
        #expect(item.isDeleted)
    }

    @Test func `after an early release nothing is deleted, and the ring runs back from its value`() {
        let item = HoldRing()
        var hand = Hand(item.gesture)
        hand.at(0, .down(1, 10, 10))
        hand.at(600, .lift(1))
        #expect(isClose(item.shown(at: milliseconds(600)), 0.6, within: 1e-9))
        #expect(item.shown(at: milliseconds(2000)) == 0 && !item.isDeleted)
        hand.at(2100, .down(2, 10, 10))
        hand.cancel(.deviceLost, at: 2300)
        #expect(item.shown(at: milliseconds(4000)) == 0 && !item.isDeleted)
    }

    @Test func `pressed again while it runs back, the ring continues from its value and stays in 0…1`() {
        let item = HoldRing()
        var hand = Hand(item.gesture)
        hand.at(0, .down(1, 10, 10))
        hand.at(900, .lift(1))
        let before = item.shown(at: milliseconds(950))
        hand.at(950, .down(2, 10, 10))
        #expect(isClose(item.shown(at: milliseconds(950)), before, within: 1e-9))
        hand.wait(until: 1949)
        #expect(!item.isDeleted, "each press takes one second")
        hand.wait(until: 1950)
        #expect(item.isDeleted)
    }

    @Test func `a press plays a light impact at its beginning and success at its completion`() {
        var played: [SensoryFeedback] = []
        func play(_ feedback: SensoryFeedback) { played.append(feedback) }

        let gesture = onLongPressGesture(minimumDuration: 0.5) {
            play(.success)
        } onPressingChanged: { isPressing in
            if isPressing { play(.impact(weight: .light)) }
        }

        var hand = Hand(gesture)
        hand.at(0, .down(1, 10, 10))
        #expect(played == [.impact(weight: .light)])
        hand.wait(until: 500)
        hand.at(600, .lift(1))
        #expect(played == [.impact(weight: .light), .success])
    }
}
