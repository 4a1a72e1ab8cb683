import GestureModel
import Glibc
import LinuxSupport
import Testing
import TOML
import TouchInput

@testable import GestureActions

@Suite struct ActionFileTests {
    private func file(_ text: String) throws(ActionFileError) -> ActionFile {
        try ActionFile(Array(text.utf8), file: "f", environment: ["PATH": "/usr/bin:/bin", "HOME": "/home/ada"])
    }

    private func action(_ lines: String) throws -> Action {
        let file = try file("[[action]]\n\(lines)")
        return try #require(file.actions.first)
    }

    @Test(
        arguments: [
            ("tap", .tap), ("long press", .longPress), ("swipe", .swipe(nil)), ("swipe left", .swipe(.left)),
            ("swipe up-left", .swipe(.upLeft)), ("flick left", .flick(.left)), ("slide up", .slide(.up)),
            ("swipe up left", .swipe(.upLeft)), ("drag", .drag(nil)), ("drag down", .drag(.down)),
            ("pinch in", .pinch(.in)),
            ("pinch", .pinch(nil)), ("rotate clockwise", .rotate(.clockwise)), ("edge right", .edge(.right)),
            ("corner top-left", .corner(.topLeft)), ("  swipe   left ", .swipe(.left)),
        ] as [(String, ActionGesture)])
    func `gestures have short names`(_ words: String, _ gesture: ActionGesture) throws {
        #expect(try action("gesture = \"\(words)\"\nrun = [\"true\"]").gesture == gesture)
    }

    @Test func `a gesture may be an expression of the protocol, as a table or in JSON`() throws {
        let expected = ActionGesture.expression(.tap(.init(fingers: [2, 3], count: 2)))
        #expect(try action("gesture = { tap = { fingers = [2, 3], count = 2 } }\nrun = [\"true\"]").gesture == expected)
        #expect(
            try action("gesture = '{\"tap\":{\"fingers\":[2,3],\"count\":2}}'\nrun = [\"true\"]").gesture == expected)
    }

    @Test func `all keys are read`() throws {
        let action = try action(
            """
            name = "volume"
            gesture = "drag up"
            fingers = [3, 4]
            device = "touchpad"
            app = "org.example.*"
            every = "2.54 mm"
            run = ["a", "b c"]
            back = "XF86AudioLowerVolume"
            continue = true
            timeout = 2.5
            """)
        #expect(action.name == "volume")
        #expect(action.fingers == [3, 4])
        #expect(action.filter.device == .kind(.touchpad))
        #expect(action.filter.app?.text == "org.example.*")
        #expect(action.effects.forward == .run(["a", "b c"]))
        #expect(action.effects.back == .keys([try KeyCombination("XF86AudioLowerVolume")]))
        #expect(action.continues)
        #expect(action.lifetime.timeout == 2.5)
        guard case .distance(let distance)? = action.step else {
            Issue.record("no distance")
            return
        }
        #expect(abs(distance - 16) < 1e-9)
    }

    @Test(
        arguments: [
            ("run = \"a | b\"", "back = \"c; d\"", .shell("a | b"), .shell("c; d")),
            ("run = \"a\"", "back = [\"c\", \"d\"]", .shell("a"), .run(["c", "d"])),
            ("run = [\"a\"]", "back = [\"c\"]", .run(["a"]), .run(["c"])),
            ("run = \"\"\"\na\nb\"\"\"", "back = 'say \"c\\d\"'", .shell("a\nb"), .shell("say \"c\\d\"")),
        ] as [(String, String, Action.Effect, Action.Effect)])
    func `a text is a command for the shell, and an array is a program with its arguments`(
        _ run: String, _ back: String, _ forward: Action.Effect, _ backward: Action.Effect
    ) throws {
        let effects = try action("gesture = \"drag up\"\nevery = \"8 mm\"\n\(run)\n\(back)").effects
        #expect(effects.forward == forward)
        #expect(effects.back == backward)
    }

    @Test(arguments: ["run = [\"a\"]", "keys = \"XF86AudioRaiseVolume\""])
    func `next to keys or a program with its arguments, the text of back is a key`(_ forward: String) throws {
        let rule = "gesture = \"drag up\"\nevery = \"8 mm\"\n\(forward)\n"
        let key = try KeyCombination("XF86AudioLowerVolume")
        #expect(try action(rule + "back = \"XF86AudioLowerVolume\"").effects.back == .keys([key]))
        #expect(throws: ActionFileError.self) { try action(rule + "back = \"lower volume\"") }
    }

    @Test func `only a rule with timeout has one`() throws {
        #expect(try action("gesture = \"tap\"\nrun = [\"true\"]").lifetime.timeout == nil)
        #expect(try action("gesture = \"tap\"\nrun = [\"true\"]\ntimeout = 3").lifetime.timeout == 3)
    }

    @Test func `keys may be pressed in a row`() throws {
        let keys = try ["shift+F10", "t", "Return"].map { text throws(SettingProblem) in try KeyCombination(text) }
        #expect(
            try action("gesture = \"tap\"\nkeys = [\"shift+F10\", \"t\", \"Return\"]").effects.forward == .keys(keys))
    }

    @Test func `on is the older name of when`() throws {
        #expect(try action("gesture = \"drag\"\non = \"began\"\nrun = [\"true\"]").moment == .began)
        #expect(try action("gesture = \"swipe left\"\nwhen = \"reached\"\nrun = [\"true\"]").moment == .reached)
    }

    @Test(
        arguments: [
            ("swipe left", "distance = \"2.54 mm\"", .distance(16)), ("pinch in", "scale = 0.5", .scale(2)),
            ("pinch", "scale = 1.5", .scale(1.5)), ("rotate", "angle = \"180 degrees\"", .angle(.pi)),
        ] as [(String, String, Action.Amount)])
    func `a rule may set a minimum amount`(_ gesture: String, _ line: String, _ amount: Action.Amount) throws {
        #expect(try action("gesture = \"\(gesture)\"\n\(line)\nrun = [\"true\"]").minimum == amount)
    }

    @Test(
        arguments: [
            (
                "gesture = \"swpe\"\nrun = [\"a\"]",
                "f:2: mistake: action.gesture: there is no gesture \"swpe\"; did you mean \"swipe\"?"
            ),
            (
                "gesture = \"swipe leftt\"\nrun = [\"a\"]",
                "f:2: mistake: action.gesture: expected one of up, down, left, right, up-left, up-right, down-left, down-right after "
                    + "swipe, found \"leftt\"; did you mean \"swipe left\"?"
            ),
            (
                "gesture = \"edge\"\nrun = [\"a\"]",
                "f:2: mistake: action.gesture: expected one of top, bottom, left, right after edge, found nothing"
            ),
            (
                "gesture = \"tap\"\nrun = []",
                "f:3: mistake: action.run: expected a command such as \"notify-send hello\", or without a shell a program and its "
                    + "arguments, such as [\"program\", \"argument\"], found []"
            ),
            ("gesture = \"tap\"\nrun = \" \"", "f:3: mistake: action.run: expected a command such as"),
            ("gesture = \"tap\"\nrun = \"a\\u0000b\"", "f:3: mistake: action.run: expected a command such as"),
            ("gesture = \"tap\"\nrun = [\"a\", \"\\u0000\"]", "f:3: mistake: action.run: expected a command such as"),
            (
                "gesture = \"tap\"",
                #"f:1: mistake: action.run: is missing; expected run = "command" or keys = "super+Right""#
            ),
            (
                "gesture = \"tap\"\nrun = [\"a\"]\nkeys = \"a\"",
                "f:4: mistake: action.keys: expected run or keys, found both; remove one of them"
            ),
            (
                "gesture = \"tap\"\nkeys = \"super+hyper+a\"",
                "f:3: mistake: action.keys: expected modifiers of shift, ctrl, alt, super before the key, found \"hyper\"; did you mean super?"
            ),
            (
                "gesture = \"tap\"\nkeys = \"ê\"",
                "f:3: mistake: action.keys: expected a key such as \"super+Right\" or \"XF86AudioMute\", found \"ê\""
            ),
            (
                "gesture = \"tap\"\nrun = [\"a\"]\nevery = \"8 mm\"",
                "f:4: mistake: action.every: only drag, tap drag, edge, slide, pinch, turn and dial go in steps, found tap"
            ),
            (
                "gesture = \"drag\"\nrun = [\"a\"]\nevery = \"8 mm\"",
                "f:2: mistake: action.gesture: every needs a drag in one direction: expected one of \"drag up\", \"drag down\", \"drag left\", "
                    + "\"drag right\", found drag"
            ),
            (
                "gesture = \"drag up\"\nrun = [\"a\"]\nevery = \"8 inches\"",
                "f:4: mistake: action.every: expected a distance such as \"8 mm\" or \"50 pt\", found the string \"8 inches\""
            ),
            (
                "gesture = \"edge right\"\nrun = [\"a\"]\ncorner = \"top-left\"",
                "f:4: mistake: action.corner: expected an edge or a corner, found both"
            ),
            (
                "gesture = \"swipe\"\nrun = [\"a\"]\npart = \"middle\"",
                "f:4: mistake: action.part: only an edge and a slide have parts, found swipe"
            ),
            (
                "gesture = \"swipe\"\nrun = [\"a\"]\ncount = 2",
                "f:4: mistake: action.count: only a tap has a count, found swipe"
            ),
            (
                "gesture = \"pinch in\"\nrun = [\"a\"]\nfingers = 1",
                "f:4: mistake: action.fingers: pinch in needs 2 fingers or more"
            ),
            (
                "gesture = \"tap\"\nrun = [\"a\"]\nfingers = 11",
                "f:4: mistake: action.fingers: expected a number of fingers from 1 to 10, or several such as [3, 4], found 11"
            ),
            (
                "gesture = \"tap\"\nrun = [\"a\"]\non = \"completed\"",
                "f:4: mistake: action.on: only a long press and a swipe hold are completed, found tap"
            ),
            (
                "gesture = \"swipe\"\nrun = [\"a\"]\nback = [\"b\"]",
                "f:4: mistake: action.back: only an action with every goes back"
            ),
            (
                "gesture = \"stroke Z\"\nrun = [\"a\"]",
                "f:2: mistake: action.gesture: there is no [[stroke]] named \"Z\"; gesturectl actions add --stroke records one"
            ),
            (
                "gesture = { tapp = {} }\nrun = [\"a\"]",
                "f:2: mistake: action.gesture: gesture.tapp: unknown key; gesture takes tap, longPress, drag"
            ),
            (
                "gesture = \"tap\"\nrun = [\"a\"]\ntimout = 3",
                "f:4: mistake: action.timout: unknown key; did you mean timeout?"
            ),
            ("gesture = \"tap\"\nrun = [\"a\"]\n[[actoin]]", "f:4: mistake: actoin: expected [[action]] or [[stroke]]"),
        ])
    func `a mistake has the file, the line, the key and what would be right`(_ text: String, _ message: String) {
        #expect {
            try file("[[action]]\n\(text)")
        } throws: {
            // A warning may stand before it.
            "\($0)".contains(message)
        }
    }

    @Test func `a rule that never happens is reported with both lines`() {
        let rule = "[[action]]\ngesture = \"swipe left\"\nrun = [\"a\"]\n"
        #expect(throws: Never.self) { try file(rule + rule.replacing("left", with: "right")) }
        #expect(throws: Never.self) { try file(rule + "continue = true\n" + rule) }
        #expect(throws: Never.self) { try file(rule.replacing("\nrun", with: "\napp = \"a\"\nrun") + rule) }
        for first in [rule, rule.replacing(" left", with: "")] {
            #expect {
                try file(first + rule)
            } throws: {
                "\($0)".contains("f:4: mistake: [[action]]: “swipe left” never happens: “swipe")
                    && "\($0)".contains("on line 1 matches before it")
            }
        }
    }

    @Test func `all mistakes of a file are reported`() {
        let error = #expect(throws: ActionFileError.self) {
            try file("x = 1\n[[action]]\ngesture = \"swpe\"\nrun = []\n[[action]]\ngesture = \"tap\"\nrun = [\n")
        }
        // Not that the second is for one finger: what could not be read may say otherwise.
        #expect(error?.problems.map(\.line) == [1, 3, 4, 7])
    }

    @Test func `a rule whose gesture is unknown is read to its end, without conflicts with a gesture`() {
        let error = #expect(throws: ActionFileError.self) {
            try file(
                """
                [[action]]
                gesture = "swpe"
                fingers = 12
                count = 2
                on = "later"
                run = ["a"]
                back = 1
                """)
        }
        let keys: [String?] = ["gesture", "fingers", "on", "back", "back"].map { "action.\($0)" }
        #expect(error?.problems.map(\.place) == keys)
        #expect(error?.problems.map(\.line) == [2, 3, 5, 7, 7])
    }

    @Test func `each bad stroke is reported, with its line`() {
        let points = (0..<8).map { "[\($0), \($0 * $0)]" }.joined(separator: ", ")
        let error = #expect(throws: ActionFileError.self) {
            try file(
                """
                [[stroke]]
                name = "few"
                points = [[1, 2]]
                [[stroke]]
                name = ""
                points = [\(points)]
                [[stroke]]
                name = "few"
                points = 3
                [[stroke]]
                points = [[1, "x"]]
                [[action]]
                gesture = "stroke few"
                run = ["true"]
                """)
        }
        #expect(
            error?.problems.map { "\($0.line ?? 0) \($0.place ?? "") \($0.message)" } == [
                "3 stroke.points expected 8 to 256 points, found 1",
                "5 stroke.name expected a name, found \"\"",
                "8 stroke.name expected a distinct name; another [[stroke]] is named \"few\"",
                "9 stroke.points expected an array of points, found 3",
                "10 [[stroke]] has no name",
                "11 stroke.points expected 8 to 256 points, each in brackets: [[0, 0], [10, 5], …]",
            ])
    }

    @Test func `CRLF and a byte order mark are valid, and other bytes are not`() throws {
        #expect(try file("\u{FEFF}[[action]]\r\ngesture = \"tap\"\r\nrun = [\"true\"]\r\n").actions.count == 1)
        #expect {
            try ActionFile([0x61, 0x0A, 0xFF], file: "f")
        } throws: {
            "\($0)" == "f:2: syntax: not UTF-8; save the file as UTF-8"
        }
    }

    @Test func `a byte order mark is a warning with what to do`() throws {
        let file = try file("\u{FEFF}[[action]]\ngesture = \"tap\"\nrun = [\"true\"]\n")
        #expect(file.warnings.map(\.line).first == 1)
        #expect(file.warnings.first?.message.hasSuffix("save it as UTF-8 without one") == true)
    }

    @Test func `a file of 2 MB is refused`() throws {
        let saved = try SavedRules(SavedRules.rule + String(repeating: "# a comment\n", count: 180_000))
        #expect(saved.failure() == "f: file: larger than 1 MiB; is it a file of actions?")
    }

    @Test func `a missing program is a warning`() throws {
        let file = try file("[[action]]\ngesture = \"tap\"\nfingers = 3\nrun = [\"no-such-program\"]")
        #expect(file.warnings.map(\.message) == ["“tap”: no-such-program is not installed"])
        #expect(file.warnings.map(\.line) == [4])
    }

    @Test(arguments: ["\"echo %\"", "[\"echo\", \"%\"]"])
    func `an argument that the kernel refuses is a problem with its length`(_ form: String) throws {
        func warnings(_ length: Int) throws -> [ActionFileProblem] {
            let text = form.replacing("%", with: String(repeating: "x", count: length))
            return try file("[[action]]\ngesture = \"tap\"\nfingers = 3\nrun = \(text)").warnings
        }
        let longest = CommandCheck.longestWord - (form.hasPrefix("[") ? 0 : 5)
        #expect(try warnings(longest) == [])
        #expect(
            try warnings(longest + 1).map { $0.text(in: "f") } == [
                "f:4: program: action.run: “tap”: expected at most 131071 bytes in one argument, found 131072 (E2BIG); "
                    + "write them into a script"
            ])
    }

    @Test func `a folder is no program`() throws {
        let file = try file("[[action]]\ngesture = \"tap\"\nfingers = 3\nrun = [\"/tmp\"]")
        #expect(file.warnings.map(\.message) == ["“tap”: /tmp is a folder; write the path of a program in it"])
        #expect(file.warnings.map(\.kind) == [.program])
    }

    @Test func `strokes are read with their points`() throws {
        let points = (0..<8).map { "[\($0), \($0 * $0)]" }.joined(separator: ", ")
        let file = try file(
            "[[stroke]]\nname = \"Z\"\npoints = [\(points)]\n[[action]]\ngesture = \"stroke Z\"\nrun = [\"true\"]")
        #expect(file.strokes.map(\.name) == ["Z"])
        #expect(throws: ActionFileError.self) { try self.file("[[stroke]]\nname = \"Z\"\npoints = [[1, 2]]") }
    }

    @Test func `a stroke's name keeps its blanks`() throws {
        #expect(try ActionGesture(words: "stroke  a  b ") == .stroke(" a  b "))
        #expect(try ActionGesture(words: " stroke Z") == .stroke("Z"))
        #expect(throws: SettingProblem.self) { try ActionGesture(words: "stroke ") }
    }

    @Test func `more subscriptions than the daemon allows are a mistake`() {
        let rules = (1...65).map { "[[action]]\ngesture = { drag = { minimumDistance = \($0) } }\nrun = [\"a\"]\n" }
        #expect {
            try file(rules.joined())
        } throws: {
            "\($0)".hasPrefix("f: mistake: needs 65 subscriptions of the daemon")
        }
    }
}
