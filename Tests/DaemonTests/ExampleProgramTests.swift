import Foundation
import Glibc
import Strokes
import Testing

/// `gesture-examples`, on a recording and with the daemon.
@Suite struct ExampleProgramTests {
    private static func recording(_ name: String) -> String {
        RecordedFiles.root.appending(path: "Examples/recordings/\(name).evemu").path
    }

    private static func program(_ example: String, _ arguments: [String]) -> Program {
        Program("gesture-examples", [example] + arguments)
    }

    private static func program(_ test: Case, _ arguments: [String]) -> Program {
        program(test.example, arguments + test.options)
    }

    /// The lines without their times.
    private static func lines(_ program: Program) -> [String] { program.outputLines.map { String($0.dropFirst(9)) } }

    private static let middle = "············●············    0.0"

    struct Case: Sendable, CustomTestStringConvertible {
        var example: String
        var options: [String] = []
        var recording: String
        /// The beginnings of lines, in this order.
        var beginnings: [String]
        var testDescription: String { ([example] + options + [recording]).joined(separator: " ") }
    }

    static let cases = [
        Case(
            example: "chip", recording: "cut-off-drag",
            beginnings: [
                "Drag me  x ············│·····●", "cancelled deviceLost", "Drag me  x \(middle)  y \(middle)",
            ]),
        Case(
            example: "sticker", recording: "slow-drag",
            beginnings: ["★  x \(middle)", "★  x ··●·········│············  -99.8"]),
        Case(
            example: "button", recording: "short-press",
            beginnings: [
                "[Hold me]  ██████████", "[Hold me]  ██████████░░░░░░░░░░    0.95", " Hold me   ████████████████████",
            ]),
        Case(
            example: "circle", recording: "slow-drag",
            beginnings: [
                "Drag the circle  ···●········│············  Offset: -9",
                "Drag the circle  ············●············  Offset: 0, 0",
            ]),
        Case(
            example: "progress", recording: "hold",
            beginnings: [
                "(blue )  ring ██████████░░░░░░░░░░  50 %", "(green)  ring ████████████████████ 100 %",
                "(green)  ring ░",
            ]),
        Case(
            example: "delete", recording: "hold",
            beginnings: [
                "Item to delete  ██████████░░░░░░░░░░  50 %  trash gray",
                "Item to delete  ███████████░░░░░░░░░  55 %  trash red", "Item deleted    ████████████████████ 100 %",
            ]),
        Case(
            example: "haptics", recording: "hold",
            beginnings: ["haptic feedback: light", "(held)", "haptic feedback: success", "(    )"]),
        Case(example: "carousel", recording: "flick", beginnings: ["1 Inbox", "2 Archive", "[Archive"]),
        Case(
            example: "carousel", options: ["--compare"], recording: "flick",
            beginnings: [
                "projected  [Inbox", "projected  1 Inbox", "raw        [Inbox", "  moved  predicted    projected  raw",
                "  -98.9", "projected  2 Archive", "raw        1 Inbox  offset     0.0",
            ]),
    ]

    @Test(arguments: cases)
    func `an example prints one line per change of a recording when its output is not a terminal`(_ test: Case) {
        let program = Self.program(
            test.example, ["--fast", "--recording", Self.recording(test.recording)] + test.options)
        #expect(program.exit() == .exited(0))
        #expect(program.errors.isEmpty, "\(program.errors)")
        expect(test.beginnings, in: Self.lines(program), test.example)
    }

    /// Each example has its own daemon, which plays the recording.
    @Test func `an example prints the same lines with the daemon`() throws {
        let played = try Self.cases.map { test in
            let daemon = try DaemonProcess(["--play", Self.recording(test.recording)])
            return (test, daemon, Self.program(test, ["--socket", daemon.socket]))
        }
        for (test, daemon, program) in played {
            #expect(eventually { program.output.contains("the daemon closed the connection") }, "\(program.output)")
            // Animations end within two seconds of the last lift. The last line is where they stop.
            let alone = Self.program(
                test.example, ["--fast", "--recording", Self.recording(test.recording)] + test.options)
            #expect(alone.exit() == .exited(0), "\(test.testDescription)\n\(daemon.program.errors)")
            let rest = try #require(Self.lines(alone).last { !$0.hasPrefix("haptic") })
            #expect(eventually { Self.lines(program).contains(rest) }, "\(rest) is not in \(program.output)")
            let notes = Self.lines(alone).filter { $0.hasPrefix("cancelled") }
            #expect(Self.lines(program).filter { $0.hasPrefix("cancelled") } == notes, "\(test.testDescription)")
        }
    }

    @Test func `an example reports a missing daemon and waits for it`() throws {
        let directory = try TemporaryDirectory()
        let program = Self.program("chip", ["--socket", directory.path("socket")])
        #expect(eventually { program.output.contains("cannot connect to \(directory.path("socket"))") })
        #expect(program.exit(within: 0) == nil)
        program.signal(SIGTERM)
        #expect(program.exit() == .signalled(SIGTERM))
    }

    @Test(arguments: [
        (["--recording", "/no/such/file"], Int32(1), "/no/such/file: cannot be opened: No such file"),
        (["--fast"], 2, "--fast: needs a --recording to play"), (["--raw"], 2, "--raw"),
    ])
    func `an error names the option or file at fault`(_ arguments: [String], _ status: Int32, _ message: String) {
        let program = Self.program("chip", arguments)
        #expect(program.exit() == .exited(status))
        #expect(program.errors.hasPrefix("gesture-examples: ") && program.errors.contains(message), "\(program.errors)")
    }

    private func expect(_ beginnings: [String], in lines: [String], _ name: String) {
        var rest = lines[...]
        for beginning in beginnings {
            let index = rest.firstIndex { $0.hasPrefix(beginning) }
            #expect(index != nil, "no \(beginning) in this order:\n\(lines.joined(separator: "\n"))")
            rest = index.map { rest[($0 + 1)...] } ?? rest
        }
    }
}
