import Foundation
import Glibc
import Testing

/// `gesturectl actions run`, with a daemon that sends the messages of the tests.
@Suite("The service of actions") struct ActionServiceTests {
    /// A service with a file of rules. Their programs write lines to a file.
    private final class Service {
        let directory = try! TemporaryDirectory()
        let daemon: FakeDaemon
        let program: Program

        /// - Parameter rules: `OUT` is the file to which programs write.
        init(_ rules: String) throws {
            daemon = FakeDaemon(directory.path("socket"))
            let file = directory.path("actions.toml")
            try Self.write(rules, to: file, in: directory)
            program = Program(
                "gesturectl", ["actions", "run", "--socket", daemon.path, "--file", file],
                environment: ["WAYLAND_DISPLAY": "", "DISPLAY": "", "SWAYSOCK": ""])
            try #require(daemon.accept(), "\(program.errors)")
        }

        private static func write(_ rules: String, to path: String, in directory: TemporaryDirectory) throws {
            let new = try directory.file("new", rules.replacing("OUT", with: directory.path("out")))
            chmod(new, 0o600)
            rename(new, path)
        }

        var file: String { directory.path("actions.toml") }

        /// Replaces the file in one step.
        func replace(with rules: String) throws { try Self.write(rules, to: file, in: directory) }

        /// Replaces the file in one step, and waits for the line that it causes.
        func replace(with rules: String, logs text: String, count: Int = 1) throws -> Bool {
            try Self.write(rules, to: file, in: directory)
            return logs(text, count: count)
        }

        /// True if a line that contains the text comes in time. The daemon answers meanwhile.
        func logs(_ text: String, count: Int = 1) -> Bool {
            eventually {
                daemon.answerRequests()
                return program.errors.components(separatedBy: text).count > count
            }
        }

        var output: [String] {
            let text = try? String(contentsOfFile: directory.path("out"), encoding: .utf8)
            return text?.split(separator: "\n").map(String.init) ?? []
        }

        /// True if the programs have written these lines in time.
        func writes(_ lines: [String]) -> Bool { eventually { output == lines } }

        /// The processes whose parent is the service.
        var children: [String] {
            let path = "/proc/\(program.process)/task/\(program.process)/children"
            return (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ").map(String.init) ?? []
        }

        /// A tap of nine fingers that writes `mark`: all that was sent before it has been handled.
        func mark() -> Bool {
            let before = output.filter { $0 == "mark" }.count
            daemon.tap(9)
            return eventually { output.filter { $0 == "mark" }.count > before }
        }
    }

    private static func rule(_ name: String, _ gesture: String, _ fingers: Int, _ more: String = "") -> String {
        "[[action]]\nname = '\(name)'\ngesture = '\(gesture)'\nfingers = \(fingers)\n\(more)\n"
            + "run = ['/bin/sh', '-c', 'echo \(name) >> OUT']\n"
    }
    private static let mark = rule("mark", "tap", 9)
    private static let volume = rule("volume", "drag down", 3, "every = '8 mm'")

    // MARK: Rules that change during a gesture

    @Test func `rules that are replaced during a gesture perform nothing more in it`() throws {
        let service = try Service(Self.volume + Self.mark)
        service.daemon.begin(FakeDaemon.drag(3, 0, 60))
        #expect(service.writes(["volume"]))
        let rules = Self.rule("new", "swipe down", 3) + Self.mark
        #expect(try service.replace(with: rules, logs: "2 actions in", count: 2))
        service.daemon.send("changed", FakeDaemon.drag(3, 0, 200))
        service.daemon.send("ended", FakeDaemon.drag(3, 0, 300))
        #expect(service.mark())
        #expect(service.output == ["volume", "mark"])
        service.daemon.perform(FakeDaemon.drag(3, 0, 200))
        #expect(service.writes(["volume", "mark", "new"]))
    }

    /// A file that is cut off, emptied, refused or no file at all.
    @Test(arguments: ["cut off", "empty", "others may write", "a folder", "a pipe"])
    func `a file that cannot be used during a gesture leaves the rules and the gesture as they are`(
        _ fault: String
    ) throws {
        let service = try Service(Self.volume + Self.mark)
        service.daemon.begin(FakeDaemon.drag(3, 0, 60))
        #expect(service.writes(["volume"]))
        switch fault {
        case "cut off":
            #expect(try service.replace(with: "[[action]]\nname = 'vol", logs: "still in force: 2 actions"))
        case "empty":
            close(open(service.file, O_WRONLY | O_TRUNC))
            #expect(service.logs("still in force: 2 actions"))
        case "others may write":
            chmod(service.file, 0o666)
            #expect(service.logs("still in force: 2 actions"))
        default:
            let new = service.file + ".new"
            #expect((fault == "a folder" ? symlink(service.directory.path, new) : mkfifo(new, 0o600)) == 0)
            #expect(rename(new, service.file) == 0)
            #expect(service.logs("still in force: 2 actions"))
        }
        service.daemon.send("changed", FakeDaemon.drag(3, 0, 110))
        #expect(service.writes(["volume", "volume"]))
        service.daemon.send("ended", FakeDaemon.drag(3, 0, 110))
        #expect(service.mark())
        #expect(service.output == ["volume", "volume", "mark"])
    }

    @Test func `a gesture that ends while the file is read performs nothing of the new rules`() throws {
        let service = try Service(Self.rule("old", "swipe down", 3) + Self.mark)
        service.daemon.begin(FakeDaemon.drag(3, 0, 60))
        let rules = Self.rule("new", "swipe down", 3) + Self.mark
        #expect(try service.replace(with: rules, logs: "2 actions in", count: 2))
        service.daemon.send("ended", FakeDaemon.drag(3, 0, 200))
        #expect(service.mark())
        #expect(service.output == ["mark"])
    }

    @Test func `files that are written a hundred times end with the last one`() throws {
        let service = try Service(Self.mark)
        for number in 0..<100 {
            service.daemon.begin(FakeDaemon.drag(3, 0, 60))
            let rules = (0...number).map { Self.rule("rule \($0)", "swipe down", 3, "app = 'App \($0)'") }.joined()
            try service.replace(with: rules + Self.mark)
            service.daemon.send("ended", FakeDaemon.drag(3, 0, 200))
            service.daemon.answerRequests()
        }
        let last = Self.rule("last", "swipe down", 3)
        #expect(try service.replace(with: last, logs: "1 action in", count: 2))
        service.daemon.perform(FakeDaemon.drag(3, 0, 200))
        #expect(service.writes(["last"]))
    }

    // MARK: The daemon

    @Test func `a daemon that ends during a gesture performs nothing, and the next one has the rules again`() throws {
        let service = try Service(Self.volume + Self.rule("swipe", "swipe left", 3) + Self.mark)
        service.daemon.begin(FakeDaemon.drag(3, -200, 0))
        #expect(service.daemon.accept())
        #expect(service.mark())
        service.daemon.perform(FakeDaemon.drag(3, -200, 0))
        #expect(service.writes(["mark", "swipe"]))
    }

    @Test func `nothing runs while the session is not active`() throws {
        let service = try Service(Self.volume + Self.mark)
        service.daemon.begin(FakeDaemon.drag(3, 0, 60))
        #expect(service.writes(["volume"]))
        func access(_ session: String) {
            service.daemon.send(
                #"{"type":"accessChanged","access":{"session":"\#(session)","seats":["seat0"],"focus":"unknown","positions":"withheld"}}"#
            )
        }
        access("locked")
        service.daemon.send("changed", FakeDaemon.drag(3, 0, 200))
        service.daemon.send("cancelled", FakeDaemon.drag(3, 0, 200), #","reason":"locked""#)
        service.daemon.tap(9)
        access("active")
        // The end that came meanwhile counts: the next gesture is another one.
        service.daemon.begin(FakeDaemon.drag(3, 0, 60))
        #expect(service.writes(["volume", "volume"]))
    }

    @Test func `a thousand gestures in a second run no rule twice, and leave nothing behind`() throws {
        let service = try Service(
            Self.rule("tap", "tap", 3) + Self.rule("swipe", "swipe down", 3) + Self.volume.replacing("3", with: "4")
                + Self.mark)
        #expect(service.mark())
        #expect(eventually { service.children.isEmpty })
        let descriptors = service.program.descriptors
        for _ in 0..<334 {
            service.daemon.tap(3)
            service.daemon.perform(FakeDaemon.drag(3, 0, 200))
            service.daemon.perform(FakeDaemon.drag(4, 0, 60))
        }
        #expect(service.mark())
        #expect(eventually { service.children.isEmpty })
        for name in ["tap", "swipe"] {
            // One at a time, and of those that came meanwhile the last.
            #expect((1...334).contains(service.output.filter { $0 == name }.count))
        }
        // At the first count, the pipe of the first program may still have been open.
        #expect(eventually { service.program.descriptors <= descriptors })
        #expect(!service.program.errors.contains("other processes run"))
    }

    // MARK: Programs

    @Test func `a program that floods its output delays no other, and ends at its timeout`() throws {
        let service = try Service(
            "[[action]]\nname = 'flood'\ngesture = 'tap'\nfingers = 3\ntimeout = 0.5\n"
                + "run = ['/bin/sh', '-c', 'yes & yes >&2 & wait']\n" + Self.mark)
        service.daemon.tap(3)
        for _ in 0..<10 { #expect(service.mark()) }
        #expect(service.logs("/bin/sh ended by signal 15: y"))
        #expect(eventually { service.children.isEmpty })
        #expect(service.program.errorLines.count < 10)
    }

    /// Each writes the number of the process that it leaves.
    @Test(arguments: [
        "trap \"\" TERM; echo $$ >> OUT; while :; do sleep 1; done",
        "sh -c \"echo \\$\\$ >> OUT; exec sleep 1000\" & wait",
    ])
    func `a program that ignores TERM is ended at its timeout, and so is its process group`(_ script: String) throws {
        let service = try Service(
            "[[action]]\nname = 'stays'\ngesture = 'tap'\nfingers = 3\ntimeout = 0.5\nrun = ['/bin/sh', '-c', '''\(script)''']\n"
                + Self.mark)
        service.daemon.tap(3)
        #expect(eventually { !service.output.isEmpty })
        let process = try #require(service.output.first.flatMap { pid_t($0) })
        #expect(eventually { kill(process, 0) != 0 })
        #expect(eventually { service.children.isEmpty })
        #expect(service.mark())
    }

    @Test func `the service ends its programs when it stops, and keeps those that are to continue`() throws {
        let script = "run = ['/bin/sh', '-c', 'trap \"\" TERM; echo $$ >> OUT; while :; do sleep 1; done']\n"
        let service = try Service(
            "[[action]]\nname = 'ends'\ngesture = 'tap'\nfingers = 3\n\(script)"
                + "[[action]]\nname = 'stays'\ngesture = 'tap'\nfingers = 4\nkeepRunning = true\n\(script)")
        service.daemon.tap(3)
        #expect(eventually { service.output.count == 1 })
        service.daemon.tap(4)
        #expect(eventually { service.output.count == 2 })
        let processes = service.output.compactMap { pid_t($0) }
        try #require(processes.count == 2)
        service.program.signal(SIGTERM)
        #expect(service.program.exit() == .exited(0))
        #expect(eventually { kill(processes[0], 0) != 0 })
        #expect(kill(processes[1], 0) == 0)
        kill(processes[1], SIGKILL)
    }
}
