import GestureModel
import Testing
import TouchInput

@testable import Strokes

@Suite struct TouchDriverTests {
    private static let start = Timestamp(microseconds: 0)

    /// The frames' events as `code=value`, one string a frame.
    private static func frames(_ device: ModelDevice, _ frames: [[TouchDriver.Finger]]) -> [String] {
        var driver = TouchDriver(device)
        return frames.map { fingers in
            let count = driver.events.count
            driver.report(fingers, at: start)
            return driver.events[count...].map { "\(String($0.code, radix: 16))=\($0.value)" }.joined(separator: " ")
        }
    }

    private static func finger(_ id: Int, _ x: Double, _ y: Double) -> TouchDriver.Finger {
        TouchDriver.Finger(id: id, position: Point(x: x, y: y))
    }

    @Test func `a slot is sent only when it changes, and a value only when it differs`() {
        let frames = Self.frames(
            .touchpad,
            [
                [Self.finger(0, 10, 20)],
                [Self.finger(0, 10, 20), Self.finger(1, 30, 20)],
                [Self.finger(0, 10, 21), Self.finger(1, 30, 20)],
                [Self.finger(0, 10, 21), Self.finger(1, 30, 20)],
                [Self.finger(1, 30, 20)],
                [],
            ])
        #expect(
            frames == [
                "39=0 35=400 36=800 14a=1 145=1 0=400 1=800 0=0",
                "2f=1 39=1 35=1200 36=800 145=0 14d=1 0=0",
                "2f=0 36=840 1=840 0=0",
                "",
                "39=-1 145=1 14d=0 0=1200 1=800 0=0",
                "2f=1 39=-1 14a=0 145=0 0=0",
            ])
    }

    @Test func `a finger that returns to its slot's last position sends no position`() {
        let fingers = [Self.finger(0, 10, 20)]
        #expect(Self.frames(.touchscreen, [fingers, [], fingers])[2] == "39=1 14a=1 0=0")
    }

    @Test func `the next finger uses a freed slot`() {
        let frames = Self.frames(
            .touchscreen,
            [
                [Self.finger(0, 1, 1), Self.finger(1, 2, 2)], [Self.finger(1, 2, 2)],
                [Self.finger(1, 2, 2), Self.finger(2, 3, 3)],
            ])
        #expect(frames[2] == "39=2 35=60 36=60 0=0")
    }

    @Test func `semi-multitouch reports a box, and of a third finger only its presence`() {
        let frames = Self.frames(
            .semiMultitouchTouchpad,
            [
                [Self.finger(0, 10, 20), Self.finger(1, 30, 10)],
                [Self.finger(0, 10, 20), Self.finger(1, 30, 10), Self.finger(2, 50, 10)],
            ])
        let lower = "39=0 35=1650 36=1650"
        let upper = "2f=1 39=1 35=2550 36=2100"
        #expect(frames == ["\(lower) \(upper) 14a=1 14d=1 0=1650 1=1650 0=0", "14d=0 14e=1 0=0"])
    }

    @Test func `a single-touch screen reports its first finger only`() {
        let frames = Self.frames(
            .singleTouchScreen, [[Self.finger(0, 10, 20)], [Self.finger(0, 10, 20), Self.finger(1, 30, 10)], []])
        #expect(frames == ["14a=1 0=100 1=200 0=0", "", "14a=0 0=0"])
    }

    @Test func `positions off the surface are at its edge`() {
        #expect(Self.frames(.touchpad, [[Self.finger(0, -5, 500)]]) == ["39=0 36=2600 14a=1 145=1 1=2600 0=0"])
    }

    @Test func `fingers without a slot are counted, up to the highest BTN_TOOL key`() {
        let hand = (0..<6).map { Self.finger($0, Double($0 * 10 + 5), 5) }
        let frame = Self.frames(.touchpad, [hand])[0]
        #expect(frame.contains("2f=4"))
        #expect(!frame.contains("2f=5"))
        #expect(frame.contains("148=1"))
    }
}
