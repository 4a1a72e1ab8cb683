import GestureModel
import LinuxSupport
import TOML
import Strokes
import Testing

@testable import GestureActions

@Suite struct ActionSettingsTests {
    private func action(_ gesture: String, _ lines: String) throws(ActionFileError) -> Action? {
        let text = "[[action]]\ngesture = \"\(gesture)\"\nrun = \"true\"\n\(lines)"
        return try ActionFile(Array(text.utf8), file: "f").actions.first
    }

    @Test func `the documentation has a row for every key, in the table's order`() throws {
        let document = try RecordedFiles.text(of: "docs/ACTIONS.md")
        let draft = ActionDraft(
            action: Action(name: "", line: 1, gesture: .tap, fingers: .one, effects: .init(.run([]))), strokes: [])
        let rows = ActionSetting.all.map { row in
            let usual = row.setting.text(draft)
            // The words of gestures have a table of their own.
            let domain = row.setting.name == "gesture" ? "words or an expression, see below" : row.setting.domain
            return
                "| `\(row.setting.name)` |\(usual.isEmpty ? "" : " \(usual)") | \(domain) | \(row.setting.meaning) |\n"
        }
        #expect(document.contains("| key | default | value | meaning |\n| --- | --- | --- | --- |\n" + rows.joined()))
    }

    /// A value that each key accepts, and gestures that take it.
    private static let values: [String: [(gesture: String, value: String)]] = [
        "gesture": [], "name": [("tap", "\"a\"")], "fingers": [("tap", "3")], "count": [("tap", "2")],
        "device": [("tap", "\"touchpad\"")], "app": [("tap", "\"a\"")], "except": [("tap", "[\"a\"]")],
        "part": [("edge left", "\"start\"")],
        "corner": [("tap", "\"top-left\"")], "edge": [("slide up", "\"left\"")], "when": [("drag", "\"began\"")],
        "distance": [("swipe", "\"10 mm\"")], "scale": [("pinch", "1.5")], "angle": [("rotate", "\"30 degrees\"")],
        "every": [("drag up", "\"8 mm\""), ("pinch", "1.2"), ("rotate", "\"15 degrees\"")], "run": [], "keys": [],
        "back": [("drag up", "\"a\"\nevery = \"8 mm\"")], "continue": [("tap", "true")],
        "timeout": [("tap", "2")], "keepRunning": [("tap", "true")], "exclusive": [("swipe left", "true")],
        "strip": [("edge left", "\"5 mm\"")], "dark": [("tap", "true")], "hands": [("tap", "\"apart\"")], "hold": [],
        "pause": [],
    ]

    @Test(arguments: ActionSetting.names)
    func `each key changes the rule, and refuses a value of another type with what is expected`(_ name: String) throws {
        let values = try #require(Self.values[name])
        for (gesture, value) in values {
            let more = name == "back" ? "every = \"8 mm\"" : ""
            #expect(try action(gesture, "\(name) = \(value)") != action(gesture, more), "\(gesture)")
            let error = #expect(throws: ActionFileError.self) { try action(gesture, "\(name) = 1979-05-27") }
            let problem = try #require(error?.problems.first { $0.place == "action.\(name)" })
            #expect(problem.line == 4)
            #expect(problem.message.hasPrefix("expected "), "\(problem.message)")
            #expect(problem.message.hasSuffix(", found the date 1979-05-27"), "\(problem.message)")
        }
    }

    @Test(arguments: ActionSetting.all.filter { $0.gestures != nil }.map(\.setting.name))
    func `a key that a gesture does not take is an error that names the gesture`(_ name: String) throws {
        let gestures = [
            "tap", "long press", "swipe left", "flick left", "drag up", "pinch in", "turn clockwise", "edge left",
            "corner top-left", "slide up",
        ]
        for gesture in gestures {
            let taken = try ActionSetting.named[name]?.contains { $0.isTaken(by: try ActionGesture(words: gesture)) }
            guard taken == false else { continue }
            let error = #expect(throws: ActionFileError.self) { try action(gesture, "\(name) = 1") }
            let messages = error?.problems.filter { $0.place == "action.\(name)" }.map(\.message) ?? []
            #expect(messages.count == 1 && (messages[0].contains(gesture) || messages[0].contains("found both")))
        }
    }

    @Test(
        arguments: [
            ("exec", "run"), ("shortcut", "keys"), ("FINGERS", "fingers"), ("title", "app"),
            ("steps", "every"), ("min_distance", "distance"), ("keep_running", "keepRunning"), ("phase", "when"),
        ])
    func `a key of another program is answered with the file's`(_ name: String, _ meant: String) {
        let error = #expect(throws: ActionFileError.self) {
            try ActionFile(Array("[[action]]\ngesture = \"tap\"\n\(name) = 1".utf8), file: "f")
        }
        let messages = error?.problems.filter { $0.place == "action.\(name)" }.map(\.message)
        #expect(messages == ["unknown key; did you mean \(meant)?"])
    }

    @Test(
        arguments: [
            ("start", "drag", "began"), ("start", "swipe", "reached"), ("down", "drag", "began"),
            ("release", "swipe", "ended"), ("canceled", "swipe", "cancelled"), ("Ended", "swipe", "ended"),
        ])
    func `another word for a moment is answered with one that the gesture takes`(
        _ word: String, _ gesture: String, _ meant: String
    ) {
        let error = #expect(throws: ActionFileError.self) { try action(gesture, "fingers = 3\nwhen = \"\(word)\"") }
        #expect(error?.problems.first?.message.hasSuffix("did you mean \"\(meant)\"?") == true, "\(error as Any)")
    }

    @Test(
        arguments: [
            ("{ tap = { fingers = [2, 3] } }", "{\"tap\":{\"fingers\":[2,3]}}"),
            (
                "{ exclusive = [{ tap = { count = 2 } }, { tap = {} }] }",
                "{\"exclusive\":[{\"tap\":{\"count\":2}},{\"tap\":{}}]}"
            ),
            ("{ longPress = { maximumDistance = \"any\" } }", "{\"longPress\":{\"maximumDistance\":\"any\"}}"),
            ("{ standard = \"touchpad\" }", "{\"standard\":\"touchpad\"}"),
        ])
    func `an expression as a table and in JSON are the same`(_ table: String, _ json: String) throws {
        func gesture(_ value: String) throws -> ActionGesture? {
            try ActionFile(Array("[[action]]\ngesture = \(value)\nrun = \"true\"".utf8), file: "f").actions.first?
                .gesture
        }
        #expect(try gesture(table) == gesture("'\(json)'"))
    }

    @Test(
        arguments: [
            "{}", "{ tap = {}, drag = {} }", "'{\"tap\":{}} x'", "'{\"tap\":{}},\"scope\":\"session\"'", "'{'",
            "'{\"tap\":{\"fingers\":0}}'", "{ tap = { fingers = 1979-05-27 } }", "{ drag = { maximumDistance = nan } }",
        ])
    func `an invalid expression is a mistake in its line`(_ value: String) {
        let error = #expect(throws: ActionFileError.self) {
            try ActionFile(Array("[[action]]\ngesture = \(value)\nrun = \"true\"".utf8), file: "f")
        }
        #expect(error?.problems.map(\.line) == [2])
        #expect(error?.problems.first?.message.isEmpty == false)
    }
}
