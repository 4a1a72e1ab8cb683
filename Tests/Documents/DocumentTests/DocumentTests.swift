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
