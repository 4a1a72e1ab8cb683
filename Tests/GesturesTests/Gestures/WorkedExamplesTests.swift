import GestureModel
import Gestures
import Strokes
import Testing

/// The numbers of the examples in the documentation of the gestures.
@Suite struct WorkedExamplesTests {
    @Test func `a drag at 200 points per second comes to rest 50 points after the lift`() throws {
        let (changes, ends) = (Recorder<DragGesture.Value>(), Recorder<DragGesture.Value>())
        var hand = Hand(DragGesture().onChanged { changes.add($0) }.onEnded { ends.add($0) })
        hand.at(0, .down(1, 100, 100))
        for step in 1...25 { hand.at(100 + Double(step) * 10, .move(1, 100 + 2 * Double(step), 100)) }
        hand.at(360, .lift(1))
        #expect(changes.all.first?.translation == Vector(dx: 10, dy: 0))
        #expect(changes.all.first?.location == Point(x: 110, y: 100))
        let end = try #require(ends.all.first)
        #expect(end.translation == Vector(dx: 50, dy: 0))
        #expect(isClose(end.velocity.dx, 200, within: 1e-6) && end.velocity.dy == 0)
        #expect(isClose(end.predictedEndTranslation.dx, 100, within: 1e-6))
        #expect(isClose(end.predictedEndLocation.x, 200, within: 1e-6) && end.predictedEndLocation.y == 100)
    }

    @Test(arguments: [(250.0, [300.0]), (401.0, [])] as [(Double, [Double])])
    func `a double tap ends with a second tap that starts within 350 ms`(start: Double, ends: [Double]) {
        let times = Recorder<Double>()
        var now = 0.0
        var hand = Hand(TapGesture(count: 2).onEnded { times.add(now) })
        hand.tap(at: 0)
        hand.wait(until: start - 1)
        now = start + 50
        hand.tap(at: start)
        #expect(times.all == ends)
    }

    @Test func `the second tap of a late pair begins another double tap`() {
        let ends = Recorder<Void>()
        var hand = Hand(TapGesture(count: 2).onEnded { ends.add(()) })
        hand.tap(at: 0)
        hand.wait(until: 400)
        hand.tap(at: 401)
        hand.tap(at: 600)
        #expect(ends.all.count == 1)
    }

    @Test func `a long press ends after 500 ms with the finger down`() {
        let ends = Recorder<Bool>()
        var hand = Hand(LongPressGesture().onEnded { ends.add($0) })
        hand.at(0, .down(1, 100, 100))
        hand.wait(until: 499)
        #expect(ends.all.isEmpty)
        hand.wait(until: 500)
        #expect(ends.all == [true])
    }

    @Test(arguments: [Touch.lift(1), .move(1, 110, 100)])
    func `a long press does not end if the finger lifts or moves 10 points before`(_ touch: Touch) {
        let ends = Recorder<Bool>()
        var hand = Hand(LongPressGesture().onEnded { ends.add($0) })
        hand.at(0, .down(1, 100, 100))
        hand.at(300, touch)
        hand.wait(until: 1000)
        #expect(ends.all.isEmpty)
    }

    @Test func `fingers that part from 100 to 120 points magnify by 1.2 about their centre`() throws {
        let ends = Recorder<MagnifyGesture.Value>()
        var hand = Hand(MagnifyGesture().onEnded { ends.add($0) })
        hand.at(0, .down(1, 100, 100), .down(2, 200, 100))
        for step in 1...10 {
            hand.at(Double(step) * 10, .move(1, 100 - Double(step), 100), .move(2, 200 + Double(step), 100))
        }
        hand.at(110, .lift(1), .lift(2))
        let end = try #require(ends.all.first)
        #expect(isClose(end.magnification, 1.2, within: 1e-9) && isClose(end.velocity, 2, within: 1e-6))
        #expect(end.startLocation == Point(x: 150, y: 100))
    }

    @Test func `a swipe reports its direction, translation and velocity`() throws {
        let ends = Recorder<SwipeGesture.Value>()
        var hand = Hand(SwipeGesture(directions: .horizontal).onEnded { ends.add($0) })
        hand.at(0, .down(1, 300, 100))
        for step in 1...30 { hand.at(Double(step) * 10, .move(1, 300 - 5 * Double(step), 100)) }
        hand.at(310, .lift(1))
        let end = try #require(ends.all.first)
        #expect(end.direction == .left && end.translation == Vector(dx: -150, dy: 0))
        #expect(isClose(end.velocity.dx, -500, within: 1e-6) && end.velocity.dy == 0)
    }
}
