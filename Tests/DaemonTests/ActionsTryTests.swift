import FakeEvdev
import Strokes
import Testing
import TouchRecordings

@Suite("gesturectl actions try") struct ActionsTryTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    // The finger that lifted last ran a rule for one finger, and was the headline.
    @Test func `a turn of two fingers on a touchpad is no swipe of the finger that lifts last`() throws {
        let recording = try directory.file(
            "tour", String(decoding: Tour.touchpad.recording.evemu, as: UTF8.self))
        let rules = try directory.file(
            "actions.toml",
            """
            [[action]]
            name = "up"
            gesture = "swipe up"
            fingers = 1
            device = "touchpad"
            run = ["true"]
            [[action]]
            name = "turn"
            gesture = "rotate"
            fingers = 2
            run = ["true"]
            """)
        let program = Program("gesturectl", ["actions", "try", recording, "--file", rules])
        #expect(program.exit() == .exited(0))
        let lines = program.outputLines
        let turn = try #require(lines.firstIndex { $0.contains("2 fingers turned 46° clockwise") })
        #expect(lines[turn + 1].contains("would run “turn”"))
    }
}
