import FakeEvdev
import GestureModel
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

    private static let rules = """
        [[action]]
        gesture = "edge right"
        fingers = 1
        run = ["true"]
        [[action]]
        gesture = "pinch in"
        run = ["true"]
        [[action]]
        gesture = "turn clockwise"
        run = ["true"]
        [[action]]
        gesture = "swipe left"
        fingers = 3
        run = ["true"]
        [[action]]
        gesture = "tap"
        count = 2
        run = ["true"]

        """

    /// The recordings of Examples/recordings.
    private static let recordings =
        Tour.allCases.map { ($0.rawValue, $0.recording) } + ExampleStroke.allCases.map { ($0.rawValue, $0.recording) }

    // A movement was printed as no gesture while its fingers were still down, and then as the gesture.
    @Test func `live fingers print what a recording of them prints, once for each movement`() throws {
        let rules = try directory.file("actions.toml", Self.rules)
        let files = try Self.recordings.map { try directory.file($0, String(decoding: $1.evemu, as: UTF8.self)) }
        // Each plays as long as its fingers took.
        let played = try files.map { file in
            let daemon = try DaemonProcess(["--play", file])
            // gesturectl does not wait for a daemon that is starting. The recording starts with the first subscription.
            _ = try daemon.connect().next("hello")
            return (daemon, Program("gesturectl", ["actions", "try", "--file", rules, "--socket", daemon.socket]))
        }
        for (file, (daemon, live)) in zip(files, played) {
            let offline = Program("gesturectl", ["actions", "try", file, "--file", rules])
            #expect(offline.exit() == .exited(0))
            #expect(live.exit() == .exited(1))
            let lines = live.outputLines.filter { !$0.hasPrefix("device ") && !$0.hasPrefix("removed ") }
            let difference = lines.difference(from: offline.outputLines).map { change in
                switch change {
                case .insert(let line, let text, _): "live, line \(line + 1): \(text)"
                case .remove(let line, let text, _): "recording, line \(line + 1): \(text)"
                }
            }
            #expect(
                difference.isEmpty,
                "\(file)\n\(difference.joined(separator: "\n"))\n\(live.errors)\(daemon.program.errors)")
            #expect(!lines.isEmpty, "\(file)")
        }
    }

    // The press that reports fingers was taken for a touch of its own, of no duration.
    @Test(arguments: [ModelDevice.touchpad, .touchscreen])
    func `the first touch, without a gesture, has one row with what its finger did`(_ device: ModelDevice) throws {
        var script = StrokeScript(on: device, seed: 3)
        // Too long for a tap of a touchpad, and too far for one of a touchscreen.
        script.longPress(at: Point(x: 50, y: 30), duration: .milliseconds(400))
        let file = try directory.file("press", String(decoding: script.recording.evemu, as: UTF8.self))
        let rules = try directory.file("actions.toml", Self.rules)
        let settings = try directory.file("c.toml", "[touchscreen]\ntapDuration = 0.3\n")
        let program = Program("gesturectl", ["actions", "try", file, "--file", rules, "--config", settings])
        #expect(program.exit() == .exited(0))
        let rows = program.outputLines.filter { !$0.hasPrefix(" ") }
        #expect(rows.count == 1 && rows[0].contains(/^0\.000  1 finger.* in 0\.4\d* s: no gesture$/), "\(rows)")
        #expect(program.output.contains("[\(device.kind.rawValue)] tapDuration above 0.4"), "\(program.output)")
    }

    @Test(arguments: [["--app", "gimp"], ["--device", "2"]])
    func `what only a recording has is refused without one`(_ options: [String]) {
        let program = Program("gesturectl", ["actions", "try"] + options)
        #expect(program.exit() == .exited(2))
        #expect(program.errors.contains("\(options[0]): only with a recording"), "\(program.errors)")
    }

    @Test func `a trial has no word of the protocol's`() throws {
        let rules = try directory.file("actions.toml", Self.rules)
        for tour in Tour.allCases {
            let file = try directory.file(tour.rawValue, String(decoding: tour.recording.evemu, as: UTF8.self))
            let texts = [["actions", "try", file, "--file", rules], ["explain", file]].map {
                let program = Program("gesturectl", $0)
                #expect(program.exit() == .exited(0))
                return program.output
            }
            for word in ["longPress", "magnify", "rotate", "outcompeted", "deviceLost", "scaled by", "moved 0 pt"] {
                // A finger of a tap moves 0 pt for a drag.
                for text in texts where word != "moved 0 pt" || text == texts[0] {
                    #expect(!text.contains(word), "\(word)")
                }
            }
        }
    }
}
