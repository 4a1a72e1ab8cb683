import GestureModel
import Gestures
import Strokes
import Testing

private final class Photo {
    private(set) var scale = 1.0
    private(set) var angle = Angle.zero

    var gesture: some Gesture {
        MagnifyGesture()
            .simultaneously(with: RotateGesture())
            .onChanged { [weak self] value in
                guard let self else { return }
                if let magnify = value.first { scale = magnify.magnification }
                if let rotate = value.second { angle = rotate.rotation }
            }
    }
}

private final class Tile {
    enum Drag: Equatable { case none, pressing, moving(Vector) }

    @GestureState var drag = Drag.none

    var gesture: some Gesture {
        LongPressGesture()
            .sequenced(before: DragGesture())
            .updating($drag) { value, state, _ in
                switch value {
                case .first: state = .pressing
                case .second(_, let drag): state = .moving(drag?.translation ?? .zero)
                }
            }
    }
}

/// The samples of ComposingGestures.md, and the statements about them.
@Suite struct ComposingGesturesSamples {
    @Test func `a photo is magnified and rotated by the same fingers`() {
        let photo = Photo()
        var hand = Hand(photo.gesture)
        hand.at(0, .down(1, 100, 100), .down(2, 200, 100))
        hand.at(16, .move(2, 300, 100))
        #expect(photo.scale == 1.01 && photo.angle == .zero)
        hand.at(32, .move(2, 500, 100))
        #expect(isClose(photo.scale, 2.02, within: 1e-9) && photo.angle == .zero)
        hand.at(48, .move(2, 100, 500))
        #expect(isClose(photo.scale, 2.02, within: 1e-9) && isClose(photo.angle.degrees, 1, within: 1e-3))
        hand.at(64, .move(2, -300, 100))
        #expect(isClose(photo.scale, 2.02, within: 1e-9) && isClose(photo.angle.degrees, 91, within: 1e-3))
    }

    @Test func `a tile is pressed, moved from there, and returns`() {
        let tile = Tile()
        var hand = Hand(tile.gesture)
        hand.at(0, .down(1, 100, 100))
        #expect(tile.drag == .pressing)
        hand.wait(until: 500)
        #expect(tile.drag == .moving(.zero))
        hand.at(600, .move(1, 130, 100))
        #expect(tile.drag == .moving(Vector(dx: 30, dy: 0)))
        hand.at(700, .lift(1))
        #expect(tile.drag == .none)
    }

    @Test func `a single tap waits until it cannot become a double tap`() {
        var taps: [String] = []

        let gesture = TapGesture(count: 2).onEnded { taps.append("double") }
            .exclusively(before: TapGesture().onEnded { taps.append("single") })

        var hand = Hand(gesture)
        hand.tap(at: 0)
        hand.wait(until: 399)
        #expect(taps.isEmpty)
        hand.wait(until: 400)
        #expect(taps == ["single"])
        hand.tap(at: 1000)
        hand.tap(at: 1200)
        hand.wait(until: 3000)
        #expect(taps == ["single", "double"])
    }

    @Test func `the press or the drag that is recognised first wins`() {
        var outcomes: [String] = []

        let gesture = LongPressGesture(maximumDistance: .infinity).onEnded { _ in outcomes.append("menu") }
            .race(against: DragGesture().onEnded { _ in outcomes.append("moved") })

        var hand = Hand(gesture)
        hand.at(0, .down(1, 100, 100))
        hand.wait(until: 500)
        hand.at(600, .move(1, 200, 100))
        hand.at(700, .lift(1))
        #expect(outcomes == ["menu"])
        hand.drag(at: 1000, by: Vector(dx: 60, dy: 0))
        hand.at(1600, .lift(1))
        #expect(outcomes == ["menu", "moved"])
    }

    @Test func `a press in a competition begins at its completion`() {
        @GestureState var isPressed = false

        let press = LongPressGesture().updating($isPressed) { value, state, _ in state = value }
        let gesture = press.exclusively(before: TapGesture())

        var hand = Hand(gesture)
        hand.at(0, .down(1, 100, 100))
        hand.wait(until: 499)
        #expect(!isPressed)
        var alone = Hand(press)
        alone.at(0, .down(1, 100, 100))
        #expect(isPressed)
    }

    @Test func `a second gesture that has begun is cancelled when the first begins`() {
        var reasons: [CancellationReason] = []

        let gesture = DragGesture(minimumDistance: 30)
            .exclusively(before: DragGesture().onCancelled { reason in reasons.append(reason) })

        var hand = Hand(gesture)
        hand.at(0, .down(1, 0, 0))
        hand.at(116, .move(1, 15, 0))
        #expect(reasons.isEmpty)
        hand.at(132, .move(1, 40, 0))
        #expect(reasons == [.outcompeted])
    }

    @Test func `a tap and a drag that are not composed receive the same fingers`() {
        var received: [String] = []
        var tap = Hand(TapGesture().onEnded { received.append("tap") })
        var drag = Hand(DragGesture().onEnded { _ in received.append("drag") })
        for time in [0.0, 50] {
            let touch = time == 0 ? Touch.down(1, 100, 100) : .lift(1)
            tap.at(time, touch)
            drag.at(time, touch)
        }
        tap.at(1000, .down(2, 100, 100))
        drag.at(1000, .down(2, 100, 100))
        tap.at(1050, .move(2, 140, 100))
        drag.at(1050, .move(2, 140, 100))
        tap.at(1100, .lift(2))
        drag.at(1100, .lift(2))
        #expect(received == ["tap", "tap", "drag"])
    }
}
