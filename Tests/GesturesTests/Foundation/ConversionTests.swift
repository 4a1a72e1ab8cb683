import Foundation
import GestureModel
import Gestures
import GesturesFoundation
import Testing

@Suite struct ConversionTests {
    @Test func `a point converts to CGPoint and back`() {
        #expect(CGPoint(Point(x: 1.5, y: -2)) == CGPoint(x: 1.5, y: -2))
        #expect(Point(CGPoint(x: 1.5, y: -2)) == Point(x: 1.5, y: -2))
    }

    @Test func `an anchor converts to CGPoint and back`() {
        #expect(CGPoint(UnitPoint.trailing) == CGPoint(x: 1, y: 0.5))
        #expect(UnitPoint(CGPoint(x: 0.5, y: 1)) == .bottom)
    }

    @Test func `a vector converts to CGSize, as in SwiftUI`() {
        #expect(CGSize(Vector(dx: -3, dy: 4.25)) == CGSize(width: -3, height: 4.25))
        #expect(Vector(CGSize(width: -3, height: 4.25)) == Vector(dx: -3, dy: 4.25))
    }

    @Test func `a region converts to CGRect, and a rectangle with a negative size to a region`() {
        #expect(CGRect(Region(x: 1, y: 2, width: 3, height: 4)) == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(Region(CGRect(x: 1, y: 2, width: 3, height: 4)) == Region(x: 1, y: 2, width: 3, height: 4))
        #expect(Region(CGRect(x: 4, y: 6, width: -3, height: -4)) == Region(x: 1, y: 2, width: 3, height: 4))
    }

    @Test func `an angle converts to a measurement`() {
        #expect(Measurement(Angle.radians(.pi)).converted(to: .degrees).value == 180)
        #expect(abs(Angle(Measurement(value: 90, unit: UnitAngle.degrees)).degrees - 90) < 1e-9)
    }

    @Test func `a timestamp converts to a date with the current time of both clocks`() {
        let now = Timestamp(microseconds: 10_000_000)
        let date = Date(timeIntervalSinceReferenceDate: 1000)
        let earlier = Timestamp(microseconds: 7_500_000)
        #expect(Date(earlier, now: now, date: date) == Date(timeIntervalSinceReferenceDate: 997.5))
    }

    @Test func `the current time is CLOCK_MONOTONIC's`() {
        let before = Timestamp.now
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let system = Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
        #expect(before <= system && system <= Timestamp.now)
    }

    @Test func `a duration converts to seconds`() {
        #expect(TimeInterval(Microseconds.milliseconds(250)) == 0.25)
        #expect(TimeInterval(Microseconds.never) == .infinity)
    }
}
