import GestureModel
import GestureRecognition
import Gestures
import Strokes
import Testing

/// Programming errors trap with a message that names the number or argument. Each runs in a child process.
@Suite struct PreconditionTests {
    // MARK: Springs and animations

    @Test func `a bounce above 1 traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Spring(duration: 0.5, bounce: 1.5)
        }
        expect(result, "a spring's bounce must be above -1 and at most 1, not 1.5")
    }

    @Test func `a negative animation duration traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Animation.easeIn(duration: -1)
        }
        expect(result, "an animation's duration must be 0 s or more, not -1.0")
    }

    @Test func `an animated value that is not a number traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var value = AnimatedValue(0.0)
            value.set(.nan, at: .init(microseconds: 0))
        }
        expect(result, "an animated value must be finite, not nan")
    }

    @Test func `a shown value that the last write leaves without a number traps when it is drawn`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            @State var count = 1.0
            @State var sum = 0.0
            let mean = shown($sum, $count) { $1 == 0 ? .nan : $0 / $1 }
            count = 0
            _ = mean.value(at: milliseconds(0))
        }
        expect(result, "an animated value must be finite, not nan")
    }

    @Test func `an infinite sample traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var sampler = VelocitySampler<Double>()
            sampler.add(.infinity, at: milliseconds(0))
        }
        expect(result, "a sampled value must be finite, not inf")
    }

    @Test func `a settling distance that is not a number traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Spring().settlingDuration(target: Double.nan)
        }
        expect(result, "a spring's target and initial velocity must be numbers, not nan and 0.0")
    }

    @Test func `detents without positions trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Detents([])
        }
        expect(result, "detents need at least one position")
    }

    @Test func `detents with an infinite position trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Detents(from: 1e308, stride: 1e308, count: 3)
        }
        expect(result, "a detent's position must be finite, not inf as that of the last")
    }

    // MARK: Gestures

    @Test func `a tap count of 0 traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TapGesture(count: 0)
        }
        expect(result, "tap.count: expected a whole number from 1 to 10, found 0")
    }

    @Test func `a tap count of 11 traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SpatialTapGesture(count: 11)
        }
        expect(result, "tap.count: expected a whole number from 1 to 10, found 11")
    }

    @Test func `a tap without fingers traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TapGesture(fingers: [])
        }
        expect(result, "tap.fingers: expected at least one number of fingers")
    }

    @Test func `a long press with a negative duration traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LongPressGesture(minimumDuration: -0.1)
        }
        expect(result, "longPress.minimumDuration: expected a number of seconds from 0 to 1000000000")
    }

    @Test func `a long press with a NaN duration traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LongPressGesture(minimumDuration: .nan)
        }
        expect(result, "longPress.minimumDuration: expected a number of seconds, found nan")
    }

    @Test func `a long press with a negative distance traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LongPressGesture(maximumDistance: -1)
        }
        expect(result, "longPress.maximumDistance: expected a number of 0 or more")
    }

    @Test func `a drag with a negative distance traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(minimumDistance: -1)
        }
        expect(result, "drag.minimumDistance: expected a number of 0 or more, found -1.0")
    }

    @Test func `a drag with a NaN distance traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(minimumDistance: .nan)
        }
        expect(result, "drag.minimumDistance: expected a number of 0 or more, found nan")
    }

    @Test func `a drag with eleven fingers traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(fingers: 11)
        }
        expect(result, "fingers: expected numbers from 1 to 10, found 11")
    }

    @Test func `a drag with a negative edge distance traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DragGesture(edges: .left, edgeDistance: -1)
        }
        expect(result, "drag.edgeDistance: expected a number of 0 or more, found -1.0")
    }

    @Test func `a swipe without directions traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(directions: [])
        }
        expect(result, "swipe.directions: expected at least one of")
    }

    @Test func `a swipe with a distance of 0 traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(minimumDistance: 0)
        }
        expect(result, "swipe.minimumDistance: expected a number above 0, found 0.0")
    }

    @Test func `a swipe with a negative velocity traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(minimumVelocity: -1)
        }
        expect(result, "swipe.minimumVelocity: expected a number of 0 or more, found -1.0")
    }

    @Test func `a swipe with a NaN velocity traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(minimumVelocity: .nan)
        }
        expect(result, "swipe.minimumVelocity: expected a number of 0 or more, found nan")
    }

    @Test func `a swipe without fingers traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(fingers: [])
        }
        expect(result, "swipe.fingers: expected at least one number of fingers")
    }

    @Test func `a swipe with an empty set of edges traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeGesture(edges: [])
        }
        expect(result, "swipe.edges: expected at least one of")
    }

    @Test func `a swipe hold without directions traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeHoldGesture(directions: [])
        }
        expect(result, "swipeHold.directions: expected at least one of")
    }

    @Test func `a swipe hold with a rest of more than an hour traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeHoldGesture(minimumDuration: .infinity)
        }
        expect(result, "swipeHold.minimumDuration: expected a number of seconds from 0 to 3600")
    }

    @Test func `a swipe hold with a NaN duration traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeHoldGesture(minimumDuration: .nan)
        }
        expect(result, "swipeHold.minimumDuration: expected a number of seconds, found nan")
    }

    @Test func `a swipe hold with a distance of 0 traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SwipeHoldGesture(minimumDistance: 0)
        }
        expect(result, "swipeHold.minimumDistance: expected a number above 0, found 0.0")
    }

    @Test func `a dial with a negative angle traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DialGesture(minimumAngleDelta: .degrees(-180))
        }
        expect(result, "dial.minimumAngleDelta: expected a number of radians, 0 or more, found -3.14")
    }

    @Test func `a dial with a NaN angle traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DialGesture(minimumAngleDelta: .radians(.nan))
        }
        expect(result, "dial.minimumAngleDelta: expected a number of radians, 0 or more, found nan")
    }

    @Test func `a dial around a point that no surface has traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DialGesture(centre: Point(x: 2e9, y: 0))
        }
        expect(result, "dial.centre: expected")
    }

    @Test func `a dial without fingers traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DialGesture(fingers: [])
        }
        expect(result, "dial.fingers: expected at least one number of fingers")
    }

    @Test func `a magnification with a negative scale traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MagnifyGesture(minimumScaleDelta: -0.5)
        }
        expect(result, "magnify.minimumScaleDelta: expected a number of 0 or more, found -0.5")
    }

    @Test func `a magnification with a NaN scale traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MagnifyGesture(minimumScaleDelta: .nan)
        }
        expect(result, "magnify.minimumScaleDelta: expected a number of 0 or more, found nan")
    }

    @Test func `a magnification with one finger traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MagnifyGesture(fingers: [1, 2])
        }
        expect(result, "magnify.fingers: expected 2 to 10 fingers, found 1")
    }

    @Test func `a magnification without fingers traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MagnifyGesture(fingers: [])
        }
        expect(result, "magnify.fingers: expected at least one number of fingers")
    }

    @Test func `a rotation with a negative angle traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = RotateGesture(minimumAngleDelta: .radians(-.pi))
        }
        expect(result, "rotate.minimumAngleDelta: expected a number of radians, 0 or more, found -3.14")
    }

    @Test func `a rotation with a NaN angle traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = RotateGesture(minimumAngleDelta: .degrees(.nan))
        }
        expect(result, "rotate.minimumAngleDelta: expected a number of radians, 0 or more, found nan")
    }

    @Test func `a rotation with one finger traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = RotateGesture(fingers: 1)
        }
        expect(result, "rotate.fingers: expected 2 to 10 fingers, found 1")
    }

    // MARK: Expressions

    @Test func `a magnify expression with one finger traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureExpression.Magnify(fingers: 1)
        }
        expect(result, "magnify.fingers: expected 2 to 10 fingers, found 1")
    }

    @Test func `a rotate expression with one finger traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureExpression.Rotate(fingers: [1, 3])
        }
        expect(result, "rotate.fingers: expected 2 to 10 fingers, found 1")
    }

    @Test func `an expression with an empty set of edges traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let surface = Surface(size: Vector(dx: 100, dy: 100))
            _ = GestureExpression.drag(.init(edges: [])).recogniser(Thresholds(), surface: surface)
        }
        expect(result, "edges: expected at least one edge, found none")
    }

    // MARK: Compositions

    @Test func `a standard gesture at the same time as another traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(StandardGesture(.touchpad).simultaneously(with: TapGesture()))
        }
        expect(result, "a standard gesture cannot be part of a composition")
    }

    @Test func `a standard gesture after another traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let standard = AnyGesture(StandardGesture(.touchscreen).map { _ in })
            _ = GestureRecogniser(TapGesture().sequenced(before: standard))
        }
        expect(result, "a standard gesture cannot be part of a composition")
    }

    @Test func `a composition of seventeen gestures traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(taps(17))
        }
        expect(result, "a composition must have at most 16 gestures, not 17")
    }

    // MARK: Recognisers

    @Test func `a drag from an edge without a surface traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(DragGesture(edges: .left).simultaneously(with: TapGesture()))
        }
        expect(result, "surface: expected the size of the surface, which a gesture with edges needs, found nil")
    }

    @Test func `a swipe from an edge without a surface traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(SwipeGesture(edges: .all), region: Region(x: 0, y: 0, width: 9, height: 9))
        }
        expect(result, "surface: expected the size of the surface, which a gesture with edges needs, found nil")
    }

    @Test func `a region that is not a number traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(TapGesture(), region: Region(x: 0, y: .nan, width: 1, height: 1))
        }
        expect(
            result,
            "a region's numbers must be finite, and its width and height 0 or more, not as in Region(x: 0.0, y: nan")
    }

    @Test func `a region with a negative width traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(TapGesture(), region: Region(x: 0, y: 0, width: -1, height: 1))
        }
        expect(result, "a region's numbers must be finite, and its width and height 0 or more, not as in Region(x: 0.0")
    }

    @Test func `a surface with a negative height traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = GestureRecogniser(TapGesture(), surface: Surface(size: Vector(dx: 100, dy: -100)))
        }
        expect(result, "a surface must be 0 pt or more wide and high, not 100.0 × -100.0")
    }

    @Test func `a size that becomes unknown traps if the gesture requires an edge`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let surface = Surface(size: Vector(dx: 100, dy: 100))
            GestureRecogniser(DragGesture(edges: .left), surface: surface).size = nil
        }
        expect(result, "size: expected that of the surface, which a gesture with edges needs, found nil")
    }

    @Test func `a size that is not a number traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            GestureRecogniser(TapGesture()).size = Vector(dx: .nan, dy: 1)
        }
        expect(result, "a surface must be 0 pt or more wide and high, not nan × 1.0")
    }

    @Test func `a region that becomes infinite traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            GestureRecogniser(TapGesture()).region = Region(x: 0, y: 0, width: .infinity, height: 1)
        }
        expect(result, "a region's numbers must be finite, and its width and height 0 or more, not as in Region(x: 0.0")
    }

    @Test func `a threshold that is not a number traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var thresholds = Thresholds()
            thresholds.tap.maximumSpacing = .nan
            _ = GestureRecogniser(TapGesture(), thresholds: thresholds)
        }
        expect(result, "the threshold tap.maximumSpacing must be 0 or more, not nan")
    }

    @Test func `a negative threshold of the fingers traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var thresholds = Thresholds()
            thresholds.fingers.joinWindow = .milliseconds(-100)
            _ = GestureRecogniser(TapGesture(), thresholds: thresholds)
        }
        expect(result, "the threshold fingers.joinWindow must be 0 or more, not -0.1")
    }

    @Test func `a negative threshold of a frame builder traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var thresholds = Thresholds()
            thresholds.fingers.joinWindow = .milliseconds(-100)
            _ = TouchFrameBuilder(thresholds: thresholds)
        }
        expect(result, "the threshold fingers.joinWindow must be 0 or more, not -0.1")
    }

    @Test func `a negative threshold of the standard set traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var thresholds = Thresholds()
            thresholds.touchpad.tapDuration = .milliseconds(-1)
            _ = GestureRecogniser(StandardGesture(.touchpad), thresholds: thresholds)
        }
        expect(result, "the threshold touchpad.tapDuration must be 0 or more, not -0.001")
    }

    /// A release build traps without a message.
    private func expect(_ result: ExitTest.Result?, _ message: String) {
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!_isDebugAssertConfiguration() || output.contains(message), "\(output.prefix(400))")
    }
}
