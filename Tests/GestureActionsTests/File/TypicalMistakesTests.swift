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

    @Test(
        arguments: [
            // Gestures.
            (
                "[[action]]\ngesture = \"swpe left\"\nfingers = 3\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"swipe left\"?"
            ),
            (
                "[[action]]\ngesture = \"swipe-left\"\nfingers = 3\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"swipe left\"?"
            ),
            (
                "[[action]]\ngesture = \"swipe lefft\"\nfingers = 3\nrun = [\"true\"]",
                "f:2: mistake: action.gesture: ", "did you mean \"swipe left\"?"
            ),
            (
                "[[action]]\ngesture = \"3 finger swipe left\"\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"swipe left\" with fingers = 3?"
            ),
            (
                "[[action]]\ngesture = \"left swipe\"\nfingers = 3\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"swipe left\"?"
            ),
            (
                "[[action]]\ngesture = \"zoom in\"\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"pinch out\"?"
            ),
            (
                "[[action]]\ngesture = \"double tap\"\nfingers = 2\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"tap\" with count = 2?"
            ),
            (
                "[[action]]\ngesture = \"longPress\"\nfingers = 2\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"long press\"?"
            ),
            (
                "[[action]]\ngesture = \"rotate cw\"\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"turn clockwise\"?"
            ),
            (
                "[[action]]\ngesture = \"edge\"\nfingers = 1\nrun = [\"true\"]",
                "f:2: mistake: action.gesture: expected one of top, bottom, left, right after edge", ""
            ),
            (
                "[[action]]\nfingers = 3\nrun = [\"true\"]", "f:1: mistake: action.gesture: is missing; expected",
                "\"swipe left\""
            ),
            (
                "[[action]]\ngesture = \"swipe left\"\nrun = [\"true\"]",
                "f:2: warning: action.gesture: is for one finger, which moves the pointer", "write fingers = 3"
            ),
            // Keys.
            (rule + "comand = [\"true\"]\nrun = [\"true\"]", "f:4: mistake: action.comand: unknown key", ""),
            (
                rule + "command = [\"true\"]\nrun = [\"true\"]",
                "f:4: mistake: action.command: unknown key; run is given on line 5", ""
            ),
            (
                rule + "direction = \"left\"\nrun = [\"true\"]",
                "f:4: mistake: action.direction: unknown key; write the direction into gesture", ""
            ),
            (
                rule + "count = 2\nrun = [\"true\"]",
                "f:4: mistake: action.count: only a tap has a count, found swipe left", ""
            ),
            (rule + "scale = 2\nrun = [\"true\"]", "f:4: mistake: action.scale: swipe left has no scale", "a distance"),
            (
                rule + "distance = 10\nrun = [\"true\"]",
                "f:4: mistake: action.distance: expected a distance such as \"10 mm\"", "found 10"
            ),
            (
                rule + "device = \"touchpd\"\nrun = [\"true\"]",
                "f:4: warning: action.device: \"touchpd\" is taken for a device's name; did you mean \"touchpad\"?", ""
            ),
            (
                rule + "when = \"reach\"\nrun = [\"true\"]", "f:4: mistake: action.when: expected one of",
                "did you mean \"reached\"?"
            ),
            (
                rule + "keys = \"win+Right\"", "f:4: mistake: action.keys: expected modifiers",
                "did you mean super?"
            ),
            (
                rule + "keys = \"ctrl+k ctrl+s\"", "f:4: mistake: action.keys: expected a",
                "write [\"ctrl+k\", \"ctrl+s\"]"
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
                rule + "every = \"1 cm\"\nrun = [\"true\"]",
                "f:4: mistake: action.every: only drag, tap drag, edge, slide, pinch, turn and dial go in steps",
                "write gesture = \"drag left\""
            ),
            (
                rule + "when = \"start\"\nrun = [\"true\"]", "f:4: mistake: action.when: expected one of",
                "did you mean \"reached\"?"
            ),
            (
                rule + "device = \"/dev/input/event5\"\nrun = [\"true\"]",
                "f:4: warning: action.device: \"/dev/input/event5\" is taken for a device's name",
                "gesturectl devices lists the names"
            ),
            (
                rule + "app = [\"firefox\", \"chromium\"]\nrun = [\"true\"]",
                "f:4: mistake: action.app: expected one app's id",
                "several apps are a rule each"
            ),
            (rule + "keys = \"Super_L+Right\"", "f:4: mistake: action.keys: expected modifiers", "did you mean super?"),
            (
                rule + "keys = \"ctrl-alt-t\"", "f:4: mistake: action.keys: expected a key",
                "did you mean \"ctrl+alt+t\"?"
            ),
            (
                "[[action]]\ngesture = \"edge swipe right\"\nfingers = 1\nrun = [\"true\"]",
                "f:2: mistake: action.gesture: expected one of top, bottom, left, right after edge",
                "did you mean \"edge right\"?"
            ),
            (
                "[[action]]\ngesture = \"3 finger tap and hold\"\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"long press\" with fingers = 3?"
            ),
            (
                "[[action]]\ngesture = \"rotate 90 degrees\"\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "angle = \"30 degrees\""
            ),
            (
                "[[action]]\ngesture = \"tap\"\nfingers = 3-4\nrun = [\"true\"]", "f:3: syntax: action.fingers: ",
                "found \"3-4\""
            ),
            // Commands.
            (rule + "run: [\"true\"]", "f:4: syntax: expected name = value", "write = in place of :"),
            (
                rule + "run = [\"sleep\", \"60\", \"&\"]",
                "f:4: warning: action.run: “swipe left”: run = […] starts a program without a shell",
                "write run = \"sleep 60 &\""
            ),
            (
                rule + "run = [\"/no/My Scripts/x.sh\"]",
                "f:4: program: action.run: “swipe left”: there is no file \"/no/My Scripts/x.sh\"", "one by one"
            ),
            (
                rule + "run = \"no-such-program hello\"",
                "f:4: warning: action.run: “swipe left”: no-such-program is not installed", ""
            ),
            (
                rule + "run = \"~/bin/no-such; true\"",
                "f:4: warning: action.run: “swipe left”: there is no file /home/ada/bin/no-such", ""
            ),
            (
                rule + "run = \"./switch.sh next\"",
                "f:4: program: action.run: “swipe left”: \"./switch.sh\" is a relative path", "\"/home/ada/switch.sh\""
            ),
            (rule + "run = \"/tmp\"", "f:4: program: action.run: “swipe left”: /tmp is a folder", ""),
            (
                rule + "run = [\"echo hello world\"]",
                "f:4: program: action.run: “swipe left”: run = […] starts a program without a shell",
                "write run = \"echo hello world\""
            ),
            (
                rule + "run = [\"~/bin/switch.sh\"]",
                "f:4: program: action.run: “swipe left”: run = […] starts a program without a shell",
                "which alone reads \"~/bin/switch.sh\"; write run = \"~/bin/switch.sh\""
            ),
            (
                rule + "run = [\"$HOME/bin/switch.sh\"]",
                "f:4: program: action.run: “swipe left”: run = […] starts a program without a shell",
                "write run = \"$HOME/bin/switch.sh\""
            ),
            (
                rule + "run = [\"./switch.sh\"]",
                "f:4: program: action.run: “swipe left”: \"./switch.sh\" is a relative path", "\"/home/ada/switch.sh\""
            ),
            (
                rule + "run = [\"echo\", \"a\", \"|\", \"logger\"]",
                "f:4: warning: action.run: “swipe left”: run = […] starts a program without a shell",
                "which alone reads \"|\"; write run = \"echo a | logger\""
            ),
            (
                rule + "run = [\"echo\", \"$(date)\"]",
                "f:4: warning: action.run: “swipe left”: run = […] starts a program without a shell",
                "write run = \"echo $(date)\""
            ),
            (
                rule + "run = [\"echo\", \"$GESTURE_APP\"]",
                "f:4: warning: action.run: “swipe left”: run = […] starts a program without a shell",
                "which alone reads \"$GESTURE_APP\""
            ),
            (
                rule + "run = [\"echo\", \"a;\", \"logger\", \"b\"]",
                "f:4: warning: action.run: “swipe left”: run = […] starts a program without a shell",
                "write run = \"echo a; logger b\""
            ),
            (
                rule + "run = [\"echo\", \"a\", \">>$HOME/log\"]",
                "f:4: warning: action.run: “swipe left”: run = […] starts a program without a shell",
                "write run = \"echo a >>$HOME/log\""
            ),
            (
                rule + "run = [\"rm\", \"*.png\"]",
                "f:4: warning: action.run: “swipe left”: run = […] starts a program without a shell",
                "write run = \"rm *.png\""
            ),
            (
                rule + "run = [\"LANG=C\", \"date\"]",
                "f:4: program: action.run: “swipe left”: run = […] starts a program without a shell",
                "write run = \"LANG=C date\""
            ),
            (
                rule + "run = [\"cd\", \"/tmp\"]",
                "f:4: program: action.run: “swipe left”: run = […] starts a program without a shell",
                "write run = \"cd /tmp\""
            ),
            (
                rule + "run = [\"~root/bin/x\"]",
                "f:4: program: action.run: “swipe left”: run = […] starts a program without a shell",
                "write run = \"~root/bin/x\""
            ),
            (
                rule + "run = [\"no-such-program\"]",
                "f:4: warning: action.run: “swipe left”: no-such-program is not installed", ""
            ),
            // Quotes.
            (
                rule + "run = ['notify-send', 'it's done']", "f:4: syntax: action.run: expected , or ]",
                "the quote before it ends the string"
            ),
            (
                rule + "run = [\"sh\", \"-c\", \"echo \"hi\"\"]", "f:4: syntax: action.run: expected , or ]",
                "the quote before it ends the string"
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
            (rule + "keys = [\"super\", \"Right\"]", "f:4: mistake: action.keys: ", "write \"super+Right\""),
            (rule + "keys = \"Super_L + Right\"", "f:4: mistake: action.keys: ", "did you mean \"super+Right\"?"),
            (rule + "keys = super+right", "f:4: syntax: action.keys: expected a value", ""),
            (rule + "run = [\"true\"]\ntimeout = \"5s\"", "f:5: mistake: action.timeout: ", "write 5"),
            (rule + "run = [\"true\"]\ncontinue = True", "f:5: syntax: action.continue: ", "write true"),
            (rule + "run = (\"true\")", "f:4: syntax: action.run: ", "write [ and ] around several"),
            ("[[action]\ngesture = \"tap\"", "f:1: syntax: expected a header", "it ends with ]]"),
            (
                "[[action]]\ngesture = \"tap\"\nfingers = \"3-4\"\nrun = [\"true\"]", "f:3: mistake: action.fingers: ",
                "write [3, 4]"
            ),
            (
                "[[action]]\ngesture = \"rotate left\"\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"turn counterclockwise\"?"
            ),
            (
                "[[action]]\ngesture = \"pinch open\"\nrun = [\"true\"]", "f:2: mistake: action.gesture: ",
                "did you mean \"pinch out\"?"
            ),
            (
                "[[action]]\ngesture = \"pinch out\"\nscale = 0.5\nrun = [\"true\"]", "f:3: mistake: action.scale: ",
                "write 2.0"
            ),
            // Numbers beyond any range.
            (
                "[[action]]\ngesture = \"tap\"\nfingers = \"3-1e300\"\nrun = [\"true\"]",
                "f:3: mistake: action.fingers: ",
                "found the string"
            ),
            (
                "[[action]]\ngesture = \"tap\"\nfingers = \"\(String(repeating: "9", count: 400))\"\nrun = [\"true\"]",
                "f:3: mistake: action.fingers: ", "found the string"
            ),
            (rule + "distance = 1e300\nrun = [\"true\"]", "f:4: mistake: action.distance: ", "found 1e+300"),
            (rule + "distance = inf\nrun = [\"true\"]", "f:4: mistake: action.distance: ", "found inf"),
            (rule + "distance = nan\nrun = [\"true\"]", "f:4: mistake: action.distance: ", "found nan"),
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
                rule + "distance = \"99999 mm\"\nrun = [\"true\"]", "f:4: mistake: action.distance: ",
                "from 0.1 to 10000"
            ),
            // What a reader did not correct at the first try.
            (
                rule + "when = \"start\"\nrun = [\"true\"]", "f:4: mistake: action.when: expected one of \"ended\", ",
                "found \"start\""
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
            (rule + "distance = \"2\"\nrun = [\"true\"]", "f:4: mistake: action.distance: ", "write \"2 mm\""),
            (rule + "distance = 2\nrun = [\"true\"]", "f:4: mistake: action.distance: ", "write \"2 mm\""),
            (
                "[[action]]\ngesture = \"pinch in\"\nscale = \"50%\"\nrun = [\"true\"]",
                "f:3: mistake: action.scale: ", "write 0.5"
            ),
            (
                "[[action]]\ngesture = \"rotate\"\nangle = \"20deg\"\nrun = [\"true\"]",
                "f:3: mistake: action.angle: ", "write \"20 degrees\""
            ),
            (rule + "keys = \"ctrl+ctrl+a\"", "f:4: mistake: action.keys: ctrl is given twice", ""),
            (
                "{\"action\": []}", "f:1: syntax: expected name = value", "this is TOML, not JSON"
            ),
            (rule + "run = [\"/no/such\"]", "f:4: warning: action.run: “swipe left”: there is no file /no/such", ""),
            (
                "[[action]]\ngesture = \"edge swipe right\"\nfingers = 3\nrun = [\"true\"]",
                "f:2: mistake: action.gesture: ", "did you mean \"edge right\"?"
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
        let first = problems(text).first?.text(in: "f") ?? "no problem"
        #expect(first.hasPrefix(start), "\(first)")
        #expect(first.contains(advice), "\(first)")
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
