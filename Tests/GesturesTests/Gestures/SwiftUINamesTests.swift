import Gestures
import Strokes
import Testing

/// Imports only `Gestures`, which exports the names of GestureModel.
@Suite struct SwiftUINamesTests {
    /// A widget in an app.
    private struct Card: GestureTarget {
        let touches: TouchFrameBuilder

        func gesture(_ gesture: some Gesture) -> GestureRecogniser {
            touches.attach(gesture, to: Region(x: 0, y: 0, width: 100, height: 100))
        }
    }

    private let touches = TouchFrameBuilder()
    private let notes = Recorder<String>()

    private func tap(_ x: Double, at time: Int64, for duration: Int64 = 50) {
        touches.touchDown(1, at: Point(x: x, y: 50), time: milliseconds(time))
        touches.flush()
        touches.expire(at: milliseconds(time + duration - 1))
        touches.touchUp(1, time: milliseconds(time + duration))
        touches.flush()
    }

    @Test func `a widget with the method gesture has SwiftUI's modifiers`() {
        let card = Card(touches: touches)
        card.onTapGesture(count: 2) { [notes] in notes.add("double tap") }
        card.onTapGesture { [notes] (location: Point) in notes.add("tap \(location.x)") }
        card.onLongPressGesture(minimumDuration: 0.2) { [notes] in
            notes.add("pressed")
        } onPressingChanged: { [notes] in
            notes.add("pressing \($0)")
        }
        tap(40, at: 0)
        tap(42, at: 200)
        tap(400, at: 2000)
        tap(50, at: 4000, for: 300)
        #expect(
            notes.all == [
                "pressing true", "tap 40.0", "pressing false", "pressing true", "double tap", "tap 42.0",
                "pressing false", "pressing true", "pressing false", "pressed", "tap 50.0",
            ])
    }

    @Test func `vectors have CGSize's names`() {
        var size = Vector(width: 3, height: 4)
        #expect(size == Vector(dx: 3, dy: 4) && size.length == 5)
        size.width += 2
        size.height = 1
        #expect(size == Vector(dx: 5, dy: 1))
    }

    @Test func `older and American names are aliases`() {
        let recogniser = GestureRecognizer(
            MagnificationGesture().onEnded { [notes] in notes.add("\($0.magnification)") }
                .simultaneously(with: RotationGesture()))
        #expect(recogniser.deadline == nil)
    }
}

extension DragGesture.Value {
    /// A document's own, with a parameter of another type.
    fileprivate func projectedOffset(decelerationRate: Double = 0.998) -> Double { velocity.width * decelerationRate }
}

@Suite struct OwnProjectionTests {
    @Test func `an app's own projectedOffset takes precedence over the library's`() {
        let value = DragGesture.Value(
            time: milliseconds(0), location: .zero, startLocation: .zero, velocity: Vector(dx: 1000, dy: 0))
        #expect(value.projectedOffset() == 998)
        #expect(isClose(value.projectedOffset(decelerationRate: .fast).dx, 99, within: 1e-9))
    }
}
