import GestureModel
import GestureProtocol
import Testing

@testable import GestureActions

/// Rules for each hand at one screen.
@Suite struct HandsApartTests {
    private let tap = GestureValue.tap(.init(fingers: 1, count: 1, location: .zero))
    private let left = drag(-20, 0, fingers: 1)

    @Test func `two hands are two movements, each with the first rule that fits`() throws {
        var hand = try Hand(
            rule("left", "swipe left", "hands = 'apart'"), rule("tap", "tap", "hands = 'apart'"),
            rule("steps", "drag down", "every = '8 mm'", "hands = 'apart'"))
        var names = hand.handle(.began, left, gesture: 1, hand: 1)
        names += hand.handle(.began, drag(0, 20, fingers: 1), gesture: 2, hand: 2)
        names += hand.handle(.began, tap, gesture: 3, hand: 3)
        names += hand.handle(.ended, tap, gesture: 3, hand: 3)
        names += hand.settle()
        #expect(names == ["steps 2", "tap"])
        names = hand.handle(.ended, drag(0, 40, fingers: 1), gesture: 2, hand: 2)
        names += hand.handle(.ended, left, gesture: 1, hand: 1)
        #expect(names + hand.settle() == ["steps 3", "left"])
    }

    @Test func `a rule for each hand is none for all fingers, and the other way round`() throws {
        var hand = try Hand(rule("apart", "swipe left", "hands = 'apart'"), rule("all", "swipe right"))
        #expect(hand.perform(left) == [])
        var names = hand.handle(.began, drag(20, 0, fingers: 1), gesture: 8, hand: 1)
        names += hand.handle(.ended, drag(20, 0, fingers: 1), gesture: 8, hand: 1)
        #expect(names + hand.settle() == [])
    }

    /// The same fingers, as the daemon sends them: of the hand, and of all fingers.
    private func both(_ hand: inout Hand, _ values: GestureValue...) -> [String] {
        var names: [String] = []
        for (phase, value) in zip([GesturePhase.began, .ended], values + values) {
            names += hand.handle(phase, value, gesture: 20, hand: 1, after: 10)
            names += hand.handle(phase, value, gesture: 21, after: 0)
        }
        return names + hand.settle() + hand.wait(1000)
    }

    @Test func `of rules for each hand and for all fingers one runs, that for each hand first`() throws {
        var lift = try Hand(rule("all", "swipe left"), rule("apart", "swipe left", "hands = 'apart'"))
        #expect(both(&lift, left) == ["apart"])
        var taps = try Hand(rule("all", "tap"), rule("apart", "tap", "hands = 'apart'"))
        #expect(both(&taps, tap) == ["apart"])
        var rows = try Hand(rule("all", "tap"), rule("two", "tap", "count = 2", "hands = 'apart'"))
        #expect(both(&rows, tap) == [])
        var live = try Hand(
            rule("steps", "drag left", "every = '8 mm'"), rule("apart", "swipe left", "hands = 'apart'"))
        #expect(both(&live, left) == ["steps 2"])
        var other = try Hand(rule("all", "swipe left"), rule("apart", "swipe right", "hands = 'apart'"))
        #expect(both(&other, left) == ["all"])
    }

    @Test func `a rule that has run for one hand keeps no other hand from its own`() throws {
        var hand = try Hand(
            rule("apart", "drag left", "when = 'reached'", "hands = 'apart'"), rule("all", "swipe left"))
        var names = hand.handle(.began, left, gesture: 1, hand: 1)
        names += hand.handle(.began, left, gesture: 2)
        names += hand.handle(.began, left, gesture: 3, hand: 2)
        #expect(names == ["apart", "apart"])
        for (gesture, number) in [(1, 1), (2, nil), (3, 2)] as [(UInt64, Int?)] {
            names += hand.handle(.ended, left, gesture: gesture, hand: number)
        }
        #expect(names + hand.settle() == ["apart", "apart"])
    }

    @Test func `the daemon is asked for each hand, and for all fingers only if a rule is for them`() throws {
        let rules = rule("a", "tap", "hands = 'apart'") + rule("b", "tap", "count = 2", "hands = 'apart'")
        let file = try ActionFile(Array(rules.utf8), file: "f")
        let requests = ActionSubscriptions(file).requests
        #expect(requests.map(\.hands) == [.apart, .apart, .apart])
        let both = try ActionFile(Array((rules + rule("c", "swipe left", "fingers = 3")).utf8), file: "f")
        #expect(ActionSubscriptions(both).requests.filter { $0.hands == .together }.count == 2)
    }

    @Test func `another word for hands is a mistake that names both`() throws {
        let error = #expect(throws: ActionFileError.self) {
            try ActionFile(Array(rule("a", "tap", "hands = 'two'").utf8), file: "f")
        }
        let text = "\(error.map { "\($0)" } ?? "")"
        #expect(text.contains(#"expected one of "together", "apart", found "two""#), "\(text)")
    }
}
