import GesturesFoundation
import Strokes
import Testing

@Suite struct ValuesTests {
    @Test func `a drag's values are CGPoint and CGSize, and Vector where one is required`() {
        let value = DragGesture.Value(
            time: milliseconds(0), location: Point(x: 30, y: 40), startLocation: Point(x: 10, y: 10),
            velocity: Vector(dx: 100, dy: -200))
        var offset = value.translation
        offset.width += value.predictedEndTranslation.width
        #expect(offset == CGSize(width: 65, height: 30))
        #expect(value.location == CGPoint(x: 30, y: 40) && value.startLocation == CGPoint(x: 10, y: 10))
        #expect(value.velocity == CGSize(width: 100, height: -200))
        #expect(value.predictedEndLocation == CGPoint(x: 55, y: -10))
        #expect(value.predictedEndTranslation == CGSize(width: 45, height: -20))
    }

    @Test func `the locations of taps and pinches are CGPoint`() {
        let tap = SpatialTapGesture.Value(location: Point(x: 1, y: 2))
        #expect(tap.location == CGPoint(x: 1, y: 2))
        let pinch = MagnifyGesture.Value(
            time: milliseconds(0), magnification: 2, velocity: 0, startAnchor: .center, startLocation: Point(x: 3, y: 4)
        )
        #expect(pinch.startLocation == CGPoint(x: 3, y: 4))
        let turn = RotateGesture.Value(
            time: milliseconds(0), rotation: .zero, velocity: .zero, startAnchor: .center,
            startLocation: Point(x: 5, y: 6))
        #expect(turn.startLocation == CGPoint(x: 5, y: 6))
    }

    @Test func `the values of all gestures are CGPoint, CGSize and CGRect`() {
        let swipe = SwipeGesture.Value(
            time: milliseconds(0), direction: .right, velocity: Vector(dx: 900, dy: 0), location: Point(x: 90, y: 5),
            startLocation: Point(x: 10, y: 5))
        let ends: (CGSize, CGSize, CGPoint, CGPoint) = (
            swipe.translation, swipe.velocity, swipe.location, swipe.startLocation
        )
        #expect(ends.0 == CGSize(width: 80, height: 0) && ends.1 == CGSize(width: 900, height: 0))
        #expect(ends.2 == CGPoint(x: 90, y: 5) && ends.3 == CGPoint(x: 10, y: 5))
        let stroke = StrokeGesture.Value(
            time: milliseconds(0), template: "check", score: 1, size: Vector(dx: 3, dy: 4), startLocation: .zero,
            boundingBox: Region(x: 1, y: 2, width: 3, height: 4))
        #expect(stroke.boundingBox == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(stroke.size == CGSize(width: 3, height: 4) && stroke.startLocation == CGPoint.zero)
        let tap = StandardGesture.Tap(location: Point(x: 1, y: 2))
        let press = StandardGesture.LongPress(location: Point(x: 3, y: 4))
        #expect(tap.location == CGPoint(x: 1, y: 2) && press.location == CGPoint(x: 3, y: 4))
        let pinch = MagnifyGesture.Value(
            time: milliseconds(0), magnification: 2, velocity: 0, startAnchor: .center, startLocation: .zero,
            location: Point(x: 7, y: 8))
        #expect(pinch.location == CGPoint(x: 7, y: 8))
    }

    @Test func `the projected offset is a CGSize`() {
        let value = DragGesture.Value(
            time: milliseconds(0), location: Point(x: 30, y: 0), startLocation: .zero, velocity: Vector(dx: 1000, dy: 0)
        )
        let end: CGSize = value.projectedOffset()
        #expect(isClose(Double(end.width), 529, within: 1e-9))
        #expect(isClose(Double(value.velocity.projectedOffset(decelerationRate: .fast).width), 99, within: 1e-9))
    }

    @Test func `the location of onTapGesture is a CGPoint`() {
        let touches = TouchFrameBuilder()
        let taps = Recorder<CGPoint>()
        touches.onTapGesture { location in taps.add(location) }
        touches.touchDown(1, at: Point(x: 5, y: 6), time: milliseconds(0))
        touches.touchUp(1, time: milliseconds(50))
        touches.flush()
        #expect(taps.all == [CGPoint(x: 5, y: 6)])
    }

    @Test func `CGSize, CGPoint and CGFloat are animated`() {
        @State var offset: CGSize = .zero
        @State var position: CGPoint = .zero
        @State var progress: CGFloat = 0
        let shown = ($offset.shown { $0 }, $position.shown { $0 }, $progress.shown { $0 })
        withAnimation(.linear(duration: 1)) {
            offset = CGSize(width: 10, height: 20)
            position = CGPoint(x: 30, y: 40)
            progress = 1
        }
        _ = (shown.0.value(at: milliseconds(0)), shown.1.value(at: milliseconds(0)), shown.2.value(at: milliseconds(0)))
        #expect(isClose(shown.0.value(at: milliseconds(500)).height, 10, within: 1e-6))
        #expect(isClose(shown.1.value(at: milliseconds(500)).x, 15, within: 1e-6))
        #expect(isClose(Double(shown.2.value(at: milliseconds(500))), 0.5, within: 1e-6))
        #expect(CGFloat(3).magnitudeSquared == 9)
    }
}
