import GestureModel
import Testing

/// What `explain` states about the fingers and the device, beside the gestures.
@Suite("gesturectl explain: touches") struct ExplainTouchTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func explain(
        _ frames: [PadFrames.Frame], clicks: Set<Int> = [], _ arguments: String...
    ) throws -> [String] {
        let file = try directory.file("pad", PadFrames.evemu(frames, clicks: clicks))
        let program = Program("gesturectl", ["explain", file] + arguments)
        #expect(program.exit() == .exited(0), "\(program.errors)")
        return program.outputLines
    }

    /// Two fingers side by side, 20 mm from each other.
    private func pair(_ time: Int, x: Double = 40, y: Double = 30) -> PadFrames.Frame {
        (time, [0: (x, y, 60), 1: (x + 20, y, 60)])
    }

    @Test func `a third contact is located: where, when, and that it lies where hands rest`() throws {
        let lines = try explain([
            (0, [0: (40, 20, 60), 1: (60, 20, 60)]), (30, [0: (40, 20, 60), 1: (60, 20, 60), 2: (45, 55, 60)]),
            (60, [0: (40, 20, 60), 1: (60, 20, 60), 2: (45, 55, 60)]), (150, [:]),
        ])
        #expect(lines.contains("    tap: recognised: 3 fingers tapped at 150 ms"), "\(lines)")
        #expect(
            lines.contains(
                "    finger 3: 45 mm from the left, 5 mm from the bottom; from 30 to 150 ms; still: "
                    + "near the bottom edge, where hands rest, but counted as a finger: pressure 60 < 130 (palmPressure)"
            ),
            "\(lines)")
        let pair = try explain([
            (0, [0: (40, 20, 60), 1: (60, 20, 60)]), (60, [0: (40, 20, 60), 1: (60, 20, 60)]), (150, [:]),
        ])
        #expect(!pair.contains { $0.hasPrefix("    finger ") }, "\(pair)")
    }

    @Test func `a fault of the device is stated in its touch, with the axis and the range that would be right`() throws
    {
        let far = (0...9).map { step -> PadFrames.Frame in
            (step * 10, [0: (20 + Double(step), 30, 60), 1: (150, 30, 60)])
        }
        let lines = try explain(far + [(100, [:])])
        #expect(lines.dropFirst().first?.hasPrefix("1.000 1 finger for 100 ms") == true, "\(lines)")
        #expect(
            lines.contains(
                "    device fault, 10 times from 0 to 90 ms: a coordinate far beyond the range of its axis: x is 6000, but the "
                    + "axis goes from 0 to 4000; no contact begins there, so a finger may be missing, and one that is down "
                    + "stays where it was; if fingers reach there, the device is described wrongly: set the range in udev's "
                    + "hwdb (EVDEV_ABS_35=0:6600), in an evemu recording in the line A: 35"), "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("every contact") }, "\(lines)")
        let alone = try explain([(0, [0: (150, 30, 60)]), (80, [0: (150, 30, 60)]), (100, [:])])
        #expect(alone.dropFirst().first == "1.000 no finger for 80 ms", "\(alone)")
    }

    @Test func `a drag that a pinch won against says how far the fingers moved together and apart`() throws {
        let frames = (0...20).map { step -> PadFrames.Frame in
            let apart = Double(step) * 0.7
            return (step * 15, [0: (45 - apart, 30, 60), 1: (55 + apart, 30 + apart / 4, 60)])
        }
        let lines = try explain(frames + [(315, [:])])
        #expect(lines.contains { $0.hasPrefix("    pinch: recognised: 2 fingers") }, "\(lines)")
        let drag = lines.first { $0.hasPrefix("    drag: ") } ?? ""
        #expect(drag.contains(" mm together") || drag.contains("together; one of them went "), "\(lines)")
    }

    @Test func `a recording of many touches begins with what they became, and when another was made`() throws {
        var frames: [PadFrames.Frame] = []
        for tap in 0..<6 {
            let (start, step) = (tap * 700, tap == 3 ? 8.0 : 0)
            for frame in 0...6 {
                let x = 40 + Double(frame) * step / 6
                frames.append((start + frame * 12, [0: (x, 30, 60), 1: (x + 15, 30, 60)]))
            }
            frames.append((start + 90, [:]))
        }
        let lines = try explain(frames)
        #expect(
            lines.dropFirst().first == "6 touches: 5 × tap of 2 fingers; 1 × drag of 2 fingers (3.100)", "\(lines)")
    }

    @Test func `a finger that rolls as it lifts is named`() throws {
        let rest = (0...30).map { pair($0 * 10) }
        let roll = (1...4).map { pair(300 + $0 * 10, y: 30 + Double($0)) }
        let lines = try explain(rest + roll + [(350, [:])])
        #expect(
            lines.contains {
                $0.contains("moved only in its last ") && $0.hasSuffix(", as a fingertip does that rolls when it lifts")
            }, "\(lines)")
    }

    @Test func `a drag says without --gesture whether it is a flick as well`() throws {
        let fast = (0...15).map { pair($0 * 10, x: 20 + Double($0) * 2) }
        #expect(try explain(fast + [(160, [:])]).contains { $0.hasPrefix("    flick: also, for rules: lifted at ") })
        let stopped = try explain(fast + [(400, [:])])
        #expect(
            stopped.contains {
                $0.hasPrefix("    flick: lifted at 0 pt/s (0 mm/s) < 400 pt/s (63.5 mm/s): the fingers were still for ")
                    && $0.hasSuffix("; lift while they move")
            }, "\(stopped)")
    }

    @Test func `for a touch that no sensible setting makes a tap, the advice is to lift in time`() throws {
        let lines = try explain((0...43).map { pair($0 * 100) } + [(4350, [:])])
        #expect(lines.contains { $0.hasPrefix("    tap: held ") && $0.hasSuffix("; lift within 0.3 s") }, "\(lines)")
        #expect(!lines.contains { $0.contains("tapDuration") }, "\(lines)")
    }

    @Test func `a click is stated once, at the time of the press`() throws {
        let frames = (0...80).map { pair($0 * 10) } + [(820, [:])]
        let lines = try explain(frames, clicks: [700])
        let clicks = lines.filter { $0.contains("the button was pressed at ") }
        #expect(clicks.count == 1 && clicks[0].contains("the button was pressed at 700 ms"), "\(lines)")
        #expect(!lines.contains { $0.contains("clicked at") }, "\(lines)")
    }

    // A row of clicks was fifteen times "no gesture".
    @Test func `a finger that clicks and makes no gesture is called a click, and the next ones share a line`() throws {
        let starts = (0..<5).map { $0 * 700 }
        let frames = starts.flatMap { start in
            (0...12).map { step -> PadFrames.Frame in (start + step * 10, [0: (45, 20, 60)]) } + [(start + 130, [:])]
        }
        let lines = try explain(frames, clicks: Set(starts.map { $0 + 50 }))
        #expect(lines.dropFirst().first == "5 touches: 5 × click", "\(lines)")
        #expect(
            lines.dropFirst(2) == [
                "1.000 1 finger for 130 ms; 1 finger in 0.13 s: a click",
                "    tap, long press, drag, pinch, turn: the button was pressed at 50 ms, and a click is no gesture",
                "1.700 to 3.800 as above: 4 × click",
                "every contact of the device counted as a finger: a finger that is missing above was not reported",
                "of the touches that became the same, the first is explained; --all explains each",
            ], "\(lines)")
    }

    @Test func `a finger that rests after a tap says from where on it would have dragged`() throws {
        let touches: [PadFrames.Frame] = [0...8, 30...90].flatMap { steps in
            steps.map { step -> PadFrames.Frame in (step * 10, [0: (45, 20, 60)]) } + [
                (steps.upperBound * 10 + 10, [:])
            ]
        }
        let sentence =
            "    drag: 1 finger, needs 2 to 10 at 500 ms: after a tap, one finger drags from 4.4 mm on; it went 0 mm"
        let lines = try explain(touches)
        #expect(lines.contains(sentence), "\(lines)")
        let twice = try explain(Array(touches.prefix { $0.time < 400 }) + [(410, [:])])
        #expect(twice.contains { $0.hasPrefix("    tap: recognised: 1 finger tapped twice") }, "\(twice)")
        #expect(!twice.contains { $0.contains("after a tap") }, "\(twice)")
    }

    @Test func `of a touch with more fingers, those that made the gesture are named`() throws {
        // The third lifts before the others move.
        let frames = (0...40).map { step -> PadFrames.Frame in
            let x = 40 + Double(max(0, step - 12)) / 2
            var contacts = pair(step * 10, x: x).contacts
            if step < 8 { contacts[2] = (80, 30, 60) }
            return (step * 10, contacts)
        }
        let lines = try explain(frames + [(410, [:])])
        #expect(
            lines.contains {
                $0.hasPrefix("    drag: of finger 1 (moved 14 mm right) and finger 2 (moved 14 mm right)")
            },
            "\(lines)")
    }

    @Test func `a finger that comes while the button is down is part of the click`() throws {
        // A thumb at the edge presses, and another finger selects.
        let frames = [0, 400, 1000].map { time -> PadFrames.Frame in (time, [0: (0.2, 40, 60)]) }
        let selecting = (0...30).map { step -> PadFrames.Frame in
            (500 + step * 10, [0: (0.2, 40, 60), 1: (30 + Double(step), 20, 60)])
        }
        let all: [PadFrames.Frame] = Array(frames[..<2]) + selecting + Array(frames[2...]) + [(1010, [:])]
        let lines = try explain(all, clicks: Set([400] + selecting.map(\.time)))
        let tapping = try explain(all)
        #expect(lines.contains { $0.hasSuffix(": the button was down already, and a click is no gesture") }, "\(lines)")
        #expect(
            !lines.contains("    the button was not pressed") && !tapping.contains { $0.contains("button") }, "\(lines)"
        )
    }

    @Test func `a finger that taps alone near an edge is not said to lie where hands rest`() throws {
        let tap = (0...8).map { step -> PadFrames.Frame in (step * 10, [0: (45, 55, 50)]) } + [(90, [:])]
        let lines = try explain(tap)
        #expect(lines.contains("    tap: recognised: 1 finger tapped at 90 ms"), "\(lines)")
        #expect(!lines.contains { $0.contains("where hands rest") }, "\(lines)")
    }

    @Test func `a contact that pressed nearly as hard as a palm says by which number it counted as a finger`() throws {
        let hard = (0...8).map { step -> PadFrames.Frame in (step * 10, [0: (45, 20, 110)]) } + [(90, [:])]
        #expect(
            try explain(hard).contains(
                "    finger 1: 45 mm from the left, 20 mm from the top; from 0 to 90 ms; still: pressed hard, but counted as "
                    + "a finger: pressure 110 < 130 (palmPressure)"))
        let side = (0...8).map { step -> PadFrames.Frame in
            (step * 10, [0: (45, 20, 50), 1: (95, 30, 50)])
        }
        let lines = try explain(side + [(90, [:])])
        #expect(
            lines.contains {
                $0.hasSuffix(
                    "near the right edge, where hands rest, but counted as a finger: pressure 50 < 130 (palmPressure)")
            }, "\(lines)")
        #expect(lines.filter { $0.contains("but counted") }.count == 1, "\(lines)")
    }

    // A palm that tapped among others that were left out had no word of why.
    @Test func `in a recording with palms each finger says why it was none`() throws {
        let palm = (0...3).map { step -> PadFrames.Frame in (step * 10, [0: (0.2, 30, 60)]) } + [(40, [:])]
        let tap = (0...8).map { step -> PadFrames.Frame in (700 + step * 10, [0: (45, 20, 40)]) } + [(790, [:])]
        let sentence =
            "    finger 1, contact 2: 45 mm from the left, 20 mm from the top; from 0 to 90 ms; still: counted as a finger: "
            + "pressure 40 < 130 (palmPressure), 45 mm from a side > 8 mm (where palms rest)"
        let lines = try explain(palm + tap)
        #expect(lines.contains(sentence), "\(lines)")
        #expect(try !explain(tap).contains { $0.contains("finger 1: ") })
    }

    @Test func `the change that is advised makes the gesture, and less does not`() throws {
        // Held for too long, and rolled a little before it lifted.
        let frames = (0...34).map { pair($0 * 10, y: 30 + Double(max(0, $0 - 24)) * 0.2) } + [(345, [:])]
        let lines = try explain(frames)
        let tap = try #require(lines.first { $0.hasPrefix("    tap: ") })
        let advice = try #require(tap.split(separator: "; [touchpad] ").last)
        #expect(
            advice == "slop above 12.6, and tapDuration above 0.35 makes it a tap of 2 fingers", "\(lines)")
        func taps(_ settings: String) throws -> Bool {
            let configuration = try directory.file("gestured.toml", "[touchpad]\n\(settings)\n")
            return try explain(frames, "--config", configuration).contains {
                $0.hasPrefix("    tap: recognised: 2 fingers")
            }
        }
        #expect(try taps("slop = 12.6\ntapDuration = 0.35"))
        #expect(try !taps("slop = 12.6"))
        #expect(try !taps("tapDuration = 0.35"))
        #expect(try !taps("slop = 12.4\ntapDuration = 0.35"))
        #expect(try !taps("slop = 12.6\ntapDuration = 0.34"))
    }

    @Test func `fingers that the device only counts have no positions`() throws {
        let finger = { (time: Int) -> PadFrames.Frame in (time, [0: (40, 30, 60)]) }
        let counts = PadFrames.evemu([finger(0), finger(40), finger(80), (120, [:])])
            .replacing("B: 03 00", with: "B: 01 20 64 00 00 00 00 00 00\nB: 03 00")
            .replacing("A: 2f 0 4", with: "A: 2f 0 1")
            .replacing(
                "E: 1.000000 0000", with: "E: 1.000000 0001 014a 1\nE: 1.000000 0001 014e 1\nE: 1.000000 0000"
            )
            .replacing(
                "E: 1.120000 0000", with: "E: 1.120000 0001 014a 0\nE: 1.120000 0001 014e 0\nE: 1.120000 0000")
        let program = Program("gesturectl", ["explain", try directory.file("counts", counts)])
        #expect(program.exit() == .exited(0), "\(program.errors)")
        let lines = program.outputLines
        #expect(lines.contains("    tap: recognised: 3 fingers tapped at 120 ms"), "\(lines)")
        #expect(
            lines.contains(
                "    the device reports at most 2 contacts, and only counts more fingers (BTN_TOOL_TRIPLETAP and others): "
                    + "where the others were and how they moved is not known"), "\(lines)")
        #expect(lines.contains("    finger 3: only counted; from 0 to 120 ms"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("    finger 1: 40 mm from the left") }, "\(lines)")
    }

    @Test func `a press of a finger that clicked and stayed says that the click was over`() throws {
        let frames = (0...90).map { step -> PadFrames.Frame in (step * 10, [0: (45, 20, 60)]) } + [(910, [:])]
        let lines = try explain(frames, clicks: [200, 210, 220])
        #expect(lines.contains { $0.hasPrefix("    long press: recognised: 1 finger pressed and held") }, "\(lines)")
        #expect(
            lines.contains(
                "    the button was released at 230 ms, and the finger stayed down: what rests for 0.5 s after a click is a "
                    + "long press"), "\(lines)")
    }

    @Test
    func `a press that another finger ended says so, and a finger that moved beside a resting one that it moved alone`()
        throws
    {
        let rest = (0...70).map { step -> PadFrames.Frame in (step * 10, [0: (30, 20, 60)]) }
        let joined = (71...80).map { step -> PadFrames.Frame in
            (step * 10, [0: (30, 20, 60), 1: (60, 20 + Double(step - 71) * 2, 60)])
        }
        let lines = try explain(rest + joined + [(810, [:])])
        #expect(
            lines.contains {
                $0.hasPrefix("    long press: cancelled: 1 finger pressed and held")
                    && $0.hasSuffix(": another finger came down")
            }, "\(lines)")
        let late = (0...20).map { step -> PadFrames.Frame in
            (step * 10, step < 5 ? [0: (30, 56, 60)] : [0: (30, 56, 60), 1: (60, 20 + Double(step - 5), 60)])
        }
        let alone = try explain(late + [(210, [:])])
        #expect(
            alone.contains {
                $0.hasPrefix("    drag: 1 finger, needs 2")
                    && $0.contains("one finger moved 15 mm while the other rested")
            },
            "\(alone)")
    }
}
