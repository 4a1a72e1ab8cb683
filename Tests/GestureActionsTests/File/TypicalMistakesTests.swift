import Testing

@testable import GestureActions

/// What people write, and the words that tell them what to write instead. Each is the first problem of its file.
@Suite struct TypicalMistakesTests {
    private static let rule = "[[action]]\ngesture = \"swipe left\"\nfingers = 3\n"

    private func problems(_ text: String) -> [ActionFileProblem] {
        do throws(ActionFileError) {
            let environment = ["PATH": "/usr/bin:/bin", "HOME": "/home/ada"]
            return try ActionFile(Array(text.utf8), file: "f", environment: environment).warnings
        } catch {
            return error.problems
        }
    }

    private func expectFirst(of text: String, _ start: String, _ advice: String) {
        let first = problems(text).first?.text(in: "f") ?? "no problem"
        #expect(first.hasPrefix(start), "\(first)")
        #expect(first.contains(advice), "\(first)")
    }

    @Test(
        arguments: [
            (#"comand = ["true"]"#, "mistake: action.comand: unknown key", ""),
            (#"command = ["true"]"#, "mistake: action.command: unknown key; run is given on line 5", ""),
            (#"direction = "left""#, "mistake: action.direction: unknown key; write the direction into gesture", ""),
            ("count = 2", "mistake: action.count: only a tap has a count, found swipe left", ""),
            ("scale = 2", "mistake: action.scale: swipe left has no scale", "a distance"),
            (
                "distance = 10", #"mistake: action.distance: expected a distance such as "10 mm""#,
                #"found 10; write "10 mm""#
            ),
            (
                #"device = "touchpd""#,
                #"warning: action.device: "touchpd" is taken for a device's name; did you mean "touchpad"?"#, ""
            ),
            (#"when = "reach""#, "mistake: action.when: expected one of", #"did you mean "reached"?"#),
            (#"keys = "win+Right""#, "mistake: action.keys: expected modifiers", "did you mean super?"),
            (#"keys = "ctrl+k ctrl+s""#, "mistake: action.keys: expected a", #"write ["ctrl+k", "ctrl+s"]"#),
            (
                #"every = "1 cm""#,
                "mistake: action.every: only drag, tap drag, edge, slide, pinch, turn and dial go in steps",
                #"write gesture = "drag left""#
            ),
            (
                #"device = "/dev/input/event5""#,
                #"warning: action.device: "/dev/input/event5" is taken for a device's name"#,
                "gesturectl devices lists the names"
            ),
            (
                #"app = ["firefox", "chromium"]"#, "mistake: action.app: expected one app's id",
                "several apps are a rule each"
            ),
            (#"keys = "Super_L+Right""#, "mistake: action.keys: expected modifiers", "did you mean super?"),
            (#"keys = "ctrl-alt-t""#, "mistake: action.keys: expected a key", #"did you mean "ctrl+alt+t"?"#),
            (#"run: ["true"]"#, "syntax: expected name = value", "write = in place of :"),
            (
                #"run = ["/no/My Scripts/x.sh"]"#,
                #"program: action.run: “swipe left”: there is no file "/no/My Scripts/x.sh""#, "one by one"
            ),
            (
                #"run = "no-such-program hello""#,
                "warning: action.run: “swipe left”: no-such-program is not installed", ""
            ),
            (
                #"run = "~/bin/no-such; true""#,
                "warning: action.run: “swipe left”: there is no file /home/ada/bin/no-such", ""
            ),
            (
                #"run = "./switch.sh next""#, #"program: action.run: “swipe left”: "./switch.sh" is a relative path"#,
                #""/home/ada/switch.sh""#
            ),
            (#"run = "/tmp""#, "program: action.run: “swipe left”: /tmp is a folder", ""),
            (
                #"run = ["./switch.sh"]"#, #"program: action.run: “swipe left”: "./switch.sh" is a relative path"#,
                #""/home/ada/switch.sh""#
            ),
            (#"run = ["no-such-program"]"#, "warning: action.run: “swipe left”: no-such-program is not installed", ""),
            (
                "run = ['notify-send', 'it's done']", "syntax: action.run: expected , or ]",
                "the quote before it ends the string"
            ),
            (
                #"run = ["sh", "-c", "echo "hi""]"#, "syntax: action.run: expected , or ]",
                "the quote before it ends the string"
            ),
            (#"keys = ["super", "Right"]"#, "mistake: action.keys: ", #"write "super+Right""#),
            (#"keys = "Super_L + Right""#, "mistake: action.keys: ", #"did you mean "super+Right"?"#),
            ("keys = super+right", "syntax: action.keys: expected a value", ""),
            (#"timeout = "5s""#, "mistake: action.timeout: ", "write 5"),
            ("continue = True", "syntax: action.continue: ", "write true"),
            (#"run = ("true")"#, "syntax: action.run: ", "write [ and ] around several"),
            ("distance = 1e300", "mistake: action.distance: ", "found 1e+300"),
            ("distance = inf", "mistake: action.distance: ", "found inf"),
            ("distance = nan", "mistake: action.distance: ", "found nan"),
            (#"distance = "99999 mm""#, "mistake: action.distance: ", "from 0.1 to 10000"),
            (
                #"when = "start""#, #"mistake: action.when: expected one of "ended", "#,
                #"found "start"; did you mean "reached"?"#
            ),
            (#"distance = "2""#, "mistake: action.distance: ", #"write "2 mm""#),
            (#"keys = "ctrl+ctrl+a""#, "mistake: action.keys: ctrl is given twice", ""),
            (#"run = ["/no/such"]"#, "warning: action.run: “swipe left”: there is no file /no/such", ""),
        ])
    func `names the line of a rule, what was found and what to write`(
        _ line: String, _ start: String, _ advice: String
    ) {
        let effect = ["run", "keys"].contains(where: line.contains) ? "" : "\nrun = [\"true\"]"
        expectFirst(of: Self.rule + line + effect, "f:4: \(start)", advice)
    }

    @Test(
        arguments: [
            (#""sleep", "60", "&""#, .warning, #"write run = "sleep 60 &""#),
            (#""echo hello world""#, .program, #"write run = "echo hello world""#),
            (#""~/bin/switch.sh""#, .program, #"which alone reads "~/bin/switch.sh"; write run = "~/bin/switch.sh""#),
            (#""$HOME/bin/switch.sh""#, .program, #"write run = "$HOME/bin/switch.sh""#),
            (#""echo", "a", "|", "logger""#, .warning, #"which alone reads "|"; write run = "echo a | logger""#),
            (#""echo", "$(date)""#, .warning, #"write run = "echo $(date)""#),
            (#""echo", "$GESTURE_APP""#, .warning, #"which alone reads "$GESTURE_APP""#),
            (#""echo", "a;", "logger", "b""#, .warning, #"write run = "echo a; logger b""#),
            (#""echo", "a", ">>$HOME/log""#, .warning, #"write run = "echo a >>$HOME/log""#),
            (#""rm", "*.png""#, .warning, #"write run = "rm *.png""#),
            (#""LANG=C", "date""#, .program, #"write run = "LANG=C date""#),
            (#""cd", "/tmp""#, .program, #"write run = "cd /tmp""#),
            (#""~root/bin/x""#, .program, #"write run = "~root/bin/x""#),
        ] as [(String, ActionFileProblem.Kind, String)])
    func `words that only a shell reads are named with the command for it`(
        _ words: String, _ kind: ActionFileProblem.Kind, _ advice: String
    ) {
        let start = "f:4: \(kind.rawValue): action.run: “swipe left”: run = […] starts a program without a shell"
        expectFirst(of: Self.rule + "run = [\(words)]", start, advice)
    }

    @Test(
        arguments: [
            (
                "[[action]]\nfingers = 3\nrun = [\"true\"]", "f:1: mistake: action.gesture: is missing; expected",
                "\"swipe left\""
            ),
            (
                "[[action]]\ngesture = \"swipe left\"\nrun = [\"true\"]",
                "f:2: warning: action.gesture: is for one finger, which moves the pointer", "write fingers = 3"
            ),
            (
                "[action]\ngesture = \"swipe left\"\nfingers = 3\nrun = [\"true\"]",
                "f:1: mistake: action: expected [[action]] with two brackets", ""
            ),
            (
                "[[actions]]\ngesture = \"swipe left\"\nfingers = 3\nrun = [\"true\"]",
                "f:1: mistake: actions: expected [[action]]", "did you mean [[action]]?"
            ),
            (
                "[[action]]\ngesture = \"tap\"\nfingers = 3-4\nrun = [\"true\"]", "f:3: syntax: action.fingers: ",
                "found \"3-4\""
            ),
            (
                "[[action]]\ngesture = \"swipe left\nfingers = 3\nrun = [\"true\"]",
                "f:2: syntax: action.gesture: the string begins with \" and has no \" at its end", "swipe left"
            ),
            (
                "[[action]]\ngesture = 'tap\"\nfingers = 3\nrun = [\"true\"]",
                "f:2: syntax: action.gesture: the string begins with ' and has no ' at its end", "tap"
            ),
            (
                rule + "run = [\"true\"\n[[action]]\ngesture = \"tap\"\nfingers = 4\nrun = [\"true\"]",
                "f:4: syntax: action.run: the array has no end",
                "expected ] before line 5"
            ),
            (
                "[[action]]\ngesture = \"tap\"\nfingers = \"3\"\nrun = [\"true\"]", "f:3: mistake: action.fingers: ",
                "write 3 without quotes"
            ),
            ("[[action]\ngesture = \"tap\"", "f:1: syntax: expected a header", "it ends with ]]"),
            (
                "[[action]]\ngesture = \"tap\"\nfingers = \"3-4\"\nrun = [\"true\"]", "f:3: mistake: action.fingers: ",
                "write [3, 4]"
            ),
            (
                "[[action]]\ngesture = \"pinch out\"\nscale = 0.5\nrun = [\"true\"]", "f:3: mistake: action.scale: ",
                "write 2.0"
            ),
            (
                "[[action]]\ngesture = \"tap\"\nfingers = \"3-1e300\"\nrun = [\"true\"]",
                "f:3: mistake: action.fingers: ",
                "found the string"
            ),
            (
                "[[action]]\ngesture = \"tap\"\nfingers = \"\(String(repeating: "9", count: 400))\"\nrun = [\"true\"]",
                "f:3: mistake: action.fingers: ", "found the string"
            ),
            (
                "[[action]]\ngesture = \"drag left\"\nfingers = 3\nevery = \"0 mm\"\nkeys = \"Tab\"",
                "f:4: mistake: action.every: ",
                "; the number is from 0.1 to 10000"
            ),
            (
                "[[action]]\ngesture = \"drag left\"\nfingers = 3\nevery = \"-5 mm\"\nkeys = \"Tab\"",
                "f:4: mistake: action.every: ", "; the number is from 0.1 to 10000"
            ),
            (
                "[[action]]\ngesture = \"drag\"\nfingers = 3\nevery = \"8 mm\"\nrun = [\"true\"]",
                "f:2: mistake: action.gesture: every needs a drag in one direction", "\"drag up\""
            ),
            (
                rule + "app = \"a\"\napps = [\"b\"]\nrun = [\"true\"]", "f:5: mistake: action.apps: unknown key",
                "app is given on line 4; several apps are a rule each"
            ),
            (rule + "command = [\"true\"]", "f:4: mistake: action.command: unknown key; did you mean run?", ""),
            (
                "[[action]]\ngesture = \"pinch in\"\nscale = \"50%\"\nrun = [\"true\"]",
                "f:3: mistake: action.scale: ", "write 0.5"
            ),
            (
                "[[action]]\ngesture = \"rotate\"\nangle = \"20deg\"\nrun = [\"true\"]",
                "f:3: mistake: action.angle: ", "write \"20 degrees\""
            ),
            (
                "{\"action\": []}", "f:1: syntax: expected name = value", "this is TOML, not JSON"
            ),
            (
                "[[action]]\ngesture = “swipe left”\nfingers = 3\nrun = [\"true\"]", "f:2: syntax: action.gesture: ",
                "write straight quotes: \""
            ),
            (
                "[[action]]\ngesture = swipe left\nfingers = 3\nrun = [\"true\"]", "f:2: syntax: action.gesture: ",
                "quotes"
            ),
            (
                "[[action]]\ngesture = \"swipe left\"\nfingers = 3\nrun = [\"true\", x\"]", "f:4: syntax: action.run: ",
                "quotes"
            ),
        ])
    func `names the line, what was found and what to write`(_ text: String, _ start: String, _ advice: String) {
        expectFirst(of: text, start, advice)
    }

    @Test(
        arguments: [
            "\"echo\", \"Tom & Jerry; 5 > 4\"", "\"echo\", \"price: $5\"", "\"echo\", \"https://a.example/*\"",
            "\"grep\", \"a|b*\"",
            "\"sh\", \"-c\", \"cd ~; ls *\"", "\"echo\", \"a=b\"", "\"sh\", \"-c\", \"true;\"",
            "\"find\", \"/tmp\", \"-exec\", \"true\", \"{}\", \";\"", "\"sort\", \"-k\", \"*.png\"",
        ])
    func `finds nothing wrong with words that a shell would pass on as well`(_ words: String) {
        #expect(problems(Self.rule + "run = [\(words)]").map { $0.text(in: "f") } == [])
    }

    @Test(
        arguments: [
            ("swpe left", #"did you mean "swipe left"?"#),
            ("swipe-left", #"did you mean "swipe left"?"#),
            ("swipe lefft", #"did you mean "swipe left"?"#),
            ("3 finger swipe left", #"did you mean "swipe left" with fingers = 3?"#),
            ("left swipe", #"did you mean "swipe left"?"#),
            ("zoom in", #"did you mean "pinch out"?"#),
            ("double tap", #"did you mean "tap" with count = 2?"#),
            ("longPress", #"did you mean "long press"?"#),
            ("rotate cw", #"did you mean "turn clockwise"?"#),
            ("edge", "expected one of top, bottom, left, right after edge"),
            (
                "edge swipe right",
                #"expected one of top, bottom, left, right after edge, found "swipe right"; did you mean "edge right"?"#
            ),
            ("3 finger tap and hold", #"did you mean "long press" with fingers = 3?"#),
            ("rotate 90 degrees", #"angle = "30 degrees""#),
            ("rotate left", #"did you mean "turn counterclockwise"?"#),
            ("pinch open", #"did you mean "pinch out"?"#),
            ("edge slide right", "did you mean \"slide up\" or \"slide down\" with edge = \"right\"?"),
            ("slide right edge", "did you mean \"slide up\" or \"slide down\" with edge = \"right\"?"),
            ("slide up right edge", "did you mean \"slide up\" with edge = \"right\"?"),
            ("slide", "expected one of up, down, left, right after slide, found nothing"),
            ("corner top", "did you mean \"corner top-left\"?"),
            ("swipe right edge", "did you mean \"swipe right\"?"),
            ("7 taps top left", "did you mean \"tap\" with count = 7, corner = \"top-left\"?"),
            ("2 taps", "did you mean \"tap\" with count = 2?"),
        ])
    func `a gesture that does not exist is named with what was probably meant`(_ gesture: String, _ words: String) {
        let found = problems("[[action]]\ngesture = \"\(gesture)\"\nfingers = 1\nrun = [\"true\"]").map {
            $0.text(in: "f")
        }
        #expect(
            found.count == 1 && found[0].hasPrefix("f:2: mistake: action.gesture: ") && found[0].contains(words),
            "\(found)")
    }

    @Test(
        arguments: [
            (
                "edge = \"rigth\"", "action.edge: expected one of \"top\", \"bottom\", \"left\", \"right\"",
                "did you mean \"right\"?"
            ),
            ("timeout = \"5s\"", "action.timeout: expected a number of seconds", "write 5"),
            ("when = \"lift\"", "action.when: expected one of", "did you mean \"ended\"?"),
            ("app = [\"firefox\", \"chrome\"]", "action.app: expected one app's id", "several apps are a rule each"),
            ("part = \"centre\"", "action.part: expected one of", "\"middle\""),
        ])
    func `a wrong value of a slide is named with what would be right`(_ line: String, _ start: String, _ words: String)
    {
        let text = "[[action]]\ngesture = \"slide up\"\nfingers = 1\n\(line)\nrun = [\"true\"]"
        let found = problems(text).map { $0.text(in: "f") }
        #expect(
            found.count == 1 && found[0].hasPrefix("f:4: mistake: \(start)") && found[0].contains(words), "\(found)")
    }

    @Test func `keys and commands are checked in a file with other mistakes, too`() throws {
        let text =
            "[[action]]\ngesture = \"swip left\"\nfingers = 3\nkeys = \"super+Rigth\"\n" + Self.rule + "run = \"a 'b\""
        var readable: [Action] = []
        do throws(ActionFileError) { _ = try ActionFile(Array(text.utf8), file: "f") } catch {
            readable = error.readable
        }
        let keys = ActionKeyboard(environment: [:]).problems(in: readable).map { $0.text(in: "f") }
        #expect(
            keys.count == 1 && keys[0].hasPrefix("f:4: key: ") && keys[0].hasSuffix("did you mean Right?"), "\(keys)")
        #expect(readable.unreadableCommands.map(\.line) == [8])
    }

    @Test(
        arguments: [
            "true | cat > /dev/null", "cd /tmp && ls *", "if true; then ls ~; fi", "LANG=C date", "$BROWSER", "(ls)",
            "echo \"it's\" \\\\", "\ttrue\n\ttrue", "\"$HOME\"/a", "[ -e /tmp ] || exit 1", "{ true; }", "! true",
        ])
    func `finds nothing wrong with a command that the shell can run`(_ command: String) throws {
        let text = Self.rule + "run = \(command.tomlString)"
        #expect(problems(text).map { $0.text(in: "f") } == [])
        #expect(try ActionFile(Array(text.utf8), file: "f").actions.unreadableCommands == [])
    }

    @Test(arguments: ["notify-send 'two words", "if true", "a \"b", "echo $(ls", "true )"])
    func `a command that the shell cannot read is a problem with the shell's own error`(_ command: String) throws {
        let file = try ActionFile(Array((Self.rule + "run = \(command.tomlString)").utf8), file: "f")
        let problem = try #require(file.actions.unreadableCommands.first)
        #expect(problem.kind == .program)
        #expect(problem.text(in: "f").hasPrefix("f:4: program: action.run: “swipe left”: the shell cannot read it: "))
        #expect(problem.message.count > "“swipe left”: the shell cannot read it: ".count)
    }

    @Test func `each kind has its own exit status`() {
        let statuses = ActionFileProblem.Kind.allCases.map(\.status)
        #expect(Set(statuses).count == statuses.count)
        #expect(!statuses.contains(1) && !statuses.contains(2))
    }

    @Test(arguments: [
        ("Delte", "there is no key Delte; did you mean Delete?"),
        ("right", "there is no key right; did you mean Right?"),
        ("Arrow", "there is no key Arrow; names are those of xev and wev, such as Right, Return, XF86AudioMute"),
        ("Right", "there is no desktop"),
    ])
    func `a key without a name is found without a desktop`(_ key: String, _ sentence: String) throws {
        let text = "[[action]]\ngesture = \"tap\"\nfingers = 3\nkeys = \"ctrl+\(key)\""
        let file = try ActionFile(Array(text.utf8), file: "f", environment: [:])
        let problems = ActionKeyboard(environment: [:]).problems(in: file.actions)
        #expect(problems.map { $0.message.hasSuffix(sentence) } == [true], "\(problems)")
    }

    @Test(
        arguments: [
            "fingers = \"0.5\"", "fingers = \"3-99\"", "fingers = \"3-1e300\"", "fingers = \"12\"",
            "timeout = \"9999 s\"",
            "distance = 1e300", "distance = 0", "distance = inf", "distance = nan", "distance = \"99999\"",
        ])
    func `nothing is suggested that would be a mistake as well`(_ line: String) {
        let text = "[[action]]\ngesture = \"swipe left\"\ndevice = \"touchscreen\"\n\(line)\nrun = [\"true\"]"
        let messages = problems(text).map(\.message)
        #expect(messages.count == 1 && messages[0].contains("found") && !messages[0].contains("write"), "\(messages)")
    }
}
