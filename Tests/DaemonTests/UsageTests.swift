import FakeEvdev
import Testing

@Suite("The command lines") struct UsageTests {
    @Test(
        arguments: [
            ("gestured", ["--bogus"], "Unknown option '--bogus'"),
            ("gestured", ["--config"], "Missing value for '--config <file>'"),
            ("gestured", ["--play"], "Missing value for '--play <file>'"),
            ("gestured", ["--socket", ""], "--socket: expected a path"),
            ("gestured", ["stray"], "Unexpected argument 'stray'"),
            ("gestured", ["--", "--config", "x"], "Unexpected argument '--config'"),
            ("gesturectl", ["dance"], #"unknown subcommand "dance"; expected one of monitor, "#),
            ("gesturectl", ["recognize", "x"], #"unknown subcommand "recognize"; did you mean recognise?"#),
            ("gesturectl", ["actions", "chekc"], #"unknown subcommand "chekc"; did you mean check?"#),
            ("gestured", ["--scoket", "x"], "Unknown option '--scoket'. Did you mean '--socket'?"),
            (
                "gesturectl", ["haptic", "strong"],
                "strong is not one of selection, light, medium, heavy, success, warning"
            ),
            (
                "gesturectl", ["focus", "--desktop", "x12"],
                "The value 'x12' is invalid for '--desktop <desktop>': x12 is not one"
            ),
            ("gesturectl", ["focus", "--socket", ""], "--socket : expected a path of 1 to 107 bytes"),
            ("gesturectl", ["lock", "--bogus", "true"], "Unknown option '--bogus'"),
            ("gesturectl", ["explain"], "Missing expected argument '<file>'"),
            ("gesturectl", ["explain", "-", "--gesture", "[]"], "--gesture []: gesture: expected an object"),
            ("gesturectl", ["recognise"], "Missing expected argument '<file>'"),
            ("gesturectl", ["monitor", "--gesture", "x"], #"--gesture x: expected "tap", "long press", "swipe left""#),
            (
                "gesturectl", ["monitor", "--gesture", #"{"tap":{}},"units":"normalized""#],
                #""normalized": not JSON, such as"#
            ),
            ("gesturectl", ["monitor", "--gesture", "[]"], "--gesture []: gesture: expected an object"),
            (
                "gesturectl", ["recognise", "--gesture", #"{"tap":{"fingers":11}}"#, "-"],
                "gesture.tap.fingers: expected"
            ),
            ("gesturectl", ["monitor", "--units", "parsec"], "--units: parsec is not points, millimetres"),
            ("gesturectl", ["monitor", "--units", "10xa"], "--units: 10xa is not points, millimetres, normalized or"),
            ("gesturectl", ["monitor", "--units", "infx10"], "or WIDTHxHEIGHT, such as 1920x1080"),
            ("gesturectl", ["monitor", "--region", "1,2,3"], "--region: 1,2,3 is not x,y,width,height"),
            ("gesturectl", ["monitor", "--region", "1,2,3,nan"], "--region: 1,2,3,nan is not x,y,width,height"),
            ("gesturectl", ["monitor", "--region", "0,0,-1,1"], "--region: region.width: expected a number above 0"),
        ] as [(String, [String], String)])
    func `report bad usage in one line, with status 2`(_ name: String, _ arguments: [String], _ complaint: String) {
        let program = Program(name, arguments)
        #expect(program.exit() == .exited(2))
        let hasSubcommand = name == "gesturectl" && !["dance", "recognize"].contains(arguments[0])
        let command = hasSubcommand ? "\(name) \(arguments[0])" : name
        #expect(
            program.errorLines.count == 1 && program.errors.hasSuffix("; see \(command) --help\n"), "\(program.errors)")
        #expect(program.errors.hasPrefix("\(name): ") && program.errors.contains(complaint), "\(program.errors)")
        #expect(program.output.isEmpty)
    }

    @Test(arguments: [["lock", "--help"], ["lock", "-h"], ["monitor", "--help"]])
    func `print the help of a subcommand`(_ arguments: [String]) {
        let help = Program("gesturectl", arguments)
        #expect(help.exit() == .exited(0))
        #expect(help.output.contains("USAGE: gesturectl \(arguments[0])") && help.errors.isEmpty)
    }

    @Test(arguments: ["--check-config --config /dev/null", "--help", "--version"])
    func `report that standard output cannot be written`(_ arguments: String) {
        let program = Program("/bin/sh", ["-c", "exec \(BuildProducts.path("gestured")) \(arguments) >/dev/full"])
        #expect(program.exit() == .exited(1))
        #expect(program.errors == "gestured: cannot write to standard output: No space left on device (ENOSPC)\n")
    }

    @Test(arguments: ["--help", "--version", "monitor --help"])
    func `report that gesturectl's help cannot be written`(_ arguments: String) {
        let program = Program("/bin/sh", ["-c", "exec \(BuildProducts.path("gesturectl")) \(arguments) >/dev/full"])
        #expect(program.exit() == .exited(1))
        #expect(program.errors == "gesturectl: write to standard output: No space left on device (ENOSPC)\n")
    }

    @Test(arguments: ["gestured", "gesturectl"])
    func `print help and version with status 0`(_ name: String) {
        let help = Program(name, ["--help"])
        #expect(help.exit() == .exited(0))
        #expect(help.output.contains("USAGE: \(name)") && help.errors.isEmpty)
        let version = Program(name, ["--version"])
        #expect(version.exit() == .exited(0))
        #expect(version.errors.isEmpty)
        let expected = /[0-9]+\.[0-9]+\.[0-9]+ \(commit ([0-9a-f]{12}(-dirty)?|unknown)\)\n/
        #expect(version.output.wholeMatch(of: expected) != nil, "\(version.output)")
    }
}
