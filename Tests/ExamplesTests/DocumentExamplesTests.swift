import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct DocumentExamplesTests {
    @Test func `a chip follows the finger and springs home when it lifts`() {
        let chip = DraggableChip()
        var hand = Hand(chip.gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        #expect(chip.dragOffset == Vector(dx: 60, dy: 30))
        hand.at(90, .lift(1))
        #expect(chip.dragOffset == .zero)
        #expect(chip.offset.value(at: milliseconds(90)) != .zero, "not at once")
        #expect(chip.offset.value(at: milliseconds(2000)) == .zero)
    }

    @Test func `a chip goes home when its drag is cancelled`() {
        let chip = DraggableChip()
        var hand = Hand(chip.gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        hand.cancel(.deviceLost, at: 100)
        #expect(chip.dragOffset == .zero)
        #expect(chip.offset.value(at: milliseconds(2000)) == .zero)
        hand.at(110, .move(1, 400, 400))
        #expect(chip.dragOffset == .zero)
    }

    @Test func `a sticker stays where it was put, unless the drag was cancelled`() {
        let sticker = RepositionableSticker()
        var hand = Hand(sticker.gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        #expect(sticker.offset == Vector(dx: 60, dy: 30))
        #expect(sticker.position == .zero)
        hand.at(90, .lift(1))
        #expect(sticker.offset == Vector(dx: 60, dy: 30))
        #expect(sticker.dragOffset == .zero)
        hand.drag(at: 1000, by: Vector(dx: -20, dy: 0))
        #expect(sticker.offset == Vector(dx: 40, dy: 30))
        hand.cancel(.deviceLost, at: 1100)
        #expect(sticker.offset == Vector(dx: 60, dy: 30))
    }

    @Test func `a button is pressed as long as the finger is down`() {
        let button = PressableButton()
        var hand = Hand(button.gesture)
        hand.at(0, .down(1, 10, 10))
        #expect(button.scale == 0.95)
        hand.wait(until: 60_000)
        #expect(button.scale == 0.95)
        hand.at(60_001, .lift(1))
        #expect(button.scale == 1)
    }

    @Test func `a circle locked to an axis moves along it alone`() {
        let circle = AxisLockedCircle()
        var hand = Hand(circle.gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        #expect(circle.dragOffset == Vector(dx: 60, dy: 0))
        hand.at(90, .lift(1))
        #expect(circle.dragOffset == .zero)
    }

    @Test func `a progressive press detects, completes and lets go`() {
        let press = ProgressiveLongPress()
        var hand = Hand(press.gesture)
        hand.at(0, .down(1, 10, 10))
        #expect(press.isDetecting && !press.didComplete)
        hand.wait(until: 500)
        #expect(press.isDetecting && press.didComplete)
        hand.at(800, .lift(1))
        #expect(!press.isDetecting && !press.didComplete)
        hand.at(2000, .down(2, 10, 10))
        hand.at(2300, .lift(2))
        #expect(!press.isDetecting && !press.didComplete)
    }

    /// 100 points to the left, in millimetres.
    private func stroke(isFlick: Bool) throws -> [TouchFrame] {
        var script = StrokeScript(on: .touchscreen, seed: 3)
        let start = Point(x: 200, y: 100)
        let end = start + Vector(dx: -100 * Surface.millimetresPerPoint, dy: 0)
        if isFlick {
            script.flick(from: start, to: end, duration: .milliseconds(180))
        } else {
            script.drag(from: start, to: end, duration: .milliseconds(1500))
        }
        return try script.frames()
    }

    private func play(_ frames: [TouchFrame], on carousel: CardCarousel) {
        let recogniser = GestureRecogniser(carousel.gesture)
        for frame in frames { recogniser.update(frame) }
    }

    @Test func `a flick of 100 points advances the carousel, a slow drag of 100 points does not`() throws {
        let (flicked, dragged) = (CardCarousel(), CardCarousel())
        play(try stroke(isFlick: true), on: flicked)
        play(try stroke(isFlick: false), on: dragged)
        #expect(flicked.currentIndex == 1)
        #expect(dragged.currentIndex == 0)
    }

    @Test func `by translation alone a flick and a slow drag are the same`() throws {
        for isFlick in [true, false] {
            let carousel = CardCarousel(usesProjection: false)
            play(try stroke(isFlick: isFlick), on: carousel)
            #expect(carousel.currentIndex == 0)
        }
    }

    @Test func `the carousel settles with the speed of the flick`() throws {
        let carousel = CardCarousel()
        let frames = try stroke(isFlick: true)
        play(frames, on: carousel)
        let lift = try #require(frames.last?.time)
        // 100 points in 180 ms, at 1.875 times the mean speed: 1040 points a second.
        let speed = carousel.dragOffset.velocity(at: lift)
        #expect((-1200 ... -900).contains(speed), "\(speed) pt/s")
        #expect(carousel.dragOffset.value(at: lift + .milliseconds(2000)) == 0)
    }
}
