import GestureModel
import GestureProtocol
import Glibc
import Strokes
import Testing

@testable import GestureActions

@Suite struct ActionMatcherTests {
    @Test func `the first matching rule wins, unless it continues`() throws {
        var hand = try Hand(
            rule("a", "swipe left", "fingers = 3", "app = 'x'"),
            rule("b", "swipe left", "fingers = 3", "continue = true"), rule("c", "swipe", "fingers = 3"))
        #expect(hand.perform(drag(-20, 0)) == ["b", "c"])
        hand.matcher.window = ActionWindow(app: "X")
        #expect(hand.perform(drag(-20, 0)) == ["a"])
        #expect(hand.perform(drag(20, 0)) == ["c"])
        #expect(hand.perform(drag(-20, 0, fingers: 4)) == [])
    }

    @Test func `steps keep the movement: no swipe or pinch of the same fingers follows`() throws {
        var hand = try Hand(
            rule("close", "pinch in", "fingers = 4"), rule("down", "swipe down", "fingers = 4"),
            rule("volume", "drag up", "fingers = 4", "every = '8 mm'"))
        let names = hand.perform(
            drag(0, 5, fingers: 4), drag(0, 10, fingers: 4), drag(0, 30, fingers: 4), drag(0, 50, fingers: 4))
        #expect(names == ["volume -1", "volume -2", "volume -3"])
        #expect(hand.perform(transform(0.998, fingers: 4)) == [])
    }

    @Test func `a swipe goes far enough, fast or slowly`() throws {
        var hand = try Hand(
            rule("swipe", "swipe left", "fingers = 3"), rule("far", "swipe right", "fingers = 3", "distance = '30 mm'"))
        #expect(hand.perform(drag(-3, 0), drag(-6, 0)) == [])
        #expect(hand.perform(drag(-3, 0), drag(-8, 0)) == ["swipe"])
        #expect(hand.perform(drag(25, 0)) == [])
        #expect(hand.perform(drag(31, 0)) == ["far"])
    }

    @Test func `the finger that lifts last of two does not swipe with one finger`() throws {
        var hand = try Hand(
            rule("up", "swipe up", "fingers = 1", "device = 'touchpad'"), rule("turn", "rotate", "fingers = 2"))
        let (turn, swipe) = (transform(1, degrees: 60), drag(0, -20, fingers: 1))
        #expect(hand.perform(swipe, from: .pointer, on: Hand.pad) == ["up"])
        var names = hand.handle(.began, turn, gesture: 11, from: .standard(.touchpad), on: Hand.pad)
        names += hand.handle(.began, swipe, gesture: 12, from: .pointer, on: Hand.pad)
        names += hand.handle(.ended, turn, gesture: 11, from: .standard(.touchpad), on: Hand.pad)
        names += hand.handle(.ended, swipe, gesture: 12, from: .pointer, on: Hand.pad)
        #expect(names + hand.settle() == ["turn"])
    }

    @Test func `a flick is fast at the lift`() throws {
        var hand = try Hand(rule("flick", "flick left", "fingers = 3"))
        #expect(hand.perform(drag(-20, 0)) == [])
        #expect(hand.perform(drag(-20, 0, speed: Vector(dx: -900, dy: 0))) == ["flick"])
        #expect(hand.perform(drag(-20, 0, speed: Vector(dx: 900, dy: 0))) == [])
    }

    @Test func `a gesture that goes mostly back before its end runs no rule`() throws {
        var hand = try Hand(
            rule("left", "swipe left", "fingers = 3"), rule("right", "swipe right", "fingers = 3"),
            rule("in", "pinch in"),
            rule("out", "pinch out"), rule("turn", "rotate clockwise"), rule("edge", "edge right", "fingers = 1"))
        #expect(hand.perform(drag(-20, 0), drag(-60, 0), drag(-15, 0)) == [])
        #expect(hand.perform(drag(-20, 0), drag(-60, 0), drag(-2, 0)) == [])
        #expect(hand.perform(drag(-20, 0), drag(30, 0)) == [])
        #expect(hand.perform(drag(-60, 0), drag(-50, 0)) == ["left"])
        #expect(hand.perform(transform(0.4), transform(0.98)) == [])
        #expect(hand.perform(transform(0.3), transform(0.7)) == [])
        #expect(hand.perform(transform(2.5), transform(1.2)) == [])
        #expect(hand.perform(transform(1, degrees: 60), transform(1, degrees: 22)) == [])
        #expect(
            hand.perform(
                drag(-30, 0, fingers: 1, edge: .right), drag(-4, 0, fingers: 1, edge: .right), from: .edge(.one)) == [])
    }

    @Test func `a rule with the moment reached runs once, while the fingers move`() throws {
        var hand = try Hand(
            rule("now", "swipe left", "fingers = 3", "when = 'reached'", "distance = '10 mm'"),
            rule("later", "swipe left", "fingers = 3", "app = 'x'"))
        hand.matcher.window = ActionWindow(app: "x")
        #expect(hand.handle(.began, drag(-3, 0), gesture: 1) == [])
        #expect(hand.handle(.changed, drag(-11, 0), gesture: 1) == ["now"])
        #expect(hand.handle(.changed, drag(-40, 0), gesture: 1) == [])
        #expect(hand.handle(.ended, drag(-2, 0), gesture: 1) == [])
        #expect(hand.settle() == [])
    }

    @Test func `a pinch and a turn need a real change, and exclude each other`() throws {
        var hand = try Hand(rule("in", "pinch in"), rule("out", "pinch out"), rule("turn", "rotate"))
        #expect(hand.perform(transform(0.8)) == [])
        #expect(hand.perform(transform(0.7)) == ["in"])
        #expect(hand.perform(transform(1.4)) == ["out"])
        #expect(hand.perform(transform(1.4, degrees: 30)) == ["turn"])
        #expect(hand.perform(transform(2, degrees: 30)) == ["out"])
        #expect(hand.perform(transform(1, degrees: -15)) == [])
    }

    @Test func `fingers that several subscriptions report run one rule`() throws {
        var hand = try Hand(rule("edge", "edge right", "fingers = 1"), rule("swipe", "swipe left", "fingers = 1"))
        for first in [ActionSource.edge(.one), .standard(.touchscreen)] {
            let second: ActionSource = first == .edge(.one) ? .standard(.touchscreen) : .edge(.one)
            let value = drag(-20, 0, fingers: 1, edge: .right)
            let number: UInt64 = first == .edge(.one) ? 10 : 20
            #expect(hand.handle(.began, value, gesture: number, from: first) == [])
            #expect(hand.handle(.began, value, gesture: number + 1, from: second) == [])
            #expect(hand.handle(.ended, value, gesture: number, from: first) == [])
            #expect(hand.settle() == [])
            #expect(hand.handle(.ended, value, gesture: number + 1, from: second) == [])
            #expect(hand.settle() == ["edge"])
        }
    }

    @Test func `a drag that another gesture replaces is the same movement`() throws {
        var hand = try Hand(rule("hold", "long press", "fingers = 3"), rule("swipe", "swipe left", "fingers = 3"))
        let press = GestureValue.longPress(
            .init(fingers: 3, location: .zero, startLocation: .zero, pressing: true, completed: true, deadline: nil))
        #expect(hand.handle(.began, press, gesture: 1) == ["hold"])
        #expect(hand.handle(.cancelled(.outcompeted), press, gesture: 1) == [])
        #expect(hand.handle(.began, drag(-3, 0), gesture: 2, after: 0) == [])
        #expect(hand.settle() == [])
        #expect(hand.handle(.ended, drag(-30, 0), gesture: 2) == [])
        #expect(hand.settle() == [])
    }

    /// Five fingers that land one after the other while they move.
    @Test func `a finger that lands late does not start a second rule`() throws {
        var hand = try Hand(
            rule("three", "drag down", "fingers = 3", "every = '8 mm'"),
            rule("four", "drag down", "fingers = 4", "every = '8 mm'"), rule("five", "swipe down", "fingers = 5"))
        #expect(hand.touch(3, phase: .began) == [])
        #expect(hand.handle(.began, drag(0, 2), gesture: 2) == [])
        #expect(hand.handle(.changed, drag(0, 9), gesture: 2) == ["three 1"])
        #expect(hand.handle(.cancelled(.outcompeted), drag(0, 9), gesture: 2) == [])
        #expect(hand.settle() == [])
        #expect(hand.handle(.began, drag(0, 2, fingers: 4), gesture: 3, after: 30) == [])
        #expect(hand.handle(.changed, drag(0, 20, fingers: 4), gesture: 3) == [])
        #expect(hand.handle(.cancelled(.outcompeted), drag(0, 20, fingers: 4), gesture: 3) == [])
        #expect(hand.settle() == [])
        #expect(hand.handle(.began, drag(0, 2, fingers: 5), gesture: 4, after: 30) == [])
        #expect(hand.handle(.ended, drag(0, 40, fingers: 5), gesture: 4) == [])
        #expect(hand.touch(0, tapping: false, phase: .ended, after: 0) == [])
        #expect(hand.settle() == [])
        // The next touch has rules again.
        #expect(hand.touch(3, phase: .began) == [])
        #expect(hand.handle(.began, drag(0, 2, fingers: 5), gesture: 6) == [])
        #expect(hand.handle(.ended, drag(0, 40, fingers: 5), gesture: 6) == [])
        #expect(hand.settle() == ["five"])
    }

    @Test func `fingers next to one that was held make a movement of their own`() throws {
        var hand = try Hand(rule("hold", "long press", "fingers = 1"), rule("scroll", "drag up", "fingers = 2"))
        let held = GestureValue.longPress(
            .init(fingers: 1, location: .zero, startLocation: .zero, pressing: true, completed: true, deadline: nil))
        #expect(hand.touch(3, phase: .began) == [])
        #expect(hand.handle(.began, held, gesture: 2, after: 500) == ["hold"])
        #expect(hand.handle(.cancelled(.outcompeted), held, gesture: 2) == [])
        #expect(hand.settle() == [])
        #expect(hand.handle(.began, drag(0, -3, fingers: 2), gesture: 3, after: 30) == [])
        #expect(hand.handle(.ended, drag(0, -30, fingers: 2), gesture: 3) == [])
        #expect(hand.settle() == ["scroll"])
    }

    @Test func `a touch whose lift was not reported does not keep the next one from its rule`() throws {
        var hand = try Hand(rule("volume", "drag down", "fingers = 3", "every = '8 mm'"))
        #expect(hand.touch(3, phase: .began) == [])
        #expect(hand.handle(.began, drag(0, 9), gesture: 2) == ["volume 1"])
        #expect(hand.handle(.ended, drag(0, 9), gesture: 2) == [])
        #expect(hand.settle() == [])
        #expect(hand.touch(3, phase: .began) == [])
        #expect(hand.handle(.began, drag(0, 9), gesture: 4) == ["volume 1"])
    }

    // MARK: Conditions

    @Test func `an app matches by its id or its title, in any case`() throws {
        var hand = try Hand(
            rule("a", "tap", "app = '*.Firefox'"), rule("b", "tap", "app = '*vim*'"),
            rule("c", "tap", "app = '*— Video'"))
        hand.matcher.window = ActionWindow(app: "org.mozilla.firefox", title: "News")
        #expect(hand.tap() == ["a"])
        hand.matcher.window = ActionWindow(app: "NeoVIM")
        #expect(hand.tap() == ["b"])
        hand.matcher.window = ActionWindow(title: "A film — VIDEO")
        #expect(hand.tap() == ["c"])
        hand.matcher.window = ActionWindow()
        #expect(hand.tap() == [])
    }

    // Comparing as Swift does took seconds for a title of many marks.
    @Test func `windows are the same if their texts have the same bytes`() {
        #expect(ActionWindow(app: "a", title: "\u{E9}") == ActionWindow(app: "a", title: "\u{E9}"))
        #expect(ActionWindow(app: "a", title: "\u{E9}") != ActionWindow(app: "a", title: "e\u{301}"))
        #expect(Set([ActionWindow(title: "\u{E9}"), ActionWindow(title: "e\u{301}")]).count == 2)
    }

    @Test func `a gesture belongs to the app in which it began`() throws {
        var hand = try Hand(rule("a", "drag", "fingers = 3", "app = 'x'"))
        hand.matcher.window = ActionWindow(app: "x")
        #expect(hand.handle(.began, drag(10, 0), gesture: 1) == [])
        hand.matcher.window = ActionWindow(app: "y")
        #expect(hand.handle(.ended, drag(20, 0), gesture: 1) == [])
        #expect(hand.settle() == ["a"])
    }

    @Test(
        arguments: [
            (-20.0, 0.0, ["left"]), (-20, -6, ["left"]), (-20, -10, ["diagonal"]), (-10, -20, ["diagonal"]),
            (-6, -20, []),
            (20, 10, []),
        ])
    func `a diagonal is within 22.5 degrees`(_ dx: Double, _ dy: Double, _ names: [String]) throws {
        var hand = try Hand(
            rule("diagonal", "swipe up-left", "fingers = 3"), rule("left", "swipe left", "fingers = 3"))
        #expect(hand.perform(drag(dx, dy)) == names)
    }

    @Test func `a cancelled gesture performs only what is for cancelled ones`() throws {
        var hand = try Hand(
            rule("ended", "drag", "fingers = 3"), rule("cancelled", "drag", "fingers = 3", "when = 'cancelled'"))
        #expect(hand.perform(drag(10, 0), drag(20, 0)) == ["ended"])
        #expect(hand.perform(drag(10, 0), drag(20, 0), end: .cancelled(.deviceLost)) == ["cancelled"])
    }

    @Test func `one finger on a touchpad moves the pointer and runs only rules that name the device`() throws {
        var hand = try Hand(rule("any", "swipe left"), rule("pad", "swipe right", "fingers = 1", "device = 'touchpad'"))
        #expect(hand.perform(drag(-30, 0, fingers: 1)) == ["any"])
        #expect(hand.perform(drag(-30, 0, fingers: 1), on: Hand.pad) == [])
        #expect(hand.perform(drag(30, 0, fingers: 1), from: .pointer, on: Hand.pad) == ["pad"])
    }

    @Test func `a rule for one device does not match another that has its id later`() throws {
        var hand = try Hand(rule("a", "tap", "device = 'Screen'"))
        #expect(hand.tap() == ["a"])
        #expect(hand.tap(on: Hand.pad) == [])
    }

    @Test func `an edge gesture moves inwards, and its thirds and corners are distinguished`() throws {
        var hand = try Hand(
            rule("corner", "corner top-right", "fingers = 1"),
            rule("start", "edge right", "fingers = 1", "part = 'start'"),
            rule("end", "edge right", "fingers = 1", "part = 'end'"))
        func names(_ value: GestureValue, _ positions: PositionAccess = .granted) -> [String] {
            hand.perform(value, from: .edge(.one), positions: positions)
        }
        #expect(names(drag(-8, 6, fingers: 1, edge: .right, part: .start, corner: .topRight)) == ["corner"])
        #expect(names(drag(-8, 1, fingers: 1, edge: .right, part: .start, corner: .topRight)) == ["start"])
        #expect(names(drag(-8, 0, fingers: 1, edge: .right, part: .start)) == ["start"])
        #expect(names(drag(-8, 0, fingers: 1, edge: .right, part: .middle)) == [])
        #expect(names(drag(-8, 0, fingers: 1, edge: .right, part: .end), .withheld) == ["end"])
        #expect(names(drag(-1, 9, fingers: 1, edge: .right, part: .end)) == [])
        #expect(names(drag(-5, 60, fingers: 1, edge: .right, part: .end)) == [], "along the edge")
        #expect(names(drag(-2.5, 0, fingers: 1, edge: .right, part: .end)) == [], "a fingertip that rolls")
        #expect(names(drag(-30, 30, fingers: 1, edge: .right, part: .end)) == ["end"], "at 45°")
    }

    @Test func `a slide goes along its edge without coming in`() throws {
        var hand = try Hand(
            rule("volume", "slide up", "fingers = 1", "edge = 'right'", "every = '5 mm'"),
            rule("side", "slide down", "fingers = 1"))
        func slide(_ dy: Double, _ edge: Edge) -> GestureValue { drag(0, dy, fingers: 1, edge: edge) }
        #expect(hand.perform(slide(-3, .right), slide(-12, .right), from: .slide(.one)) == ["volume 2"])
        #expect(hand.perform(slide(3, .left), slide(12, .left), from: .slide(.one)) == ["side"])
        #expect(hand.perform(slide(12, .top), from: .slide(.one)) == [])
        #expect(hand.perform(slide(12, .left), from: .edge(.one)) == [], "a drag that comes in")
    }

    @Test func `a tap in a corner needs positions`() throws {
        var hand = try Hand(rule("corner", "tap", "fingers = 1", "corner = 'top-left'"))
        #expect(hand.tap(at: Point(x: 50, y: 50)) == ["corner"])
        #expect(hand.tap(at: Point(x: 50, y: 300)) == [])
        #expect(hand.tap(at: Point(x: 50, y: 50), positions: .withheld) == [])
    }

    // MARK: Steps

    @Test func `steps happen while fingers move, in both directions`() throws {
        var hand = try Hand(rule("volume", "drag up", "fingers = 3", "every = '10 mm'"))
        let names = hand.perform(
            drag(0, -2), drag(0, -9.8), drag(0, -10), drag(0, -34), drag(0, -24), drag(0, 12), drag(0, 12))
        #expect(names == ["volume 1", "volume 2", "volume -1", "volume -3"])
        #expect(hand.perform(drag(-2, 0), drag(-30, -20)) == [])
    }

    @Test func `a pinch steps by factors, a rotation by angles`() throws {
        var zoom = try Hand(rule("zoom", "pinch in", "every = 1.25"))
        #expect(zoom.perform(transform(0.99), transform(0.64), transform(1.25)) == ["zoom 2", "zoom -3"])
        var dial = try Hand(rule("dial", "rotate clockwise", "every = '15 degrees'"))
        #expect(
            dial.perform(transform(1, degrees: 2), transform(1, degrees: 31), transform(1, degrees: -15)) == [
                "dial 2", "dial -3",
            ])
    }

    /// Ten seconds of tremor at each border, at 100 frames a second.
    @Test(
        arguments: [
            ("drag up", "every = '8 mm'", 8.0, 0.2), ("drag up", "every = '2 mm'", 2, 0.2),
            ("drag up", "every = '0.5 mm'", 0.5, 0.2), ("pinch", "every = 1.2", 1.2, 0.1),
            ("rotate", "every = '15 degrees'", 15, 0.3), ("rotate", "every = '1 degree'", 1, 0.3),
        ])
    func `fingers that tremble at a border run one program at most`(
        _ gesture: String, _ every: String, _ step: Double, _ tremor: Double
    ) throws {
        for border in [1.0, 2, 3, -1, -2] {
            var hand = try Hand(rule("a", gesture, gesture == "drag up" ? "fingers = 3" : "fingers = 2", every))
            func value(_ offset: Double) -> GestureValue {
                switch gesture {
                case "drag up": drag(0, -(border * step + offset * tremor))
                case "pinch": transform(pow(step, border + offset * tremor))
                default: transform(1, degrees: border * step + offset * tremor)
                }
            }
            _ = hand.handle(.began, value(-0.5 * border.sign), gesture: 1)
            var programs = 0
            for frame in 0..<1000 {
                programs += hand.handle(.changed, value(frame % 2 == 0 ? 0.5 : -0.5), gesture: 1).count
            }
            #expect(programs <= 1, "at \(border)")
        }
    }

    @Test func `a step back is made when the fingers go back`() throws {
        var hand = try Hand(rule("a", "drag up", "fingers = 3", "every = '10 mm'"))
        #expect(
            hand.perform(drag(0, -31), drag(0, -29), drag(0, -26), drag(0, -16), drag(0, -6), drag(0, 0)) == [
                "a 3", "a -1", "a -1", "a -1",
            ])
    }

    // MARK: Taps in a row

    @Test func `a double tap runs its rule, and a single one waits for it`() throws {
        for order in [true, false] {
            let rules = [rule("double", "tap", "fingers = 3", "count = 2"), rule("single", "tap", "fingers = 3")]
            var hand = try Hand((order ? rules : rules.reversed()).joined())
            #expect(hand.tap(3) == [])
            #expect(hand.tap(3, count: 2) == ["double"])
            #expect(hand.wait(2000) == [])
            #expect(hand.tap(3) == [])
            #expect(hand.wait(300) == [])
            #expect(hand.wait(100) == ["single"])
            // A row of four is two double taps, and one of three a double and a single tap.
            #expect((1...4).flatMap { hand.tap(3, count: $0, pause: 100) } == ["double", "double"])
            #expect((1...3).flatMap { hand.tap(3, count: $0, pause: 100) } == ["double"])
            #expect(hand.wait(400) == ["single"])
        }
    }

    @Test func `without a rule for more, a tap does not wait`() throws {
        var hand = try Hand(rule("single", "tap", "fingers = 3"), rule("other", "tap", "fingers = 2", "count = 2"))
        #expect(hand.tap(3) == ["single"])
        #expect(hand.tap(3, count: 2) == ["single"])
        #expect(hand.tap(2) == [])
        #expect(hand.tap(2, count: 2) == ["other"])
    }

    @Test func `a tap waits for a finger that is down, until it does something else`() throws {
        var hand = try Hand(rule("double", "tap", "fingers = 3", "count = 2"), rule("single", "tap", "fingers = 3"))
        #expect(hand.tap(3) == [])
        #expect(hand.touch(1, after: 300) == [])
        #expect(hand.wait(200) == [])
        #expect(hand.tap(3, count: 2) == ["double"])
        #expect(hand.tap(3) == [])
        #expect(hand.touch(1, after: 300) == [])
        #expect(hand.handle(.began, drag(2, 0, fingers: 2), gesture: 92, after: 50) == ["single"])
        hand.reload()
        #expect(hand.tap(3) == [])
        #expect(hand.touch(1, after: 300) == [])
        #expect(hand.touch(1, tapping: false, after: 750) == ["single"], "the finger has been down for too long")
    }

    @Test func `a tap that waits runs its rule if fingers are lost, and none if the user no longer receives gestures`()
        throws
    {
        for (reason, names) in [
            (CancellationReason.deviceLost, ["single"]), (.outcompeted, ["single"]), (.locked, []),
            (.sessionInactive, []), (.paused, []),
        ] {
            var hand = try Hand(
                rule("double", "tap", "fingers = 3", "count = 2"), rule("single", "tap", "fingers = 3"))
            #expect(hand.tap(3) == [])
            #expect(hand.touch(0, tapping: false, phase: .cancelled(reason)) == names)
            #expect(hand.wait(2000) == [])
        }
    }

    @Test func `where the daemon does not report fingers, no tap waits`() throws {
        var hand = try Hand(rule("double", "tap", "fingers = 3", "count = 2"), rule("single", "tap", "fingers = 3"))
        #expect(hand.perform(.tap(.init(fingers: 3, count: 1, location: .zero))) == ["single"])
    }

    @Test func `a rule that continues runs with each tap`() throws {
        var hand = try Hand(
            rule("wake", "tap", "fingers = 1", "continue = true"), rule("seven", "tap", "fingers = 1", "count = 7"))
        #expect((1...7).flatMap { hand.tap(count: $0) } == Array(repeating: "wake", count: 7) + ["seven"])
    }

    @Test func `a tap whose message is late still counts, unless a rule has acted on the taps before it`() throws {
        let seven = rule("seven", "tap", "fingers = 1", "count = 7")
        var hand = try Hand(seven)
        #expect((1...3).flatMap { hand.tap(count: $0, pause: 1000) } == [])
        // The daemon counts a row of its own.
        #expect((1...7).flatMap { hand.tap(count: $0, pause: 1000) } == ["seven"])
        #expect((8...14).flatMap { hand.tap(count: $0, pause: 1000) } == ["seven"])
        hand = try Hand(seven, rule("single", "tap", "fingers = 1"))
        #expect((1...7).flatMap { hand.tap(count: $0, pause: 1000) } == Array(repeating: "single", count: 7))
        hand = try Hand(seven, rule("double", "tap", "fingers = 1", "count = 2"))
        #expect(hand.tap() + hand.tap(count: 2, pause: 1000) == ["double"])
        #expect((3...9).flatMap { hand.tap(count: $0) } == ["seven"])
    }

    // MARK: Reading again

    @Test func `a gesture during which the rules are read again performs nothing more`() throws {
        var hand = try Hand(rule("a", "drag up", "fingers = 3", "every = '10 mm'"))
        #expect(hand.handle(.began, drag(0, -21), gesture: 1) == ["a 2"])
        hand.reload()
        #expect(hand.handle(.changed, drag(0, -35), gesture: 1) == [])
        #expect(hand.handle(.ended, drag(0, -45), gesture: 1) == [])
        #expect(hand.settle() == [])
        #expect(hand.perform(drag(0, -2), drag(0, -12)) == ["a 1"])
    }

    @Test func `rules that are read again while fingers are down do not add one to the touch`() throws {
        var hand = try Hand(
            rule("three", "drag down", "fingers = 3", "every = '8 mm'"), rule("four", "swipe down", "fingers = 4"))
        #expect(hand.touch(3, phase: .began) == [])
        #expect(hand.handle(.began, drag(0, 9), gesture: 2) == ["three 1"])
        #expect(hand.handle(.cancelled(.outcompeted), drag(0, 9), gesture: 2) == [])
        #expect(hand.settle() == [])
        hand.reload()
        #expect(hand.handle(.began, drag(0, 2, fingers: 4), gesture: 3, after: 30) == [])
        #expect(hand.handle(.ended, drag(0, 30, fingers: 4), gesture: 3) == [])
        #expect(hand.touch(0, tapping: false, phase: .ended, after: 0) == [])
        #expect(hand.settle() == [])
        #expect(hand.perform(drag(0, 2, fingers: 4), drag(0, 30, fingers: 4)) == ["four"])
    }

    // MARK: Subscriptions

    @Test func `the fewest subscriptions report all rules`() throws {
        let file = try ActionFile(
            Array(
                (rule("a", "swipe left", "fingers = 3") + rule("b", "pinch in")
                    + rule("c", "tap", "device = 'touchpad'")
                    + rule("e", "edge left") + rule("f", "edge top")).utf8), file: "f")
        let requests = ActionSubscriptions(file).requests
        #expect(
            requests.map(\.gesture) == [
                .drag(.init(edges: [.left, .top])), .standard(.touchscreen), .standard(.touchpad),
            ])
        #expect(requests.map(\.device) == [.any, .kind(.touchscreen), .kind(.touchpad)])
        #expect(requests.allSatisfy { $0.scope == .session })
    }

    @Test func `an answer to a request that was never sent has no source`() throws {
        let subscriptions = ActionSubscriptions(try Hand(rule("a", "tap", "device = 'touchpad'")).file)
        #expect(subscriptions.source(1) == .standard(.touchpad))
        for id in [0, -1, 2, .min, .max] as [Int64] { #expect(subscriptions.source(id) == nil) }
    }
}

extension Double {
    fileprivate var sign: Double { self < 0 ? -1 : 1 }
}

/// A swipe that has rested, at so many millimetres.
private func swipeHold(_ dx: Double, _ dy: Double, fingers: Int = 3) -> GestureValue {
    let translation = Vector(dx: dx, dy: dy) * (160 / 25.4)
    return .swipeHold(
        .init(
            fingers: fingers, direction: SwipeDirection(translation), location: .zero + translation,
            startLocation: .zero)
    )
}

private func dial(_ degrees: Double, fingers: Int = 1) -> GestureValue {
    .dial(
        .init(fingers: fingers, location: .zero, startLocation: .zero, rotation: degrees * .pi / 180, velocity: 0))
}

/// Swipes that rest, and circling fingers.
@Suite struct HoldAndDialMatcherTests {
    @Test func `a swipe that rests acts at once, and no swipe of its fingers follows`() throws {
        var hand = try Hand(
            rule("swipe", "swipe", "fingers = 3"), rule("left", "swipe hold left", "fingers = 3"),
            rule("other", "swipe hold", "fingers = 4"))
        var names = hand.handle(.began, drag(-20, 0), gesture: 1)
        names += hand.handle(.began, swipeHold(-20, 0), gesture: 2, from: .swipeHold(3))
        #expect(names == ["left"])
        names += hand.handle(.ended, swipeHold(-60, 0), gesture: 2, from: .swipeHold(3))
        names += hand.handle(.ended, drag(-60, 0), gesture: 1)
        #expect(names + hand.settle() == ["left"])
        #expect(hand.perform(swipeHold(20, 0), from: .swipeHold(3)) == [])
        #expect(hand.perform(drag(20, 0)) == ["swipe"])
    }

    @Test func `a rule for its end comes before those for swipes`() throws {
        var hand = try Hand(
            rule("swipe", "swipe left", "fingers = 3"), rule("held", "swipe hold left", "fingers = 3", "when = 'ended'")
        )
        var names = hand.handle(.began, drag(-20, 0), gesture: 1)
        names += hand.handle(.began, swipeHold(-20, 0), gesture: 2, from: .swipeHold(3))
        names += hand.handle(.ended, drag(-20, 0), gesture: 1)
        names += hand.handle(.ended, swipeHold(-20, 0), gesture: 2, from: .swipeHold(3))
        #expect(names + hand.settle() == ["held"])
    }

    @Test func `a dial goes in steps, forwards and back`() throws {
        var hand = try Hand(rule("volume", "dial", "device = 'touchscreen'", "every = '15 degrees'"))
        let names = hand.perform(dial(0), dial(14), dial(31), dial(10), dial(-16), from: .dial(1))
        #expect(names == ["volume 2", "volume -2", "volume -1"])
        var turn = try Hand(rule("turn", "dial counterclockwise", "device = 'touchscreen'"))
        #expect(turn.perform(dial(0), dial(-25), from: .dial(1)) == ["turn"])
        #expect(turn.perform(dial(0), dial(25), from: .dial(1)) == [])
    }

    @Test func `one finger of a touchpad dials for a rule that names the touchpad`() throws {
        var hand = try Hand(
            rule("pad", "dial", "device = 'touchpad'", "every = '15 degrees'"))
        #expect(hand.perform(dial(0), dial(16), from: .pointerDial, on: Hand.pad) == ["pad 1"])
        let sources = ActionSubscriptions(hand.file).sources
        #expect(sources.contains(.dial(1)) && sources.contains(.pointerDial))
    }
}

/// Drags of fingers that have just tapped.
@Suite struct TapDragMatcherTests {
    private func sequence(_ drag: GestureValue?) -> GestureValue {
        let tap = GestureValue.tap(.init(fingers: 1, count: 1, location: .zero))
        return .composition(
            GestureTree(nodes: [
                .init(kind: .sequence, descendants: 2, phase: .active), .init(phase: .ended, value: tap),
                .init(phase: drag == nil ? .possible : .active, value: drag),
            ]))
    }

    @Test func `a quick zoom goes in steps, with its direction`() throws {
        var hand = try Hand(
            rule("in", "tap drag up", "device = 'touchscreen'", "every = '5 mm'"),
            rule("scroll", "drag up", "fingers = 1"))
        let source = ActionSource.tapDrag(1)
        var names = hand.handle(.began, sequence(nil), gesture: 4, from: source)
        names += hand.handle(.changed, sequence(drag(0, -2, fingers: 1)), gesture: 4, from: source)
        names += hand.handle(.changed, sequence(drag(0, -11, fingers: 1)), gesture: 4, from: source)
        names += hand.handle(.changed, sequence(drag(0, -1, fingers: 1)), gesture: 4, from: source)
        names += hand.handle(.ended, sequence(drag(0, -1, fingers: 1)), gesture: 4, from: source)
        #expect(names + hand.settle() == ["in 2", "in -2"])
    }

    @Test func `a drag after a tap is no other drag, and one that begins elsewhere is`() throws {
        var hand = try Hand(
            rule("scroll", "drag up", "fingers = 1", "device = 'touchscreen'"),
            rule("zoom", "tap drag up", "device = 'touchscreen'"))
        func drags(from start: Point) -> [String] {
            let drag = GestureValue.drag(
                .init(fingers: 1, location: start + Vector(dx: 0, dy: -80), startLocation: start, velocity: .zero))
            var names = hand.handle(.began, sequence(nil), gesture: 4, from: .tapDrag(1))
            names += hand.handle(.began, drag, gesture: 5)
            names += hand.handle(.changed, sequence(drag), gesture: 4, from: .tapDrag(1))
            names += hand.handle(.ended, drag, gesture: 5)
            names += hand.handle(.ended, sequence(drag), gesture: 4, from: .tapDrag(1))
            return names + hand.settle()
        }
        #expect(drags(from: Point(x: 30, y: 20)) == ["zoom"])
        #expect(drags(from: Point(x: 60, y: 40)) == ["scroll"])
    }

    @Test func `a tap that no drag follows is none`() throws {
        var hand = try Hand(rule("in", "tap drag up", "device = 'touchscreen'"))
        var names = hand.handle(.began, sequence(nil), gesture: 4, from: .tapDrag(1))
        names += hand.handle(
            .cancelled(.failed(.nothingFollowed(limit: .zero))), sequence(nil), gesture: 4, from: .tapDrag(1))
        #expect(names + hand.settle() == [])
        #expect(ActionSubscriptions(hand.file).sources.contains(.tapDrag(1)))
    }
}
