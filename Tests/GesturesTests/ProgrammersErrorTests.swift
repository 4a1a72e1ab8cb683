import GestureModel
import GestureRecognition
import Gestures
import Testing

/// Each traps with a sentence that names what was wrong. (Run as child processes.)
@Suite struct ProgrammersErrorTests {
    @Test func `a bounce that swings ever wider`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Spring(duration: 0.5, bounce: 1.5)
        }
        expect(result, "a spring's bounce is above -1 and at most 1, not 1.5")
    }

    @Test func `a negative duration`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Animation.easeIn(duration: -1)
        }
        expect(result, "an animation's duration is 0 s or more, not -1.0")
    }

    @Test func `a value that is not a number`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var value = AnimatedValue(0.0)
            value.set(.nan, at: .init(microseconds: 0))
        }
        expect(result, "an animated value is finite, not nan")
    }

    @Test func `a detent in a list of none`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Detents([])
        }
        expect(result, "detents need at least one position")
    }

    @Test func `a drag that begins before it moves`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(minimumDistance: -1)
        }
        expect(result, "a drag begins after 0 pt or more, not -1.0")
    }

    @Test func `a drag that never begins`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(minimumDistance: .infinity)
        }
        expect(result, "a drag begins after 0 pt or more, not inf")
    }

    @Test func `a drag after no number of points`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(minimumDistance: .nan)
        }
        expect(result, "a drag begins after 0 pt or more, not nan")
    }

    @Test func `a press shorter than nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LongPressGesture(minimumDuration: -0.1)
        }
        expect(result, "a long press lasts at least 0 s, not -0.1")
    }

    @Test func `a press of no number of seconds`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LongPressGesture(minimumDuration: .nan)
        }
        expect(result, "a long press lasts at least 0 s, not nan")
    }

    @Test func `a press that may move less than nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LongPressGesture(maximumDistance: -1)
        }
        expect(result, "a long press may move 0 pt or more, not -1.0")
    }

    @Test func `no tap at all`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TapGesture(count: 0)
        }
        expect(result, "a tap gesture is of 1…10 taps, not 0")
    }

    @Test func `more taps than anybody counts`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SpatialTapGesture(count: 11)
        }
        expect(result, "a tap gesture is of 1…10 taps, not 11")
    }

    @Test func `eleven fingers`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(fingers: 11)
        }
        expect(result, "11 fingers, not 1…10")
    }

    @Test func `a gesture of no fingers`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TapGesture(fingers: [])
        }
        expect(result, "a gesture needs at least one number of fingers")
    }

    @Test func `a swipe without direction`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(directions: [])
        }
        expect(result, "a swipe needs at least one direction")
    }

    @Test func `a swipe that goes nowhere`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(minimumDistance: 0)
        }
        expect(result, "a swipe goes more than 0 pt, not 0.0")
    }

    @Test func `a swipe that never ends`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(minimumDistance: .infinity)
        }
        expect(result, "a swipe goes more than 0 pt, not inf")
    }

    @Test func `a swipe slower than standing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(minimumVelocity: -1)
        }
        expect(result, "a swipe lifts at 0 pt/s or more, not -1.0")
    }

    @Test func `a swipe at no number`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(minimumVelocity: .nan)
        }
        expect(result, "a swipe lifts at 0 pt/s or more, not nan")
    }

    @Test func `a swipe of no fingers`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(fingers: [])
        }
        expect(result, "a gesture needs at least one number of fingers")
    }

    @Test func `a swipe from no edge`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(edges: [])
        }
        expect(result, "a gesture that starts at an edge needs at least one edge")
    }

    @Test func `a drag from an edge that ends before it begins`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(edges: .left, edgeDistance: -1)
        }
        expect(result, "an edge reaches 0 pt or more into the surface, not -1.0")
    }

    @Test func `a drag from an edge of a surface that nobody knows`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(DragGesture(edges: .left).simultaneously(with: TapGesture()))
        }
        expect(result, "a gesture that starts at an edge needs a surface, and none was given")
    }

    @Test func `a swipe from an edge of a surface that nobody knows`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(SwipeGesture(edges: .all), region: Region(x: 0, y: 0, width: 9, height: 9))
        }
        expect(result, "a gesture that starts at an edge needs a surface, and none was given")
    }

    @Test func `an expression without an edge to start at`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let surface = Surface(size: Vector(dx: 100, dy: 100))
            _ = GestureExpression.drag(.init(edges: [])).recogniser(Thresholds(), surface: surface)
        }
        expect(result, "a gesture that starts at an edge needs at least one edge")
    }

    @Test func `a magnification that begins before it grows`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MagnifyGesture(minimumScaleDelta: -0.5)
        }
        expect(result, "a magnification begins after a change of 0 or more, not -0.5")
    }

    @Test func `a magnification after no number`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MagnifyGesture(minimumScaleDelta: .nan)
        }
        expect(result, "a magnification begins after a change of 0 or more, not nan")
    }

    @Test func `a magnification that never begins`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MagnifyGesture(minimumScaleDelta: .infinity)
        }
        expect(result, "a magnification begins after a change of 0 or more, not inf")
    }

    @Test func `a magnification of one finger`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MagnifyGesture(fingers: [1, 2])
        }
        expect(result, "this gesture is of 2…10 fingers, not 1")
    }

    @Test func `a magnification of no fingers`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MagnifyGesture(fingers: [])
        }
        expect(result, "a gesture needs at least one number of fingers")
    }

    @Test func `a rotation that begins before it turns`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = RotateGesture(minimumAngleDelta: .radians(-.pi))
        }
        expect(result, "a rotation begins after an angle of 0° or more, not -180.0°")
    }

    @Test func `a rotation after no number`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = RotateGesture(minimumAngleDelta: .degrees(.nan))
        }
        expect(result, "a rotation begins after an angle of 0° or more, not nan°")
    }

    @Test func `a rotation that never begins`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = RotateGesture(minimumAngleDelta: .degrees(.infinity))
        }
        expect(result, "a rotation begins after an angle of 0° or more, not inf°")
    }

    @Test func `a rotation of one finger`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = RotateGesture(fingers: 1)
        }
        expect(result, "this gesture is of 2…10 fingers, not 1")
    }

    @Test func `an expression of one finger that magnifies`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureExpression.Magnify(fingers: 1)
        }
        expect(result, "one finger magnifies nothing; 2…10 do")
    }

    @Test func `an expression of one finger that rotates`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureExpression.Rotate(fingers: [1, 3])
        }
        expect(result, "one finger rotates nothing; 2…10 do")
    }

    @Test func `a standard set beside another gesture`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(StandardGesture(.touchpad).simultaneously(with: TapGesture()))
        }
        expect(result, "a standard set is a whole of its own, and part of no composition")
    }

    @Test func `a standard set after another gesture`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let standard = AnyGesture(StandardGesture(.touchscreen).map { _ in })
            _ = GestureRecogniser(TapGesture().sequenced(before: standard))
        }
        expect(result, "a standard set is a whole of its own, and part of no composition")
    }

    @Test func `a tap of a standard set that takes less than no time`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var thresholds = Thresholds()
            thresholds.touchpad.tapDuration = .milliseconds(-1)
            _ = GestureRecogniser(StandardGesture(.touchpad), thresholds: thresholds)
        }
        expect(result, "the threshold touchpad.tapDuration is 0 or more, not -0.001")
    }

    /// A release build traps as well, but says nothing.
    private func expect(_ result: ExitTest.Result?, _ sentence: String) {
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!_isDebugAssertConfiguration() || words.contains(sentence))
    }
}
