import GestureModel
import GestureProtocol
import Testing

@testable import GestureActions

@Suite struct ActionMatcherTests {
    private static let screen = TouchDevice(
        id: "event1", name: "Screen", node: "/dev/input/event1", kind: .touchscreen,
        surface: Surface(size: Vector(dx: 900, dy: 600)), slots: 10, resolution: nil, availability: .open)

    /// The rules' matcher, with the gestures of one device.
    private struct Hand {
        let file: ActionFile
        var matcher: ActionMatcher
        private let shapes: [ActionShape]
        private var last: UInt64 = 0

        init(_ rules: String) throws {
            file = try ActionFile(Array(rules.utf8), file: "f")
            matcher = ActionMatcher(file.actions)
            shapes = ActionSubscriptions(file).shapes
        }

        /// The names of the actions at each of the phases, with the steps of those with `every`.
        mutating func perform(
            _ steps: (GesturePhase, GestureValue)..., positions: PositionAccess = .granted, shape: Int = 0,
            on device: TouchDevice = ActionMatcherTests.screen
        ) -> [String] {
            last += 1
            return steps.flatMap { resume($0, $1, positions: positions, shape: shape, on: device) }
        }

        /// The same for one more phase of the last gesture.
        mutating func resume(
            _ phase: GesturePhase, _ value: GestureValue, positions: PositionAccess = .granted, shape: Int = 0,
            on device: TouchDevice = ActionMatcherTests.screen
        ) -> [String] {
            let event = GestureEvent(gesture: last, phase: phase, time: Timestamp(microseconds: 0), value: value)
            let message = GestureMessage(subscription: 1, device: device.id, event: event, positions: positions)
            return matcher.handle(message, shape: shapes[shape], device: device).map { match in
                let action = matcher.actions[match.index]
                return action.step == nil ? action.name : "\(action.name) \(match.steps)"
            }
        }

        /// The rules are read again while gestures are in progress.
        mutating func reload() { matcher = ActionMatcher(file.actions, after: matcher) }
    }

    private func swipe(_ dx: Double, _ dy: Double, fingers: Int = 3) -> GestureValue {
        .swipe(
            .init(
                fingers: fingers, direction: SwipeDirection(Vector(dx: dx, dy: dy)), location: Point(x: dx, y: dy),
                startLocation: .zero, velocity: .zero))
    }

    private func drag(
        _ dx: Double, _ dy: Double, from start: Point = .zero, fingers: Int = 1, edge: Edge? = nil
    ) -> GestureValue {
        .drag(
            .init(
                fingers: fingers, location: start + Vector(dx: dx, dy: dy), startLocation: start, velocity: .zero,
                edge: edge))
    }

    private func rule(_ name: String, _ gesture: String, _ more: String...) -> String {
        "[[action]]\nname = '\(name)'\ngesture = '\(gesture)'\n"
            + (more + (more.contains { $0.hasPrefix("run") } ? [] : ["run = ['true']"])).joined(separator: "\n") + "\n"
    }

    @Test func `the first matching rule wins, unless it continues`() throws {
        var hand = try Hand(
            rule("a", "swipe left", "fingers = 3", "app = 'x'")
                + rule("b", "swipe left", "fingers = 3", "continue = true")
                + rule("c", "swipe", "fingers = 3"))
        let left: [(GesturePhase, GestureValue)] = [(.began, swipe(-100, 0)), (.ended, swipe(-100, 0))]
        #expect(hand.perform(left[0], left[1]) == ["b", "c"])
        hand.matcher.window = ActionWindow(app: "X")
        #expect(hand.perform(left[0], left[1]) == ["a"])
        #expect(hand.perform((.began, swipe(100, 0)), (.ended, swipe(100, 0))) == ["c"])
        #expect(hand.perform((.ended, swipe(-100, 0, fingers: 4))) == [])
    }

    @Test func `an app matches by its id, in any case`() throws {
        var hand = try Hand(rule("a", "tap", "app = '*.Firefox'") + rule("b", "tap", "app = '*vim*'"))
        let tap = GestureValue.tap(.init(fingers: 1, count: 1, location: .zero))
        hand.matcher.window = ActionWindow(app: "org.mozilla.firefox")
        #expect(hand.perform((.began, tap), (.ended, tap)) == ["a"])
        hand.matcher.window = ActionWindow(app: "NeoVIM")
        #expect(hand.perform((.began, tap), (.ended, tap)) == ["b"])
        hand.matcher.window = ActionWindow()
        #expect(hand.perform((.began, tap), (.ended, tap)) == [])
    }

    @Test func `an app also matches by the window's title`() throws {
        var hand = try Hand(rule("a", "tap", "app = '*— Video'") + rule("b", "tap", "app = 'org.mozilla.firefox'"))
        let tap = GestureValue.tap(.init(fingers: 1, count: 1, location: .zero))
        hand.matcher.window = ActionWindow(app: "org.mozilla.firefox", title: "A film — VIDEO")
        #expect(hand.perform((.began, tap), (.ended, tap)) == ["a"])
        hand.matcher.window.title = "News"
        #expect(hand.perform((.began, tap), (.ended, tap)) == ["b"])
        hand.matcher.window = ActionWindow(title: "A film — Video")
        #expect(hand.perform((.began, tap), (.ended, tap)) == ["a"])
    }

    @Test func `a gesture belongs to the app in which it began`() throws {
        var hand = try Hand(rule("a", "drag", "app = 'x'"))
        hand.matcher.window = ActionWindow(app: "x")
        #expect(hand.perform((.began, drag(10, 0))) == [])
        hand.matcher.window = ActionWindow(app: "y")
        let event = GestureEvent(gesture: 1, phase: .ended, time: Timestamp(microseconds: 0), value: drag(20, 0))
        let message = GestureMessage(subscription: 1, device: "event1", event: event)
        #expect(hand.matcher.handle(message, shape: .drag(.one), device: Self.screen).map(\.index) == [0])
    }

    @Test(
        arguments: [
            (-100.0, 0.0, ["left"]), (-100, -30, ["left"]), (-100, -50, ["diagonal"]), (-50, -100, ["diagonal"]),
            (-30, -100, []), (100, 50, []),
        ])
    func `a diagonal is within 22.5 degrees`(_ dx: Double, _ dy: Double, _ names: [String]) throws {
        var hand = try Hand(
            rule("diagonal", "swipe up-left", "fingers = 3") + rule("left", "swipe left", "fingers = 3"))
        #expect(hand.perform((.began, swipe(dx, dy)), (.ended, swipe(dx, dy))) == names)
    }

    @Test func `a cancelled gesture performs only what is for cancelled ones`() throws {
        var hand = try Hand(
            rule("ended", "drag") + rule("began", "drag", "on = 'began'")
                + rule("cancelled", "drag", "on = 'cancelled'"))
        #expect(
            hand.perform((.began, drag(10, 0)), (.changed, drag(20, 0)), (.ended, drag(20, 0))) == ["began", "ended"])
        #expect(hand.perform((.began, drag(10, 0)), (.cancelled(.deviceLost), drag(20, 0))) == ["began", "cancelled"])
    }

    @Test func `a long press happens when it completes, and once`() throws {
        func press(_ completed: Bool) -> GestureValue {
            .longPress(
                .init(
                    fingers: 1, location: .zero, startLocation: .zero, pressing: true, completed: completed,
                    deadline: nil))
        }
        var hand = try Hand(rule("a", "long press"))
        #expect(hand.perform((.began, press(false)), (.changed, press(true)), (.ended, press(true))) == ["a"])
        #expect(hand.perform((.began, press(false)), (.cancelled(.requested), press(false))) == [])
    }

    @Test func `steps happen while fingers move, in both directions`() throws {
        var hand = try Hand(rule("volume", "drag up", "every = '50 pt'"))
        let names = hand.perform(
            (.began, drag(0, -10)), (.changed, drag(0, -49)), (.changed, drag(0, -50)), (.changed, drag(0, -170)),
            (.changed, drag(0, -120)), (.changed, drag(0, 60)), (.ended, drag(0, 60)))
        #expect(names == ["volume 1", "volume 2", "volume -1", "volume -3"])
        #expect(hand.perform((.began, drag(-10, 0)), (.changed, drag(-100, -100))) == [])
    }

    @Test func `a pinch steps by factors, a rotation by angles`() throws {
        func pinch(_ scale: Double) -> GestureValue {
            .magnify(.init(fingers: 2, location: .zero, startLocation: .zero, magnification: scale, velocity: 0))
        }
        func turn(_ degrees: Double) -> GestureValue {
            .rotate(
                .init(fingers: 2, location: .zero, startLocation: .zero, rotation: degrees * .pi / 180, velocity: 0))
        }
        var zoom = try Hand(rule("zoom", "pinch in", "every = 1.25"))
        #expect(
            zoom.perform((.began, pinch(0.99)), (.changed, pinch(0.64)), (.changed, pinch(1.25))) == [
                "zoom 2", "zoom -3",
            ])
        var dial = try Hand(rule("dial", "rotate clockwise", "every = '15 degrees'"))
        #expect(dial.perform((.began, turn(2)), (.changed, turn(31)), (.ended, turn(-15))) == ["dial 2", "dial -3"])
    }

    @Test func `a gesture during which the rules are read again performs nothing more`() throws {
        var hand = try Hand(rule("a", "drag up", "every = '50 pt'"))
        #expect(hand.perform((.began, drag(0, -20)), (.changed, drag(0, -110))) == ["a 2"])
        hand.reload()
        #expect(hand.resume(.changed, drag(0, -160)) == [])
        #expect(hand.resume(.ended, drag(0, -220)) == [])
        #expect(hand.perform((.began, drag(0, -20)), (.changed, drag(0, -60))) == ["a 1"])
    }

    @Test func `a rule for one device does not match another that has its id later`() throws {
        var hand = try Hand(rule("a", "tap", "device = 'Screen'"))
        let tap = GestureValue.tap(.init(fingers: 1, count: 1, location: .zero))
        #expect(hand.perform((.began, tap), (.ended, tap)) == ["a"])
        var other = Self.screen
        other.name = "Panel"
        #expect(hand.perform((.began, tap), (.ended, tap), on: other) == [])
    }

    @Test func `an answer to a request that was never sent has no shape`() throws {
        let file = try ActionFile(Array(rule("a", "tap").utf8), file: "f")
        let subscriptions = ActionSubscriptions(file)
        #expect(subscriptions.shape(1) == ActionShape(file.actions[0]))
        for id in [0, -1, 2, .min, .max] as [Int64] { #expect(subscriptions.shape(id) == nil) }
    }

    @Test func `fingers from an edge must come in`() throws {
        var hand = try Hand(rule("right", "edge right") + rule("left", "edge left"))
        let start = Point(x: 895, y: 300)
        #expect(
            hand.perform(
                (.began, drag(-12, 0, from: start, edge: .right)), (.ended, drag(-60, 0, from: start, edge: .right)))
                == ["right"])
        #expect(
            hand.perform(
                (.began, drag(0, 12, from: start, edge: .right)), (.ended, drag(-8, 60, from: start, edge: .right)))
                == [])
    }

    @Test func `thirds and corners of edges are told apart, with and without positions`() throws {
        var hand = try Hand(
            rule("corner", "corner top-right") + rule("start", "edge right", "part = 'start'")
                + rule("end", "edge right", "part = 'end'"))
        func names(_ part: EdgePart, _ corner: Corner? = nil, _ positions: PositionAccess = .granted) -> [String] {
            let value = GestureValue.drag(
                .init(
                    fingers: 1, location: Point(x: -50, y: 0), startLocation: .zero, velocity: .zero, edge: .right,
                    part: part, corner: corner))
            return hand.perform((.began, value), (.ended, value), positions: positions)
        }
        #expect(names(.start, .topRight) == ["corner"])
        #expect(names(.start) == ["start"])
        #expect(names(.middle) == [])
        #expect(names(.end) == ["end"])
        #expect(names(.end, nil, .withheld) == ["end"])
    }

    @Test func `the fewest subscriptions report all rules`() throws {
        let file = try ActionFile(
            Array(
                (rule("a", "swipe left", "fingers = 3") + rule("b", "swipe up", "fingers = 4")
                    + rule("c", "tap", "count = 2")
                    + rule("d", "tap", "device = 'touchpad'") + rule("e", "edge left") + rule("f", "edge top")).utf8),
            file: "f")
        let requests = ActionSubscriptions(file).requests
        #expect(
            requests.map(\.gesture) == [
                .swipe(.init(fingers: [3, 4])), .tap(.init(count: 2)), .tap(.init()),
                .drag(.init(edges: [.left, .top])),
            ])
        #expect(requests.map(\.device) == [.any, .any, .kind(.touchpad), .any])
        #expect(requests.allSatisfy { $0.scope == .session })
    }
}
