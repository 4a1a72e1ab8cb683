import GestureModel
import Gestures
import Strokes
import Testing

@testable import ExampleViews

/// Statements of the documents in addition to their examples.
@Suite struct DocumentClaimsTests {
    @Test func `a chip's animation applies to each update and to the reset`() {
        let chip = DraggableChip()
        let animations = Recorder<Animation?>()
        chip.$dragOffset.onChange { animations.add($0.transaction.animation) }
        var hand = Hand(chip.gesture)
        hand.drag(by: Vector(dx: 60, dy: 30), after: 100)
        #expect(animations.all.count == 9)
        hand.at(190, .lift(1))
        #expect(animations.all == Array(repeating: .smooth, count: 10))
    }

    @Test func `a chip returns with the smooth spring`() {
        let chip = DraggableChip()
        var hand = Hand(chip.gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        hand.wait(until: 3000)
        hand.at(3000, .lift(1))
        for time in [3050, 3200, 3500] as [Int64] {
            let distance = Spring.smooth.value(target: 60, time: Double(time - 3000) / 1000)
            #expect(isClose(chip.offset.value(at: milliseconds(time)).dx, 60 - distance, within: 0.01))
        }
    }

    @Test func `a chip's state is zero as soon as a drag of any length is cancelled`() {
        let chip = DraggableChip()
        var hand = Hand(chip.gesture)
        var random = SplitMix64(seed: 8)
        for drag in 0..<100 {
            let begin = Double(drag) * 1000
            hand.at(begin, .down(drag, 100, 100))
            for step in 1...(random.next() % 20 + 1) {
                hand.at(begin + Double(step), .move(drag, random.number(in: 0...200), random.number(in: 0...200)))
            }
            hand.cancel(.resynchronised, at: begin + 30)
            #expect(chip.dragOffset == .zero)
            hand.at(begin + 40, .lift(drag))
        }
    }

    @Test func `a chip that is reset in onEnded is not reset when the drag is cancelled`() {
        var offset = Vector.zero
        let gesture = DragGesture().onChanged { offset = $0.translation }.onEnded { _ in offset = .zero }
        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        hand.cancel(.deviceLost, at: 100)
        #expect(offset == Vector(dx: 60, dy: 30))
    }

    @Test func `a body that assigns nothing leaves the state unchanged`() {
        @GestureState var offset = Vector(dx: 1, dy: 2)
        let changes = Recorder<Vector>()
        $offset.onChange { changes.add($0.newValue) }
        var hand = Hand(DragGesture().updating($offset) { _, _, _ in })
        hand.drag(by: Vector(dx: 60, dy: 30), after: 100)
        #expect(changes.all == Array(repeating: Vector(dx: 1, dy: 2), count: 9))
    }

    @Test func `a circle is at the finger's position at every update`() {
        @GestureState var dragOffset = Vector.zero
        var hand = Hand(DragGesture().updating($dragOffset) { value, state, _ in state = value.translation })
        hand.at(0, .down(1, 100, 100))
        for step in 1...5 {
            hand.at(Double(step) * 10, .move(1, 100 + Double(step) * 20, 100))
            #expect(dragOffset == Vector(dx: Double(step) * 20, dy: 0))
        }
        hand.at(60, .lift(1))
        #expect(dragOffset == .zero)
    }

    @Test func `a deletion's progress fills in one second, and empties after a release`() {
        var (progress, deletions, now) = (AnimatedValue(0.0), 0, milliseconds(0))
        let press = onLongPressGesture(minimumDuration: 1) {
            deletions += 1
        } onPressingChanged: { isPressing in
            withAnimation(.linear(duration: 1)) { progress.set(isPressing ? 1 : 0, at: now) }
        }
        var hand = Hand(press)
        hand.at(0, .down(1, 10, 10))
        for time in [0, 250, 500, 999] as [Int64] {
            hand.wait(until: Double(time))
            #expect(isClose(progress.value(at: milliseconds(time)), Double(time) / 1000, within: 1e-6))
            #expect(deletions == 0)
        }
        now = milliseconds(1000)
        hand.wait(until: 1000)
        #expect(deletions == 1)
        #expect(progress.value(at: milliseconds(1000)) == 1)
        hand.at(1200, .lift(1))
        #expect(isClose(progress.value(at: milliseconds(1500)), 0.5, within: 1e-6))
        #expect(progress.value(at: milliseconds(2000)) == 0)
    }

    @Test func `the predicted end of a flick is further than its translation, that of a resting finger is not`() {
        let ends = Recorder<DragGesture.Value>()
        var hand = Hand(DragGesture().onEnded(ends.add))
        hand.drag(by: Vector(dx: 100, dy: 0))
        hand.at(88, .lift(1))
        // 100 points in 80 ms, for another 0.25 s.
        #expect(isClose(ends.all.last?.predictedEndTranslation.width ?? 0, 100 + 312.5, within: 1))
        hand.drag(at: 1000, by: Vector(dx: 100, dy: 0))
        hand.wait(until: 1500)
        hand.at(1500, .lift(1))
        #expect(ends.all.count == 2)
        #expect(ends.all.last?.predictedEndTranslation == Vector(dx: 100, dy: 0))
        #expect(ends.all.last?.predictedEndLocation == Point(x: 200, y: 100))
    }

    @Test func `a resting finger lands where it is, even if its device continues to send frames`() {
        let ends = Recorder<DragGesture.Value>()
        var hand = Hand(DragGesture().onEnded(ends.add))
        hand.drag(by: Vector(dx: 100, dy: 0))
        for time in stride(from: 88.0, through: 136, by: 8) { hand.at(time) }
        hand.at(144, .lift(1))
        #expect(ends.all.map(\.predictedEndTranslation) == [Vector(dx: 100, dy: 0)])
    }

    @Test func `a faster flick moves by more cards, and never beyond the last`() {
        let carousel = CardCarousel()
        var hand = Hand(carousel.gesture)
        hand.drag(by: Vector(dx: -60, dy: 0))
        hand.at(88, .lift(1))
        #expect(carousel.currentIndex == 1)
        hand.drag(at: 1000, by: Vector(dx: -150, dy: 0))
        hand.at(1088, .lift(1))
        #expect(carousel.currentIndex == 3)
        hand.drag(at: 2000, by: Vector(dx: -150, dy: 0))
        hand.at(2088, .lift(1))
        #expect(carousel.currentIndex == 4)
        for time in [3000.0, 4000, 5000] {
            hand.drag(at: time, by: Vector(dx: 200, dy: 0))
            hand.at(time + 88, .lift(1))
        }
        #expect(carousel.currentIndex == 0)
    }

    /// `translation − velocity / (1000 ln d)` is the integral; the library sums whole milliseconds.
    @Test func `the projected offset is the document's formula to within half a millisecond of velocity`() {
        let value = DragGesture.Value(
            time: milliseconds(0), location: Point(x: 30, y: 0), startLocation: .zero,
            velocity: Vector(dx: 1000, dy: -2000))
        let logarithms = [(0.998, -0.002_002_002_670_673_4), (0.99, -0.010_050_335_853_501_4)]
        for (rate, logarithm) in logarithms {
            let offset = value.projectedOffset(decelerationRate: DecelerationRate(rawValue: rate))
            #expect(isClose(offset.width, 30 - 1000 / (1000 * logarithm), within: 0.51))
            #expect(isClose(offset.height, 2000 / (1000 * logarithm), within: 1.01))
        }
    }
}
