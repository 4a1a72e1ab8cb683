import GestureModel
import Testing

/// Which touch an explanation belongs to, and at which moment.
@Suite("gesturectl explain: assignment") struct ExplainedTouchTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func explain(
        _ frames: [PadFrames.Frame], on kind: TouchDeviceKind = .touchpad, _ arguments: String...
    ) throws -> [String] {
        let file = try directory.file("pad", PadFrames.evemu(frames, on: kind))
        let program = Program("gesturectl", ["explain", file] + arguments)
        #expect(program.exit() == .exited(0), "\(program.errors)")
        return program.outputLines
    }

    /// The frames of a finger that rests, every 10 ms until it lifts.
    private func rest(_ slot: Int = 0, x: Double, from start: Int, to end: Int) -> [PadFrames.Frame] {
        stride(from: start, to: end, by: 10).map { ($0, [slot: (x, 30, 60)]) } + [(end, [:])]
    }

    /// The first lines of the touches.
    private func heads(_ lines: [String]) -> [String] { lines.dropFirst().filter { $0.first?.isNumber == true } }

    // The touch of the first finger had the taps of both, and that of the second was called no gesture.
    @Test func `on a device that loses fingers, the taps of a drum roll are in the touch of their fingers`() throws {
        // The finger is lost for 15 ms: from then on, each lift counts 30 ms later.
        let lines = try explain(
            rest(x: 20, from: 0, to: 50) + rest(x: 20, from: 65, to: 120)
                + rest(x: 20, from: 500, to: 590) + rest(x: 60, from: 604, to: 690) + rest(x: 20, from: 704, to: 790),
            "--all")
        let taps = lines.filter { $0.hasPrefix("    tap: recognised: 1 finger tapped") }
        #expect(taps.count == 4, "\(lines)")
        #expect(heads(lines).last == "1.500 1 finger for 290 ms", "\(lines)")
        #expect(taps.last?.hasSuffix(" at 320 ms, after the wait for a lost finger to come back") == true, "\(lines)")
    }

    // The second touch began before the first had ended: a finger counts from when it came down, though it was held back.
    @Test func `a finger that was held back while another lifted is in one touch with it`() throws {
        let first = (50.0, 30.0, 60)
        let edge = (0.5, 30.0, 60)
        var frames: [PadFrames.Frame] = rest(x: 50, from: 0, to: 85).dropLast()
        frames += [(85, [0: first, 1: edge]), (95, [1: edge])]
        for step in 1...20 { frames.append((95 + step * 10, [1: (0.5 + Double(step), 30, 60)])) }
        frames.append((305, [:]))
        let lines = try explain(frames)
        #expect(heads(lines).count == 1 && heads(lines)[0].hasPrefix("1.000 2 fingers for 305 ms"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("    tap: recognised: 1 finger tapped at 95 ms") }, "\(lines)")
    }

    // The last tap was in one touch with the finger that had rested at the edge until then.
    @Test func `a finger that was held back through other touches begins a touch when the last of them has ended`()
        throws
    {
        let frames = (0...240).map { step -> PadFrames.Frame in
            let time = step * 10
            // It rests at the edge, and moves inwards from 1600 ms on. Another finger taps twice before.
            var contacts = [0: (max(0.5, Double(time - 1590) / 20), 30.0, 60)]
            if (500..<590).contains(time) || (1200..<1290).contains(time) { contacts[1] = (50, 30, 60) }
            return (time, contacts)
        }
        let lines = try explain(frames + [(2410, [:])])
        #expect(
            heads(lines).map { String($0.prefix { $0 != ";" }) } == [
                "1.500 1 finger for 90 ms", "2.200 1 finger for 90 ms", "2.290 1 finger for 1120 ms",
            ], "\(lines)")
        let last = try #require(lines.firstIndex { $0.hasPrefix("2.290 ") })
        #expect(lines[..<last].count { $0.hasPrefix("    tap: recognised: 1 finger tapped") } == 2, "\(lines)")
        #expect(
            lines[last...].contains { $0.hasPrefix("    contact 1 at ") && $0.contains(" accepted as a finger at ") },
            "\(lines)")
    }

    @Test func `a decision after the lift says what it waited for`() throws {
        let lines = try explain(rest(x: 50, from: 0, to: 80), "--gesture", #"{"tap":{"count":2}}"#)
        let tap = lines.first { $0.hasPrefix("    tap: ") } ?? ""
        #expect(tap.contains(" ms, after the wait for another tap"), "\(lines)")
    }

    @Test func `a pinch that goes on after a finger has lifted says so`() throws {
        let parting = (0...20).map { step -> PadFrames.Frame in
            (step * 15, [0: (45 - Double(step), 30, 60), 1: (55 + Double(step), 30, 60)])
        }
        let alone = (0...30).map { step -> PadFrames.Frame in (315 + step * 15, [0: (25, 30 + Double(step) / 2, 60)]) }
        let lines = try explain(parting + alone + [(780, [:])], on: .touchscreen)
        #expect(
            lines.count {
                $0 == "    pinch: one of its fingers lifted at 315 ms; it went on until the last lifted, at 780 ms"
            } == 1, "\(lines)")
    }

    // Sixty taps were 300 lines.
    @Test func `of touches that became the same gesture one is explained, and each that became none`() throws {
        var frames: [PadFrames.Frame] = []
        for touch in 0..<9 {
            let (start, step) = (touch * 700, touch == 6 ? 0.6 : touch == 3 ? 8.0 : 0)
            for frame in 0...6 {
                let x = 40 + Double(frame) * step / 6
                // Two fingers; of the seventh touch only one, which moves too little for the pointer.
                frames.append(
                    (start + frame * 12, touch == 6 ? [0: (x, 30, 60)] : [0: (x, 30, 60), 1: (x + 15, 30, 60)]))
            }
            frames.append((start + (touch == 6 ? 480 : 90), [:]))
        }
        let lines = try explain(frames)
        #expect(
            lines.dropFirst().first
                == "9 touches: 7 × tap of 2 fingers; 1 × drag of 2 fingers (3.100); 1 × no gesture (5.200)", "\(lines)")
        let touches = lines.filter { $0.first?.isNumber == true }.dropFirst()
        #expect(
            touches.map { String($0.prefix { $0 != ";" }) } == [
                "1.000 2 fingers for 90 ms", "1.700 to 2.400 as above: 2 × tap of 2 fingers",
                "3.100 2 fingers for 90 ms", "3.800 to 4.500 as above: 2 × tap of 2 fingers",
                "5.200 1 finger for 480 ms", "5.900 to 6.600 as above: 2 × tap of 2 fingers",
            ], "\(lines)")
        #expect(lines.contains { $0.hasPrefix("    tap: held 480 ms") }, "\(lines)")
        #expect(
            lines.last == "of the touches that became the same, the first is explained; --all explains each")
        let all = try explain(frames, "--all")
        #expect(heads(all).isEmpty == false && all.count { $0.hasPrefix("    tap: recognised: ") } == 7, "\(all)")
    }
}
