import GestureModel
import Strokes
import Testing

@testable import Gestures

@Suite struct MagnifyGestureTests {
    @Test func `it begins at 1 % larger or smaller, and ends with the last finger`() {
        let values = Recorder<MagnifyGesture.Value>()
        let ends = Recorder<MagnifyGesture.Value>()
        var hand = Hand(MagnifyGesture(minimumScaleDelta: 0.01).onChanged(values.add).onEnded(ends.add))
        hand.at(0, .down(1, 100, 100), .down(2, 300, 100))
        hand.at(8, .move(2, 301.9, 100))
        #expect(values.all.isEmpty)
        hand.at(16, .move(1, 0, 100), .move(2, 400, 100))
        #expect(values.all.map(\.magnification) == [2])
        #expect(values.all.map(\.startLocation) == [Point(x: 200, y: 100)])
        #expect(values.all.map(\.startAnchor) == [.center])
        #expect(values.all.map(\.fingers) == [2])
        #expect(values.all.map(\.time) == [milliseconds(16)])
        #expect((values.all.first?.velocity ?? 0) > 0)
        hand.at(24, .lift(1))
        #expect(ends.all.isEmpty)
        hand.at(32, .lift(2))
        #expect(ends.all.map(\.magnification) == [2])
    }

    @Test func `the expression has its parameters`() {
        let gesture = MagnifyGesture(minimumScaleDelta: 0.2, fingers: [2, 3])
        #expect(
            GestureCallbacks(gesture).expression == .magnify(.init(fingers: [2, 3], minimumScaleDelta: 0.2)))
        #expect(MagnifyGesture().minimumScaleDelta == nil)
        #expect(MagnifyGesture(minimumScaleDelta: 0.01).fingers == FingerCounts(2...10))
    }

    @Test func `fingers that stop have no velocity, without another frame`() {
        let values = Recorder<MagnifyGesture.Value>()
        var hand = Hand(MagnifyGesture(minimumScaleDelta: 0.01).onChanged(values.add))
        hand.at(0, .down(1, 100, 100), .down(2, 300, 100))
        hand.at(8, .move(2, 320, 100))
        hand.wait(until: 200)
        #expect(values.all.map(\.magnification) == [1.1, 1.1])
        #expect(values.all.last?.velocity == 0)
    }

    @Test func `it is cancelled for every external reason`() {
        let reasons = Recorder<CancellationReason>()
        let ends = Recorder<MagnifyGesture.Value>()
        var hand = Hand(MagnifyGesture(minimumScaleDelta: 0.01).onEnded(ends.add).onCancelled(reasons.add))
        hand.at(0, .down(1, 100, 100), .down(2, 300, 100))
        hand.at(8, .move(2, 400, 100))
        hand.cancel(.deviceLost, at: 16)
        #expect(reasons.all == [.deviceLost])
        #expect(ends.all.isEmpty)
    }

    @Test func `the location follows the fingers, to zoom and turn about them`() {
        let notes = Recorder<Point>()
        var hand = Hand(
            MagnifyGesture(minimumScaleDelta: 0).onChanged { notes.add($0.location) }
                .simultaneously(with: RotateGesture(minimumAngleDelta: .zero).onChanged { notes.add($0.location) }))
        hand.at(0, .down(1, 100, 100), .down(2, 300, 100))
        hand.at(8, .move(1, 120, 150), .move(2, 320, 150))
        #expect(
            notes.all == [
                Point(x: 200, y: 100), Point(x: 200, y: 100), Point(x: 220, y: 150), Point(x: 220, y: 150),
            ])
    }

    @Test(
        arguments: [
            (nil, .center), (Region(x: 100, y: 50, width: 400, height: 200), UnitPoint(x: 0.25, y: 0.75)),
            (Region(x: 300, y: 300, width: 100, height: 100), UnitPoint(x: -1, y: -1)),
            (Region(x: 0, y: 0, width: 0, height: 100), .center),
        ] as [(Region?, UnitPoint)])
    func `the anchor is the start location relative to the bounds`(_ bounds: Region?, _ anchor: UnitPoint) {
        let start = Point(x: 200, y: 200)
        let magnify = GestureValue.Magnify(
            fingers: 3, location: Point(x: 210, y: 220), startLocation: start, magnification: 1.5, velocity: -2)
        #expect(
            MagnifyGesture.Value(magnify, context(.magnify(magnify), in: bounds))
                == MagnifyGesture.Value(
                    time: milliseconds(7), magnification: 1.5, velocity: -2, startAnchor: anchor,
                    startLocation: start, location: Point(x: 210, y: 220), fingers: 3))
        let rotate = GestureValue.Rotate(
            fingers: 3, location: Point(x: 210, y: 220), startLocation: start, rotation: -7, velocity: 2)
        #expect(
            RotateGesture.Value(rotate, context(.rotate(rotate), in: bounds))
                == RotateGesture.Value(
                    time: milliseconds(7), rotation: .radians(-7), velocity: .radians(2), startAnchor: anchor,
                    startLocation: start, location: Point(x: 210, y: 220), fingers: 3))
    }

    private func context(_ value: GestureValue, in bounds: Region?) -> GestureEventContext {
        let event = GestureEvent(gesture: 1, phase: .began, time: milliseconds(7), value: value)
        return GestureEventContext(event: event, positions: .granted, bounds: bounds, origin: nil)
    }
}
