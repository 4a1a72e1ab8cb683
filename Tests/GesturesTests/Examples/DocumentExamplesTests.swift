import GestureModel
import Gestures
import Strokes
import Testing
import TouchInput
import TouchRecordings

@testable import ExampleViews

/// The documents' statements about their examples. Suites of their own test each example further.
@Suite struct DocumentExamplesTests {
    private let bench = Bench()

    private func show<Shown: View>(_ view: Shown) -> Shown {
        bench.show(view)
        return view
    }

    @Test func `a chip follows the finger and springs back when it lifts`() {
        let chip = show(DraggableChip())
        bench.drag(by: Vector(dx: 60, dy: 30))
        #expect(chip.dragOffset == Vector(dx: 60, dy: 30))
        bench.at(90, .lift(1))
        #expect(chip.dragOffset == .zero)
        #expect(chip.offset.value(at: timestamp(90)) != .zero, "not at once")
        #expect(chip.offset.value(at: timestamp(2000)) == .zero)
    }

    @Test func `a chip returns when its drag is cancelled`() {
        let chip = show(DraggableChip())
        bench.drag(by: Vector(dx: 60, dy: 30))
        bench.cancel(.deviceLost, at: 100)
        #expect(chip.dragOffset == .zero)
        #expect(chip.offset.value(at: timestamp(2000)) == .zero)
        bench.at(110, .move(1, 400, 400))
        #expect(chip.dragOffset == .zero)
    }

    @Test func `a sticker stays where it was dragged, unless the drag was cancelled`() {
        let sticker = show(RepositionableSticker())
        bench.drag(by: Vector(dx: 60, dy: 30))
        #expect(sticker.offset.animated.model == Vector(dx: 60, dy: 30))
        #expect(sticker.position == .zero)
        bench.at(90, .lift(1))
        #expect(sticker.offset.animated.model == Vector(dx: 60, dy: 30))
        #expect(sticker.dragOffset == .zero)
        bench.drag(at: 1000, by: Vector(dx: -20, dy: 0))
        #expect(sticker.offset.animated.model == Vector(dx: 40, dy: 30))
        bench.cancel(.deviceLost, at: 1100)
        #expect(sticker.offset.animated.model == Vector(dx: 60, dy: 30))
    }

    @Test func `a button is pressed as long as the finger is down`() {
        let button = show(PressableButton())
        bench.at(0, .down(1, 10, 10))
        #expect(button.scale.animated.model == 0.95)
        bench.wait(until: 60_000)
        #expect(button.scale.animated.model == 0.95)
        bench.at(60_001, .lift(1))
        #expect(button.scale.animated.model == 1)
    }

    @Test func `a circle that is locked to an axis moves only along it`() {
        let circle = show(AxisLockedCircle())
        bench.drag(by: Vector(dx: 60, dy: 30))
        #expect(circle.dragOffset == Vector(dx: 60, dy: 0))
        bench.at(90, .lift(1))
        #expect(circle.dragOffset == .zero)
    }

    @Test func `a progressive press is detected, completes and is released`() {
        let press = show(ProgressiveLongPress())
        bench.at(0, .down(1, 10, 10))
        #expect(press.isDetecting && !press.didComplete)
        bench.wait(until: 500)
        #expect(!press.isDetecting && press.didComplete)
        bench.at(800, .lift(1))
        #expect(!press.isDetecting && press.didComplete)
        bench.at(2000, .down(2, 10, 10))
        bench.at(2300, .lift(2))
        #expect(!press.isDetecting && !press.didComplete)
    }

    private func carousel(_ landing: CardCarousel.Landing = .projected, after stroke: ExampleStroke) throws
        -> CardCarousel
    {
        let carousel = show(CardCarousel(landing))
        try bench.play(stroke.recording)
        return carousel
    }

    @Test func `a flick of 100 points advances the carousel, a slow drag of 100 points does not`() throws {
        #expect(try carousel(after: .flick).currentIndex == 1)
        #expect(try carousel(after: .slowDrag).currentIndex == 0)
    }

    @Test func `by raw translation a flick and a slow drag have the same result`() throws {
        #expect(try carousel(.raw, after: .flick).currentIndex == 0)
        #expect(try carousel(.raw, after: .slowDrag).currentIndex == 0)
    }

    @Test func `the carousel moves on with the velocity of the flick`() throws {
        let carousel = try carousel(after: .flick)
        let lift = try #require(ExampleStroke.flick.recording.events.last?.time)
        // 100 points in 180 ms, at 1.875 times the mean speed: 1040 points a second.
        let speed = carousel.offset.animated.velocity(at: lift)
        #expect((-1200 ... -900).contains(speed), "\(speed) pt/s")
        #expect(carousel.offset.value(at: lift + .milliseconds(2000)) == carousel.offset.animated.model)
    }
}
