import Testing

@testable import GestureActions

/// The keys `hold` and `pause` of a rule.
@Suite struct HeldModifiersTests {
    private func action(_ lines: String...) throws -> Action {
        let text = "[[action]]\nfingers = 3\n" + lines.joined(separator: "\n") + "\n"
        return try ActionFile(Array(text.utf8), file: "f").actions[0]
    }

    private func mistake(_ lines: String...) -> String {
        let text = "[[action]]\nfingers = 3\n" + lines.joined(separator: "\n") + "\n"
        do {
            _ = try ActionFile(Array(text.utf8), file: "f")
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func `modifiers are held while a drag steps`() throws {
        let rule = try action("gesture = 'drag right'", "every = '15 mm'", "hold = 'ctrl+alt'", "keys = 'Tab'")
        #expect(rule.effects.hold == [.ctrl, .alt])
    }

    @Test func `what could not be meant is named`() {
        let drag = "gesture = 'drag right'"
        #expect(
            mistake(drag, "hold = 'alt'", "keys = 'Tab'").contains("action.hold: only an action with every and keys"))
        #expect(mistake(drag, "every = '8 mm'", "hold = 'alt'", "run = 'true'").contains("add keys"))
        #expect(
            mistake(drag, "every = '8 mm'", "hold = 'alt+alt'", "keys = 'Tab'").contains("each once, found \"alt+alt\"")
        )
        #expect(
            mistake(drag, "every = '8 mm'", "hold = 'Tab'", "keys = 'Tab'").contains(
                "expected modifiers of shift, ctrl"))
        #expect(mistake("gesture = 'tap'", "pause = 0").contains("a number of seconds from 1 to 86400, found 0"))
        #expect(mistake("gesture = 'tap'", "pause = 5", "run = 'true'").contains("expected run or pause, found both"))
        #expect(mistake(drag, "every = '8 mm'", "pause = 5").contains("a pause has no steps"))
    }

    @Test func `a tap pauses gestures`() throws {
        #expect(try action("gesture = 'tap'", "pause = 60").effects.forward == .pause(60))
    }
}
