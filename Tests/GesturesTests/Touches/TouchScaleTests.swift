import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct TouchScaleTests {
    @Test func `a screen's size in pixels and millimetres is its scale`() {
        // 254 mm are 1600 pt.
        let scale = TouchScale(size: Vector(width: 3200, height: 800), millimetres: Vector(width: 254, height: 127))
        #expect(scale.pointsPerUnit == Vector(dx: 0.5, dy: 1))
        #expect(scale.points(Point(x: 100, y: 10)) == Point(x: 50, y: 10))
        #expect(scale.units(Point(x: 50, y: 10)) == Point(x: 100, y: 10))
        #expect(scale.units(Vector(dx: 50, dy: 10)) == Vector(dx: 100, dy: 10))
    }

    @Test(arguments: [
        TouchScale(), TouchScale(pointsPerUnit: 0), TouchScale(pointsPerUnit: .nan), TouchScale(pointsPerUnit: -1),
        TouchScale(size: Vector(width: 1920, height: 1080), millimetres: .zero),
        TouchScale(size: .zero, millimetres: Vector(width: 10, height: 10)),
    ])
    func `an unknown scale is one point per unit`(_ scale: TouchScale) {
        #expect(scale.pointsPerUnit == Vector(dx: 1, dy: 1))
    }

    @Test func `a widget's rectangle becomes a region in points`() {
        let scale = TouchScale(pointsPerUnit: 2)
        let rectangle = Region(x: 10, y: 20, width: 30, height: 40)
        #expect(scale.region(rectangle) == Region(x: 20, y: 40, width: 60, height: 80))
        let negative = Region(x: 10, y: 20, width: -30, height: 40)
        #expect(scale.region(negative) == Region(x: 20, y: 40, width: 0, height: 80))
        let empty = Region(x: 0, y: 0, width: 0, height: 0)
        #expect(scale.region(Region(x: .nan, y: 20, width: 30, height: 40)) == empty)
    }

    @Test func `32-bit milliseconds continue after an overflow, and may go back a little`() {
        var clock = EventClock()
        let start = clock.timestamp(milliseconds: .max - 1)
        #expect(start == Timestamp(microseconds: (Int64(UInt32.max) - 1) * 1000))
        #expect(clock.timestamp(milliseconds: 8) == start + .milliseconds(10))
        #expect(clock.timestamp(milliseconds: 3) == start + .milliseconds(5))
        #expect(clock.timestamp(milliseconds: .max) == start + .milliseconds(1))
    }

    @Test func `an event with the time of another clock gets the current time`() {
        let now = Timestamp(microseconds: 50 * 86_400_000_000 + 123_456)
        func delivered(_ milliseconds: Int64) -> Int64 {
            let event = UInt32(truncatingIfNeeded: now.microseconds / 1000 + milliseconds)
            return (EventClock.timestamp(milliseconds: event, deliveredAt: now) - now).count
        }
        // The app was busy, and clocks differ by some milliseconds.
        #expect(delivered(-9000) == -9_000_456 && delivered(0) == -456 && delivered(99) == 98_544)
        for days in [-20, -1, 1, 20] as [Int64] { #expect(delivered(days * 86_400_000) == -456) }
        #expect(delivered(-11_000) == -456 && delivered(200) == -456)
    }

    @Test func `a clock with 64 bits continues after any pause`() {
        let day = Int64(86_400_000)
        for now in [0, 24 * day, 49 * day, 50 * day, 500 * day] {
            let time = milliseconds(now)
            let event = UInt32(truncatingIfNeeded: now)
            #expect(EventClock.timestamp(milliseconds: event, near: time) == time)
            #expect(EventClock.timestamp(milliseconds: event &- 5, near: time) == time - .milliseconds(5))
            #expect(EventClock.timestamp(milliseconds: event &+ 5, near: time) == time + .milliseconds(5))
        }
    }

    @Test(arguments: [
        Region(x: 0, y: 0, width: .greatestFiniteMagnitude, height: 1), Region(x: -1e308, y: 0, width: 1, height: 1),
        Region(x: 0, y: 0, width: .nan, height: 1), Region(x: .infinity, y: 0, width: 1, height: 1),
    ])
    func `a rectangle that has no numbers in points is an empty region`(_ rectangle: Region) {
        let scale = TouchScale(pointsPerUnit: 2)
        let empty = Region(x: 0, y: 0, width: 0, height: 0)
        #expect(scale.region(rectangle) == empty)
        let touches = TouchFrameBuilder(scale: scale)
        touches.attach(TapGesture(), to: rectangle)
        touches.size = Vector(width: rectangle.width, height: rectangle.height)
    }

}
