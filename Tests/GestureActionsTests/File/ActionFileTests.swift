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

    /// A file that is removed with this object.
    private final class Saved {
        let path = "/tmp/gestured-actions-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).toml"

        init(_ text: String, mode: mode_t = 0o644) throws {
            try ActionFile.create(path, text: Array(text.utf8))
            chmod(path, mode)
        }

        deinit { unlink(path) }

        /// The rest of the error, behind the path.
        func failure() -> String {
            do throws(ActionFileError) {
                return try ActionFile.load(path, environment: [:]).countText
            } catch {
                return "\(error)".replacing(path, with: "f")
            }
        }
    }

    fileprivate static let rule = "[[action]]\ngesture = \"tap\"\nrun = [\"true\"]\n"

    @Test func `a file that others may write to is refused, with the command that corrects it`() throws {
        #expect(try Saved(Self.rule).failure() == "1 action")
        for mode in [0o664, 0o646] as [mode_t] {
            #expect(
                try Saved(Self.rule, mode: mode).failure()
                    == "f: file: others may write to it; refused: run chmod go-w f")
        }
    }

    @Test func `a rule that does not fit on the disk leaves the file as it was`() async {
        await #expect(processExitsWith: .success) {
            let saved = try Saved(Self.rule)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 60, rlim_max: 60)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #expect(throws: ActionFailure.self) {
                try ActionFile.append(Self.rule.replacing("tap", with: "longPress"), to: saved.path)
            }
            #expect(saved.failure() == "1 action")
        }
    }

    @Test func `a file in a folder that others may write to is refused, unless only its owner can read it`() throws {
        let folder = "/tmp/gestured-actions-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        try #require(mkdir(folder, 0o700) == 0)
        let path = "\(folder)/actions.toml"
        try ActionFile.create(path, text: Array(Self.rule.utf8))
        defer {
            unlink(path)
            rmdir(folder)
        }
        #expect(try ActionFile.load(path, environment: [:]).actions.count == 1)
        try #require(chmod(folder, 0o777) == 0)
        #expect {
            try ActionFile.load(path, environment: [:])
        } throws: {
            "\($0)" == "\(path): file: others may write to its folder; refused: run chmod go-w \(folder)"
        }
        // No other user can put a file in the place of one that only its owner can read.
        try #require(chmod(path, 0o600) == 0)
        let own = try ActionFile.load(path, environment: [:])
        #expect(own.actions.count == 1)
        #expect(
            own.warnings.first?.message == "others may write to its folder, and may remove it; run chmod go-w \(folder)"
        )
    }

    /// A folder with the parts of a way to a file: a link in `own`, which leads to `shared/inner/actions.toml`.
    private final class Way {
        let folder = "/tmp/gestured-actions-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        var link: String { "\(folder)/own/actions.toml" }

        init(to target: String, mode: mode_t) throws {
            for path in ["", "/own", "/shared", "/shared/inner"] { try #require(mkdir(folder + path, 0o755) == 0) }
            try ActionFile.create("\(folder)/shared/inner/actions.toml", text: Array(ActionFileTests.rule.utf8))
            chmod("\(folder)/shared/inner/actions.toml", mode)
            try #require(symlink(target.replacing("F", with: folder), link) == 0)
        }

        deinit {
            unlink(link)
            unlink("\(folder)/shared/inner/actions.toml")
            unlink("\(folder)/hop")
            for path in ["/own", "/shared/inner", "/shared", ""] { rmdir(folder + path) }
        }

        /// The number of rules and the first warning, or the error.
        var answer: String {
            do throws(ActionFileError) {
                let file = try ActionFile.load(link, environment: [:])
                return (file.warnings.first?.message ?? file.countText).replacing(folder, with: "F")
            } catch {
                return "\(error)".replacing(link, with: "f").replacing(folder, with: "F")
            }
        }
    }

    @Test(arguments: ["F/shared/inner/actions.toml", "../shared/inner/actions.toml", "F/hop/actions.toml"])
    func `a link into a folder that others may write to is refused, unless only its owner can read the file`(
        _ target: String
    ) throws {
        for exposed in ["shared", "shared/inner"] {
            let way = try Way(to: target, mode: 0o644)
            try #require(symlink("shared/inner", "\(way.folder)/hop") == 0)
            #expect(
                way.answer == "is for one finger, which also clicks on a touchpad; write fingers = 3, say, or device = "
                    + "\"touchscreen\", or fingers = 1")
            let folder = target.hasPrefix("..") ? "F/own/../\(exposed)" : "F/\(exposed)"
            try #require(chmod("\(way.folder)/\(exposed)", 0o777) == 0)
            #expect(
                way.answer
                    == "f: file: others may write to \(folder), which leads to it; refused: run chmod go-w \(folder)")
            chmod("\(way.folder)/shared/inner/actions.toml", 0o600)
            #expect(
                way.answer
                    == "others may write to \(folder), which leads to it, and may remove it; run chmod go-w \(folder)"
            )
            // In a folder with the sticky bit others cannot replace it.
            try #require(chmod("\(way.folder)/\(exposed)", 0o1777) == 0)
            chmod("\(way.folder)/shared/inner/actions.toml", 0o644)
            #expect(way.answer.hasPrefix("is for one finger"))
        }
    }

    @Test func `a link to a link without end is no file`() throws {
        let way = try Way(to: "F/own/actions.toml", mode: 0o644)
        #expect(way.answer == "f: file: cannot be opened: Too many levels of symbolic links (ELOOP)")
    }

    @Test(arguments: ["\u{301}inner", "…"])
    func `a folder whose name begins with a combining mark is checked as any other`(_ name: String) throws {
        let way = try Way(to: "F/shared/\(name)/actions.toml", mode: 0o644)
        let folder = "\(way.folder)/shared/\(name)"
        try #require(rename("\(way.folder)/shared/inner", folder) == 0)
        defer { rename(folder, "\(way.folder)/shared/inner") }
        try #require(chmod(folder, 0o777) == 0)
        #expect(way.answer.hasPrefix("f: file: others may write to F/shared/\(name), which leads to it; refused"))
    }

    @Test func `a link to a name that is not UTF-8 is refused`() throws {
        let way = try Way(to: "F/hop/actions.toml", mode: 0o644)
        let folder = Array("\(way.folder)/shared/".utf8CString.dropLast()) + [-1, 0]
        try #require(rename("\(way.folder)/shared/inner", folder) == 0)
        defer { rename(folder, "\(way.folder)/shared/inner") }
        try #require(symlink(folder, "\(way.folder)/hop") == 0)
        #expect(
            way.answer
                == "f: file: F/hop, which leads to it, cannot be examined; refused: use a path whose names are UTF-8"
        )
    }

    @Test(.enabled(if: getuid() == 0, "only root gives files away"))
    func `a link or a folder of another user on the way is refused`() throws {
        let way = try Way(to: "F/shared/inner/actions.toml", mode: 0o600)
        lchown(way.link, 12345, 12345)
        #expect(
            way.answer
                == "f: file: f, which leads to it, belongs to the user 12345; refused: it must belong to you or to root"
        )
        lchown(way.link, 0, 0)
        chown("\(way.folder)/shared", 12345, 12345)
        #expect(
            way.answer
                == "f: file: F/shared, which leads to it, belongs to the user 12345; refused: it must belong to you or to root"
        )
    }

    @Test(.enabled(if: getuid() == 0, "only root gives files away"))
    func `a file of another user is refused`() throws {
        let saved = try Saved(Self.rule)
        chown(saved.path, 12345, 12345)
        #expect(saved.failure() == "f: file: belongs to the user 12345; refused: it must belong to you or to root")
    }

    @Test func `a file of 2 MB is refused`() throws {
        let saved = try Saved(Self.rule + String(repeating: "# a comment\n", count: 180_000))
        #expect(saved.failure() == "f: file: larger than 1 MiB; is it a file of actions?")
    }

    @Test func `a rule that is added keeps the file's comments, and the file valid`() throws {
        let saved = try Saved("# mine\r\n" + Self.rule + "# the end")
        try ActionFile.append("\n" + Self.rule.replacing("tap", with: "long press"), to: saved.path)
        let text = try String(decoding: FileContents.read(saved.path), as: UTF8.self)
        #expect(text.hasPrefix("# mine\r\n" + Self.rule + "# the end\n\n[[action]]"))
        #expect(saved.failure() == "2 actions")
    }

    @Test func `a rule that would never happen is not added, with the line of the other`() throws {
        let saved = try Saved(Self.rule)
        #expect {
            try ActionFile.append("\n" + Self.rule, to: saved.path)
        } throws: {
            "\($0)".hasPrefix("\(saved.path): not changed") && "\($0)".contains("on line 1 matches before it")
        }
        #expect(saved.failure() == "1 action")
    }

    @Test func `a rule that would never happen because another acts meanwhile is not added either`() throws {
        let saved = try Saved(Self.rule.replacing("tap", with: "drag left") + "every = \"5 mm\"\n")
        let swipe = "\n" + Self.rule.replacing("tap", with: "swipe left")
        #expect {
            try ActionFile.checkAddition(of: swipe, to: saved.path)
        } throws: {
            "\($0)".contains("acts while the same fingers move")
        }
    }

    @Test func `programs that are not installed do not hide why a rule is refused`() throws {
        let other = "[[action]]\ngesture = \"tap\"\nfingers = 5\nrun = \"no-such-program\"\n"
        let saved = try Saved(other + Self.rule)
        #expect {
            try ActionFile.append("\n" + Self.rule, to: saved.path)
        } throws: {
            "\($0)".contains("on line 5 matches before it") && !"\($0)".contains("installed")
        }
    }

    @Test(arguments: [
        (Vector(dx: -5, dy: -80), Edge.right, "slide up", "right"),
        (Vector(dx: 2, dy: 90), .left, "slide down", "left"),
        (Vector(dx: 90, dy: 3), .bottom, "slide right", "bottom"), (Vector(dx: -90, dy: 3), .top, "slide left", "top"),
    ])
    func `a slide is recorded with its edge, and may act at each step`(
        _ way: Vector, _ edge: Edge, _ gesture: String, _ name: String
    ) throws {
        let recorded = try #require(RecordedAction(drag(way, edge, nil)))
        #expect(
            recorded.text == "1 finger, \(gesture) along the \(name) edge" && recorded.manners == [.once, .eachStep])
        let once = try #require(file(recorded.toml(name: "a", command: "true")).actions.first)
        #expect("\(once.gesture)" == gesture && once.area.edge == edge && once.step == nil)
        let text = recorded.toml(name: "a", command: "true", .eachStep, back: "false")
        let stepped = try #require(file(text).actions.first)
        #expect("\(stepped.gesture)" == gesture && stepped.area.edge == edge && stepped.step != nil)
        #expect(stepped.effects.back == .shell("false"))
    }

    @Test func `a file that cannot be written is refused with what is in the way`() throws {
        let saved = try Saved(Self.rule)
        try ActionFile.checkWritable(saved.path)
        try ActionFile.checkWritable("\(saved.path)-new/folder/actions.toml")
        #expect {
            try ActionFile.checkWritable("\(saved.path)/actions.toml")
        } throws: {
            "\($0)" == "\(saved.path)/actions.toml: cannot be written: \(saved.path): Not a directory (ENOTDIR)"
        }
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

    private func drag(_ translation: Vector, _ edge: Edge, _ corner: Corner?) -> GestureValue {
        .drag(
            .init(
                fingers: 1, location: .zero + translation, startLocation: .zero, velocity: .zero, edge: edge,
                corner: corner))
    }

    @Test func `a rule that was recorded is read back`() throws {
        let tap = GestureValue.tap(.init(fingers: 3, count: 2, location: .zero))
        let recorded = try #require(RecordedAction(tap))
        let file = try file(recorded.toml(name: "a \"b\"", command: "echo \"c\\d\" > 'e'"))
        #expect(file.actions.map(ActionText.line) == ["2  a \"b\": 3 fingers tap × 2 → echo \"c\\d\" > 'e'"])
        #expect(RecordedAction(drag(Vector(dx: 0, dy: -60), .bottom, nil))?.gesture == "edge bottom")
        #expect(RecordedAction(drag(Vector(dx: -60, dy: 40), .right, .topRight))?.gesture == "corner top-right")
        #expect(RecordedAction(drag(Vector(dx: 60, dy: -5), .bottom, nil)) == nil)
        #expect(RecordedAction(tap)?.text == "3 fingers, tap × 2" && RecordedAction(tap)?.manners == [.once])
        let points = (0..<200).map { Point(x: Double($0), y: Double($0 * $0) / 100) }
        let stroke = RecordedAction.toml(stroke: "Z", points: RecordedAction.thinned(points), command: "true")
        #expect(try self.file(stroke).strokes.first?.points.count == 64)
    }
}
