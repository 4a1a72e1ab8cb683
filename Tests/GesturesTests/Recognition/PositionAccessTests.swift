import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct PositionAccessTests {
    @Test func `gestures on the app's own frames have positions`() {
        var positions: [PositionAccess] = []
        var hand = Hand(
            SpatialTapGesture().onEnded { positions.append($0.positions) }
                .simultaneously(with: DragGesture().onEnded { positions.append($0.positions) }))
        hand.tap(at: 0)
        hand.drag(at: 2000, by: Vector(dx: 50, dy: 0))
        hand.at(2100, .lift(1))
        #expect(positions == [.granted, .granted])
    }

    @Test func `a value has positions by default`() {
        let (time, point) = (milliseconds(0), Point(x: 1, y: 2))
        let values: [(PositionAccess) -> PositionAccess] = [
            { SpatialTapGesture.Value(location: point, positions: $0).positions },
            {
                DragGesture.Value(time: time, location: point, startLocation: point, velocity: .zero, positions: $0)
                    .positions
            },
            {
                SwipeGesture.Value(
                    time: time, direction: .up, velocity: .zero, location: point, startLocation: point, positions: $0
                ).positions
            },
            {
                MagnifyGesture.Value(
                    time: time, magnification: 1, velocity: 0, startAnchor: .center, startLocation: point, positions: $0
                ).positions
            },
            {
                RotateGesture.Value(
                    time: time, rotation: .zero, velocity: .zero, startAnchor: .center, startLocation: point,
                    positions: $0
                ).positions
            },
            { StandardGesture.Tap(location: point, positions: $0).positions },
            { StandardGesture.LongPress(location: point, positions: $0).positions },
        ]
        for access in PositionAccess.allCases { #expect(values.map { $0(access) } == values.map { _ in access }) }
        #expect(StandardGesture.Tap(location: point) == StandardGesture.Tap(location: point, positions: .granted))
    }
}
