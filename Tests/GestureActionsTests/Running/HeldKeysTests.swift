import Glibc
import Testing

@testable import GestureActions

/// What is held while fingers step, and when it is released.
@Suite struct HeldKeysTests {
    /// A keyboard that records what is pressed and held.
    private final class RecordedKeyboard: Keyboard {
        private(set) var log: [String] = []
        private(set) var held: [KeyCombination.Modifier] = []
        /// Why nothing is held, as while a desktop asks for consent.
        var refusal: String?

        func check(_ keys: KeyCombination) {}
        func press(_ keys: KeyCombination) { log.append("\(keys)") }
        func hold(_ modifiers: [KeyCombination.Modifier]) throws(ActionFailure) {
            if let refusal { throw ActionFailure(refusal, isLasting: true) }
            held = modifiers
            log.append("holds \(modifiers.map(\.rawValue).joined(separator: "+"))")
        }
    }

    private let keys = RecordedKeyboard()
    private let runner: ActionRunner

    init() {
        runner = ActionRunner(environment: ["PATH": "/usr/bin:/bin"], keyboard: ActionKeyboard(keys), log: { _ in })
    }

    private func rule(_ back: String = #""shift+Tab""#, hold: String = "alt") throws -> Action {
        let text = """
            [[action]]
            gesture = "drag right"
            fingers = 3
            every = "15 mm"
            hold = "\(hold)"
            keys = "Tab"
            back = \(back)

            """
        return try ActionFile(Array(text.utf8), file: "f").actions[0]
    }

    @Test func `modifiers are held from the first step until the gesture is over`() throws {
        let rule = try rule()
        runner.perform(rule, steps: 2, variables: [], gesture: 7)
        runner.perform(rule, steps: -1, variables: [], gesture: 7)
        runner.release(8)
        #expect(keys.log == ["holds alt", "Tab", "Tab", "shift+Tab"])
        runner.release(7)
        #expect(keys.held == [])
    }

    @Test func `modifiers that cannot be held are logged once for each gesture, and the next step tries again`() throws
    {
        let lines = Lines()
        let runner = ActionRunner(environment: [:], keyboard: ActionKeyboard(keys), log: { lines.all.append($0) })
        keys.refusal = "the desktop asks first"
        for gesture: UInt64 in [7, 7, 7, 8] { runner.perform(try rule(), steps: 1, variables: [], gesture: gesture) }
        #expect(lines.all.count == 2 && lines.all.allSatisfy { $0.hasSuffix("alt not held: the desktop asks first") })
        #expect(keys.log == [], "no key without its modifier")
        keys.refusal = nil
        runner.perform(try rule(), steps: 1, variables: [], gesture: 8)
        #expect(keys.log == ["holds alt", "Tab"])
    }

    private final class Lines {
        var all: [String] = []
    }

    @Test func `of two gestures that hold, the end of one leaves what the other holds`() throws {
        runner.perform(try rule(), steps: 1, variables: [], gesture: 1)
        runner.perform(try rule(hold: "ctrl+alt"), steps: 1, variables: [], gesture: 2)
        runner.release(2)
        #expect(keys.held == [.alt])
        runner.release(1)
        #expect(keys.held == [])
    }

    @Test func `a step back that waits for a program holds nothing when the gesture is over`() throws {
        let rule = try rule(#"["sleep", "0"]"#)
        runner.perform(rule, steps: 1, variables: [], gesture: 7)
        runner.perform(rule, steps: -3, variables: [], gesture: 7)
        runner.release(7)
        while !runner.isIdle {
            usleep(1000)
            runner.reap()
        }
        #expect(keys.held == [])
        #expect(keys.log == ["holds alt", "Tab", "holds "])
    }
}
