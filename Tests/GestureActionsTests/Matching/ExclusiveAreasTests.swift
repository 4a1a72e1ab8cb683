import DesktopAccess
import GestureModel
import Testing
import TouchCovering

@testable import GestureActions

@Suite struct ExclusiveAreasTests {
    private static func rule(_ gesture: String, _ lines: String...) -> String {
        "[[action]]\ngesture = \"\(gesture)\"\nrun = \"true\"\nexclusive = true\n" + lines.joined(separator: "\n")
            + "\n"
    }

    private func covers(
        _ rules: String..., in window: ActionWindow = ActionWindow(app: "org.example.App"),
        on devices: [TouchDevice] = [Hand.screen]
    ) throws -> [ScreenCover] {
        let file = try ActionFile(Array(rules.joined().utf8), file: "f")
        return ExclusiveAreas.covers(for: file.actions, in: window, on: devices)
    }

    @Test func `each exclusive edge, corner and slide has a strip, on each touchscreen that works`() throws {
        let found = try covers(
            Self.rule("edge right", "part = \"end\""), Self.rule("corner top-left", "strip = \"5 mm\""),
            Self.rule("slide up"), Self.rule("swipe left"))
        let areas = try #require(found.first).areas.sorted { "\($0)" < "\($1)" }
        #expect(found.count == 1 && found[0].outputs == .only && areas.count == 4)
        #expect(areas.map(\.place).contains(.edge(.right, .end)) && areas.map(\.place).contains(.edge(.left, nil)))
        #expect(areas.first { $0.place == .corner(.topLeft) }?.width == 5)
        #expect(try covers(Self.rule("edge right"), on: [Hand.pad]) == [])
        var (off, grabbed) = (Hand.screen, Hand.screen)
        off.off = .lidClosed
        grabbed.availability = .grabbed
        #expect(try covers(Self.rule("edge right"), on: [off, grabbed]) == [])
    }

    @Test func `a strip is on the output of its touchscreen, and knows the touchscreen's own size`() throws {
        var screen = Hand.screen
        screen.output = TouchOutput(name: "DP-1", transform: .normal, rule: .desktop)
        let found = try covers(Self.rule("edge right"), on: [screen])
        #expect(found.map(\.outputs) == [.named("DP-1".exact)])
        // An assumed size says nothing.
        #expect(found.map(\.touchscreen) == [nil])
        screen.resolution = Vector(dx: 10, dy: 10)
        #expect(try covers(Self.rule("edge right"), on: [screen]).first?.touchscreen == Vector(dx: 142.875, dy: 95.25))
    }

    @Test func `a rule has its strip only in its apps`() throws {
        let one = Self.rule("edge right", "app = \"org.example.App\"")
        let other = Self.rule("edge right", "except = [\"org.example.app\", \"krita\"]")
        #expect(try covers(one).count == 1)
        #expect(try covers(one, in: ActionWindow()) == [])
        #expect(try covers(other) == [])
        #expect(try covers(other, in: ActionWindow(app: "org.kde.Krita", title: "krita")) == [])
        #expect(try covers(other, in: ActionWindow(app: "foot")).count == 1)
        // Of an unknown window it is not known that it is excepted.
        #expect(try covers(other, in: ActionWindow()).count == 1)
    }

    @Test func `a rule without exclusive takes nothing`() throws {
        #expect(try covers("[[action]]\ngesture = \"edge right\"\nrun = \"true\"\n") == [])
    }

    @Test func `swipes of three fingers and more are taken from the desktop, on the devices of the rule`() throws {
        func swipes(_ rule: String) throws -> TakenSwipes {
            let file = try ActionFile(Array(rule.utf8), file: "f")
            return ExclusiveAreas.swipes(of: file.actions, in: ActionWindow(), on: [Hand.screen, Hand.pad])
        }
        let both = try swipes(Self.rule("swipe left", "fingers = [2, 3, 4]"))
        #expect(both.touchpad == [3, 4] && both.touchscreen == [3, 4])
        let pad = try swipes(Self.rule("swipe left", "fingers = 3", "device = \"touchpad\""))
        #expect(pad.touchpad == [3] && pad.touchscreen == [])
        #expect(try swipes(Self.rule("pinch in", "fingers = 3")).isEmpty)
    }

    @Test(arguments: [
        ("edge right", "device = \"touchscreen\"", nil as String?),
        ("edge right", "device = \"touchpad\"", "nothing is taken of a touchpad's edge"),
        ("swipe left", "fingers = 3\ndevice = \"touchpad\"", "KWin keeps its own swipes of touchpads"),
        ("tap", "fingers = 3", "the app receives the fingers, too: here only edge"),
    ])
    func `what a desktop does not take is said`(_ gesture: String, _ lines: String, _ expected: String?) throws {
        let file = try ActionFile(Array(Self.rule(gesture, lines).utf8), file: "f")
        let reason = ExclusiveCheck.reason(file.actions[0], .success(.surfaces), isKDE: true)
        #expect(expected.map { reason?.hasPrefix($0) == true } ?? (reason == nil), "\(reason ?? "nothing")")
        let failure = ExclusiveCheck.reason(file.actions[0], .failure(DesktopFailure("no layers")), isKDE: false)
        #expect(failure == "the app receives the fingers, too: no layers")
    }

    @Test func `a rule with dark happens only with a touch that began on a shield`() throws {
        let rules =
            "[[action]]\nname = \"wake\"\ngesture = \"tap\"\ndevice = \"touchscreen\"\nrun = \"true\"\ndark = true\n"
        var hand = try Hand(rules)
        let tap = GestureValue.tap(.init(fingers: 1, count: 1, location: .zero))
        #expect(hand.touch(1) == [])
        #expect(hand.perform(tap) == [])
        #expect(hand.touch(0) == [])
        hand.matcher.isShielded = { true }
        #expect(hand.touch(1) == [])
        // It is gone when the finger has lifted.
        hand.matcher.isShielded = { false }
        #expect(hand.perform(tap) == ["wake"])
    }
}
