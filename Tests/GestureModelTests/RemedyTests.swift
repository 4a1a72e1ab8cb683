import Testing

@testable import GestureModel

/// The settings that an explanation names.
@Suite struct RemedyTests {
    private func advice(
        _ gesture: GestureName, _ reason: CancellationReason, for milliseconds: Int64, moved distance: Double = 0,
        at age: Int64 = 50, fingers: Int = 1, on kind: TouchDeviceKind = .touchscreen
    ) -> String? {
        var touch = TouchExtent()
        touch.fingers = fingers
        touch.duration = .milliseconds(milliseconds)
        touch.move(to: distance, age: .milliseconds(age))
        return Remedy.advice(on: gesture, reason, in: touch, inStandardSetOf: kind, Thresholds())
    }

    private let held = CancellationReason.failed(.heldTooLong(for: .milliseconds(500), limit: .milliseconds(500)))
    private let moved = CancellationReason.failed(.movedTooFar(by: 10.4, limit: 10))

    @Test func `a tap that was held names each duration that it reached, and how long it lasted`() {
        #expect(advice(.tap, held, for: 608) == "[touchscreen] tapDuration and holdDuration above 0.61")
        #expect(advice(.tap, held, for: 400, on: .touchpad) == "[touchpad] tapDuration above 0.4")
        #expect(advice(.tap, held, for: 600, on: .touchpad) == "[touchpad] tapDuration and holdDuration above 0.6")
        // With a longer tapDuration it is still a press.
        #expect(advice(.tap, .outcompeted, for: 608) == "[touchscreen] tapDuration and holdDuration above 0.61")
    }

    @Test func `a tap that another movement outcompeted, or that was held for longer than any tap, names nothing`() {
        #expect(advice(.tap, .outcompeted, for: 300, moved: 200) == nil)
        #expect(advice(.tap, .outcompeted, for: 700, moved: 200) == nil)
        #expect(advice(.tap, held, for: 12_000) == nil)
    }

    @Test func `a tap that moved names each distance that it passed at the time when that applied`() {
        #expect(advice(.tap, moved, for: 128, moved: 15.7) == "[touchscreen] earlySlop above 15.7")
        #expect(advice(.tap, moved, for: 308, moved: 15.7) == "[touchscreen] earlySlop and slop above 15.7")
        #expect(advice(.tap, moved, for: 308, moved: 15.7, at: 250) == "[touchscreen] slop above 15.7")
        #expect(
            advice(.tap, moved, for: 308, moved: 37.75)
                == "[touchscreen] earlySlop, slop and tapDistance above 37.8")
        #expect(advice(.tap, moved, for: 308, moved: 400) == nil)
    }

    @Test func `one finger on a touchpad drags nothing, so only the tap's own distance decides`() {
        #expect(advice(.tap, moved, for: 308, moved: 37.75, on: .touchpad) == "[touchpad] tapDistance above 37.8")
        #expect(
            advice(.tap, moved, for: 308, moved: 37.75, fingers: 2, on: .touchpad)
                == "[touchpad] earlySlop, slop and tapDistance above 37.8")
    }

    @Test func `a start too far from the edge names the distance that would be enough`() {
        let far = CancellationReason.failed(.startedFarFromEdge(by: 56.69, limit: 30))
        #expect(advice(.drag, far, for: 300) == "[edges] distance above 56.7")
    }
}
