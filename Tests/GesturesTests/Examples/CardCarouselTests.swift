import GestureModel
import Gestures
import Strokes
import Testing
import TouchInput
import TouchRecordings

@testable import ExampleViews

@Suite struct CardCarouselTests {
    private let bench = Bench()

    private func carousel(_ landing: CardCarousel.Landing = .projected) -> CardCarousel {
        let carousel = CardCarousel(landing)
        bench.show(carousel)
        return carousel
    }

    /// Touches that take less than 200 ms for the last 100 points, and move at more than 250 pt/s in the last
    /// 40 ms.
    static let flicks = [
        RecordedStroke(
            file: "touchpad/one-finger-swipe-bottom-left-to-top-right-link-fw-1-0-aa-robot-20130806-222502.evemu",
            begin: 0),
        RecordedStroke(file: "touchpad/study-06-select-single-finger-select-2d-physical-click.evemu", begin: 5314),
        RecordedStroke(file: "touchscreen/irtouch-6615-0070-0.evemu", begin: 4687),
        RecordedStroke(file: "touchscreen/irtouch-6615-0070-0.evemu", begin: 2966),
    ]

    /// Touches that take more than 1 s for the last 100 points, and move at less than 20 pt/s in the last 40 ms.
    static let slowDrags = [
        RecordedStroke(file: "touchpad/study-01-palm-hovering-thumb2-click.evemu", begin: 1056),
        RecordedStroke(file: "touchpad/study-01-select-single-finger-select-2d-tap-and-half.evemu", begin: 1452),
        RecordedStroke(file: "touchpad/study-03-palm-hovering-thumb2-click.evemu", begin: 5007),
        RecordedStroke(file: "touchscreen/quanta-opticaltouchscreen-touch-hover.evemu", begin: 0),
    ]

    @Test(.enabled(if: RecordedStroke.areAvailable, RecordedStroke.missing), arguments: flicks)
    func `a recorded flick of 100 points advances the projected carousel, but not the raw one`(
        _ stroke: RecordedStroke
    ) throws {
        let frames = try stroke.frames()
        let projected = carousel()
        bench.play(frames)
        #expect(projected.currentIndex >= 1)
        let raw = carousel(.raw)
        bench.play(frames)
        #expect(raw.currentIndex == 0)
    }

    @Test(.enabled(if: RecordedStroke.areAvailable, RecordedStroke.missing), arguments: slowDrags)
    func `a recorded slow drag of 100 points does not advance the carousel`(_ stroke: RecordedStroke) throws {
        let frames = try stroke.frames()
        let projected = carousel()
        bench.play(frames)
        #expect(projected.currentIndex == 0)
        #expect(projected.offset.animated.model == 0)
    }

    @Test func `a drag of more than half a card advances both carousels, and returns them`() {
        for landing in [CardCarousel.Landing.projected, .raw] {
            let carousel = carousel(landing)
            bench.drag(at: 0, by: Vector(dx: -160, dy: 0))
            bench.wait(until: 500)
            bench.at(500, .lift(1))
            #expect(carousel.currentIndex == 1)
            bench.drag(at: 1000, by: Vector(dx: 160, dy: 0))
            bench.wait(until: 1500)
            bench.at(1500, .lift(1))
            #expect(carousel.currentIndex == 0)
        }
    }

    @Test func `after the lift the offset continues with the finger's velocity, to the card`() throws {
        let carousel = carousel()
        let recording = ExampleStroke.flick.recording
        try bench.play(recording)
        let lift = try #require(recording.events.last?.time)
        let (shown, next) = (
            carousel.offset.value(at: lift), carousel.offset.value(at: lift + .milliseconds(1))
        )
        // No jump, and about 1 pt per millisecond.
        #expect((-105 ... -90).contains(shown), "\(shown) pt")
        #expect((-1.2 ... -0.9).contains(next - shown), "\(next - shown) pt in 1 ms")
        #expect(carousel.offset.value(at: lift + .milliseconds(2000)) == -296)
    }

    @Test(arguments: reasons)
    func `a cancelled drag returns the strip to its card`(_ reason: CancellationReason) {
        let carousel = carousel()
        bench.drag(by: Vector(dx: -100, dy: 0))
        bench.cancel(reason, at: 300)
        #expect(carousel.currentIndex == 0)
        #expect(carousel.offset.animated.model == 0)
        #expect(carousel.offset.value(at: timestamp(301)) < -50, "not at once")
        #expect(carousel.offset.value(at: timestamp(3000)) == 0)
    }

    @Test func `the window shows the current card, and its name below`() {
        let carousel = carousel()
        #expect(carousel.body(at: timestamp(0))[0].hasPrefix("[Inbox   "))
        bench.drag(by: Vector(dx: -160, dy: 0))
        bench.at(500, .lift(1))
        let end = carousel.body(at: timestamp(3000))
        #expect(end[0].hasPrefix("[Archive") && end[1].hasPrefix("2 Archive"), "\(end)")
        #expect(end[0].count == 60)
    }

    @Test func `the table has the card that each carousel chose`() throws {
        let comparison = CarouselComparison()
        bench.show(comparison)
        try bench.play(ExampleStroke.flick.recording)
        #expect(comparison.projected.currentIndex == 1)
        #expect(comparison.raw.currentIndex == 0)
        #expect(comparison.table.count == 2)
        let columns = comparison.table[1].split(separator: " ")
        #expect(columns.suffix(2) == ["Archive", "Inbox"], "\(comparison.table)")
    }
}
