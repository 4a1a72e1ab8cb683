import Testing
import Views

@testable import BasicPress
@testable import Chip
@testable import HapticPress
@testable import HoldDelete
@testable import LockableCircle
@testable import LockedCircle
@testable import ManualReset
@testable import PressButton
@testable import ProgressivePress
@testable import ProjectedCarousel
@testable import Projection
@testable import RawCarousel
@testable import Sticker

/// Document 000: transient state.
@MainActor @Suite struct TransientStateTests {
    private let translation = Vector(width: 60, height: 30)

    @Test func `the incorrect chip follows the finger, and stays offset when the drag is cancelled`() {
        let stage = Stage(ManualReset.DraggableChip())
        stage.drag(by: translation)
        #expect(stage.offset == CGSize(width: 60, height: 30))
        stage.lift(at: 100)
        #expect(stage.offset == .zero)
        stage.drag(at: 1000, by: translation)
        stage.cancel(at: 1100)
        #expect(stage.offset == CGSize(width: 60, height: 30))
    }

    @Test func `the correct chip returns at the lift and when the drag is cancelled`() {
        let stage = Stage(Chip.DraggableChip())
        stage.drag(by: translation)
        #expect(stage.offset == CGSize(width: 60, height: 30))
        stage.lift(at: 100)
        #expect(stage.offset == .zero)
        stage.drag(at: 1000, by: translation)
        stage.cancel(at: 1100)
        #expect(stage.offset == .zero)
    }

    @Test func `the sticker stays where it was dragged, unless the drag is cancelled`() {
        let stage = Stage(RepositionableSticker())
        stage.drag(by: translation)
        stage.lift(at: 100)
        #expect(stage.offset == CGSize(width: 60, height: 30))
        stage.drag(at: 1000, by: translation)
        #expect(stage.offset == CGSize(width: 120, height: 60))
        stage.cancel(at: 1100)
        #expect(stage.offset == CGSize(width: 60, height: 30))
    }

    @Test func `the button is smaller from touch-down to lift`() {
        let stage = Stage(PressableButton())
        #expect(stage.scale == 1)
        stage.down(at: 0)
        stage.wait(until: 10_000)
        #expect(stage.scale == 0.95)
        stage.lift(at: 10_001)
        #expect(stage.scale == 1 && stage.node.value("animation") == Animation.snappy)
    }
}

/// Document 001: the gesture that updates state.
@MainActor @Suite struct UpdatingTests {
    private func texts(_ stage: Stage) -> [String] { stage.node.all.compactMap { $0.values["text"] as? String } }

    @Test func `the circle follows the finger, and returns to the centre`() {
        let stage = Stage(LockableCircle.GestureStateGestureDemo())
        stage.drag(by: Vector(width: 60, height: 30))
        #expect(texts(stage) == ["Drag the circle", "Offset: 60, 30"])
        stage.lift(at: 100)
        #expect(texts(stage) == ["Drag the circle", "Offset: 0, 0"])
    }

    @Test func `with the changed line it moves horizontally only`() {
        let stage = Stage(LockedCircle.GestureStateGestureDemo())
        stage.drag(by: Vector(width: 60, height: 30))
        #expect(texts(stage) == ["Drag the circle", "Offset: 60, 0"])
    }
}

/// Document 002: long presses.
@MainActor @Suite struct LongPressTests {
    @Test func `the basic press keeps its text`() {
        let stage = Stage(BasicLongPress())
        stage.down(at: 0)
        stage.wait(until: 1000)
        #expect(stage.node.value("text") == "Hold Me")
    }

    @Test func `the progressive press fills its ring from touch-down, and is green from its completion`() {
        let stage = Stage(ProgressiveLongPress())
        let looks = { (stage.node.value("fill", as: Color.self), stage.node.value("trim", as: CGFloat.self)) }
        #expect(looks() == (.blue, 0))
        stage.down(at: 0)
        stage.wait(until: 499)
        #expect(looks() == (.blue, 1) && stage.scale == 0.9)
        stage.wait(until: 500)
        #expect(looks() == (.green, 0) && stage.scale == 1)
        stage.lift(at: 800)
        stage.down(at: 2000)
        stage.lift(at: 2100)
        #expect(looks() == (.blue, 0))
    }

    @Test func `the row's progress is complete while it is held, and 0 after an early lift`() {
        let stage = Stage(HoldToDelete())
        let width = { stage.node.value("width", as: CGFloat.self) }
        stage.down(at: 0)
        stage.wait(until: 999)
        #expect(width() == 300 && stage.scale == 0.98)
        stage.lift(at: 999)
        #expect(width() == 0 && stage.scale == 1)
    }

    @Test func `the haptic press plays light feedback at touch-down and success at its completion`() {
        Haptics.played = []
        let stage = Stage(HapticLongPress())
        stage.down(at: 0)
        stage.wait(until: 499)
        #expect(Haptics.played == ["light"] && stage.scale == 0.9)
        stage.wait(until: 500)
        #expect(Haptics.played == ["light", "success"])
    }
}

/// Document 003: projected landing.
@MainActor @Suite struct LandingTests {
    private static let stride = 296.0

    /// The offset of the strip after a drag to the left by 100 points, and its end.
    private func offset(_ carousel: some View, flick: Bool) -> Double {
        let stage = Stage(carousel)
        stage.drag(by: Vector(width: -100, height: 0), for: flick ? 80 : 1500)
        #expect(stage.offset.width == -100)
        stage.wait(until: flick ? 88 : 2000)
        stage.lift(at: flick ? 88 : 2000)
        return Double(stage.offset.width)
    }

    @Test func `by raw translation a flick and a slow drag land on the same card`() {
        #expect(offset(RawCarousel.CardCarousel(), flick: true) == 0)
        #expect(offset(RawCarousel.CardCarousel(), flick: false) == 0)
    }

    @Test func `by prediction the flick advances, and the slow drag does not`() {
        #expect(offset(ProjectedCarousel.CardCarousel(), flick: true) == -Self.stride)
        #expect(offset(ProjectedCarousel.CardCarousel(), flick: false) == 0)
    }

    @Test func `the document's own projection takes precedence over the library's`() {
        let value = DragGesture.Value(
            time: Timestamp(microseconds: 0), location: Point(x: 100, y: 0), startLocation: .zero,
            velocity: Vector(width: 1000, height: 0))
        let landing = value.projectedOffset()
        // -1 / ln 0.998 milliseconds; the library's own is half a millisecond shorter.
        #expect(abs(landing.width - (100 + 499.5)) < 0.01 && landing.height == 0)
    }
}

/// The samples drawn at 60 Hz.
@MainActor @Suite struct DrawnTests {
    /// A flick of 100 points in 100 ms.
    private static let (distance, duration) = (-100.0, Int64(100))
    /// Of the finger, between two drawings.
    private static let fingerStep = 1000.0 / 60

    /// Flicks, and ends the flick; returns what is drawn until it is at rest.
    private func offsets(_ view: some View, cancel: Bool = false) -> [Double] {
        let stage = Stage(view)
        let offset = stage.drawn("offset", as: CGSize.self)
        let measure: (CGSize) -> Double = { Double($0.width) }
        let moved = stage.dragAndDraw(offset, at: 0, by: Self.distance, for: Self.duration, measure)
        if cancel { stage.cancel(at: 104) } else { stage.lift(at: 104) }
        return moved + stage.draw(offset, from: 117, to: 3000, measure)
    }

    /// After the first movement, which has the distance that the finger moved before the drag began.
    private func largestStep(_ values: [Double]) -> Double {
        let moved = values.drop { $0 == 0 }
        return zip(moved, moved.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }

    @Test func `no flick jumps at its end, and each ends where the state is`() {
        let flicks: [(String, [Double], end: Double)] = [
            ("sticker", offsets(RepositionableSticker()), -100),
            ("cancelled sticker", offsets(RepositionableSticker(), cancel: true), 0),
            ("chip", offsets(Chip.DraggableChip()), 0),
            ("cancelled chip", offsets(Chip.DraggableChip(), cancel: true), 0),
            ("carousel", offsets(ProjectedCarousel.CardCarousel()), -296),
            ("raw carousel", offsets(RawCarousel.CardCarousel()), 0),
            ("chip that is reset in onEnded", offsets(ManualReset.DraggableChip()), 0),
        ]
        for (name, values, end) in flicks {
            #expect(largestStep(values) <= 1.2 * Self.fingerStep, "\(name): \(values)")
            #expect(values.last == end, "\(name): \(values)")
        }
    }

    @Test func `the carousel continues with the velocity of the flick`() {
        let values = offsets(ProjectedCarousel.CardCarousel())
        // The finger moves until 100 ms, and lifts at 104 ms, between the drawings at 100 and 117 ms.
        let steps = zip(values, values.dropFirst()).map { $1 - $0 }
        let lift = 6
        #expect(steps[lift] < -0.75 * Self.fingerStep, "\(steps)")
    }

    @Test func `a sticker under a resting finger does not move at the lift, for the second time as well`() {
        let stage = Stage(RepositionableSticker())
        let offset = stage.drawn("offset", as: CGSize.self)
        for (begin, end) in [(Int64(0), 100.0), (5000, 200)] {
            _ = stage.dragAndDraw(offset, at: begin, by: 100, for: 100) { Double($0.width) }
            _ = stage.draw(offset, from: begin + 117, to: begin + 2000) { Double($0.width) }
            stage.lift(at: begin + 2000)
            let values = stage.draw(offset, from: begin + 2000, to: begin + 4000) { Double($0.width) }
            #expect(values.allSatisfy { abs($0 - end) < 0.01 }, "\(values)")
        }
    }

    @Test func `the button, the press and the row change evenly, and end where the state is`() {
        func drawn(_ view: some View, _ name: String, held: Int64) -> [Double] {
            let stage = Stage(view)
            let value = stage.drawn(name, as: CGFloat.self)
            stage.down(at: 0)
            let pressed = stage.draw(value, from: 0, to: held) { Double($0) }
            stage.lift(at: held)
            return pressed + stage.draw(value, from: held, to: held + 3000) { Double($0) }
        }
        let shown: [(String, [Double], reach: Double, step: Double, end: Double)] = [
            ("button", drawn(PressableButton(), "scale", held: 2000), 0.95, 0.01, 1),
            ("ring", drawn(ProgressiveLongPress(), "trim", held: 450), 0.9, 1.001 / 30, 0),
            ("press", drawn(ProgressiveLongPress(), "scale", held: 450), 0.9, 0.04, 1),
            ("haptic press", drawn(HapticLongPress(), "scale", held: 450), 0.9, 0.04, 1),
            ("row", drawn(HoldToDelete(), "width", held: 900), 270, 300.3 / 60, 0),
        ]
        for (name, values, reach, step, end) in shown {
            let largest = zip(values, values.dropFirst()).map { abs($1 - $0) }.max() ?? 0
            #expect(largest <= step, "\(name): \(values)")
            #expect(values.contains { abs($0 - reach) < 0.01 * max(1, abs(reach)) }, "\(name): \(values)")
            #expect(values.last == end, "\(name): \(values)")
        }
    }
}
