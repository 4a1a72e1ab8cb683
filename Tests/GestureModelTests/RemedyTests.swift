import Testing

@testable import GestureModel

/// The settings that an explanation names.
@Suite struct RemedyTests {
    private func advice(
        _ gesture: GestureName, _ reason: CancellationReason, for milliseconds: Int64, moved distance: Double = 0,
        at age: Int64 = 50, fingers: Int = 1, on kind: TouchDeviceKind = .touchscreen, isStandard: Bool = true,
        rest: Int64 = 0,
        made: TouchExtent.Made? = nil
    ) -> String? {
        var touch = TouchExtent()
        touch.fingers = fingers
        touch.duration = .milliseconds(milliseconds)
        (touch.rest, touch.steady, touch.made) = (.milliseconds(rest), .milliseconds(milliseconds), made)
        touch.move(to: distance, age: .milliseconds(age))
        return Remedy.advice(on: gesture, reason, in: touch, on: kind, Thresholds(), isStandard: isStandard)
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

    @Test func `a tap that another movement outcompeted, or that was held for longer than any tap, names no setting`() {
        #expect(advice(.tap, .outcompeted, for: 300, moved: 200) == nil)
        #expect(advice(.tap, .outcompeted, for: 700, moved: 200) == nil)
        #expect(advice(.tap, held, for: 12_000) == "lift within 0.5 s")
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
        #expect(advice(.tap, moved, for: 208, moved: 37.75, on: .touchpad) == "[touchpad] tapDistance above 37.8")
        #expect(
            advice(.tap, moved, for: 208, moved: 37.75, fingers: 2, on: .touchpad)
                == "[touchpad] earlySlop, slop and tapDistance above 37.8")
    }

    @Test func `what moved too far and was held too long names both, whichever was reported`() {
        for reason in [moved, held] {
            #expect(
                advice(.tap, reason, for: 608, moved: 15.7, fingers: 3, on: .touchpad)
                    == "[touchpad] slop above 15.7, and tapDuration and holdDuration above 0.61", "\(reason)")
            #expect(
                advice(.tap, reason, for: 608, moved: 15.7)
                    == "[touchscreen] earlySlop and slop above 15.7, and tapDuration and holdDuration above 0.61")
        }
        // A finger that moves the pointer is no long press.
        #expect(
            advice(.tap, held, for: 608, moved: 30, on: .touchpad)
                == "[touchpad] tapDistance above 30, and tapDuration above 0.61")
    }

    @Test func `one of several fingers on a touchscreen rolls farther, up to 1.6 times tapDistance`() {
        let rolled = CancellationReason.failed(.movedTooFar(by: 46, limit: 44.8))
        #expect(
            advice(.tap, moved, for: 100, moved: 40, fingers: 2) == "[touchscreen] earlySlop and slop above 40")
        #expect(
            advice(.tap, rolled, for: 100, moved: 46, fingers: 2)
                == "[touchscreen] tapDistance above 28.8")
    }

    @Test func `what went far and was held for long as well was not meant to tap`() {
        #expect(advice(.tap, held, for: 608, moved: 50) == nil)
    }

    @Test func `a press that lifted early names how long it rested, and motion that is too little how far it went`() {
        let early = CancellationReason.failed(.liftedEarly(after: .milliseconds(315), limit: .milliseconds(500)))
        #expect(advice(.longPress, early, for: 315) == "[touchscreen] holdDuration at most 0.31")
        // What moved and lifted early is near no press.
        #expect(advice(.longPress, moved, for: 315, moved: 15.7) == nil)
        #expect(advice(.longPress, moved, for: 708, moved: 15.7) == "[touchscreen] earlySlop and slop above 15.7")
        let near = CancellationReason.failed(.movedTooLittle(by: 7.28, limit: 10))
        #expect(advice(.drag, near, for: 315) == "[touchscreen] slop, earlySlop and tapDistance at most 7.2")
        #expect(advice(.drag, near, for: 315, fingers: 2) == nil)
        #expect(advice(.drag, near, for: 315, on: .touchpad) == "[touchpad] slop at most 7.2")
        let unclear = CancellationReason.failed(.deformedTooLittle(by: 28, limit: 32))
        #expect(advice(.magnify, unclear, for: 315, on: .touchpad) == "[touchpad] earlySlop at most 13.9")
        // No slop makes a movement of what rests, nor a drag of what pinched or clicked.
        #expect(advice(.drag, .failed(.movedTooLittle(by: 4.9, limit: 10)), for: 315) == nil)
        #expect(advice(.drag, near, for: 315, made: .motion) == nil)
        #expect(advice(.tap, held, for: 608, made: .click) == nil)
    }

    @Test func `a gesture alone names its own setting, unless the request names the limit`() {
        func alone(_ gesture: GestureName, _ failure: FailureReason, rest: Int64 = 0) -> String? {
            advice(gesture, .failed(failure), for: 315, isStandard: false, rest: rest)
        }
        #expect(alone(.swipe, .tooSlow(71.28, limit: 100)) == "[swipe] minimumVelocity at most 71.2")
        #expect(alone(.swipe, .movedTooLittle(by: 12.5, limit: 25)) == "[swipe] minimumDistance at most 12.4")
        #expect(
            alone(.rotate, .turnedTooLittle(by: .pi / 360, limit: .pi / 180))
                == "[rotate] minimumAngleDelta at most 0.49")
        #expect(
            alone(.longPress, .liftedEarly(after: .milliseconds(50), limit: .milliseconds(300)))
                == "minimumDuration in the request at most 0.04")
        #expect(
            alone(.swipe, .liftedSlowly(120, limit: 400)) == "minimumLiftVelocity in the request at most 119.9")
        // A finger that has stopped is as slow as it gets.
        #expect(alone(.swipe, .liftedSlowly(0, limit: 400), rest: 52) == "[velocity] stopTime above 0.06")
        #expect(alone(.swipe, .liftedSlowly(0, limit: 400), rest: 280) == nil)
    }

    @Test func `an edge's own distance is no setting`() {
        #expect(advice(.drag, .failed(.movedTooLittle(by: 12, limit: 25)), for: 300, isStandard: false) == nil)
        #expect(
            advice(.swipe, .failed(.movedTooLittle(by: 12, limit: 25)), for: 300, moved: 40, isStandard: false) == nil)
    }

    @Test func `a start too far from the edge names the distance that would be enough`() {
        let far = CancellationReason.failed(.startedFarFromEdge(by: 56.69, limit: 30))
        #expect(advice(.drag, far, for: 300) == "[edges] distance above 56.7")
    }

    /// A tap of two fingers that rolled 21.9 points and were held for 586 ms.
    private func advice(isEnough: @escaping (Thresholds) -> Bool) -> String? {
        var touch = TouchExtent()
        (touch.fingers, touch.duration) = (2, .milliseconds(586))
        touch.move(to: 21.9, age: .milliseconds(50))
        return Remedy.advice(on: .tap, held, in: touch, on: .touchscreen, Thresholds(), isEnough: isEnough)
    }

    @Test func `of several settings and amounts, only what the fingers need is named`() {
        #expect(
            advice { _ in true }
                == "[touchscreen] earlySlop and slop above 21.9, and tapDuration and holdDuration above 0.59")
        #expect(
            advice { $0.touchscreen.tapDuration >= .milliseconds(547) } == "[touchscreen] tapDuration above 0.55")
        #expect(
            advice { $0.touchscreen.tapDuration > .milliseconds(580) && $0.touchscreen.slop > 13.2 }
                == "[touchscreen] slop above 13.3, and tapDuration above 0.59")
        #expect(
            advice { min($0.touchscreen.slop, $0.touchscreen.earlySlop) >= 15 }
                == "[touchscreen] earlySlop and slop above 15")
    }

    @Test func `settings that are not enough are not named`() {
        #expect(advice { _ in false } == nil)
        #expect(advice { $0.touchscreen.slop > 40 } == nil)
    }

    @Test func `a limit has its name where a set has several of them`() {
        func name(_ failure: FailureReason, on kind: TouchDeviceKind = .touchscreen) -> String? {
            Remedy.name(ofLimit: .failed(failure), on: kind, Thresholds())
        }
        #expect(name(.movedTooLittle(by: 4, limit: 10)) == nil)
        #expect(name(.movedTooLittle(by: 12, limit: 28)) == "tapDistance, because a fingertip may have rolled")
        #expect(
            name(.movedTooLittle(by: 12, limit: 28 * 1.6)) == "1.6 × tapDistance, because a fingertip may have rolled")
        #expect(name(.movedTooFar(by: 12, limit: 10)) == "slop")
        #expect(name(.movedTooFar(by: 30, limit: 28)) == "tapDistance")
        #expect(name(.movedTooFar(by: 12, limit: 10), on: .touchpad) == "slop")
        #expect(name(.deformedTooLittle(by: 4, limit: 16), on: .touchpad) == "earlySlop")
        #expect(
            name(.deformedTooLittle(by: 14, limit: 20), on: .touchpad)
                == "2 × slop, because they went neither clearly together nor apart")
        #expect(name(.movedTooLittle(by: 12, limit: 17)) == nil && name(.clicked) == nil)
    }
}
