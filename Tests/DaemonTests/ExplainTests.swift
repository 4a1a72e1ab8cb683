import FakeEvdev
import FoundationEssentials
import GestureModel
import Glibc
import Strokes
import Testing
import TouchRecordings

@Suite("gesturectl explain") struct ExplainTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func explain(_ arguments: String...) -> Program { Program("gesturectl", ["explain"] + arguments) }

    /// The lines of a program with `--gesture`, without the last, which says what that means.
    private func explanation(_ program: Program) throws -> [String] {
        let last = try #require(program.outputLines.last)
        #expect(last.hasPrefix("with --gesture each gesture is recognised alone"), "\(last)")
        return program.outputLines.dropLast()
    }

    @Test func `explains each gesture of the standard set for a recorded tap`() throws {
        let program = explain(try directory.file("tap", Recordings.tap))
        #expect(program.exit() == .exited(0))
        #expect(program.errors.isEmpty)
        let lines = program.outputLines
        #expect(lines.first?.hasPrefix("recording-1  ") == true)
        #expect(lines.dropFirst().first == "1.000 1 finger for 50 ms")
        #expect(
            lines.dropFirst(2) == [
                "    tap: recognised: 1 finger tapped at 50 ms",
                "    long press: lifted after 50 ms < 500 ms at 50 ms",
                "    drag: moved 0 pt (0 mm) < 10 pt (1.6 mm) at 50 ms",
                "    pinch, turn: 1 finger, needs 2 to 10 at 50 ms",
                "every contact of the device counted as a finger: a finger that is missing above was not reported",
                "no sensible setting of a gesture makes another of what the fingers did",
            ])
    }

    @Test func `names a contact that was held back until it lifted, with its number, position and cause`() throws {
        // A touch 0.5 mm from the left edge of a touchpad.
        let pad = PadFrames.evemu([(0, [0: (0.5, 30, 40)]), (60, [:])])
        let program = explain(try directory.file("edge", pad))
        #expect(program.exit() == .exited(0))
        #expect(
            program.outputLines.dropFirst() == [
                "1.000 no finger for 60 ms",
                "    contact 1 at 3.1, 189 pt (0.5 mm from the left, 30 mm from the top): held back until it lifted at 60 ms: "
                    + "came down at the edge, where hands rest: 0.5 mm ≤ 1 mm",
            ])
    }

    @Test func `names the limit that was requested`() throws {
        let file = try directory.file("tap", Recordings.tap)
        for (limit, words) in [("0.3", "300 ms"), ("0.2", "200 ms")] {
            let program = explain(file, "--gesture", #"{"longPress":{"minimumDuration":\#(limit)}}"#)
            #expect(program.exit() == .exited(0))
            #expect(
                try explanation(program).last
                    == "    long press: lifted after 50 ms < \(words) at 50 ms; minimumDuration in the request at most 0.04"
            )
        }
    }

    @Test func `explains why a tap is not a swipe, and each of several gestures`() throws {
        let file = try directory.file("tap", Recordings.tap)
        let program = explain(file, "--gesture", #"{"swipe":{}}"#, "--gesture", #"{"tap":{}}"#)
        #expect(program.exit() == .exited(0))
        let lines = try explanation(program).suffix(4)
        #expect(lines.first == #"  {"swipe":{}}"# && lines.last == "    tap: recognised: 1 finger tapped at 50 ms")
        #expect(lines.dropFirst().first?.hasPrefix("    swipe: moved 0 pt (0 mm) < ") == true, "\(lines)")
    }

    @Test func `accepts words as in a file of actions, where a flick must be fast at the lift`() throws {
        let file = try directory.file("drag", String(decoding: ExampleStroke.slowDrag.recording.evemu, as: UTF8.self))
        let words = explain(file, "--gesture", "flick left")
        let json = explain(file, "--gesture", #"{"swipe":{"directions":["left"],"minimumLiftVelocity":400}}"#)
        #expect(words.exit() == .exited(0) && json.exit() == .exited(0))
        #expect(try explanation(words).last?.hasPrefix("    flick: lifted at ") == true, "\(words.output)")
        #expect(words.output.replacing("flick: ", with: "swipe: ") == json.output)
    }

    @Test func `accepts the name of a gesture instead of JSON`() throws {
        let file = try directory.file("tap", Recordings.tap)
        let json = explain(file, "--gesture", #"{"swipe":{}}"#)
        let name = explain(file, "--gesture", "swipe")
        #expect(json.exit() == .exited(0) && name.exit() == .exited(0))
        #expect(try explanation(name).last?.hasPrefix("    swipe: moved 0 pt (0 mm) < ") == true, "\(name.output)")
        #expect(name.output == json.output)
    }

    @Test func `names an unreadable file in one line`() throws {
        let program = explain("/no/such/file")
        #expect(program.exit() == .exited(1))
        #expect(program.errors == "gesturectl: /no/such/file: cannot be opened: No such file or directory (ENOENT)\n")
        let text = explain(try directory.file("text", "Dear diary\n"))
        #expect(text.exit() == .exited(1) && text.errorLines.count == 1)
    }

    @Test func `rejects a region outside the recording's surface`() throws {
        let program = explain(try directory.file("tap", Recordings.tap), "--region", "9000,0,10,10")
        #expect(program.exit() == .exited(1))
        #expect(program.errors.contains("regionOutsideSurface"))
    }

    @Test func `a gesture says what it became, as the trial of the actions does, and whether it was cancelled`() throws
    {
        let file = try directory.file("tour", String(decoding: Tour.touchpad.recording.evemu, as: UTF8.self))
        let rules = try directory.file("rules", "[[action]]\ngesture = \"tap\"\nfingers = 5\nrun = [\"true\"]\n")
        let explained = explain(file, "--all")
        let tried = Program("gesturectl", ["actions", "try", file, "--file", rules, "--json"])
        #expect(explained.exit() == .exited(0) && tried.exit() == .exited(0))
        let headlines = tried.outputLines.compactMap { Message($0)?.text("seen") }.filter { !$0.contains("pointer") }
        #expect(headlines.contains("3 fingers, 37 mm right in 0.43 s") && headlines.count == 9)
        for headline in headlines {
            #expect(explained.output.contains(": recognised: \(headline)"), "\(headline)")
        }
        let cut = explain(
            try directory.file("cut", String(decoding: ExampleStroke.cutOffDrag.recording.evemu, as: UTF8.self)))
        #expect(cut.exit() == .exited(0))
        #expect(
            cut.output.contains("drag: cancelled: 1 finger, 11 mm down-right in ") && !cut.output.contains("recognised")
        )
    }

    @Test func `the change that an explanation names makes the gesture`() throws {
        let file = try directory.file("hold", String(decoding: ExampleStroke.hold.recording.evemu, as: UTF8.self))
        let before = explain(file)
        #expect(before.exit() == .exited(0))
        #expect(before.output.contains("[touchscreen] tapDuration and holdDuration above 1.21"), "\(before.output)")
        for (settings, isTap) in [("tapDuration = 1.21", false), ("tapDuration = 1.21\nholdDuration = 1.21", true)] {
            let after = explain(file, "--config", try directory.file("c.toml", "[touchscreen]\n\(settings)\n"))
            #expect(after.exit() == .exited(0))
            #expect(after.output.contains("tap: recognised") == isTap, "\(after.output)")
            #expect(isTap || after.output.contains("holdDuration above 1.21"), "\(after.output)")
        }
    }

    private func pad(_ frames: [PadFrames.Frame]) throws -> String {
        try directory.file("pad", PadFrames.evemu(frames))
    }

    @Test func `a finger that presses like a palm names the pressure, the setting and a value that works`() throws {
        let pressures = [60, 60, 90, 131, 140, 150, 150, 120]
        let file = try pad(
            pressures.enumerated().map { ($0.offset * 12, [0: (50.0, 30.0, $0.element)]) } + [(120, [:])])
        let before = explain(file)
        #expect(before.exit() == .exited(0))
        #expect(
            before.output.contains(
                "rejected as a palm at 36 ms: pressure 131 ≥ 130; [[device]] palmPressure above 150, with kind = \"touchpad\", makes it a finger"
            ), "\(before.output)")
        #expect(before.output.contains("cancelled: contact 1 turned out to be no finger at 36 ms"), "\(before.output)")
        let rules = try directory.file("actions.toml", "[[action]]\ngesture = \"tap\"\nfingers = 2\nrun = [\"true\"]\n")
        let tried = Program("gesturectl", ["actions", "try", file, "--file", rules])
        #expect(tried.exit() == .exited(0))
        #expect(
            tried.output.contains("cancelled: contact 1 turned out to be no finger at 36 ms"), "\(tried.output)")
        let settings = "[[device]]\nkind = \"touchpad\"\npalmPressure = 151\n"
        let after = explain(file, "--config", try directory.file("c.toml", settings))
        #expect(after.exit() == .exited(0))
        #expect(after.output.contains("tap: recognised"), "\(after.output)")
    }

    @Test func `fingers that part after their drag has begun, but too little for a pinch, say how far`() throws {
        let frames = (0...30).map { step -> (Int, [Int: (Double, Double, Int)]) in
            let (down, apart) = (Double(min(step, 25)) / 2, Double(max(step - 20, 0)) * 0.3)
            return (step * 10, [0: (40 - apart, 20 + down, 60), 1: (60 + apart, 20 + down, 60)])
        }
        let program = explain(try pad(frames + [(310, [:])]))
        #expect(program.exit() == .exited(0))
        #expect(program.output.contains("drag: recognised: 2 fingers"), "\(program.output)")
        #expect(
            program.output.contains(
                "pinch: came late: after the drag had begun, the fingers parted to 1.3 of their distance"),
            "\(program.output)")
    }

    @Test func `what a number leaves out is said: fingers that rested, came late, or came from the middle`() throws {
        // 40 mm in 0.2 s, and 0.3 s of rest.
        let rested = (0...20).map { step in (step * 10, [0: (20 + Double(step) * 2, 30.0, 60)]) } + [(500, [:])]
        let flick = explain(try pad(rested), "--gesture", "flick")
        #expect(flick.exit() == .exited(0))
        #expect(
            flick.output.contains(": the fingers were still for 0.3 s before they lifted"), "\(flick.output)")
        let edge = explain(try pad(rested), "--gesture", "edge left")
        #expect(edge.exit() == .exited(0))
        #expect(edge.output.contains("from the edge at 0 ms\n") && !edge.output.contains("[edges]"), "\(edge.output)")
        // Fingers that turn by half a turn, and close up to half.
        let turned = (0...30).map { step -> (Int, [Int: (Double, Double, Int)]) in
            let (angle, span) = (Double(step) * Double.pi / 30, 20 - Double(step) / 3)
            let offset = (span * cos(angle), span * sin(angle))
            return (step * 20, [0: (50 + offset.0, 32 + offset.1, 60), 1: (50 - offset.0, 32 - offset.1, 60)])
        }
        let turn = explain(try pad(turned + [(620, [:])]))
        #expect(turn.exit() == .exited(0))
        #expect(
            turn.output.ranges(of: "distance, but the fingers went farther around each other than they closed up").count
                == 1,
            "\(turn.output)")
        // A finger that moved the pointer, and another 0.4 s later.
        let late = (0...40).map { step -> (Int, [Int: (Double, Double, Int)]) in
            let first = (20 + Double(min(step, 20)), 30.0, 60)
            return (step * 20, step < 20 ? [0: first] : [0: first, 1: (70, 30, 60)])
        }
        let drag = explain(try pad(late + [(820, [:])]))
        #expect(drag.exit() == .exited(0))
        #expect(
            drag.output.contains(
                "drag: moved 0 pt (0 mm) < 10 pt (1.6 mm) at 820 ms: another came 400 ms after the first"),
            "\(drag.output)")
    }

    // The first contact lifted before the second, which came with it, was a finger: two touches at one time.
    @Test func `a contact that was no finger is listed with the finger that came with it`() throws {
        let finger = (5.0, 30.0, 60)
        let program = explain(
            try pad([(0, [0: (0.5, 50, 60), 1: finger]), (20, [1: finger]), (40, [1: finger]), (150, [:])]))
        #expect(program.exit() == .exited(0))
        let lines = program.outputLines.dropFirst()
        #expect(lines.count { $0.first?.isNumber == true } == 1, "\(program.output)")
        #expect(lines.first == "1.000 1 finger for 150 ms", "\(program.output)")
        #expect(lines.contains { $0.hasPrefix("    contact 1 at 3.1, ") }, "\(program.output)")
    }

    // Each touch searched all explanations for each of them: a thousand taps took minutes.
    @Test func `a recording of four thousand taps is explained`() throws {
        var script = StrokeScript(on: .touchscreen, seed: 5)
        for _ in 0..<4000 {
            script.tap(at: Point(x: 100, y: 60))
            script.pause(.milliseconds(200))
        }
        let file = try directory.file("taps", String(decoding: script.recording.evemu, as: UTF8.self))
        let program = explain(file, "--all")
        #expect(program.exit() == .exited(0))
        #expect(program.outputLines.count { $0.contains("tap: recognised: ") } > 3000)
        let short = explain(file)
        #expect(short.exit() == .exited(0))
        #expect(short.outputLines.count < 20, "\(short.output)")
    }

    @Test func `words that only rules understand are named`() throws {
        let file = try directory.file("tour", String(decoding: Tour.touchscreen.recording.evemu, as: UTF8.self))
        for (words, isNamed) in [
            ("pinch in", true), ("slide up", true), ("pinch", false), ("3 fingers swipe left", false),
            ("2 fingers swipe hold", false), ("3 fingers swipe down-right", true), ("2 fingers flick up-left", true),
        ] {
            let program = explain(file, "--gesture", words)
            #expect(program.exit() == .exited(0))
            #expect(
                program.errors.hasPrefix("gesturectl: --gesture \(words): also shows a ") == isNamed,
                "\(program.errors)")
        }
    }

    /// Settings and values, as sections of gestured.toml: `[touchscreen] slop above 15.7, and tapDuration above 0.61`.
    private func settings(_ advice: Substring) -> String {
        var text = ""
        for change in advice.matches(of: /(?:\[(\w+)\] )?([a-zA-Z, ]+?) (?:above|at most) ([\d.]+)(?:, and |$)/) {
            if let section = change.1 { text += "[\(section)]\n" }
            for key in change.2.replacing(" and ", with: ", ").split(separator: ", ") {
                text += "\(key) = \(change.3)\n"
            }
        }
        return text
    }

    @Test(.enabled(if: RecordedFiles.hasRecordings, "../shared/recordings is absent"))
    func `each change that is named for a recorded touch makes its gesture at the first try`() throws {
        var tried = 0
        for (index, file) in RecordedFiles.shared.enumerated() where index % 2 == 1 {
            let explained = explain(file.path, "--all")
            #expect(explained.exit() == .exited(0))
            var touch = ""
            for line in explained.outputLines {
                if !line.hasPrefix(" ") { touch = String(line.prefix { $0 != " " }) }
                guard
                    let advice = line.firstMatch(
                        of: /^ +([a-z ]+)(?:, [a-z ]+)*: .*?; (\[\w+\] .* (?:above|at most) [\d.]+)(?: makes it a .*)?$/
                    )
                else {
                    continue
                }
                tried += 1
                let after = explain(
                    file.path, "--all", "--config", try directory.file("\(tried).toml", settings(advice.2)))
                #expect(after.exit() == .exited(0))
                let own = after.outputLines.drop { !$0.hasPrefix("\(touch) ") }.dropFirst().prefix { $0.hasPrefix(" ") }
                let isMade = own.contains { $0.hasPrefix("    \(advice.1): recognised: ") }
                #expect(isMade, "\(file.path) \(touch): \(line)")
            }
        }
        #expect(tried > 15)
    }
}
