import Foundation
import Glibc
import Testing

/// The programs of `Examples`, on a recording and with the daemon.
@Suite struct ExampleProgramTests {
    private static func recording(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Examples/recordings/\(name).evemu").path
    }

    /// Without the times.
    private static func lines(_ program: Program) -> [String] { program.outputLines.map { String($0.dropFirst(9)) } }

    private static let middle = "············●············     0.0"

    struct Case: Sendable, CustomTestStringConvertible {
        var program: String
        var options: [String] = []
        var recording: String
        /// Lines in this order, each the beginning of one.
        var beginnings: [String]
        var testDescription: String { ([program] + options + [recording]).joined(separator: " ") }
    }

    static let cases = [
        Case(
            program: "DraggableChip", recording: "cut-off-drag",
            beginnings: [
                "Drag me  x ············│·····●", "cancelled deviceLost", "Drag me  x \(middle)   y \(middle)",
            ]),
        Case(
            program: "RepositionableSticker", recording: "slow-drag",
            beginnings: ["★  x \(middle)", "★  x ··●·········│············   -99.8"]),
        Case(
            program: "PressableButton", recording: "short-press",
            beginnings: [
                "[Hold me]  ██████████", "[Hold me]  ██████████░░░░░░░░░░    0.95", " Hold me   ████████████████████",
            ]),
        Case(
            program: "AxisLockedCircle", recording: "slow-drag",
            beginnings: [
                "Drag the circle  ···●········│············  Offset: -9",
                "Drag the circle  ············●············  Offset: 0, 0",
            ]),
        Case(
            program: "ProgressiveLongPress", recording: "hold",
            beginnings: [
                "(blue )  ring ██████████░░░░░░░░░░  50 %", "(green)  ring ████████████████████ 100 %", "(blue )",
            ]),
        Case(
            program: "HoldToDelete", recording: "hold",
            beginnings: [
                "Item to delete  ██████████░░░░░░░░░░  50 %  trash gray",
                "Item to delete  ███████████░░░░░░░░░  55 %  trash red", "Item deleted    ████████████████████ 100 %",
            ]),
        Case(
            program: "HapticLongPress", recording: "hold",
            beginnings: ["feels light", "(held)", "feels success", "(    )"]),
        Case(program: "CardCarousel", recording: "flick", beginnings: ["1 Inbox", "2 Archive", "[Archive"]),
        Case(
            program: "CardCarousel", options: ["--compare"], recording: "flick",
            beginnings: [
                "projected  [Inbox", "projected  1 Inbox", "raw        [Inbox", "  moved  predicted    projected  raw",
                "  -98.9", "projected  2 Archive", "raw        1 Inbox  offset     0.0",
            ]),
    ]

    @Test(arguments: cases)
    func `a program shows a recording, line by line where there is no terminal`(_ test: Case) {
        let program = Program(test.program, ["--fast", "--recording", Self.recording(test.recording)] + test.options)
        #expect(program.exit() == .exited(0))
        #expect(program.errors.isEmpty, "\(program.errors)")
        expect(test.beginnings, in: Self.lines(program), test.program)
    }

    /// Each on its own daemon, which plays the recording in a device's place.
    @Test(arguments: cases)
    func `with the daemon it shows the same`(_ test: Case) throws {
        let daemon = try DaemonProcess(["--play", Self.recording(test.recording)])
        let program = Program(test.program, ["--socket", daemon.socket] + test.options)
        #expect(eventually { program.output.contains("the daemon ended the connection") }, "\(program.output)")
        // What settles has done so two seconds after the fingers; the last line is where it rests.
        let alone = Program(test.program, ["--fast", "--recording", Self.recording(test.recording)] + test.options)
        #expect(alone.exit() == .exited(0))
        let rest = try #require(Self.lines(alone).last { !$0.hasPrefix("feels") })
        #expect(eventually { Self.lines(program).contains(rest) }, "\(rest) is not in \(program.output)")
        let notes = Self.lines(alone).filter { $0.hasPrefix("cancelled") }
        #expect(Self.lines(program).filter { $0.hasPrefix("cancelled") } == notes)
    }

    @Test func `without a daemon a program says so and waits for one`() throws {
        let directory = try TemporaryDirectory()
        let program = Program("DraggableChip", ["--socket", directory.path("socket")])
        #expect(eventually { program.output.contains("cannot connect to \(directory.path("socket"))") })
        #expect(program.exit(within: 0) == nil)
        program.signal(SIGTERM)
        #expect(program.exit() == .signalled(SIGTERM))
    }

    @Test(arguments: [
        (["--recording", "/no/such/file"], Int32(1), "/no/such/file: No such file or directory"),
        (["--fast"], 2, "--fast: needs a --recording to play"), (["--raw"], 2, "--raw"),
    ])
    func `what cannot be run is named`(_ arguments: [String], _ status: Int32, _ words: String) {
        let program = Program("DraggableChip", arguments)
        #expect(program.exit() == .exited(status))
        #expect(program.errors.hasPrefix("DraggableChip: ") && program.errors.contains(words), "\(program.errors)")
    }

    private func expect(_ beginnings: [String], in lines: [String], _ name: String) {
        var rest = lines[...]
        for beginning in beginnings {
            let index = rest.firstIndex { $0.hasPrefix(beginning) }
            #expect(index != nil, "no \(beginning) in the right place:\n\(lines.joined(separator: "\n"))")
            rest = index.map { rest[($0 + 1)...] } ?? rest
        }
    }
}
